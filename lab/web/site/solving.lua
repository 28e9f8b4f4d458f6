-- Finds the answers of a logic program as runner/server/solving.py does, in the clingo of a browser.
-- Input: REQUEST, a table that stands before this text: the name and the text of a program, if
-- there is one; boards with facts, offers, and texts of programs; values, patterns for values
-- of answers; most answers, 0 for the atoms that are true with the first request.
-- With `options` for clingo the answer sets of each text are only counted.
-- Output: lines of JSON; for each board {"board": its number from 1}, then its answers; for each
-- error {"error": clingo's message}.  A cell is a text: row, column and value between commas.
-- "unusual" has what decode.py needs to draw the first answer with a cell that may have no place.
-- Without boards the program is only read.

local function encode(value)  -- returns JSON; a table is a list unless it has named fields
  if type(value) == "table" then
    local parts, is_list = {}, next(value) == nil or value[1] ~= nil
    if is_list then
      for _, item in ipairs(value) do parts[#parts + 1] = encode(item) end
      return "[" .. table.concat(parts, ",") .. "]"
    end
    for name, item in pairs(value) do parts[#parts + 1] = encode(name) .. ":" .. encode(item) end
    return "{" .. table.concat(parts, ",") .. "}"
  elseif type(value) == "string" then
    local function escape(c) return string.format("\\u%04x", c:byte()) end
    return '"' .. value:gsub('[%c"\\]', escape) .. '"'
  end
  return tostring(value)
end

local function make_set(list)
  local set = {}
  for _, item in ipairs(list) do set[item] = true end
  return set
end

local function sort_names(set)
  local names = {}
  for name in pairs(set) do names[#names + 1] = name end
  table.sort(names)
  return names
end

-- ---------------------------------------------------------------- a ground program

local function read_cell(program, symbol)  -- returns the cell of an answer that a symbol is, or nil
  local text = tostring(symbol)
  local value = text:match("^cell%([^(),]+,[^(),]+,([^%s]+)%)$")
  if value and not program.given[text .. "."] then
    for _, pattern in ipairs(REQUEST.values) do
      if value:match(pattern) then return text:sub(6, -2) end
    end
  end
end

local function is_cell(symbol)
  return symbol.type == clingo.SymbolType.Function and symbol.name == "cell"
    and #symbol.arguments == 3
end

local function make_control(options)
  return clingo.Control(options, function(code, text)
    if code == clingo.MessageCode.RuntimeError then print(encode({error = text})) end
  end)
end

local function load()  -- returns a control that has read the program
  local control = make_control({"--trans-ext=no", "--eq=0"})
  if REQUEST.name then control:load(REQUEST.name) end
  return control
end

local function ground(board)
  local program = {given = {}, in_all = {}, possible = {}, optimises = false, control = load()}
  program.facts, program.shown = {}, {}  -- the cells that it shows, and the literals of the latter
  local height, width = board.facts:match("dim%((%d+),?(%d*)%)%.")
  program.size = {tonumber(height), tonumber(width) or tonumber(height)}
  for line in board.facts:gmatch("[^\n]+") do program.given[line] = true end
  local observer = {}
  local function note(symbol, literal)
    local cell = read_cell(program, symbol)
    if cell and literal then table.insert(program.possible, {literal, cell}) end
    if cell and not literal then table.insert(program.in_all, cell) end
  end
  local function keep(list, literal, symbol)
    if is_cell(symbol) then list[#list + 1] = {literal, symbol} end
  end
  function observer:output_atom(symbol, atom)
    note(symbol, atom ~= 0 and atom)
    keep(atom == 0 and program.facts or program.shown, atom, symbol)
  end
  function observer:output_term(symbol, condition)
    note(symbol, condition[1] or 0)
    keep(program.shown, condition[1] or 0, symbol)
  end
  function observer:minimize() program.optimises = true end
  program.control:register_observer(observer)
  program.control:add("base", {}, board.text .. "\n" .. board.facts)
  program.control:ground({{"base", {}}})
  local settings = program.control.configuration
  if program.optimises then
    settings.configuration, settings.solver.opt_strategy = "many", "usc,k,stratify"
  else
    settings.solver.sign_def, settings.solver.init_moms = "pos", 0
    settings.solver.lookahead = "atom,1"
  end
  return program
end

local function solve(program, on_model, mode, assumptions, models)
  local settings = program.control.configuration.solve
  settings.models, settings.opt_mode, settings.enum_mode = models or 0, mode, "auto"
  program.control:solve({assumptions = assumptions or {}, on_model = on_model})
end

local function read_cells(program, model)  -- returns the answer that a model shows, as a text
  local cells = make_set(program.in_all)
  for _, pair in ipairs(program.possible) do
    if pair[1] == 0 or model:is_true(pair[1]) then cells[pair[2]] = true end
  end
  return table.concat(sort_names(cells), " ")
end

local function list_unusual(program)  -- returns shown cells that decode.py may refuse to draw
  local list, taken, rows, columns = {}, {}, table.unpack(program.size)
  for _, pair in ipairs(program.shown) do
    if not program.given[tostring(pair[2]) .. "."] then
      local row, column = tostring(pair[2].arguments[1]), tostring(pair[2].arguments[2])
      local r, c, place = tonumber(row), tonumber(column), row .. "," .. column
      local is_inside = rows and r and c and r >= 0 and c >= 0 and r < rows and c < columns
      if taken[place] or not is_inside or not read_cell(program, pair[2]) then
        list[#list + 1] = pair
      end
      taken[place] = true
    end
  end
  return list
end

local function describe(program, model)  -- returns what decode.py needs to draw an answer set
  local function list(shown)
    local cells = {}
    for _, pair in ipairs(shown) do
      local texts = {}
      for _, argument in ipairs(pair[2].arguments) do texts[#texts + 1] = tostring(argument) end
      cells[#cells + 1] = {pair[1], texts}
    end
    return cells
  end
  local hidden, holds = {}, {}
  if #program.facts == 0 then
    for atom in program.control.symbolic_atoms:by_signature("cell", 3) do
      if atom.is_fact then table.insert(hidden, {0, atom.symbol}) end
    end
  end
  for _, pair in ipairs(program.shown) do
    if pair[1] ~= 0 and model:is_true(pair[1]) then holds[#holds + 1] = pair[1] end
  end
  return {
    size = program.size, facts = list(program.facts), hidden = list(hidden),
    shown = list(program.shown), holds = holds,
  }
end

local function exclude(program, model)
  local clause = {}
  for _, pair in ipairs(program.possible) do
    local literal = pair[1]
    if literal ~= 0 then clause[#clause + 1] = model:is_true(literal) and -literal or literal end
  end
  model.context:add_clause(clause)
end

local function accepts(program, answer, on_model)  -- returns whether it is one if nothing is minimised
  local wanted, always, literals = {}, make_set(program.in_all), {}
  for cell in answer:gmatch("%S+") do wanted[cell] = true end
  for _, pair in ipairs(program.possible) do
    literals[pair[2]] = literals[pair[2]] or {}
    table.insert(literals[pair[2]], pair[1])
    if pair[1] == 0 then always[pair[2]] = true end
  end
  for cell in pairs(always) do if not wanted[cell] then return false end end
  for cell in pairs(wanted) do
    if not always[cell] and not literals[cell] then return false end
  end
  local assumptions, backend = {}, program.control:backend()
  for cell, alternatives in pairs(literals) do
    local atom = wanted[cell] and not always[cell] and backend:add_atom()
    for _, literal in ipairs(alternatives) do
      if atom then backend:add_rule({{atom}, {literal}}) end
      if not wanted[cell] then table.insert(assumptions, -literal) end
    end
    if atom then table.insert(assumptions, atom) end
  end
  backend:close()
  local is_answer = false
  solve(program, function(model)
    is_answer = true
    if on_model then on_model(model) end
  end, "ignore", assumptions, 1)
  return is_answer
end

-- ---------------------------------------------------------------- all answers

local function find_answers(board)
  local program, cost, mode = ground(board), {}, "opt"
  local answers, seen, shows, doubled, unusual = {}, {}, {}, nil, nil
  local unusual_cells = list_unusual(program)
  if program.optimises then
    solve(program, function(model)
      cost = {}
      for _, number in ipairs(model.cost) do cost[#cost + 1] = string.format("%d", number) end
    end, mode)
    mode = table.concat({"enum", table.unpack(cost)}, ",")
  end
  local function collect(model)
    local cells = read_cells(program, model)
    for _, pair in ipairs(unusual and {} or unusual_cells) do
      if pair[1] == 0 or model:is_true(pair[1]) then
        unusual = describe(program, model)
        break
      end
    end
    if seen[cells] then
      doubled = cells
      exclude(program, model)
      return true
    end
    seen[cells] = true
    answers[#answers + 1] = cells
    if cells == "" then
      for _, symbol in ipairs(model:symbols({shown = true})) do
        local text = tostring(symbol)
        if symbol.type == clingo.SymbolType.Function then
          local name = symbol.name .. "/" .. #symbol.arguments
          text = name == "cell/3" and text or name
        end
        if not program.given[tostring(symbol) .. "."] then shows[text] = true end
      end
    end
    return #answers < REQUEST.most
  end
  if #cost > 0 or not program.optimises then solve(program, collect, mode) end
  local first, differing = nil, {}
  local function compare(model)
    if read_cells(program, model) ~= doubled then
      exclude(program, model)
      return true
    end
    local atoms = {}
    for _, symbol in ipairs(model:symbols({atoms = true})) do atoms[tostring(symbol)] = true end
    first = first or atoms
    for atom in pairs(atoms) do if not first[atom] then differing[atom] = true end end
    for atom in pairs(first) do if not atoms[atom] then differing[atom] = true end end
    return next(differing) == nil
  end
  local rules = program.control.statistics.problem.lp.rules
  if doubled then
    solve(program, compare, mode)
    rules = program.control.statistics.problem.lp.rules
    differing = next(differing) and differing or {[""] = true}
  end
  local accepted = {}
  for _, answer in ipairs(board.offers) do
    if program.optimises and not seen[answer] and accepts(program, answer) then
      accepted[#accepted + 1] = answer
    end
  end
  return {
    found = answers, is_complete = #answers < REQUEST.most, differing = sort_names(differing),
    optimises = program.optimises, shows = sort_names(shows), cost = cost,
    rules = math.tointeger(rules), accepted = accepted,
    unusual = unusual,
  }
end

local function find_atoms(board)  -- returns the true atoms, each with whether it is a fact
  local program, atoms = ground(board), {}
  accepts(program, board.offers[1], function(model)
    for _, symbol in ipairs(model:symbols({atoms = true})) do
      local atom = program.control.symbolic_atoms:lookup(symbol)
      atoms[#atoms + 1] = {tostring(symbol), atom ~= nil and atom.is_fact}
    end
  end)
  return {atoms = atoms}
end

local function count_answer_sets(board)
  local control = make_control(REQUEST.options)
  control:add("base", {}, board.text)
  control:ground({{"base", {}}})
  local result = control:solve({})
  local models = control.statistics.summary.models.enumerated
  return {models = math.tointeger(models), is_exhausted = result.exhausted}
end

function main()
  if REQUEST.name then
    local file = io.open(REQUEST.name, "wb")
    file:write(REQUEST.program)
    file:close()
  end
  local answer = REQUEST.options and count_answer_sets
    or REQUEST.most == 0 and find_atoms or find_answers
  for number, board in ipairs(REQUEST.boards) do
    print(encode({board = number}))
    print(encode(answer(board)))
    collectgarbage()
  end
  if #REQUEST.boards == 0 then
    print(encode({board = 1}))
    load()
  end
end
