// What the player does on the board: pressing, drawing lines, typing, undoing.

import { Board } from "./board.js";
import { giveHint } from "./help.js";
import { by } from "./page.js";
import { state } from "./state.js";
import { arrive, refresh, why } from "./verdicts.js";
import { draw, leaveScene, say } from "./view.js";

export const board = new Board(by("board"), { press, drag, drop, key, walk, arrive });

/** Puts values on the board, as a move; `joins` adds them to the last one. */
export function put(changes, joins = false) {
  leaveScene();
  if (!state.game.play(changes.filter(([index]) => !state.game.isGiven(index)), joins)) return;
  changed();
}

export function changed() {
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

export function undo() {
  leaveScene();
  if (state.game.undo()) changed();
}

export function redo() {
  leaveScene();
  if (state.game.redo()) changed();
}
