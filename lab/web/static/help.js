// Help of the kit: hints, explanations, how hard a puzzle is, how many solutions it has.

import { Fault, question } from "./kit.js";
import { read } from "./opening.js";
import { by, element, sentence } from "./page.js";
import { tactics } from "./panel.js";
import { state } from "./state.js";
import { refresh, showCost } from "./verdicts.js";
import { replay, say, showScene } from "./view.js";

const VERDICTS = {
  none: "This puzzle has no solution.",
  several: "This puzzle has several solutions.",
  "several best": "This puzzle has several best solutions.",
};
const asking = { question: null, count: null };

/** Asks a desk; what was asked before is not waited for any more. */
export async function consult(words, waiting) {
  asking.question?.abort();
  const mine = asking.question = new AbortController();
  const { game } = state;
  if (waiting) say(waiting);
  try {
    const answer = await question({ puzzle: game.puzzle, ...words }, mine.signal);
    return asking.question === mine && state.game === game ? answer : null;
  } catch (error) {
    if (error instanceof Fault) say(error.message);
    return null;
  }
}

/** The first press says where to look, the second what follows, and puts it on the board. */
export async function giveHint() {
  const { game } = state;
  if (!state.table.help.includes("hint") || state.isThinking) return;
  if (state.advice) {
    const { scenes, news } = state.advice;
    state.advice = null;
    game.play(news.map(([[r, c], value]) => [r * game.width + c, value]));
    refresh();
    showScene(scenes.at(-1));
    return;
  }
  const words = { question: "hint", given: game.given, board: game.rows, tactics: tactics() };
  state.isThinking = true; // one hint at a time, however often it is asked for
  const answer = await consult(words).finally(() => { state.isThinking = false; });
  if (!answer || game !== state.game) return;
  state.advice = answer.scenes.length > 1 ? answer : null;
  showScene(answer.scenes[0]);
}

export async function soluble() {
  const { game } = state;
  const cost = state.solutions?.cost ?? null;
  const words = { question: "soluble", given: game.given, board: game.rows, cost };
  const answer = await consult(words, "…");
  if (answer) say(answer.words);
}

async function explain() {
  const answer = await consult({ question: "explain", given: state.game.given }, "Looking …");
  if (!answer) return;
  replay.open(answer.scenes);
  notice(sentence(answer.words), answer.repairs.map(([words, rows]) => [`Change it: ${words}`, () => {
    read({ text: rows.map((row) => [...row].join(row.some?.((one) => one.length > 1) ? " " : ""))
      .join("\n"), name: "the repaired puzzle" });
  }]));
}

export async function rate() {
  const answer = await consult({ question: "rate", given: state.game.given }, "Solving it …");
  if (!answer) return;
  say(`How hard it is: ${answer.words}.`);
  const rows = answer.tactics.map(([letter, words, number]) => element("tr", {},
    element("th", { textContent: letter, scope: "row" }), element("td", { textContent: number }),
    element("td", { textContent: words })));
  by("rating").replaceChildren(element("p", { textContent: answer.words }),
    element("table", {}, element("caption", { textContent: "Steps by tactic" }), ...rows));
}

/** All steps to the solution, or the solution alone where nobody knows the steps. */
export async function showReplay() {
  if (!state.table.help.includes("replay")) {
    const [solution] = state.solutions?.solutions ?? [];
    if (solution) replay.open([{ board: solution, marks: [], numbers: [], words: "a solution" }]);
    else say("No solution is known yet.");
    return;
  }
  const answer = await consult({ question: "replay", given: state.game.given }, "Solving it …");
  if (answer) replay.open(answer.scenes);
}

/** How many solutions there are, or the least cost; anything but one is said. */
export async function countSolutions() {
  asking.count?.abort();
  const mine = asking.count = new AbortController();
  const { game, table } = state;
  by("notice").hidden = true;
  by("cost").hidden = true;
  try {
    const words = { puzzle: game.puzzle, given: game.given, question: "count" };
    const answer = await question(words, mine.signal);
    if (asking.count !== mine) return;
    state.solutions = answer;
    if (answer.cost !== undefined) showCost();
    const found = VERDICTS[answer.verdict];
    const isExplained = table.help.includes("explain");
    if (found && isExplained) notice(found, [["Explain", explain]]);
    else if (found && answer.solutions.length > 1) notice(found, [["Show two of them", showTwo]]);
    else if (found) notice(found);
  } catch (error) {
    const words = `How many solutions it has is not known: ${error.message}`;
    if (error instanceof Fault) notice(sentence(words));
  }
}

/** Two solutions in turn, with the cells in which they differ. */
function showTwo() {
  const [one, other] = state.solutions.solutions;
  const marks = [];
  one.forEach((row, r) => [...row].forEach((value, c) => {
    if (other[r][c] !== value) marks.push([r, c, "differ"]);
  }));
  replay.open([one, other].map((rows, n) => ({ board: rows, marks, numbers: [],
    words: n ? "and this is another one" : "one of them; the marked cells differ in another" })));
}

function notice(words, deeds = []) {
  by("notice").hidden = false;
  by("notice-words").textContent = words;
  by("repairs").replaceChildren(...deeds.map(([name, deed]) => element("button", {
    textContent: name, onclick: deed,
  })));
}
