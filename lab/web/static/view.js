// The board and the line below it: what is drawn and said.

import { Board, KNOWN_BLANK } from "./board.js";
import { byId, element, storage, translate } from "./page.js";
import { Fault, isEnd } from "./source.js";
import { settings, state } from "./state.js";

// pixels of a side of a cell; a finger needs more of them than a mouse
const [SMALLEST, LARGEST] = [matchMedia("(pointer: coarse)").matches ? 24 : 14, 144];
const STEP_TIME = 900; // milliseconds for each step of a replay that runs
const UNDRAWN = { colour: "white", ink: "black", width: 1, height: 1 }; // by a viz file
let side = SMALLEST;
let running = null; // the timer of the replay

export const board = new Board(byId("board"));

/** Draws the board of the game, or the frame in its place. */
export function draw() {
  const { game, verdict, frame } = state;
  const indexOf = ([r, c]) => r * game.width + c;
  const isShown = (settings.atOnce || state.showsMistakes) && !frame?.board;
  const offences = isShown ? verdict?.offences ?? [] : [];
  const wrong = new Set(offences.flatMap((offence) => offence.cells).map(indexOf));
  const rows = frame?.board ?? game.rows;
  const shown = frame?.board ? frame : verdict;
  const tints = Object.entries(shown?.tints ?? {})
    .map(([name, cells]) => [name, new Set(cells.map(indexOf))]);
  const marks = new Map((frame?.marks ?? []).map(([r, c, mark]) => [indexOf([r, c]), mark]));
  const numbers = new Map((frame?.numbers ?? []).map(([r, c, n]) => [indexOf([r, c]), n]));
  // a value that is not judged yet, or that no viz file has, is shown as it is
  const shapes = new Map((shown?.drawn ?? []).map(([r, c, { text, ...shape }]) => [indexOf([r, c]),
    shown.board[r][c] === rows[r][c] && rows[r][c] !== KNOWN_BLANK ? { text, ...shape } : shape]));
  board.draw(rows, game.given, (index) => ({
    shape: shapes.get(index) ?? (shapes.size ? UNDRAWN : undefined),
    tints: tints.filter(([, cells]) => cells.has(index)).map(([name]) => name),
    isWrong: wrong.has(index),
    mark: marks.get(index),
    number: numbers.get(index),
    isHeld: index === state.line?.path.at(-1),
  }));
  byId("board").dataset.dimming = settings.withDimming ? "dimming" : "";
  byId("undo").disabled = !game.done;
  byId("redo").disabled = game.done === game.moves.length;
}

/** Shows a frame on the board until the next move; null shows the game. */
export function showFrame(frame) {
  state.frame = frame;
  if (frame?.caption) say(frame.caption);
  const marks = new Set((frame?.marks ?? []).map(([, , mark]) => mark));
  byId("key").hidden = !marks.size;
  byId("key").replaceChildren(...[...marks].map((mark) => element("li", {
    textContent: state.puzzle.marks[mark]?.meaning ?? mark,
    attributes: { "data-tone": state.puzzle.marks[mark]?.tone ?? "note" },
  })));
  draw();
}

/** Shows the game again; a replay ends. */
export function leaveFrame() {
  if (!state.frame) return;
  closeReplay();
  showFrame(null);
}

/** Shows the first of some frames, with the buttons of a replay if there are several. */
export function openReplay(frames, runs = false) {
  state.frames = frames;
  byId("player").hidden = frames.length < 2;
  byId("step").max = frames.length - 1;
  showStep(0, runs);
}

export function closeReplay() {
  stopReplay();
  byId("player").hidden = true;
}

export function stopReplay() {
  clearTimeout(running);
  running = null;
  byId("run").textContent = translate("Run");
}

/** Stops the replay, or lets it run on; at its end, from the beginning. */
export function toggleReplay() {
  if (running) stopReplay();
  else showStep(state.step === state.frames.length - 1 ? 0 : state.step, true);
}

/** Shows a frame of the replay by its number, from 0, and later the next one if it runs. */
export function showStep(number, runs = false) {
  const last = state.frames.length - 1;
  stopReplay();
  if (runs && number < last) {
    running = setTimeout(() => showStep(number + 1, true), STEP_TIME);
    byId("run").textContent = translate("Pause");
  }
  state.step = number;
  byId("step").value = number;
  byId("step").setAttribute("aria-valuetext", translate("{number} of {all}", { number, all: last }));
  byId("back").disabled = number === 0;
  byId("forth").disabled = number === last;
  showFrame(state.frames[number]);
}

export function say(text) {
  if (byId("says").textContent !== text) byId("says").textContent = text;
}

/** Returns the answer that `ask` waits for; null if it is refused, which is said, or ended. */
export async function awaitAnswer(ask) {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof Fault) say(error.message);
    else if (!isEnd(error)) throw error;
    return null;
  }
}

export function formatTime() {
  const { seconds } = state.game;
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

/** Shows the clock, or hides it. */
export function showClock() {
  byId("clock").hidden = !settings.withClock;
  if (state.game) byId("clock").textContent = formatTime();
}

/** Counts a second of a game that has begun and is not finished. */
export function tick() {
  const { game } = state;
  if (game?.done && !game.finished && !document.hidden) {
    game.seconds += 1;
    if (game.seconds % 10 === 0) game.save();
  }
  showClock();
}

export function changeSetting(name, value) {
  settings[name] = value;
  storage.set("settings", settings);
  showClock();
  draw();
}

/** Makes the cells larger, or smaller, by a factor. */
export function zoom(factor) {
  side = Math.min(LARGEST, Math.max(SMALLEST, side * factor));
  byId("board").style.setProperty("--side", `${side}px`);
}

/** Makes the board as large as the window allows. */
export function fitBoard() {
  const area = byId("board-area");
  const height = Math.max(240, window.innerHeight - area.getBoundingClientRect().top - 90);
  const widest = (area.clientWidth - 10) / state.game.width; // without its border and padding
  const tallest = Math.max(height, Math.min(area.clientWidth, 560)) / state.game.height;
  side = Math.floor(Math.min(widest, tallest));
  zoom(1);
}
