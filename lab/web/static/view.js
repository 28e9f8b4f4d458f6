// The board and the line below it: what is drawn and said.

import { ask } from "./kit.js";
import { board } from "./moves.js";
import { tried } from "./opening.js";
import { by, element, kept } from "./page.js";
import { Replay } from "./replay.js";
import { settings, state } from "./state.js";

export const SIZES = { least: 14, most: 72, step: 1.25 };

export const replay = new Replay({ show: showScene, leave: () => showScene(null) });

export function draw() {
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

/** Shows a picture of the kit on the board, until the next move. */
export function showScene(scene) {
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

export function leaveScene() {
  if (!state.scene) return;
  replay.close();
  showScene(null);
}

export function say(words) {
  if (by("says").textContent !== words) by("says").textContent = words;
}

export function time() {
  const { seconds } = state.game;
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

export function tick() {
  if (state.game && !state.game.finished && !document.hidden && state.game.done) {
    state.game.seconds += 1;
    if (state.game.seconds % 10 === 0) state.game.keep();
  }
  by("clock").hidden = !settings.withClock;
  if (state.game) by("clock").textContent = time();
}

export function set(name, value) {
  settings[name] = value;
  kept.set("settings", settings);
  tick();
  draw();
}

export function resize(size) {
  const within = Math.min(SIZES.most, Math.max(SIZES.least, size));
  state.size = within;
  by("board").style.setProperty("--side", `${within}px`);
}

/** As large as the window allows; a finger needs more than a mouse. */
export function fit() {
  const frame = by("frame");
  const { game } = state;
  const room = Math.max(240, window.innerHeight - frame.getBoundingClientRect().top - 90);
  const wide = (frame.clientWidth - 10) / game.width; // without its border and padding
  const tall = Math.max(room, Math.min(frame.clientWidth, 560)) / game.height;
  resize(Math.floor(Math.min(wide, tall, 64)));
}
