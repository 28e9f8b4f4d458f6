// A board of real buttons: draws cells as the puzzle's table says, reports what is done to them.

import { element } from "./page.js";

const ARMS = { n: [-1, 0], e: [0, 1], s: [1, 0], w: [0, -1] };
const LONG = 450; // milliseconds of a long press
const STIR = 8; // pixels that a finger may move during it
const MOVES = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

/** What a value looks like: the puzzle's word, else the value itself. */
export function look(table, value) {
  return table.looks[value] ?? { words: value, text: value, style: "" };
}

/** Where the picture of a value is. */
export function pictureOf(table, value) {
  return `/picture/${encodeURI(table.name)}?value=${encodeURIComponent(value)}`;
}

/** Draws a value into an element, as a button of the board or a cell of a small picture. */
export function drawValue(cell, table, value) {
  const { text, style } = look(table, value);
  cell.dataset.style = style;
  cell.textContent = text;
  const isPictured = table.pictured.includes(value);
  cell.style.backgroundImage = isPictured ? `url("${pictureOf(table, value)}")` : "";
}

/** Joins equal values side by side, for puzzles whose answers are lines. */
export function drawLines(cell, rows, r, c, open) {
  const value = rows[r][c];
  for (const [arm, [dr, dc]] of Object.entries(ARMS)) {
    const joins = value !== open && rows[r + dr]?.[c + dc] === value;
    cell.style.setProperty(`--${arm}`, joins ? 1 : 0);
  }
  cell.style.setProperty("--hue", (Number(value) * 137) % 360 || 0);
  cell.dataset.line = value === open ? "" : "line";
}

export class Board {
  /** `deeds` are called for what the player does: press, drag, drop, type, key. */
  constructor(root, deeds) {
    this.root = root;
    this.deeds = deeds;
    this.cells = [];
    this.focus = 0;
    this.pressing = null;
    root.addEventListener("pointerdown", (event) => this.down(event));
    root.addEventListener("pointermove", (event) => this.move(event));
    root.addEventListener("pointerup", (event) => this.up(event));
    root.addEventListener("pointercancel", () => this.cancel());
    root.addEventListener("contextmenu", (event) => event.preventDefault());
    root.addEventListener("touchmove", (event) => {
      if (this.pressing?.held) event.preventDefault(); // it paints, and does not scroll
    }, { passive: false });
    root.addEventListener("click", (event) => this.click(event));
    root.addEventListener("keydown", (event) => this.key(event));
    root.addEventListener("focusin", (event) => this.arrive(event));
  }

  /** Builds the buttons of a board of this size. */
  build(table, height, width, name) {
    Object.assign(this, { table, height, width, focus: 0, shown: [] });
    this.cells = [];
    this.root.dataset.play = table.play;
    this.root.style.setProperty("--columns", width);
    this.root.style.setProperty("--rows", height);
    this.root.setAttribute("aria-label", `${name}, ${height} rows, ${width} columns`);
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

  /** Draws the rows; `extra(index)` gives the tints, mark, number and fault of a cell. */
  draw(rows, given, extra) {
    for (let index = 0; index < this.cells.length; index += 1) {
      const r = Math.floor(index / this.width);
      const c = index % this.width;
      const value = rows[r][c];
      const more = extra(index);
      const beside = this.table.play === "line"
        ? Object.values(ARMS).map(([dr, dc]) => rows[r + dr]?.[c + dc] === value).join() : "";
      const state = [value, given[r][c], more.tints, more.wrong, more.mark, more.number, beside,
        more.held].join("|");
      if (this.shown[index] === state) continue;
      this.shown[index] = state;
      this.paint(this.cells[index], rows, r, c, given[r][c] !== ".", more);
    }
  }

  paint(button, rows, r, c, isGiven, more) {
    const value = rows[r][c];
    drawValue(button, this.table, value);
    if (this.table.play === "line") drawLines(button, rows, r, c, ".");
    button.dataset.given = isGiven ? "given" : "";
    const tints = more.tints.split(" ").flatMap((name) => this.table.tints[name] ?? []);
    button.dataset.tints = tints.map((tint) => tint.tone).join(" ");
    button.dataset.wrong = more.wrong ? "wrong" : "";
    button.dataset.held = more.held ? "held" : "";
    const plain = { tone: "note", words: more.mark };
    const mark = more.mark ? this.table.marks[more.mark] ?? plain : null;
    button.dataset.tone = mark?.tone ?? "";
    if (more.number) button.append(element("sup", { textContent: more.number }));
    const words = [`row ${r}, column ${c}: ${look(this.table, value).words}`];
    if (isGiven && this.table.play !== "press") words.push("given");
    words.push(...tints.map((tint) => tint.words));
    if (more.wrong) words.push("wrong");
    if (mark) words.push(mark.words);
    if (more.number) words.push(`number ${more.number}`);
    button.setAttribute("aria-label", words.join(", "));
  }

  // ------------------------------------------------------------ focus

  arrive(event) {
    const index = Number(event.target.dataset.index);
    if (Number.isNaN(index)) return;
    if (this.cells[this.focus]) this.cells[this.focus].tabIndex = -1;
    this.focus = index;
    this.cells[index].tabIndex = 0;
    this.deeds.arrive?.(index);
  }

  /** Moves the focus by rows and columns; returns whether there is such a cell. */
  step([dr, dc]) {
    const r = Math.floor(this.focus / this.width) + dr;
    const c = (this.focus % this.width) + dc;
    if (r < 0 || c < 0 || r >= this.height || c >= this.width) return false;
    this.cells[r * this.width + c].focus();
    return true;
  }

  key(event) {
    if (event.altKey || event.metaKey) return;
    const before = this.focus;
    if (MOVES[event.key] && !event.ctrlKey) {
      event.preventDefault();
      if (this.step(MOVES[event.key])) this.deeds.walk?.(before, this.focus, event.shiftKey);
    } else if (event.key === "Home" || event.key === "End") {
      event.preventDefault();
      const row = before - (before % this.width);
      this.cells[row + (event.key === "End" ? this.width - 1 : 0)].focus();
    } else if (this.deeds.key(event, before)) {
      event.preventDefault();
    }
  }

  /** A click without a pointer: of a screen reader, or by voice. */
  click(event) {
    const index = this.at(event.target);
    if (event.detail === 0 && index !== null) this.deeds.press(index, 0);
  }

  // ------------------------------------------------------------ pointer

  at(target) {
    const cell = target?.closest?.(".cell");
    return cell && this.root.contains(cell) ? Number(cell.dataset.index) : null;
  }

  down(event) {
    const index = this.at(event.target);
    if (index === null || this.pressing || event.button === 1) return;
    const second = event.button === 2 || event.shiftKey || event.ctrlKey;
    if (event.pointerType === "mouse") event.preventDefault();
    this.cells[index].focus({ preventScroll: true });
    if (event.target.hasPointerCapture?.(event.pointerId)) {
      event.target.releasePointerCapture(event.pointerId);
    }
    this.pressing = { id: event.pointerId, last: index, start: index, x: event.clientX,
      y: event.clientY, held: false };
    const isTouch = event.pointerType === "touch";
    if (isTouch && this.table.play !== "line") {
      this.pressing.timer = setTimeout(() => {
        this.pressing.held = true;
        this.deeds.press(index, 1, true);
        navigator.vibrate?.(15);
      }, LONG);
      return;
    }
    this.pressing.held = true;
    this.deeds.press(index, second ? 1 : 0, true);
    document.addEventListener("pointerup", () => this.cancel(), { once: true });
  }

  move(event) {
    const pressing = this.pressing;
    if (!pressing || pressing.id !== event.pointerId) return;
    if (!pressing.held) {
      if (Math.hypot(event.clientX - pressing.x, event.clientY - pressing.y) > STIR) this.cancel();
      return;
    }
    const index = this.at(document.elementFromPoint(event.clientX, event.clientY));
    if (index === null || index === pressing.last) return;
    for (const cell of this.between(pressing.last, index)) this.deeds.drag(cell);
    pressing.last = index;
  }

  /** The cells from one to another, along the column and then the row: a fast drag skips some. */
  between(from, to) {
    const [row, column] = [Math.floor(to / this.width), to % this.width];
    let [r, c] = [Math.floor(from / this.width), from % this.width];
    const found = [];
    while (r !== row || c !== column) {
      if (r !== row) r += Math.sign(row - r);
      else c += Math.sign(column - c);
      found.push(r * this.width + c);
    }
    return found;
  }

  up(event) {
    const pressing = this.pressing;
    if (!pressing || pressing.id !== event.pointerId) return;
    const isTap = !pressing.held;
    this.cancel();
    if (isTap) this.deeds.press(pressing.start, event.shiftKey ? 1 : 0);
  }

  cancel() {
    if (!this.pressing) return;
    clearTimeout(this.pressing.timer);
    const { held } = this.pressing;
    this.pressing = null;
    if (held) this.deeds.drop();
  }
}
