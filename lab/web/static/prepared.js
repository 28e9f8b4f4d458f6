// Answers on the examples that were made with the folder of the pages; the worker gives all others.

import { KNOWN_BLANK, OPEN } from "./board.js";
import { translate } from "./page.js";
import { askWorker } from "./workers.js";

const { puzzles, examples } = await (await fetch("prepared.json")).json();

/** Yields the parts of an answer, the last with `end` or `fault`. */
export async function* ask(path, data, signal) {
  const answer = findAnswer(path, data);
  if (answer) yield answer;
  if (!answer) yield* askWorker(path, data, signal);
  else if (!answer.fault) yield { end: true };
}

function findAnswer(path, data) {
  if (path === "/api/puzzles") return puzzles;
  if (path === "/api/example") return examples[data.name];
  const isSame = (rows) => String(rows.map((row) => [...row])) === String(
    (data.puzzle_rows ?? data.board ?? []).map((row) => [...row]));
  const open = Object.values(examples).find(({ boards, addresses }) => (
    data.is_address ? addresses[0] === data.text : isSame(boards[0])));
  if (data.is_address) return open;
  if (path === "/api/write" && data.notation === "facts") return { text: open.facts };
  const answers = { count: countSolutions, soluble: decideSoluble, hint: findHint };
  if (path !== "/api/ask" || !(data.job in answers)) return null;
  if (open) return answers[data.job](open, data.board);
  return { fault: translate("this page knows its examples only") };
}

const countSolutions = ({ solution, cost }) => (
  { verdict: "one", solutions: [solution], looks: [], ...(cost === null ? {} : { cost }) });

/** Returns the cells, as row and column, that differ from the solution. */
function findWrongCells({ boards: [given], solution }, board) {
  return given.flatMap((row, r) => [...row].map((_, c) => [r, c])).filter(([r, c]) => {
    const possible = [OPEN, given[r][c], solution[r][c]];
    if (solution[r][c] === OPEN) possible.push(KNOWN_BLANK);
    return !possible.includes(board[r][c]);
  });
}

function decideSoluble(example, board) {
  const isSoluble = !findWrongCells(example, board).length;
  return { is_soluble: isSoluble, sentence: isSoluble ? translate("Yes, it can still be solved.")
    : translate("No, it can no longer be solved.") };
}

/** Returns the first step to the solution that is not on the board yet. */
function findHint(example, board) {
  const wrong = findWrongCells(example, board);
  const show = (caption, marks) => (
    { scenes: [{ board: null, marks, numbers: [], caption }], changes: [] });
  if (wrong.length) {
    return show(translate("the solution has something else in the marked cells"),
      wrong.map((cell) => [...cell, "differ"]));
  }
  return example.steps.find(({ changes }) => changes.some(([[r, c], value]) => board[r][c] !== value))
    ?? show(translate("this page knows no further step"), []);
}
