// What the player does on the board: pressing, drawing lines, typing, undoing.

import { KNOWN_BLANK, OPEN } from "./board.js";
import { translate } from "./page.js";
import { state } from "./state.js";
import { refresh } from "./verdicts.js";
import { board, draw, leaveFrame, say } from "./view.js";

/** Puts values on the board, as a move of its own or as part of a stroke or line: one move.
 *  Only marks of the puzzle and notes may cover given values; OPEN takes these away. */
export function put(changes, drawing = null) {
  leaveFrame();
  const { game, puzzle } = state;
  const playable = changes.map(([index, value]) => [index, value === OPEN ? game.givenValue(index) : value])
    .filter(([index, value]) => [OPEN, value].includes(game.givenValue(index))
      || [...puzzle.overlays, ...listNotes(index)].includes(value));
  if (!game.play(playable, Boolean(drawing?.hasChanged))) return;
  if (drawing) drawing.hasChanged = true;
  showChange();
}

/** Shows the board after a change; hints and mistakes of the board before are forgotten. */
function showChange() {
  state.showsMistakes = false;
  state.hint = null;
  say("");
  refresh();
}

/** Ends any drawing, and changes the game by one of its methods. */
function change(method) {
  leaveFrame();
  endDrawing();
  if (state.game[method]()) showChange();
}

function endDrawing() {
  state.stroke = state.line = null;
  draw();
}

export const undo = () => change("undo");
export const redo = () => change("redo");
export const restart = () => change("restart");

// ---------------------------------------------------------------- the pointer

/** Presses a cell in the first way (0) or the second (1); a drag may follow if `canDrag`. */
export function press(index, way, canDrag = false) {
  const { puzzle, game } = state;
  const value = game.value(index);
  state.stroke = state.line = null;
  if (puzzle.input === "press") {
    const chosen = puzzle.presses.length > 1 ? (way + state.pressWay) % 2 : 0;
    const after = puzzle.presses[chosen][1][value];
    if (after === undefined) return;
    const stroke = { from: value, to: after, hasChanged: false };
    put([[index, after]], stroke);
    if (canDrag && chosen === 1) state.stroke = stroke;
  } else if (puzzle.input === "line" && way === 1) {
    state.stroke = { to: OPEN, hasChanged: false };
    put([[index, OPEN]], state.stroke);
  } else if (puzzle.input === "line" && value !== OPEN) {
    startLine(index);
  } else if (puzzle.input === "type") {
    const marks = way === 1 ? listNotes(index) : listMarks(index);
    const values = [game.givenValue(index), ...marks];
    if (marks.length) put([[index, values[(values.indexOf(value) + 1) % values.length]]]);
  }
}

/** Returns the values that presses put into a cell, one after the other. */
function listMarks(index) {
  const { puzzle, game } = state;
  if (game.isGiven(index)) return puzzle.overlays;
  return game.values.length === 1 ? game.values : [];
}

/** Returns the note that a cell stays blank, if a solution may leave the cell as it is. */
export function listNotes(index) {
  return state.puzzle.input === "type" && listMarks(index).length ? [KNOWN_BLANK] : [];
}

/** Goes on to a further cell while the pointer is pressed. */
export function drag(index) {
  const { game, stroke, line } = state;
  if (line) extendLine(line, index);
  else if (stroke && (stroke.from ?? game.value(index)) === game.value(index)) {
    put([[index, stroke.to]], stroke);
  }
}

/** Ends a drag; a press on a cell of a line without a drag erases the cell. */
export function drop() {
  const { line } = state;
  if (line && !line.hasMoved) put([[line.path[0], OPEN]]);
  endDrawing();
}

/** Begins to draw a line at a cell; from its number, it replaces the line that was there. */
function startLine(index) {
  const { game } = state;
  leaveFrame();
  state.line = {
    value: game.value(index),
    path: [index], // the cells drawn so far
    replaced: game.isGiven(index) ? game.joinedCells(index) : [],
    hasMoved: false,
    hasChanged: false,
  };
  draw();
}

/** Draws a line on to a cell beside its end, or back along its path; returns whether it can. */
function extendLine(line, index) {
  const { game } = state;
  const last = line.path.at(-1);
  if (!game.neighbours(last).includes(index)) return false;
  if (line.path.at(-2) === index) {
    line.path.pop();
    put([[last, OPEN]], line);
  } else if (game.value(index) === line.value) {
    line.path.push(index);
  } else if (!game.isGiven(index)) {
    line.path.push(index);
    const old = line.replaced.filter((cell) => !line.path.includes(cell));
    line.replaced = [];
    put([...old.map((cell) => [cell, OPEN]), [index, line.value]], line);
  } else {
    return false;
  }
  line.hasMoved = true;
  draw();
  return true;
}

// ---------------------------------------------------------------- the keyboard

/** Returns the text that a key goes on with, or begins, in a cell; undefined if no value has it. */
function findTyped(key, index) {
  if (key.length > 1) return undefined;
  const begun = state.typed?.index === index ? state.typed.text : "";
  const { values } = state.game;
  return [begun + key, key].find((text) => values.some((value) => value.startsWith(text)));
}

/** Puts the value that is typed into a cell, as soon as it is complete. */
function type(key, index) {
  const text = findTyped(key, index);
  if (state.game.values.includes(text)) put([[index, text]]);
  else say(text);
  state.typed = { index, text };
}

/** Returns what a key does on a cell of this puzzle; undefined if it does nothing. */
export function findKeyAction(key, index, isShifted) {
  const { input } = state.puzzle;
  if (listNotes(index).includes(key)) return () => put([[index, key]]);
  if (input === "type" && findTyped(key, index)) return () => type(key, index);
  if (key === "Delete" || key === "Backspace") {
    return () => input !== "press" && put([[index, OPEN]]);
  }
  if (key === "Enter" || key === " ") {
    return input === "line" ? () => toggleLine(index) : () => press(index, isShifted ? 1 : 0);
  }
  if (key === "Escape") return state.line ? () => toggleLine(index) : leaveFrame;
  return undefined;
}

/** Begins to draw a line by keys, or ends it. */
function toggleLine(index) {
  const value = state.game.value(index);
  if (state.line) {
    say(translate("line {value} is drawn", { value: state.line.value }));
    endDrawing();
  } else if (value !== OPEN) {
    startLine(index);
    say(translate("drawing line {value}: arrows draw, Enter ends it", { value }));
  }
}

/** Draws a line along with the focus, from a cell to the next; the focus returns if it cannot. */
export function walk(from, to) {
  if (state.line && !extendLine(state.line, to)) board.cells[from].focus();
}
