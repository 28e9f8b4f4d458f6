// What the player does on the board: pressing, drawing lines, typing, undoing.

import { OPEN } from "./board.js";
import { state } from "./state.js";
import { refresh } from "./verdicts.js";
import { board, draw, leaveScene, say } from "./view.js";

/** Puts values on the board, as a move of its own or as part of a drag, which is one move. */
export function put(changes, dragged = null) {
  leaveScene();
  const { game } = state;
  const playable = changes.filter(([index]) => !game.isGiven(index));
  if (!game.play(playable, Boolean(dragged?.hasChanged))) return;
  if (dragged) dragged.hasChanged = true;
  showChange();
}

/** Shows the board after a change; hints and mistakes of the board before are forgotten. */
function showChange() {
  state.showsMistakes = false;
  state.hint = null;
  say("");
  refresh();
}

/** Ends any drag, and changes the game by one of its methods. */
function change(method) {
  leaveScene();
  state.drag = state.carried = null;
  hold(null);
  if (state.game[method]()) showChange();
}

export const undo = () => change("undo");
export const redo = () => change("redo");
export const restart = () => change("restart");

// ---------------------------------------------------------------- the pointer

/** Presses a cell in the first way (0) or the second (1); a drag may follow if `canDrag`. */
export function press(index, way, canDrag = false) {
  const { puzzle, game } = state;
  const value = game.value(index);
  state.drag = null;
  if (puzzle.input === "press") {
    const chosen = puzzle.presses.length > 1 ? (way + state.pressWay) % 2 : 0;
    const after = puzzle.presses[chosen][1][value];
    if (after === undefined) return;
    const painting = { from: value, to: after };
    put([[index, after]], painting);
    if (canDrag && chosen === 1) state.drag = painting;
  } else if (puzzle.input === "line" && way === 1) {
    state.drag = { erases: true };
    put([[index, OPEN]], state.drag);
  } else if (puzzle.input === "line" && value !== OPEN) {
    leaveScene();
    state.drag = { value, path: [index], hasMoved: false };
    hold(index);
  }
}

/** Goes on to a further cell while the pointer is pressed. */
export function drag(index) {
  const { game, drag: dragged } = state;
  if (!dragged) return;
  if (dragged.path) extendLine(dragged, index);
  else if (dragged.erases) put([[index, OPEN]], dragged);
  else if (game.value(index) === dragged.from) put([[index, dragged.to]], dragged);
}

/** Ends a drag; a press on a cell of a line without a drag erases the cell. */
export function drop() {
  const { drag: dragged } = state;
  state.drag = null;
  if (state.carried) return;
  if (dragged?.path && !dragged.hasMoved) put([[dragged.path[0], OPEN]]);
  hold(null);
}

/** Shows at which cell a line is held. */
function hold(index) {
  state.heldIndex = index;
  draw();
}

/** Carries a line on to a cell beside its end, or back along its path; returns whether it can. */
function extendLine(line, index) {
  const { game } = state;
  const last = line.path.at(-1);
  const rows = Math.abs(Math.floor(index / game.width) - Math.floor(last / game.width));
  const columns = Math.abs((index % game.width) - (last % game.width));
  if (rows + columns !== 1) return false;
  if (line.path.at(-2) === index) {
    line.path.pop();
    put([[last, OPEN]], line);
  } else if (game.value(index) === line.value) {
    line.path.push(index);
  } else if (!game.isGiven(index)) {
    line.path.push(index);
    put([[index, line.value]], line);
  } else {
    return false;
  }
  line.hasMoved = true;
  hold(index);
  return true;
}

// ---------------------------------------------------------------- the keyboard

/** Returns what a key does on a cell of this puzzle; undefined if it does nothing. */
export function findKeyAction(key, index, isShifted) {
  const { input, values } = state.puzzle;
  if (input === "type" && values.includes(key)) return () => put([[index, key]]);
  if (key === "Delete" || key === "Backspace") {
    return () => input !== "press" && put([[index, OPEN]]);
  }
  if (key === "Enter" || key === " ") {
    return input === "line" ? () => toggleCarried(index) : () => press(index, isShifted ? 1 : 0);
  }
  if (key === "Escape") return state.carried ? () => toggleCarried(index) : leaveScene;
  return undefined;
}

/** Picks up the line of a cell, or puts it down. */
function toggleCarried(index) {
  const value = state.game.value(index);
  if (state.carried) {
    say(`line ${state.carried.value} put down`);
    state.carried = null;
    hold(null);
  } else if (value !== OPEN) {
    leaveScene();
    state.carried = { value, path: [index], hasMoved: false };
    say(`drawing line ${value}: arrows draw, Enter ends it`);
    hold(index);
  }
}

/** Draws the line that the focus carries from a cell to the next. */
export function walk(from, to) {
  if (state.carried && !extendLine(state.carried, to)) board.cells[from].focus();
}
