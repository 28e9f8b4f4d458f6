// Puzzles come and go: examples, pasted texts, files, addresses, new ones.

import { Game } from "./game.js";
import { consult, countSolutions } from "./help.js";
import { Fault, ask, question } from "./kit.js";
import { board } from "./moves.js";
import { by, fill, kept } from "./page.js";
import { showTable } from "./panel.js";
import { state, tables } from "./state.js";
import { refresh } from "./verdicts.js";
import { fit, replay, say, showScene } from "./view.js";

/** Opens a puzzle: its board, its address, what was done on it before. */
function open(opened, name, which = 0) {
  const table = tables.find((one) => one.name === opened.puzzle);
  const given = opened.boards[which].map((row) => [...row]);
  Object.assign(state, { table, verdict: null, scene: null, advice: null, carried: null,
    asked: false, solutions: null });
  state.game = new Game(table.name, given, opened.addresses[which], name);
  replay.close();
  board.build(table, state.game.height, state.game.width, `${table.title}, ${name}`);
  showScene(null);
  by("title").textContent = `${table.title} · ${name}`;
  document.title = `${table.title} · ${name}`;
  showTable(table);
  showSeveral(opened, name, which);
  say("");
  by("rating").replaceChildren();
  const words = new URLSearchParams({ puzzle: table.name, p: opened.addresses[which] });
  history.replaceState(null, "", `/?${words.toString().replaceAll("%2F", "/")}`);
  kept.set("last", { puzzle: table.name, address: opened.addresses[which], name });
  fit();
  refresh();
  countSolutions();
}

function showSeveral(opened, name, which) {
  by("several").hidden = opened.boards.length < 2;
  fill(by("which"), opened.boards.map((_, n) => [String(n), `puzzle ${n + 1}`]), String(which));
  by("which").onchange = () => open(opened, name, Number(by("which").value));
}

export async function tried(action) {
  try {
    return await action();
  } catch (error) {
    if (error instanceof Fault) say(error.message);
    return null;
  }
}

let asked = 0;

/** The puzzle asked for; null if it is refused, undefined if another was asked for since. */
async function newest(action) {
  const number = (asked += 1);
  by("board").setAttribute("aria-busy", "true");
  const answer = await tried(action);
  if (number !== asked) return undefined;
  by("board").setAttribute("aria-busy", "false");
  return answer;
}

/** Reads and opens puzzles; returns false if they are refused. */
export async function read(words) {
  const opened = await newest(() => question({ puzzle: by("puzzle").value, ...words }, undefined,
    "/api/read"));
  if (opened) open(opened, words.name ?? "pasted");
  return opened !== null;
}

/** Opens an example. */
export async function example(puzzle, name) {
  const opened = await newest(() => ask("/api/example", { puzzle, name }));
  if (opened) open(opened, name);
}

export async function write() {
  const words = { puzzle: state.table.name, board: state.game.rows, notation: by("notation").value };
  const answer = await tried(() => ask("/api/write", words));
  if (answer) by("written").value = answer.text;
}

export async function make(event) {
  event.preventDefault();
  const wishes = Object.fromEntries(new FormData(by("wishes")));
  const answer = await consult({ question: "make", wishes }, "Making a puzzle …");
  if (!answer) return;
  const opened = { puzzle: state.table.name, boards: [answer.board], addresses: [answer.address] };
  open(opened, "a new one");
}

export async function copyAddress() {
  await navigator.clipboard?.writeText(location.href).then(
    () => say("Copied: whoever has this kit can open it."),
    () => say(`The address is ${location.href}`),
  );
}

export async function dropFile(event) {
  event.preventDefault();
  const [file] = event.dataTransfer?.files ?? [];
  const text = file ? await file.text() : event.dataTransfer?.getData("text");
  if (text) read({ text, name: file?.name ?? "dropped" });
}
