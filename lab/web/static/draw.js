// Small pictures: boards that are looked at, and a plot.

import { drawLines, drawValue, look } from "./board.js";
import { element } from "./page.js";

const NAME = 40; // width of the name of a size in a plot
const SVG = "http://www.w3.org/2000/svg";

/** A board as a picture, its cells in `wrong` marked; a text if it is none. */
export function picture(table, rows, name, wrong = []) {
  if (typeof rows === "string") return element("pre", { textContent: rows });
  const bad = new Set(wrong.map((cell) => cell.join()));
  const words = [...rows].map((row) => [...row].map((value) => look(table, value).words).join(", "));
  const made = element("div", {
    className: "mini", attributes: { role: "img", "aria-label": `${name}: ${words.join("; ")}` },
  });
  made.dataset.play = table.play;
  made.style.setProperty("--columns", rows[0].length);
  [...rows].forEach((row, r) => [...row].forEach((value, c) => {
    const cell = element("div", { className: "cell" });
    drawValue(cell, table, value);
    if (table.play === "line") drawLines(cell, rows, r, c, ".");
    if (bad.has(`${r},${c}`)) cell.dataset.wrong = "wrong";
    made.append(cell);
  }));
  return made;
}

function shape(name, attributes, text) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  if (text !== undefined) made.textContent = text;
  return made;
}

/** Ground rules against cells, both axes logarithmic; circles are yours, squares the reference. */
export function plot(points) {
  const [width, height, left, bottom, top, right] = [420, 240, 56, 34, 14, 70];
  const made = shape("svg", { viewBox: `0 0 ${width} ${height}`, role: "img", class: "plot" });
  const last = points.at(-1);
  made.append(shape("title", {}, `Ground rules: at ${last.size} your program has ${last.rules}, `
    + `the reference ${last.its}.`));
  const scale = (values, from, to) => {
    const [low, high] = [Math.log(Math.min(...values)), Math.log(Math.max(...values))];
    return (value) => from + ((Math.log(value) - low) / (high - low || 1)) * (to - from);
  };
  const all = points.flatMap((point) => [Math.max(point.rules, 1), Math.max(point.its, 1)]);
  const x = scale(points.map((point) => point.cells), left, width - right);
  const y = scale(all, height - bottom, top);
  made.append(shape("path", { class: "axis",
    d: `M${left} ${top}V${height - bottom}H${width - right}` }));
  let free = -Infinity; // where the next name of a size has room; the last one always has
  for (const point of points) {
    const at = x(point.cells);
    const isLast = point === last;
    if (at < free || (!isLast && at > x(last.cells) - NAME)) continue;
    free = at + NAME;
    made.append(shape("text", { x: at, y: height - bottom + 18, "text-anchor": "middle" },
      point.size));
  }
  for (const value of [Math.min(...all), Math.max(...all)]) {
    made.append(shape("text", { x: left - 6, y: y(value) + 4, "text-anchor": "end" },
      value.toLocaleString("en")));
  }
  const series = [["its", "reference"], ["rules", "yours"]];
  for (const [key, name] of series) {
    const place = (point) => [x(point.cells), y(Math.max(point[key], 1))];
    made.append(shape("polyline", { class: key, points: points.map(place).join(" ") }));
    for (const point of points) {
      const [cx, cy] = place(point);
      made.append(key === "rules" ? shape("circle", { class: key, cx, cy, r: 4 })
        : shape("rect", { class: key, x: cx - 3.5, y: cy - 3.5, width: 7, height: 7 }));
    }
    const near = Math.abs(y(Math.max(last.rules, 1)) - y(Math.max(last.its, 1))) < 14;
    const shift = near ? (key === "rules" ? -5 : 13) : 4;
    made.append(shape("text", { x: x(last.cells) + 8, y: place(last)[1] + shift }, name));
  }
  return made;
}
