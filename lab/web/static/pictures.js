// Small pictures of boards, which cannot be played.

import { drawCell, findLook } from "./board.js";
import { element } from "./page.js";

/** Returns a small picture of a board, some cells wrong, lit or tinted; a text as it is.
 *  `drawn` has rows, columns and shapes of the cells that the puzzle's viz file draws. */
export function drawBoard(puzzle, rows, name, { wrongCells = [], tints = {}, drawn = [], litCells = [] } = {}) {
  if (typeof rows === "string") return element("pre", { textContent: rows });
  const wrong = new Set(wrongCells.map((cell) => cell.join()));
  const names = [...rows].map((row) => [...row].map((value) => findLook(puzzle, value).name));
  const label = `${name}: ${names.map((row) => row.join(", ")).join("; ")}`;
  const shapeOf = new Map(drawn.map(([r, c, shape]) => [`${r},${c}`, shape]));
  const picture = element("div", {
    className: "mini", attributes: { role: "img", "aria-label": label },
  });
  picture.dataset.input = puzzle.input;
  picture.style.setProperty("--columns", rows[0].length);
  names.forEach((row, r) => row.forEach((_, c) => {
    const cell = element("div", { className: "cell" });
    drawCell(cell, puzzle, rows, r, c, shapeOf.get(`${r},${c}`));
    if (wrong.has(`${r},${c}`)) cell.dataset.wrong = "wrong";
    picture.append(cell);
  }));
  for (const [r, c] of litCells) picture.children[r * rows[0].length + c].dataset.holds = "holds";
  for (const [tint, cells] of Object.entries(tints)) {
    for (const [r, c] of cells) {
      picture.children[r * rows[0].length + c].dataset.tints = puzzle.tints[tint].tone;
    }
  }
  return picture;
}
