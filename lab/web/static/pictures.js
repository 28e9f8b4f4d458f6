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
const LABEL = 40; // width of a size below the axis

/** Returns ground rules against cells, both axes logarithmic: circles are yours. */
export function drawPlot(points) {
  const last = points.at(-1);
  const scale = (values, from, to) => {
    const [low, high] = [Math.log(Math.min(...values)), Math.log(Math.max(...values))];
    return (value) => from + ((Math.log(value) - low) / (high - low || 1)) * (to - from);
  };
  const numbers = points.flatMap(({ rules, reference }) => [rules, reference])
    .map((number) => Math.max(number, 1));
  const x = scale(points.map(({ cells }) => cells), LEFT, WIDTH - RIGHT);
  const scaleRules = scale(numbers, HEIGHT - BOTTOM, TOP);
  const y = (rules) => scaleRules(Math.max(rules, 1));
  let free = -Infinity; // where the next size has room; the last one always has
  const sizes = points.filter((point) => {
    const left = x(point.cells);
    const hasRoom = left >= free && (point === last || left <= x(last.cells) - LABEL);
    if (hasRoom) free = left + LABEL;
    return hasRoom;
  }).map(({ cells, size }) => `<text x="${x(cells)}" y="${HEIGHT - BOTTOM + 18}"
    text-anchor="middle">${size}</text>`);
  const ends = [Math.min(...numbers), Math.max(...numbers)].map((rules) => `<text
    x="${LEFT - 6}" y="${y(rules) + 4}" text-anchor="end">${rules.toLocaleString("en")}</text>`);
  const isNear = Math.abs(y(last.rules) - y(last.reference)) < 14;
  const drawSeries = (key, label, shift, drawPoint) => `<polyline class="${key}"
    points="${points.map((point) => `${x(point.cells)},${y(point[key])}`).join(" ")}"/>
    ${points.map((point) => drawPoint(x(point.cells), y(point[key]))).join("")}
    <text x="${x(last.cells) + 8}" y="${y(last[key]) + shift}">${label}</text>`;
  const picture = element("div", { innerHTML: `
    <svg viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" class="plot"><title>Ground rules:
    at ${last.size} your program has ${last.rules}, the reference ${last.reference}.</title>
    <path class="axis" d="M${LEFT} ${TOP}V${HEIGHT - BOTTOM}H${WIDTH - RIGHT}"/>
    ${sizes.join("")}${ends.join("")}
    ${drawSeries("reference", "reference", isNear ? 13 : 4,
    (cx, cy) => `<rect class="reference" x="${cx - 3.5}" y="${cy - 3.5}" width="7" height="7"/>`)}
    ${drawSeries("rules", "yours", isNear ? -5 : 4,
    (cx, cy) => `<circle class="rules" cx="${cx}" cy="${cy}" r="4"/>`)}</svg>` });
  return picture.firstElementChild;
}
