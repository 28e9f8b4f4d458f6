// Pictures: boards that are looked at, and a plot.

import { drawCell, findLook } from "./board.js";
import { element } from "./page.js";

/** Returns a small picture of a board, some cells marked as wrong; a text as it is. */
export function drawBoard(puzzle, rows, name, wrongCells = []) {
  if (typeof rows === "string") return element("pre", { textContent: rows });
  const wrong = new Set(wrongCells.map((cell) => cell.join()));
  const looks = [...rows].map((row) => [...row].map((value) => findLook(puzzle, value).name));
  const label = `${name}: ${looks.map((row) => row.join(", ")).join("; ")}`;
  const picture = element("div", {
    className: "mini", attributes: { role: "img", "aria-label": label },
  });
  picture.dataset.input = puzzle.input;
  picture.style.setProperty("--columns", rows[0].length);
  looks.forEach((row, r) => row.forEach((_, c) => {
    const cell = element("div", { className: "cell" });
    drawCell(cell, puzzle, rows, r, c);
    if (wrong.has(`${r},${c}`)) cell.dataset.wrong = "wrong";
    picture.append(cell);
  }));
  return picture;
}

const [WIDTH, HEIGHT, LEFT, BOTTOM, TOP, RIGHT] = [420, 240, 56, 34, 14, 70]; // of the plot

/** Returns a function that maps values to places from `start` to `end`, logarithmically. */
function scale(values, start, end) {
  const log = (value) => Math.log(Math.max(value, 1));
  const [low, high] = [log(Math.min(...values)), log(Math.max(...values))];
  return (value) => start + ((log(value) - low) / (high - low || 1)) * (end - start);
}

/** Returns a plot of ground rules by cells: the program's and those of the reference. */
export function drawPlot(points) {
  const last = points.at(-1);
  const rules = points.flatMap((point) => [point.rules, point.reference]);
  const x = scale(points.map(({ cells }) => cells), LEFT, WIDTH - RIGHT);
  const y = scale(rules, HEIGHT - BOTTOM, TOP);
  const ends = [Math.min(...rules), Math.max(...rules)].map((number) => `<text x="${LEFT - 6}"
    y="${y(number) + 4}" text-anchor="end">${number.toLocaleString("en")}</text>`);
  const sizes = points.map(({ cells, size }) => `<text x="${x(cells)}" y="${HEIGHT - BOTTOM + 18}"
    text-anchor="middle">${size}</text>`);
  const drawSeries = (key, label, shift) => `
    <polyline class="${key}" points="${points.map((point) => [x(point.cells), y(point[key])])
    .join(" ")}"/>${points.map((point) => `<circle class="${key}" r="4" cx="${x(point.cells)}"
    cy="${y(point[key])}"/>`).join("")}
    <text x="${x(last.cells) + 8}" y="${y(last[key]) + shift}">${label}</text>`;
  return element("div", { innerHTML: `<svg viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" class="plot">
    <title>Ground rules: at ${last.size} your program has ${last.rules}, the reference
    ${last.reference}.</title>
    <path class="axis" d="M${LEFT} ${TOP}V${HEIGHT - BOTTOM}H${WIDTH - RIGHT}"/>
    ${ends.join("")}${sizes.join("")}
    ${drawSeries("reference", "reference", 13)}${drawSeries("rules", "yours", -5)}</svg>` });
}
