// The answers of a program to an example, one at a time.

import { byId, element, endSentence, translate } from "./page.js";
import { drawBoard } from "./pictures.js";

/** Shows the first answer to an example; buttons show the others. */
export function showExample(puzzle, example) {
  const { answers, given, name, summary } = example;
  const show = (number) => {
    const answer = answers[number];
    const drawGiven = () => drawBoard(puzzle, given.board, translate("the board"), given);
    const drawAnswer = () => drawBoard(puzzle, answer.board, translate("the answer"),
      { wrongCells: answer.cells, drawn: answer.drawn });
    byId("answer").replaceChildren(...(!answer ? [drawGiven()]
      : puzzle.overlays.length ? [drawGiven(), drawAnswer()] : [drawAnswer()]));
    byId("answer-number").textContent = translate("answer {number} of {all}",
      { number: number + 1, all: answers.length });
    byId("previous").disabled = number === 0;
    byId("next").disabled = number >= answers.length - 1;
    byId("previous").onclick = () => show(number - 1);
    byId("next").onclick = () => show(number + 1);
    byId("answer-wrong").replaceChildren(...(answer?.sentences ?? []).map((sentence) => element(
      "li", { textContent: sentence })));
  };
  byId("answers-box").hidden = false;
  byId("answers-title").textContent = translate("Example {name}, by your program", { name });
  byId("answers-summary").textContent = endSentence(summary);
  byId("answers-bar").hidden = answers.length < 2;
  show(0);
}
