// A game: the puzzle, what was done on it, undo and redo without end; kept in this browser.

import { kept } from "./page.js";

export class Game {
  /** `puzzle` is the table's name, `given` its rows, `address` the puzzle as text. */
  constructor(puzzle, given, address, name) {
    Object.assign(this, { puzzle, given, address, name });
    this.height = given.length;
    this.width = given[0].length;
    this.key = `game:${puzzle}:${address}`;
    const before = kept.get(this.key, {});
    this.moves = before.moves ?? [];
    this.done = before.done ?? 0;
    this.seconds = before.seconds ?? 0;
    this.finished = before.finished ?? false;
    this.rows = given.map((row) => [...row]);
    for (const move of this.moves.slice(0, this.done)) this.#apply(move, 2);
  }

  value(index) {
    return this.rows[Math.floor(index / this.width)][index % this.width];
  }

  isGiven(index) {
    return this.given[Math.floor(index / this.width)][index % this.width] !== ".";
  }

  /** Puts values into cells, as one move: pairs of an index and a value. */
  play(changes, joins = false) {
    const move = changes.map(([index, value]) => [index, this.value(index), value])
      .filter(([, before, value]) => before !== value);
    if (!move.length) return false;
    this.moves.length = this.done;
    if (joins && this.done) this.moves[this.done - 1].push(...move);
    else this.done = this.moves.push(move);
    this.#apply(move, 2);
    this.keep();
    return true;
  }

  undo() {
    if (!this.done) return false;
    this.done -= 1;
    this.#apply([...this.moves[this.done]].reverse(), 1);
    this.keep();
    return true;
  }

  redo() {
    if (this.done === this.moves.length) return false;
    this.#apply(this.moves[this.done], 2);
    this.done += 1;
    this.keep();
    return true;
  }

  /** Back to the puzzle, as one move that can be undone. */
  restart() {
    const changes = [];
    this.given.forEach((row, r) => [...row].forEach((value, c) => {
      changes.push([r * this.width + c, value]);
    }));
    this.seconds = 0;
    this.finished = false;
    return this.play(changes);
  }

  keep() {
    const { moves, done, seconds, finished } = this;
    kept.set(this.key, { moves, done, seconds, finished });
  }

  #apply(move, which) {
    for (const change of move) {
      this.rows[Math.floor(change[0] / this.width)][change[0] % this.width] = change[which];
    }
  }
}
