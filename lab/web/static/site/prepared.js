// Answers on the examples that were made with the folder of the pages; the worker gives all others.

import { KNOWN_BLANK, OPEN } from "../board.js";
import { sayLost, translate } from "../page.js";
import { askWorker, startWorkers } from "./workers.js";

const FILE = "prepared.json";
const { puzzles, examples, sizes } = await fetchAnswers();
startWorkers(sizes);

/** Returns what the file has; says so if it is not there, or damaged. */
async function fetchAnswers() {
  try {
    const reply = await fetch(FILE);
    if (!reply.ok) throw new Error(reply.status);
    return await reply.json();
  } catch (error) {
    sayLost("File", FILE);
    throw error;
  }
}

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
  const given = JSON.stringify((data.puzzle_rows ?? data.board ?? []).map((row) => [...row]));
  const isSame = (rows) => JSON.stringify(rows.map((row) => [...row])) === given;
  const open = Object.values(examples).find(({ boards, addresses }) => (
    data.is_address ? addresses[0] === data.text : isSame(boards[0])));
  if (data.is_address) return open;
  if (path === "/api/write" && data.notation === "facts") return { text: open.facts };
  const answers = { count: ({ count }) => count, soluble: decideSoluble, hint: findHint };
  if (path !== "/api/ask" || !(data.job in answers)) return null;
  if (open) return answers[data.job](open, data.board);
  return { fault: translate("this page knows its examples only") };
}

/** Returns the cells, as row and column, that differ from a solution. */
function findOtherCells(given, solution, board) {
  return given.flatMap((row, r) => [...row].map((_, c) => [r, c])).filter(([r, c]) => {
    const possible = [OPEN, given[r][c], solution[r][c]];
    if (solution[r][c] === OPEN) possible.push(KNOWN_BLANK);
    return !possible.includes(board[r][c]);
  });
}

/** Returns the cells that no solution has, as far as the page knows. */
function findWrongCells({ boards: [given], steps, count: { verdict, solutions } }, board) {
  const others = findOtherCells(given, solutions[0], board);
  if (verdict === "unique") return others;
  const shared = steps.flatMap(({ changes }) => changes.map(([cell]) => String(cell)));
  return others.filter((cell) => shared.includes(String(cell)));
}

function decideSoluble(example, board) {
  const { boards: [given], count: { verdict, solutions, cost } } = example;
  const isSoluble = !findWrongCells(example, board).length;
  if (isSoluble && verdict !== "unique"
      && !solutions.some((solution) => !findOtherCells(given, solution, board).length)) {
    return { fault: translate("this page does not know: there are several best solutions") };
  }
  const sentences = cost === undefined
    ? [translate("Yes, it can still be solved."), translate("No, it can no longer be solved.")]
    : [translate("Yes, it can still be solved at a cost of {cost}.", { cost }),
      translate("No, it can no longer be solved at a cost of {cost}.", { cost })];
  return { is_soluble: isSoluble, sentence: sentences[isSoluble ? 0 : 1] };
}

/** Returns the first step to the solution that is not on the board yet. */
function findHint(example, board) {
  const wrong = findWrongCells(example, board);
  const show = (caption, marks) => (
    { frames: [{ board: null, marks, numbers: [], caption }], changes: [] });
  if (wrong.length) {
    return show(translate("the solution has something else in the marked cells"),
      wrong.map((cell) => [...cell, "differ"]));
  }
  const { steps, count: { verdict } } = example;
  return steps.find(({ changes }) => changes.some(([[r, c], value]) => board[r][c] !== value))
    ?? show(verdict === "several" ? translate("in what is left the best solutions differ")
      : translate("this page knows no further step"), []);
}
