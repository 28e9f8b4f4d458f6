// What is open, and the player's settings: all modules of Play share this, and Write the puzzles.

import { storage } from "./page.js";
import { request } from "./source.js";

export const puzzles = await request("/api/puzzles");
export const settings = storage.get("settings",
  { atOnce: true, withClock: true, withDimming: false });
export const state = {
  puzzle: null, // the description of the puzzle that is open
  game: null,
  verdict: null, // the kit's, on the present board
  frame: null, // marks of a hint or a reason, perhaps with a board in place of the game's
  frames: [], // all frames of the replay
  step: 0, // the number of the frame that the replay shows
  hint: null, // the frames of a hint that were not shown yet, and the changes of the last one
  isThinking: false, // the kit is looking for a hint
  stroke: null, // of a drag that paints: { from, to, hasChanged }; without from, over any value
  line: null, // that is being drawn, by a drag or by keys; see startLine in moves.js
  pressWay: 0, // the way in which the first button presses
  showsMistakes: false, // the player asked for mistakes
  solutions: null, // the first solution and the least cost, when they are known
};
