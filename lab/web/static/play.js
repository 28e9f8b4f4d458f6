// Play: wires the board, the game and the kit together.

import { Board, pictureOf } from "./board.js";
import { Game } from "./game.js";
import { Fault, ask, question } from "./kit.js";
import { by, element, fill, kept } from "./page.js";
import { Replay } from "./replay.js";

const AGAIN = 2000; // milliseconds until a verdict is asked for again
const VERDICTS = {
  none: "This puzzle has no solution.",
  several: "This puzzle has several solutions.",
  "several best": "This puzzle has several best solutions.",
};
const SIZES = { least: 14, most: 72, step: 1.25 };

const tables = await ask("/api/puzzles");
const settings = kept.get("settings", { atOnce: true, withClock: true });
const state = {
  table: null, // of the puzzle that is open
  game: null,
  verdict: null, // what the kit says of the board as it is
  scene: null, // a picture shown in place of the board: of a hint, an explanation, a replay
  advice: null, // a hint of which the first half was shown
  carried: null, // the value of the line that is drawn by keys
  which: 0, // what a press with the first button does
  asked: false, // mistakes were asked for
  solutions: null, // what is known of the number of solutions
};
const asking = { state: null, question: null, count: null };

const board = new Board(by("board"), { press, drag, drop, key, walk, arrive });
const replay = new Replay({ show: showScene, leave: () => showScene(null) });

// ---------------------------------------------------------------- puzzles

/** Opens a puzzle: its board, its address, what was done on it before. */
function open(opened, name, which = 0) {
  const table = tables.find((one) => one.name === opened.puzzle);
  const given = opened.boards[which].map((row) => [...row]);
  Object.assign(state, { table, verdict: null, scene: null, advice: null, carried: null,
    asked: false, solutions: null });
  state.game = new Game(table.name, given, opened.addresses[which], name);
  replay.close();
  board.build(table, state.game.height, state.game.width, `${table.title}, ${name}`);
  showScene(null);
  by("title").textContent = `${table.title} · ${name}`;
  document.title = `${table.title} · ${name}`;
  showTable(table);
  showSeveral(opened, name, which);
  say("");
  by("rating").replaceChildren();
  const words = new URLSearchParams({ puzzle: table.name, p: opened.addresses[which] });
  history.replaceState(null, "", `/?${words.toString().replaceAll("%2F", "/")}`);
  kept.set("last", { puzzle: table.name, address: opened.addresses[which], name });
  fit();
  refresh();
  countSolutions();
}

function showSeveral(opened, name, which) {
  by("several").hidden = opened.boards.length < 2;
  fill(by("which"), opened.boards.map((_, n) => [String(n), `puzzle ${n + 1}`]), String(which));
  by("which").onchange = () => open(opened, name, Number(by("which").value));
}

/** Shows what the puzzle's table offers: presses, tactics, fields, notations. */
function showTable(table) {
  for (const value of table.pictured) new Image().src = pictureOf(table, value); // before it is used
  by("puzzle").value = table.name;
  fill(by("example"), [["", "choose …"], ...table.examples], "");
  fill(by("notation"), table.notations, "grid");
  by("written").value = "";
  by("presses").hidden = table.presses.length < 2;
  by("presses").replaceChildren(...table.presses.map(([name], which) => element("button", {
    type: "button", textContent: name, onclick: () => choose(which),
    attributes: { role: "radio", "aria-checked": which === state.which },
  })));
  by("keypad").hidden = table.play !== "type";
  by("keypad").replaceChildren(...[...table.values, ""].map((value) => element("button", {
    type: "button", textContent: value || "erase",
    onclick: () => put([[board.focus, value || "."]]),
  })));
  for (const name of ["hint", "rate"]) by(name).hidden = !table.help.includes(name);
  const isReplayed = table.help.includes("replay");
  by("replay").textContent = isReplayed ? "Replay the solution" : "Show the solution";
  by("making").hidden = !table.help.includes("make");
  by("rules").replaceChildren(...Object.values(table.rules).map((rule) => element("li", {
    textContent: rule,
  })));
  showTactics(table);
  showWishes(table);
  showKeys(table);
}

function choose(which) {
  state.which = which;
  by("presses").querySelectorAll("button").forEach((button, n) => {
    button.setAttribute("aria-checked", n === which);
  });
}

function showTactics(table) {
  by("tactics-box").hidden = !Object.keys(table.tactics).length;
  const chosen = kept.get(`tactics:${table.name}`, table.first_tactics);
  const boxes = Object.entries(table.tactics).map(([letter, words]) => element("label", {
    className: "tick",
  }, element("input", { type: "checkbox", value: letter, checked: chosen.includes(letter) }),
  element("span", {}, element("b", { textContent: letter }), ` ${words}`)));
  by("tactics").replaceChildren(by("tactics").querySelector("legend"), ...boxes);
}

function tactics() {
  const boxes = [...by("tactics").querySelectorAll("input")];
  return boxes.filter((box) => box.checked).map((box) => box.value).join("");
}

function showWishes(table) {
  const fields = table.fields.map((field) => {
    const input = field.choices.length ? element("select", { name: field.name })
      : element("input", { name: field.name, value: field.default, autocomplete: "off" });
    if (field.choices.length) fill(input, field.choices, field.default);
    return element("label", {}, `${field.words} `, input);
  });
  by("wishes").replaceChildren(...fields, element("button", { textContent: "Make" }));
}

function showKeys(table) {
  const own = {
    press: [["Enter or left button", table.presses[0]?.[0]],
      ["Shift+Enter, right button or a long press", table.presses[1]?.[0]],
      ["drag with the right button, or after a long press", `more of ${table.presses[1]?.[0]}`]],
    line: [["drag from a number", "draw its line"], ["right button or Delete", "erase"],
      ["Enter on a line, then arrows", "draw; Enter or Escape ends it"]],
    type: [["a digit or letter", "fill the cell"], ["Delete", "erase"]],
  };
  const all = [["arrows", "move"], ...own[table.play], ["Z, Y", "undo, redo"], ["H", "hint"],
    ["?", "why is this wrong"]];
  by("keys").replaceChildren(...all.flatMap(([keys, words]) => [
    element("dt", { textContent: keys }), element("dd", { textContent: words })]));
}

// ---------------------------------------------------------------- what the player does

/** Puts values on the board, as a move; `joins` adds them to the last one. */
function put(changes, joins = false) {
  leaveScene();
  if (!state.game.play(changes.filter(([index]) => !state.game.isGiven(index)), joins)) return;
  changed();
}

function changed() {
  state.asked = false;
  state.advice = null;
  say("");
  refresh();
}

/** A press on a cell, the first or second way; `goes` if a drag may follow. */
function press(index, which, goes = false) {
  const { table, game } = state;
  state.drag = null;
  const value = game.value(index);
  if (table.play === "press") {
    const way = table.presses.length > 1 ? (which + state.which) % 2 : 0;
    const next = table.presses[way][1][value];
    if (next === undefined) return;
    put([[index, next]]);
    if (goes && way === 1) state.drag = { from: value, to: next };
  } else if (table.play === "line") {
    if (which === 1) {
      put([[index, "."]]);
      state.drag = { erases: true };
    } else if (value !== ".") {
      leaveScene();
      state.drag = { value, path: [index], moved: false };
      hold(index);
    }
  }
}

/** The pointer came to a further cell while it was pressed. */
function drag(index) {
  const { table, game, drag: now } = state;
  if (!now) return;
  if (table.play === "press" && game.value(index) === now.from) put([[index, now.to]], true);
  if (table.play !== "line") return;
  if (now.erases) put([[index, "."]], true);
  else now.moved = extend(now, index) || now.moved;
}

/** Carries a line on to a cell beside its end; back along its path, it becomes shorter. */
function extend(line, index) {
  const { game } = state;
  const last = line.path.at(-1);
  const distance = Math.abs(Math.floor(index / game.width) - Math.floor(last / game.width))
    + Math.abs((index % game.width) - (last % game.width));
  if (distance !== 1) return false;
  if (line.path.at(-2) === index) {
    line.path.pop();
    put([[last, "."]], line.moved);
  } else if (game.value(index) === line.value) {
    line.path.push(index);
  } else if (!game.isGiven(index)) {
    line.path.push(index);
    put([[index, line.value]], line.moved);
  } else {
    return false;
  }
  hold(index);
  return true;
}

function drop() {
  const { drag: line } = state;
  state.drag = null;
  if (line?.path && !line.moved && !state.carried) put([[line.path[0], "."]]);
  if (!state.carried) hold(null);
}

/** Shows at which cell a line is held. */
function hold(index) {
  state.held = index;
  draw();
}

/** A key on a cell of the board; returns whether it means anything. */
function key(event, index) {
  const { table, game } = state;
  const pressed = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  if (table.play === "type" && table.values.includes(pressed) && !event.ctrlKey) {
    put([[index, pressed]]);
    return true;
  }
  if (event.key === "Delete" || event.key === "Backspace") {
    if (table.play !== "press") put([[index, "."]]);
    return true;
  }
  if (event.key === "Enter" || event.key === " ") {
    if (table.play === "line") carry(index);
    else press(index, event.shiftKey ? 1 : 0);
    return true;
  }
  if (event.key === "Escape") {
    if (state.carried) carry(index);
    else leaveScene();
    return true;
  }
  const deeds = { z: event.shiftKey ? redo : undo, y: redo, h: giveHint, "?": why };
  if (event.ctrlKey && !"zy".includes(pressed)) return false;
  if (!deeds[pressed]) return false;
  deeds[pressed]();
  return Boolean(game);
}

/** Picks up the line of a cell, or puts it down. */
function carry(index) {
  const value = state.game.value(index);
  if (state.carried) {
    say(`line ${state.carried.value} put down`);
    state.carried = null;
    hold(null);
  } else if (value !== ".") {
    leaveScene();
    state.carried = { value, path: [index], moved: false };
    say(`drawing line ${value}: arrows draw, Enter ends it`);
    hold(index);
  }
}

/** The focus went from a cell to the next. */
function walk(from, to, isShifted) {
  if (state.carried) {
    if (extend(state.carried, to)) state.carried.moved = true;
    else board.cells[from].focus();
  } else if (isShifted && state.table.play === "press" && state.table.presses.length > 1) {
    const map = state.table.presses[1][1];
    const value = state.game.value(from);
    if (map[state.game.value(to)] === value) put([[to, value]], true);
  }
}

function arrive() {
  by("why").disabled = !offencesAt(board.focus).length;
}

function undo() {
  leaveScene();
  if (state.game.undo()) changed();
}

function redo() {
  leaveScene();
  if (state.game.redo()) changed();
}

// ---------------------------------------------------------------- verdicts

/** Draws the board at once, and again when the kit has looked at it. */
function refresh() {
  draw();
  askState();
}

async function askState() {
  asking.state?.abort();
  const mine = asking.state = new AbortController();
  const { game } = state;
  try {
    const words = { puzzle: game.puzzle, given: game.given, board: game.rows };
    const verdict = await ask("/api/state", words, mine.signal);
    if (asking.state !== mine) return;
    state.verdict = verdict;
    draw();
    showVerdict();
  } catch (error) {
    if (error.name === "AbortError") return;
    if (error instanceof Fault) say(error.message);
    else setTimeout(() => asking.state === mine && askState(), AGAIN);
  }
}

function showVerdict() {
  const { game, verdict } = state;
  if (verdict.cost !== null) showCost();
  if (verdict.is_solved && !game.finished) {
    game.finished = true;
    game.keep();
    say(`Solved${verdict.cost === null ? "" : `, at a cost of ${verdict.cost}`}, in ${time()}.`);
  } else if (!verdict.is_solved) {
    game.finished = false;
    if (settings.atOnce && verdict.wrong.length && !state.scene) say(verdict.wrong[0].words);
  }
  arrive();
}

function showCost() {
  const best = state.solutions?.cost;
  const known = best === undefined ? "" : `, best ${best}`;
  by("cost").textContent = `cost ${state.verdict?.cost ?? "…"}${known}`;
  by("cost").hidden = false;
}

/** The offences at a cell, as the kit found them. */
function offencesAt(index) {
  const { game, verdict } = state;
  const place = [Math.floor(index / game.width), index % game.width].join();
  return verdict?.wrong.filter((one) => one.cells.some((cell) => cell.join() === place)) ?? [];
}

/** Says which rule is broken at the cell in focus, and shows the other cells of it. */
function why() {
  const [offence] = offencesAt(board.focus);
  if (!offence) {
    say("Nothing is known to be wrong at this cell: choose a red one.");
    return;
  }
  const rule = state.table.rules[offence.rule];
  const marks = offence.cells.map((cell) => [...cell, "wrong"]);
  showScene({ board: null, marks, numbers: [], words: `${offence.words}. Rule: ${rule}.` });
}

function check() {
  state.asked = true;
  const wrong = state.verdict?.wrong ?? [];
  const found = `${wrong.length} ${wrong.length === 1 ? "mistake" : "mistakes"} in sight: `;
  if (state.verdict?.is_solved) say("Solved: no rule is broken.");
  else say(wrong.length ? found + wrong[0].words : "No rule is broken so far.");
  draw();
}

/** Asks a desk; what was asked before is not waited for any more. */
async function consult(words, waiting) {
  asking.question?.abort();
  const mine = asking.question = new AbortController();
  const { game } = state;
  if (waiting) say(waiting);
  try {
    const answer = await question({ puzzle: game.puzzle, ...words }, mine.signal);
    return asking.question === mine && state.game === game ? answer : null;
  } catch (error) {
    if (error instanceof Fault) say(error.message);
    return null;
  }
}

/** How many solutions there are, or the least cost; anything but one is said. */
async function countSolutions() {
  asking.count?.abort();
  const mine = asking.count = new AbortController();
  const { game, table } = state;
  by("notice").hidden = true;
  by("cost").hidden = true;
  try {
    const words = { puzzle: game.puzzle, given: game.given, question: "count" };
    const answer = await question(words, mine.signal);
    if (asking.count !== mine) return;
    state.solutions = answer;
    if (answer.cost !== undefined) showCost();
    const found = VERDICTS[answer.verdict];
    const isExplained = table.help.includes("explain");
    if (found && isExplained) notice(found, [["Explain", explain]]);
    else if (found && answer.solutions.length > 1) notice(found, [["Show two of them", showTwo]]);
    else if (found) notice(found);
  } catch (error) {
    if (error instanceof Fault) notice(`How many solutions it has is not known: ${error.message}.`);
  }
}

/** Two solutions in turn, with the cells in which they differ. */
function showTwo() {
  const [one, other] = state.solutions.solutions;
  const marks = [];
  one.forEach((row, r) => [...row].forEach((value, c) => {
    if (other[r][c] !== value) marks.push([r, c, "differ"]);
  }));
  replay.open([one, other].map((rows, n) => ({ board: rows, marks, numbers: [],
    words: n ? "and this is another one" : "one of them; the marked cells differ in another" })));
}

function notice(words, deeds = []) {
  by("notice").hidden = false;
  by("notice-words").textContent = words;
  by("repairs").replaceChildren(...deeds.map(([name, deed]) => element("button", {
    textContent: name, onclick: deed,
  })));
}

async function soluble() {
  const { game } = state;
  const cost = state.solutions?.cost ?? null;
  const words = { question: "soluble", given: game.given, board: game.rows, cost };
  const answer = await consult(words, "…");
  if (answer) say(answer.words);
}

/** The first press says where to look, the second what follows, and puts it on the board. */
async function giveHint() {
  const { game } = state;
  if (!state.table.help.includes("hint") || state.isThinking) return;
  if (state.advice) {
    const { scenes, news } = state.advice;
    state.advice = null;
    game.play(news.map(([[r, c], value]) => [r * game.width + c, value]));
    refresh();
    showScene(scenes.at(-1));
    return;
  }
  const words = { question: "hint", given: game.given, board: game.rows, tactics: tactics() };
  state.isThinking = true; // one hint at a time, however often it is asked for
  const answer = await consult(words).finally(() => { state.isThinking = false; });
  if (!answer || game !== state.game) return;
  state.advice = answer.scenes.length > 1 ? answer : null;
  showScene(answer.scenes[0]);
}

async function explain() {
  const answer = await consult({ question: "explain", given: state.game.given }, "Looking …");
  if (!answer) return;
  replay.open(answer.scenes);
  notice(`${answer.words}.`, answer.repairs.map(([words, rows]) => [`Change it: ${words}`, () => {
    read({ text: rows.map((row) => [...row].join(row.some?.((one) => one.length > 1) ? " " : ""))
      .join("\n"), name: "the repaired puzzle" });
  }]));
}

async function rate() {
  const answer = await consult({ question: "rate", given: state.game.given }, "Solving it …");
  if (!answer) return;
  say(`How hard it is: ${answer.words}.`);
  const rows = answer.tactics.map(([letter, words, number]) => element("tr", {},
    element("th", { textContent: letter, scope: "row" }), element("td", { textContent: number }),
    element("td", { textContent: words })));
  by("rating").replaceChildren(element("p", { textContent: answer.words }),
    element("table", {}, element("caption", { textContent: "Steps by tactic" }), ...rows));
}

/** All steps to the solution, or the solution alone where nobody knows the steps. */
async function showReplay() {
  if (!state.table.help.includes("replay")) {
    const [solution] = state.solutions?.solutions ?? [];
    if (solution) replay.open([{ board: solution, marks: [], numbers: [], words: "a solution" }]);
    else say("No solution is known yet.");
    return;
  }
  const answer = await consult({ question: "replay", given: state.game.given }, "Solving it …");
  if (answer) replay.open(answer.scenes);
}

// ---------------------------------------------------------------- drawing

/** Shows a picture of the kit on the board, until the next move. */
function showScene(scene) {
  state.scene = scene;
  if (scene?.board && !scene.tints) tintScene(scene);
  if (scene?.words) say(scene.words);
  const marks = new Set((scene?.marks ?? []).map(([, , mark]) => mark));
  by("key").hidden = !marks.size;
  by("key").replaceChildren(...[...marks].map((mark) => element("li", {
    textContent: state.table.marks[mark]?.words ?? mark,
    attributes: { "data-tone": state.table.marks[mark]?.tone ?? "note" },
  })));
  draw();
}

/** Asks for the tints of the board in a scene. */
async function tintScene(scene) {
  const { puzzle, given } = state.game;
  const found = await tried(() => ask("/api/state", { puzzle, given, board: scene.board }));
  scene.tints = found?.tints ?? {};
  if (state.scene === scene) draw();
}

function leaveScene() {
  if (!state.scene) return;
  replay.close();
  showScene(null);
}

function draw() {
  const { game, verdict, scene } = state;
  const { width } = game;
  const at = (cells) => new Set(cells.map(([r, c]) => r * width + c));
  const showsWrong = (settings.atOnce || state.asked) && !scene?.board;
  const wrong = at(showsWrong ? verdict?.wrong.flatMap((one) => one.cells) ?? [] : []);
  const tints = Object.entries((scene?.board ? scene : verdict)?.tints ?? {})
    .map(([name, cells]) => [name, at(cells)]);
  const marks = new Map((scene?.marks ?? []).map(([r, c, mark]) => [r * width + c, mark]));
  const numbers = new Map((scene?.numbers ?? []).map(([r, c, n]) => [r * width + c, n]));
  board.draw(scene?.board ?? game.rows, game.given, (index) => ({
    tints: tints.filter(([, cells]) => cells.has(index)).map(([name]) => name).join(" "),
    wrong: wrong.has(index),
    mark: marks.get(index),
    number: numbers.get(index),
    held: index === state.held,
  }));
  by("undo").disabled = !game.done;
  by("redo").disabled = game.done === game.moves.length;
}

function say(words) {
  if (by("says").textContent !== words) by("says").textContent = words;
}

function time() {
  const { seconds } = state.game;
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

function tick() {
  if (state.game && !state.game.finished && !document.hidden && state.game.done) {
    state.game.seconds += 1;
    if (state.game.seconds % 10 === 0) state.game.keep();
  }
  by("clock").hidden = !settings.withClock;
  if (state.game) by("clock").textContent = time();
}

// ---------------------------------------------------------------- size

function resize(size) {
  const within = Math.min(SIZES.most, Math.max(SIZES.least, size));
  state.size = within;
  by("board").style.setProperty("--side", `${within}px`);
}

/** As large as the window allows; a finger needs more than a mouse. */
function fit() {
  const frame = by("frame");
  const { game } = state;
  const room = Math.max(240, window.innerHeight - frame.getBoundingClientRect().top - 90);
  const wide = (frame.clientWidth - 10) / game.width; // without its border and padding
  const tall = Math.max(room, Math.min(frame.clientWidth, 560)) / game.height;
  resize(Math.floor(Math.min(wide, tall, 64)));
}

// ---------------------------------------------------------------- reading and writing

async function tried(action) {
  try {
    return await action();
  } catch (error) {
    if (error instanceof Fault) say(error.message);
    return null;
  }
}

async function read(words) {
  const opened = await tried(() => question({ puzzle: by("puzzle").value, ...words }, undefined,
    "/api/read"));
  if (opened) open(opened, words.name ?? "pasted");
  return Boolean(opened);
}

async function example(puzzle, name) {
  const opened = await tried(() => ask("/api/example", { puzzle, name }));
  if (opened) open(opened, name);
  return Boolean(opened);
}

async function write() {
  const words = { puzzle: state.table.name, board: state.game.rows, notation: by("notation").value };
  const answer = await tried(() => ask("/api/write", words));
  if (answer) by("written").value = answer.text;
}

async function make(event) {
  event.preventDefault();
  const wishes = Object.fromEntries(new FormData(by("wishes")));
  const answer = await consult({ question: "make", wishes }, "Making a puzzle …");
  if (!answer) return;
  const opened = { puzzle: state.table.name, boards: [answer.board], addresses: [answer.address] };
  open(opened, "a new one");
}

async function copyAddress() {
  await navigator.clipboard?.writeText(location.href).then(
    () => say("Copied: whoever has this kit can open it."),
    () => say(`The address is ${location.href}`),
  );
}

function wire() {
  const deeds = { undo, redo, hint: giveHint, why, check, soluble, rate, replay: showReplay,
    copy: copyAddress, fit, smaller: () => resize(state.size / SIZES.step),
    larger: () => resize(state.size * SIZES.step),
    again: () => { leaveScene(); if (state.game.restart()) changed(); } };
  for (const [id, deed] of Object.entries(deeds)) by(id).addEventListener("click", deed);
  by("puzzle").addEventListener("change", () => {
    const table = tables.find((one) => one.name === by("puzzle").value);
    example(table.name, table.examples[0]);
  });
  by("example").addEventListener("change", () => {
    if (by("example").value) example(state.table.name, by("example").value);
  });
  by("reading").addEventListener("submit", (event) => {
    event.preventDefault();
    read({ text: by("text").value });
  });
  by("wishes").addEventListener("submit", make);
  by("notation").addEventListener("change", write);
  by("written").addEventListener("focus", write);
  by("tactics").addEventListener("change", () => kept.set(`tactics:${state.table.name}`, tactics()));
  by("at-once").checked = settings.atOnce;
  by("with-clock").checked = settings.withClock;
  by("at-once").addEventListener("change", () => set("atOnce", by("at-once").checked));
  by("with-clock").addEventListener("change", () => set("withClock", by("with-clock").checked));
  document.addEventListener("dragover", (event) => event.preventDefault());
  document.addEventListener("drop", dropFile);
  document.addEventListener("visibilitychange", () => state.game?.keep());
  window.addEventListener("resize", () => state.game && fit());
  setInterval(tick, 1000);
}

function set(name, value) {
  settings[name] = value;
  kept.set("settings", settings);
  tick();
  draw();
}

async function dropFile(event) {
  event.preventDefault();
  const [file] = event.dataTransfer?.files ?? [];
  const text = file ? await file.text() : event.dataTransfer?.getData("text");
  if (text) read({ text, name: file?.name ?? "dropped" });
}

/** Opens the puzzle of the address, else the last one, else the first example; what was refused. */
async function begin() {
  fill(by("puzzle"), tables.map((one) => [one.name, one.title]));
  wire();
  let complaint = "";
  const words = new URLSearchParams(location.search);
  if (words.has("p")) {
    const puzzle = words.get("puzzle") ?? tables[0].name;
    const last = kept.get("last", {});
    const name = last.address === words.get("p") ? last.name : "from the address";
    if (await read({ text: words.get("p"), puzzle, is_address: true, name })) return "";
    complaint = by("says").textContent;
  }
  const last = kept.get("last", null);
  if (last && tables.some((one) => one.name === last.puzzle)) {
    const { puzzle, address: text, name } = last;
    if (await read({ text, puzzle, is_address: true, name })) return complaint;
  }
  await example(tables[0].name, tables[0].examples[0]);
  return complaint;
}

const refused = await begin();
if (refused) say(refused);
document.body.dataset.ready = "ready";
