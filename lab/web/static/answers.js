// The answers of a program to an example, one at a time.

import { byId, element, endSentence } from "./page.js";
import { drawBoard } from "./pictures.js";

/** Shows the first answer to an example; buttons show the others. */
export function showExample(puzzle, example) {
  const { answers, given, name, summary } = example;
  const show = (number) => {
    const answer = answers[number] ?? { board: given, cells: [], sentences: [] };
    byId("answer").replaceChildren(
      drawBoard(puzzle, answer.board, answers.length ? "answer" : "board", answer.cells));
    byId("answer-number").textContent = `answer ${number + 1} of ${answers.length}`;
    byId("previous").disabled = number === 0;
    byId("next").disabled = number >= answers.length - 1;
    byId("previous").onclick = () => show(number - 1);
    byId("next").onclick = () => show(number + 1);
    byId("answer-wrong").replaceChildren(...answer.sentences.map((sentence) => element(
      "li", { textContent: sentence })));
  };
  byId("answers-box").hidden = false;
  byId("answers-title").textContent = `Example ${name}, by your program`;
  byId("answers-summary").textContent = endSentence(summary);
  byId("answers-bar").hidden = answers.length < 2;
  show(0);
}
