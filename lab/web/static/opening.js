// Opens puzzles: examples, pasted texts, files, addresses, new ones.

import { Game } from "./game.js";
import { consult, countSolutions } from "./help.js";
import { byId, fillChoices, readFile, storage, translate } from "./page.js";
import { showPanel } from "./panel.js";
import { askJob, hasServer, request } from "./source.js";
import { puzzles, state } from "./state.js";
import { refresh } from "./verdicts.js";
import { awaitAnswer, board, closeReplay, fitBoard, say, showFrame } from "./view.js";

/** Opens one of the boards that the kit has read: shows it, and the moves made on it before. */
function open(opened, name, index = 0) {
  const { boards, addresses, values } = opened;
  const puzzle = puzzles.find((candidate) => candidate.name === opened.puzzle);
  const address = addresses[index];
  const given = boards[index].map((row) => [...row]);
  Object.assign(state, { puzzle, verdict: null, frame: null, hint: null, stroke: null, line: null,
    showsMistakes: false, solutions: null,
    game: new Game(puzzle.name, given, values[index], address, name) });
  closeReplay();
  board.build(puzzle, state.game.height, state.game.width, `${puzzle.title}, ${name}`);
  showFrame(null);
  showTitle();
  showPanel(puzzle);
  byId("several").hidden = boards.length < 2;
  fillChoices(byId("which"), boards.map((_, n) => [String(n), translate("puzzle {number}", { number: n + 1 })]), String(index));
  byId("which").onchange = () => open(opened, name, Number(byId("which").value));
  say("");
  const query = new URLSearchParams({ puzzle: puzzle.name, p: address });
  byId("to-play").search = query.toString().replaceAll("%2F", "/");
  if (!byId("play").hidden) history.replaceState(null, "", byId("to-play").href);
  storage.set("last", { puzzle: puzzle.name, address, name });
  fitBoard();
  refresh();
  countSolutions((repaired) => open(repaired, translate("the repaired puzzle")));
}

export function showTitle() {
  byId("title").textContent = `${state.puzzle.title} · ${state.game.name}`;
  if (!byId("play").hidden) document.title = byId("title").textContent;
}

let latest = 0; // the number of the latest request for a puzzle

/** Returns the puzzles asked for: null if refused, undefined if others were asked for since. */
async function fetchLatest(action) {
  const number = latest += 1;
  byId("board").setAttribute("aria-busy", "true");
  const answer = await awaitAnswer(action);
  if (number !== latest) return undefined;
  byId("board").setAttribute("aria-busy", "false");
  return answer;
}

/** Reads and opens puzzles in a text or an address; returns false if they are refused. */
export async function openText({ name, ...data }) {
  const opened = await fetchLatest(() => askJob(
    { job: "read", puzzle: byId("puzzle").value, name, ...data }));
  if (opened) open(opened, name ?? translate("pasted"));
  return opened !== null;
}

export async function openExample(puzzle, name) {
  const opened = await fetchLatest(() => request("/api/example", { puzzle, name }));
  if (opened) open(opened, name);
}

export async function makePuzzle(event) {
  event.preventDefault();
  const values = Object.fromEntries(new FormData(byId("form")));
  storage.set(`form:${state.puzzle.name}`, values);
  const opened = await consult("make", { values }, translate("Making a puzzle …"));
  if (opened) open(opened, translate("a new one"));
}

export async function openDropped(event) {
  event.preventDefault();
  const [file] = event.dataTransfer?.files ?? [];
  const text = file ? await readFile(file) : event.dataTransfer?.getData("text");
  if (text) openText({ text, name: file?.name ?? translate("dropped") });
}

/** Writes the board in the notation that is chosen. */
export async function writeBoard() {
  const { puzzleName, rows } = state.game;
  const answer = await awaitAnswer(() => request("/api/write",
    { puzzle: puzzleName, board: rows, notation: byId("notation").value }));
  if (answer) byId("written").value = answer.text;
}

export async function copyAddress() {
  await navigator.clipboard?.writeText(location.href).then(
    () => say(hasServer ? translate("Copied: whoever has this kit can open it.")
      : translate("Copied: whoever gets the address can open this puzzle.")),
    () => say(translate("The address is {address}", { address: location.href })),
  );
}
