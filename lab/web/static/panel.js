// What the panel offers for the puzzle that is open: presses, tactics, wishes, keys.

import { pictureOf } from "./board.js";
import { board, put } from "./moves.js";
import { by, element, fill, kept } from "./page.js";
import { state } from "./state.js";

/** Shows what the puzzle's table offers: presses, tactics, fields, notations. */
export function showTable(table) {
  for (const value of table.pictured) new Image().src = pictureOf(table, value); // before it is used
  by("puzzle").value = table.name;
  fill(by("example"), [["", "choose …"], ...table.examples], "");
  fill(by("notation"), table.notations, "grid");
  by("written").value = "";
  by("presses").hidden = table.presses.length < 2;
  by("presses").replaceChildren(...table.presses.map(([name], which) => element("button", {
    type: "button", textContent: name, onclick: () => choose(which),
    attributes: { role: "radio", "aria-checked": which === state.which },
  })));
  by("keypad").hidden = table.play !== "type";
  by("keypad").replaceChildren(...[...table.values, ""].map((value) => element("button", {
    type: "button", textContent: value || "erase",
    onclick: () => put([[board.focus, value || "."]]),
  })));
  for (const name of ["hint", "rate"]) by(name).hidden = !table.help.includes(name);
  const isReplayed = table.help.includes("replay");
  by("replay").textContent = isReplayed ? "Replay the solution" : "Show the solution";
  by("making").hidden = !table.help.includes("make");
  by("rules").replaceChildren(...Object.values(table.rules).map((rule) => element("li", {
    textContent: rule,
  })));
  showTactics(table);
  showWishes(table);
  showKeys(table);
}

function choose(which) {
  state.which = which;
  by("presses").querySelectorAll("button").forEach((button, n) => {
    button.setAttribute("aria-checked", n === which);
  });
}

function showTactics(table) {
  by("tactics-box").hidden = !Object.keys(table.tactics).length;
  const chosen = kept.get(`tactics:${table.name}`, table.first_tactics);
  const boxes = Object.entries(table.tactics).map(([letter, words]) => element("label", {
    className: "tick",
  }, element("input", { type: "checkbox", value: letter, checked: chosen.includes(letter) }),
  element("span", {}, element("b", { textContent: letter }), ` ${words}`)));
  by("tactics").replaceChildren(by("tactics").querySelector("legend"), ...boxes);
}

export function tactics() {
  const boxes = [...by("tactics").querySelectorAll("input")];
  return boxes.filter((box) => box.checked).map((box) => box.value).join("");
}

function showWishes(table) {
  const fields = table.fields.map((field) => {
    const input = field.choices.length ? element("select", { name: field.name })
      : element("input", { name: field.name, value: field.default, autocomplete: "off" });
    if (field.choices.length) fill(input, field.choices, field.default);
    return element("label", {}, `${field.words} `, input);
  });
  by("wishes").replaceChildren(...fields, element("button", { textContent: "Make" }));
}

function showKeys(table) {
  const own = {
    press: [["Enter or left button", table.presses[0]?.[0]],
      ["Shift+Enter, right button or a long press", table.presses[1]?.[0]],
      ["drag with the right button, or after a long press", `more of ${table.presses[1]?.[0]}`]],
    line: [["drag from a number", "draw its line"], ["right button or Delete", "erase"],
      ["Enter on a line, then arrows", "draw; Enter or Escape ends it"]],
    type: [["a digit or letter", "fill the cell"], ["Delete", "erase"]],
  };
  const all = [["arrows", "move"], ...own[table.play], ["Z, Y", "undo, redo"], ["H", "hint"],
    ["?", "why is this wrong"]];
  by("keys").replaceChildren(...all.flatMap(([keys, words]) => [
    element("dt", { textContent: keys }), element("dd", { textContent: words })]));
}
