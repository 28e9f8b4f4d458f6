// Verdicts of the kit on the board: what is wrong, why, whether it is solved.

import { byId, translate } from "./page.js";
import { Fault, LostConnection, request } from "./source.js";
import { settings, state } from "./state.js";
import { board, draw, formatTime, say } from "./view.js";

const RETRY = 2000; // milliseconds until a verdict is asked for again
let judging = null; // the AbortController of the latest request

/** Draws the board at once, and again with the verdict of the kit. */
export function refresh() {
  draw();
  judge();
}

/** Asks for the verdict on the board; returns whether it came before the next change. */
export async function judge() {
  judging?.abort();
  const controller = judging = new AbortController();
  const { puzzleName, given, answer: judged } = state.game;
  try {
    const data = { puzzle: puzzleName, puzzle_rows: given, board: judged };
    const verdict = await request("/api/state", data, controller.signal);
    if (judging !== controller) return false;
    state.verdict = { ...verdict, board: judged };
    draw();
    showVerdict();
    return true;
  } catch (error) {
    if (judging !== controller) return false;
    if (error instanceof Fault) say(error.message);
    else if (!(error instanceof LostConnection)) throw error;
    else setTimeout(() => judging === controller && judge(), RETRY);
    return false;
  }
}

function showVerdict() {
  const { game, verdict } = state;
  if (verdict.cost !== null) showCost();
  if (verdict.is_solved && !game.finished) {
    game.finished = true;
    game.save();
    const values = { cost: verdict.cost, time: formatTime() };
    say(verdict.cost === null ? translate("Solved, in {time}.", values)
      : translate("Solved, at a cost of {cost}, in {time}.", values));
  } else if (!verdict.is_solved) {
    game.finished = false;
    const [offence] = verdict.offences;
    if (settings.atOnce && offence && !state.frame) say(offence.sentence);
  }
  offerReason();
}

/** Shows the cost, and from the first move on the least cost. */
export function showCost() {
  const best = state.game.moves.length ? state.solutions?.cost : undefined;
  const values = { cost: state.verdict?.cost ?? "…", best };
  byId("cost").textContent = best === undefined ? translate("cost {cost}", values)
    : translate("cost {cost}, best {best}", values);
  byId("cost").hidden = false;
}

/** Returns an offence that concerns the cell in focus. */
export function findOffence() {
  const [row, column] = [Math.floor(board.focus / board.width), board.focus % board.width];
  return state.verdict?.offences.find((offence) => (
    offence.cells.some(([r, c]) => r === row && c === column)));
}

/** Lets the player ask what is wrong if there is an answer. */
export function offerReason() {
  const hasAnswer = Boolean(findOffence()) || state.puzzle.features.includes("why");
  byId("why").disabled = !hasAnswer;
  byId("why").title = hasAnswer ? ""
    : translate("Nothing is known to be wrong at this cell: choose a red one.");
}

/** Says how many mistakes there are, and shows them. */
export function showMistakes() {
  state.showsMistakes = true;
  const { offences, number_of_offences: number, is_solved: isSolved, cost } = state.verdict;
  const values = { cost, best: state.solutions?.cost, number, first: offences[0]?.sentence };
  if (isSolved && cost > values.best) {
    say(translate("No rule is broken, but it costs {cost}, and the best {best}.", values));
  } else if (isSolved) {
    say(translate("Solved: no rule is broken."));
  } else if (number) {
    say(number === 1 ? translate("{number} mistake in sight: {first}", values)
      : translate("{number} mistakes in sight: {first}", values));
  } else {
    say(translate("No rule is broken so far."));
  }
  draw();
}
