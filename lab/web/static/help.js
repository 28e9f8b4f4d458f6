// Help of the kit: hints, explanations, how hard a puzzle is, how many solutions it has.

import { byId, element, endSentence, translate } from "./page.js";
import { undo } from "./moves.js";
import { chosenTactics } from "./panel.js";
import { Fault, askJob, isEnd } from "./source.js";
import { state } from "./state.js";
import { findOffence, refresh, showCost } from "./verdicts.js";
import { awaitAnswer, openReplay, say, showFrame, stopReplay } from "./view.js";

let asking = null; // the AbortController of the latest job,
let counting = null; // and of the latest count of solutions

/** Returns the answer of a job on the open puzzle; null if it fails or is no longer of use. */
export async function consult(job, data, waiting) {
  stopReplay(); // its captions would replace the answer
  asking?.abort();
  const controller = asking = new AbortController();
  const { game } = state;
  if (waiting) say(waiting);
  const answer = await awaitAnswer(() => askJob(
    { job, puzzle: game.puzzleName, ...data }, controller.signal));
  return asking === controller && state.game === game ? answer : null;
}

/** Ends the latest job, whose answer would replace what is said next. */
export function endConsultation() {
  asking?.abort();
}

/** Says where to look, when pressed again what follows, step by step; the last is put on the board. */
export async function giveHint() {
  const { game, puzzle } = state;
  if (!puzzle.features.includes("hint") || state.isThinking) return;
  if (state.hint) {
    const { frames: [frame, ...further], changes } = state.hint;
    state.hint = further.length ? { frames: further, changes } : null;
    if (!state.hint) {
      game.play(changes.map(([[r, c], value]) => [r * game.width + c, value]));
      refresh();
    }
    showFrame(frame);
    return;
  }
  state.isThinking = true; // one hint at a time, however often it is asked for
  const data = { puzzle_rows: game.given, board: game.answer, tactics: chosenTactics() };
  const hint = await consult("hint", data).finally(() => { state.isThinking = false; });
  if (!hint || game !== state.game) return;
  const [frame, ...further] = hint.frames;
  state.hint = further.length ? { frames: further, changes: hint.changes } : null;
  showFrame(frame);
}

/** Says whether the board can be solved; returns it, and null if that is not known. */
export async function saySoluble() {
  const { given, answer: board } = state.game;
  const cost = state.solutions?.cost ?? null;
  const answer = await consult("soluble", { puzzle_rows: given, board, cost }, "…");
  if (answer) say(answer.sentence);
  return answer?.is_soluble ?? null;
}

/** Undoes moves until the board can be solved. */
export async function undoMistakes() {
  while (await saySoluble() === false && state.game.done) undo();
}

/** Says what breaks a rule at the cell in focus, or what clashes anywhere; shows these cells. */
export async function showReason() {
  const { puzzle, game } = state;
  const offence = findOffence();
  if (offence) {
    const marks = offence.cells.map((cell) => [...cell, "wrong"]);
    const { sentence, rule } = offence; // no rule if the puzzle cannot have this value here
    const caption = rule ? translate("{sentence}. Rule: {rule}.", { sentence, rule: puzzle.rules[rule] })
      : sentence;
    showFrame({ board: null, marks, numbers: [], caption });
  } else if (puzzle.features.includes("why")) {
    const answer = await consult("why", { puzzle_rows: game.given, board: game.answer }, "…");
    if (answer?.frames.length) showFrame({ ...answer.frames[0], board: null });
    else if (answer) say(translate("Nothing is wrong: the board can still be solved."));
  }
}

export async function showRating() {
  const rating = await consult("rate", { puzzle_rows: state.game.given }, translate("Solving it …"));
  if (!rating) return;
  say(translate("How hard it is: {label}.", { label: rating.label }));
  const rows = rating.tactics.map(([letter, meaning, number]) => element("tr", {},
    element("th", { textContent: letter, scope: "row" }), element("td", { textContent: number }),
    element("td", { textContent: meaning })));
  byId("rating").replaceChildren(element("p", { textContent: rating.label }),
    element("table", {}, element("caption", { textContent: translate("Steps by tactic") }), ...rows));
}

/** Runs the steps to the solution, or shows it alone where the steps are not known. */
export async function showReplay() {
  if (state.puzzle.features.includes("replay")) {
    const answer = await consult("replay", { puzzle_rows: state.game.given }, translate("Solving it …"));
    if (!answer) return;
    say("");
    openReplay(answer.frames, !matchMedia("(prefers-reduced-motion: reduce)").matches);
    return;
  }
  const { first: board, drawn } = state.solutions ?? {};
  if (!board) say(translate("No solution is known yet."));
  else openReplay([{ board, drawn, marks: [], numbers: [], caption: translate("a solution") }]);
}

// ---------------------------------------------------------------- the number of solutions

/** Finds how many solutions there are; any number but one is a notice, perhaps with repairs. */
export async function countSolutions(openRepair) {
  counting?.abort();
  const controller = counting = new AbortController();
  const { game, puzzle } = state;
  byId("notice").hidden = true;
  byId("cost").hidden = true;
  try {
    const data = { job: "count", puzzle: game.puzzleName, puzzle_rows: game.given };
    const { verdict, solutions, drawn, cost } = await askJob(data, controller.signal);
    if (counting !== controller) return;
    state.solutions = { first: solutions[0], drawn, cost };
    if (cost !== undefined) showCost();
    if (verdict === "unique") return;
    const sentences = { none: translate("This puzzle has no solution."),
      several: cost === undefined ? translate("This puzzle has several solutions.")
        : translate("This puzzle has several best solutions.") };
    const canExplain = puzzle.features.includes("explain");
    showNotice(sentences[verdict],
      canExplain ? [[translate("Explain"), () => explain(openRepair)]] : []);
  } catch (error) {
    if (isEnd(error)) return;
    if (!(error instanceof Fault)) throw error;
    showNotice(endSentence(translate(
      "How many solutions it has is not known: {reason}", { reason: error.message })));
  }
}

async function explain(openRepair) {
  const answer = await consult("explain", { puzzle_rows: state.game.given }, translate("Looking …"));
  if (!answer) return;
  openReplay(answer.frames);
  const actions = answer.repairs.map(({ label, puzzles }) => [translate("Change it: {label}", { label }),
    () => openRepair(puzzles)]);
  showNotice(endSentence(answer.sentence), actions);
}

/** Shows a sentence below the board, with a button for each pair of a label and an action. */
function showNotice(sentence, actions = []) {
  byId("notice").hidden = false;
  byId("notice-text").textContent = sentence;
  byId("repairs").replaceChildren(...actions.map(([label, action]) => element("button", {
    textContent: label, onclick: action,
  })));
}
