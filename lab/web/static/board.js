// A board of real buttons: draws cells as the puzzle's description says, reports what is done.

import { element, translate } from "./page.js";

const STEPS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };
const SIDES = { n: [-1, 0], e: [0, 1], s: [1, 0], w: [0, -1] };
const LONG_PRESS = 450; // milliseconds
const TREMOR = 8; // pixels that a finger may move during it
export const OPEN = "."; // the value of a blank cell
export const KNOWN_BLANK = "-"; // in a hint, and as a note of the player: it stays blank

/** Returns how a value is called and shown: as the puzzle's description says, else as it is. */
export function findLook(puzzle, value) {
  const general = { [OPEN]: [translate("open"), "", ""],
    [KNOWN_BLANK]: [translate("stays blank"), "×", "faint"] };
  const [name, text, style] = general[value] ?? [value, value, ""];
  return puzzle.looks[value] ?? { name, text, style };
}

/** Draws the value at a row and column into an element: a button, or a cell of a small picture.
 *  `shape` is that of the puzzle's viz file, see lab/pictures/drawn_cells.py. */
export function drawCell(cell, puzzle, rows, r, c, shape = null) {
  const value = rows[r][c];
  const { text, style, image } = { ...findLook(puzzle, value), ...shape };
  cell.dataset.style = style;
  const isFull = shape?.width === 1 && shape?.height === 1;
  cell.dataset.shape = !shape ? "" : isFull && shape.colour !== "white" ? "viz filled" : "viz";
  cell.style.setProperty("--fill", isFull ? shape.colour : "white");
  cell.style.setProperty("--text", shape?.ink ?? "");
  cell.style.setProperty("--letters", Math.max(2, text.length));
  cell.textContent = text;
  cell.style.backgroundImage = image ? `url("${image}")` : "";
  cell.style.backgroundSize = "";
  if (shape && !isFull) { // a smaller shape, in the middle
    cell.style.backgroundImage = `linear-gradient(${shape.colour}, ${shape.colour})`;
    cell.style.backgroundSize = `${100 * shape.width}% ${100 * shape.height}%`;
  }
  if (puzzle.input !== "line") return;
  for (const [side, [dr, dc]] of Object.entries(SIDES)) { // equal values are joined by a line
    const isJoined = value !== OPEN && rows[r + dr]?.[c + dc] === value;
    cell.style.setProperty(`--${side}`, isJoined ? 1 : 0);
  }
  cell.style.setProperty("--hue", (Number(value) * 137) % 360 || 0);
  cell.dataset.line = value === OPEN ? "" : "line";
}

/** Returns whether the given cells of a puzzle without looks are regions: all are words, and some
 *  beside each other are equal. */
function hasRegions(puzzle, given) {
  if (Object.keys(puzzle.looks).length) return false;
  const pairs = given.flatMap((row, r) => row.flatMap((value, c) => (
    [[value, row[c + 1]], [value, given[r + 1]?.[c]]])));
  return !given.flat().some((value) => value === OPEN || /^-?\d/.test(value))
    && pairs.some(([value, next]) => value === next);
}

/** Returns the sides, n e s w, on which a cell is beside another region, or at the edge. */
function findBorders(given, r, c) {
  return Object.keys(SIDES).filter((side) => (
    given[r + SIDES[side][0]]?.[c + SIDES[side][1]] !== given[r][c])).join(" ");
}

export class Board {
  /** The caller sets `handlers`: press, drag, drop, walk, arrive and key; see play.js. */
  constructor(root) {
    Object.assign(this, { root, handlers: {}, cells: [], focus: 0, pressed: null });
    root.addEventListener("pointerdown", (event) => this.#startPress(event));
    root.addEventListener("pointermove", (event) => this.#moveTo(event));
    root.addEventListener("pointerup", (event) => this.#endPress(event));
    root.addEventListener("pointercancel", () => this.#cancelPress());
    root.addEventListener("contextmenu", (event) => event.preventDefault());
    root.addEventListener("touchmove", (event) => {
      if (this.pressed?.isHeld) event.preventDefault(); // it paints, and does not scroll
    }, { passive: false });
    root.addEventListener("click", (event) => { // without a pointer: a screen reader, or voice
      const index = this.#indexOf(event.target);
      if (event.detail === 0 && index !== null) this.handlers.press(index, 0);
    });
    root.addEventListener("keydown", (event) => this.handleKey(event));
    root.addEventListener("focusin", (event) => this.#setFocus(this.#indexOf(event.target)));
  }

  /** Makes the buttons of a board of this size. */
  build(puzzle, height, width, name) {
    Object.assign(this, { puzzle, height, width, focus: 0, contents: [], cells: [] });
    this.root.dataset.input = puzzle.input;
    this.root.style.setProperty("--columns", width);
    this.root.style.setProperty("--rows", height);
    this.root.setAttribute("aria-label", translate("{name}, {height} rows, {width} columns",
      { name, height, width }));
    this.root.setAttribute("aria-rowcount", height);
    this.root.setAttribute("aria-colcount", width);
    const rows = [];
    for (let r = 0; r < height; r += 1) {
      const row = element("div", { className: "row", attributes: { role: "row" } });
      for (let c = 0; c < width; c += 1) {
        const button = element("button", { className: "cell", type: "button", tabIndex: -1 });
        button.dataset.index = this.cells.length;
        this.cells.push(button);
        row.append(element("div", { attributes: { role: "gridcell" } }, button));
      }
      rows.push(row);
    }
    this.root.replaceChildren(...rows);
    if (this.cells.length) this.cells[0].tabIndex = 0;
  }

  /** Draws the rows; decorate(index) returns shape, tints, isWrong, mark, number, isHeld of a cell. */
  draw(rows, given, decorate) {
    const areRegions = hasRegions(this.puzzle, given);
    this.cells.forEach((button, index) => {
      const [r, c] = [Math.floor(index / this.width), index % this.width];
      const decoration = decorate(index);
      const isGiven = given[r][c] !== OPEN;
      const neighbours = this.puzzle.input !== "line" ? []
        : Object.values(SIDES).map(([dr, dc]) => rows[r + dr]?.[c + dc]);
      const content = JSON.stringify([rows[r][c], isGiven, decoration, neighbours]);
      if (this.contents[index] === content) return;
      this.contents[index] = content;
      drawCell(button, this.puzzle, rows, r, c, decoration.shape);
      const { name } = findLook(this.puzzle, rows[r][c]);
      const isMarked = isGiven && rows[r][c] !== given[r][c];
      if (areRegions) button.dataset.borders = findBorders(given, r, c);
      if (isMarked && !this.puzzle.looks[rows[r][c]] && button.textContent !== given[r][c]) {
        button.append(element("small", { textContent: given[r][c] }));
      }
      this.#decorate(button, `${translate("row {row}, column {column}", { row: r, column: c })}: `
        + (isMarked ? `${given[r][c]}, ${name}` : name), isGiven, decoration);
    });
  }

  /** Shows the decoration of a cell, and puts it into the label that a screen reader reads. */
  #decorate(button, place, isGiven, { tints, isWrong, mark, number, isHeld }) {
    const { puzzle } = this;
    const cellTints = tints.map((name) => puzzle.tints[name]);
    const cellMark = mark ? puzzle.marks[mark] ?? { tone: "note", meaning: mark } : null;
    button.dataset.given = isGiven ? "given" : "";
    button.dataset.tints = cellTints.map((tint) => tint.tone).join(" ");
    button.dataset.wrong = isWrong ? "wrong" : "";
    button.dataset.held = isHeld ? "held" : "";
    button.dataset.tone = cellMark?.tone ?? "";
    if (number) button.append(element("sup", { textContent: number }));
    const label = [place];
    if (isGiven && puzzle.input !== "press") label.push(translate("given"));
    label.push(...cellTints.map((tint) => tint.meaning));
    if (isWrong) label.push(translate("wrong"));
    if (cellMark) label.push(cellMark.meaning);
    if (number) label.push(translate("number {number}", { number }));
    button.setAttribute("aria-label", label.join(", "));
  }

  #indexOf(target) {
    const cell = target?.closest?.("[data-index]");
    return cell && this.root.contains(cell) ? Number(cell.dataset.index) : null;
  }

  // ------------------------------------------------------------ keyboard

  #setFocus(index) {
    if (index === null) return;
    if (this.cells[this.focus]) this.cells[this.focus].tabIndex = -1;
    this.focus = index;
    this.cells[index].tabIndex = 0;
    this.handlers.arrive(index);
  }

  handleKey(event) {
    if (event.altKey || event.metaKey) return;
    const before = this.focus;
    if (STEPS[event.key] && !event.ctrlKey) {
      event.preventDefault();
      const [dr, dc] = STEPS[event.key];
      const [r, c] = [Math.floor(before / this.width) + dr, (before % this.width) + dc];
      if (r < 0 || c < 0 || r >= this.height || c >= this.width) return;
      this.cells[r * this.width + c].focus();
      this.handlers.walk(before, this.focus);
    } else if (this.handlers.key(event, before)) {
      event.preventDefault();
    }
  }

  // ------------------------------------------------------------ pointer

  /** Presses at once; a finger may scroll, so it presses at its end, or after a long press. */
  #startPress(event) {
    const index = this.#indexOf(event.target);
    if (index === null || this.pressed || event.button === 1) return;
    if (event.pointerType === "mouse") event.preventDefault();
    this.cells[index].focus({ preventScroll: true });
    if (event.target.hasPointerCapture?.(event.pointerId)) {
      event.target.releasePointerCapture(event.pointerId);
    }
    this.pressed = { id: event.pointerId, first: index, last: index, x: event.clientX,
      y: event.clientY, isHeld: false };
    if (event.pointerType === "touch" && this.cells[index].dataset.line !== "line") {
      this.pressed.timer = setTimeout(() => {
        this.pressed.isHeld = true;
        this.handlers.press(index, 1, true);
      }, LONG_PRESS);
      return;
    }
    const isSecond = event.button === 2 || event.shiftKey || event.ctrlKey;
    this.pressed.isHeld = true;
    this.handlers.press(index, isSecond ? 1 : 0, true);
    document.addEventListener("pointerup", () => this.#cancelPress(), { once: true });
  }

  /** Reports the cells between two places of the pointer, as a fast drag skips some. */
  #moveTo(event) {
    const { pressed } = this;
    if (pressed?.id !== event.pointerId) return;
    if (!pressed.isHeld) {
      const distance = Math.hypot(event.clientX - pressed.x, event.clientY - pressed.y);
      if (distance > TREMOR) this.#cancelPress();
      return;
    }
    const index = this.#indexOf(document.elementFromPoint(event.clientX, event.clientY));
    if (index === null) return;
    let [r, c] = [Math.floor(pressed.last / this.width), pressed.last % this.width];
    const [row, column] = [Math.floor(index / this.width), index % this.width];
    pressed.last = index;
    while (r !== row || c !== column) { // along the column, then along the row
      if (r !== row) r += Math.sign(row - r);
      else c += Math.sign(column - c);
      this.handlers.drag(r * this.width + c);
    }
  }

  #endPress(event) {
    const { pressed } = this;
    if (pressed?.id !== event.pointerId) return;
    this.#cancelPress();
    if (!pressed.isHeld) this.handlers.press(pressed.first, event.shiftKey ? 1 : 0);
  }

  #cancelPress() {
    if (!this.pressed) return;
    const { timer, isHeld } = this.pressed;
    clearTimeout(timer);
    this.pressed = null;
    if (isHeld) this.handlers.drop();
  }
}
