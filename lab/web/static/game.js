// A game: a puzzle, the moves on it, undo and redo without end; kept in this browser.

import { KNOWN_BLANK, OPEN } from "./board.js";
import { storage } from "./page.js";
import { state } from "./state.js";

export class Game {
  /** `given` are the rows of the puzzle, `values` those that can be typed, `address` is the puzzle
   *  as text, `name` its title. */
  constructor(puzzleName, given, values, address, name) {
    const saved = storage.get(`game:${puzzleName}:${address}`, {});
    Object.assign(this, { puzzleName, given, values, address, name }, {
      height: given.length,
      width: given[0].length,
      rows: given.map((row) => [...row]),
      moves: saved.moves ?? [], // each a list of [index, value before, value after]
      done: saved.done ?? 0, // how many of the moves are on the board; redo has the others
      seconds: saved.seconds ?? 0,
      finished: saved.finished ?? false,
    });
    for (const move of this.moves.slice(0, this.done)) this.#apply(move, 2);
  }

  value(index) {
    return this.rows[Math.floor(index / this.width)][index % this.width];
  }

  givenValue(index) {
    return this.given[Math.floor(index / this.width)][index % this.width];
  }

  /** The rows without notes that a cell stays blank, unless the puzzle has a look for them: the kit
   *  does not know them otherwise. */
  get answer() {
    const isNote = (value) => value === KNOWN_BLANK && !state.puzzle.looks[KNOWN_BLANK];
    return this.rows.map((row, r) => row.map((value, c) => (
      isNote(value) ? this.given[r][c] : value)));
  }

  isGiven(index) {
    return this.givenValue(index) !== OPEN;
  }

  /** Returns the cells that are joined to a cell by equal values, with it. */
  joinedCells(index) {
    const cells = new Set([index]);
    for (const cell of cells) { // the loop goes on to the cells that it adds
      for (const next of this.neighbours(cell)) {
        if (this.value(next) === this.value(index)) cells.add(next);
      }
    }
    return [...cells];
  }

  neighbours(index) {
    const [r, c] = [Math.floor(index / this.width), index % this.width];
    return [[r - 1, c], [r + 1, c], [r, c - 1], [r, c + 1]]
      .filter(([row, column]) => this.rows[row]?.[column] !== undefined)
      .map(([row, column]) => row * this.width + column);
  }

  /** Puts values into cells, as one move or more of the last one; returns whether one changed. */
  play(changes, extendsLast = false) {
    const move = changes.map(([index, value]) => [index, this.value(index), value])
      .filter(([, before, after]) => before !== after);
    if (!move.length) return false;
    this.moves.length = this.done;
    if (extendsLast && this.done) this.moves[this.done - 1].push(...move);
    else this.done = this.moves.push(move);
    this.#apply(move, 2);
    this.save();
    return true;
  }

  undo() {
    if (!this.done) return false;
    this.done -= 1;
    this.#apply([...this.moves[this.done]].reverse(), 1);
    this.save();
    return true;
  }

  redo() {
    if (this.done === this.moves.length) return false;
    this.#apply(this.moves[this.done], 2);
    this.done += 1;
    this.save();
    return true;
  }

  /** Returns to the puzzle, as one move that can be undone. */
  restart() {
    this.seconds = 0;
    this.finished = false;
    return this.play(this.given.flat().map((value, index) => [index, value]));
  }

  save() {
    const { moves, done, seconds, finished } = this;
    storage.set(`game:${this.puzzleName}:${this.address}`, { moves, done, seconds, finished });
  }

  #apply(move, part) {
    for (const change of move) {
      this.rows[Math.floor(change[0] / this.width)][change[0] % this.width] = change[part];
    }
  }
}
