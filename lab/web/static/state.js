// What is open, and how it is wished to be shown; all modules of Play share this.

import { ask } from "./kit.js";
import { kept } from "./page.js";

export const tables = await ask("/api/puzzles");
export const settings = kept.get("settings", { atOnce: true, withClock: true });
export const state = {
  table: null, // of the puzzle that is open
  game: null,
  verdict: null, // what the kit says of the board as it is
  scene: null, // a picture shown in place of the board: of a hint, an explanation, a replay
  advice: null, // a hint of which the first half was shown
  isThinking: false, // a hint is being waited for
  drag: null, // what a drag does: mark, erase, or draw a line along a path
  carried: null, // the line that is drawn by keys
  held: null, // the cell at which a line is held
  which: 0, // what a press with the first button does
  asked: false, // mistakes were asked for
  solutions: null, // what is known of the number of solutions
};
