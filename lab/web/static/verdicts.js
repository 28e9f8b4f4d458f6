// What the kit says of the board: what is wrong, why, whether it is solved.

import { Fault, ask } from "./kit.js";
import { board } from "./moves.js";
import { by } from "./page.js";
import { settings, state } from "./state.js";
import { draw, say, showScene, time } from "./view.js";

const AGAIN = 2000; // milliseconds until a verdict is asked for again
const asking = { state: null };

/** Draws the board at once, and again when the kit has looked at it. */
export function refresh() {
  draw();
  askState();
}

async function askState() {
  asking.state?.abort();
  const mine = asking.state = new AbortController();
  const { game } = state;
  try {
    const words = { puzzle: game.puzzle, given: game.given, board: game.rows };
    const verdict = await ask("/api/state", words, mine.signal);
    if (asking.state !== mine) return;
    state.verdict = verdict;
    draw();
    showVerdict();
  } catch (error) {
    if (error.name === "AbortError") return;
    if (error instanceof Fault) say(error.message);
    else setTimeout(() => asking.state === mine && askState(), AGAIN);
  }
}

function showVerdict() {
  const { game, verdict } = state;
  if (verdict.cost !== null) showCost();
  if (verdict.is_solved && !game.finished) {
    game.finished = true;
    game.keep();
    say(`Solved${verdict.cost === null ? "" : `, at a cost of ${verdict.cost}`}, in ${time()}.`);
  } else if (!verdict.is_solved) {
    game.finished = false;
    if (settings.atOnce && verdict.wrong.length && !state.scene) say(verdict.wrong[0].words);
  }
  arrive();
}

export function showCost() {
  const best = state.solutions?.cost;
  const known = best === undefined ? "" : `, best ${best}`;
  by("cost").textContent = `cost ${state.verdict?.cost ?? "…"}${known}`;
  by("cost").hidden = false;
}

/** The offences at a cell, as the kit found them. */
function offencesAt(index) {
  const { game, verdict } = state;
  const place = [Math.floor(index / game.width), index % game.width].join();
  return verdict?.wrong.filter((one) => one.cells.some((cell) => cell.join() === place)) ?? [];
}

export function arrive() {
  by("why").disabled = !offencesAt(board.focus).length;
}

/** Says which rule is broken at the cell in focus, and shows the other cells of it. */
export function why() {
  const [offence] = offencesAt(board.focus);
  if (!offence) {
    say("Nothing is known to be wrong at this cell: choose a red one.");
    return;
  }
  const rule = state.table.rules[offence.rule];
  const marks = offence.cells.map((cell) => [...cell, "wrong"]);
  showScene({ board: null, marks, numbers: [], words: `${offence.words}. Rule: ${rule}.` });
}

export function check() {
  state.asked = true;
  const wrong = state.verdict?.wrong ?? [];
  const found = `${wrong.length} ${wrong.length === 1 ? "mistake" : "mistakes"} in sight: `;
  if (state.verdict?.is_solved) say("Solved: no rule is broken.");
  else say(wrong.length ? found + wrong[0].words : "No rule is broken so far.");
  draw();
}
