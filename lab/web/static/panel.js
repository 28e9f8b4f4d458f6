// The panel beside the board: what the puzzle that is open offers.

import { OPEN } from "./board.js";
import { listNotes, put } from "./moves.js";
import { byId, element, fillChoices, storage, translate } from "./page.js";
import { drawBoard } from "./pictures.js";
import { state } from "./state.js";
import { board } from "./view.js";

/** Shows what the puzzle offers: ways to press, tactics, the form for a new one, notations. */
export function showPanel(puzzle) {
  const offers = (name) => puzzle.features.includes(name);
  byId("puzzle").value = puzzle.name;
  fillChoices(byId("example"), [["", translate("choose …")], ...puzzle.examples], "");
  fillChoices(byId("notation"), puzzle.notations, "grid");
  byId("written").value = "";
  byId("rating").replaceChildren();
  byId("presses").hidden = puzzle.presses.length < 2;
  byId("presses").replaceChildren(...puzzle.presses.map(([name], way) => element("button", {
    type: "button", textContent: name, onclick: () => choosePress(way),
    attributes: { role: "radio", "aria-checked": way === state.pressWay },
  })));
  byId("keypad").hidden = puzzle.input !== "type";
  const keypad = [...state.game.values.map((value) => [value, value]),
    ...findNotes().map((note) => [note, translate("stays blank")]), [OPEN, translate("erase")]];
  byId("keypad").replaceChildren(...keypad.map(([value, textContent]) => element("button", {
    type: "button", textContent, onclick: () => put([[board.focus, value]]),
  })));
  byId("dimming").hidden = !Object.keys(puzzle.tints).length;
  byId("hint").hidden = !offers("hint");
  byId("rate").hidden = !offers("rate");
  byId("replay").textContent = offers("replay") ? translate("Replay the solution")
    : translate("Show the solution");
  byId("making").hidden = !offers("make");
  byId("introduction").textContent = puzzle.introduction;
  byId("rules").replaceChildren(...Object.values(puzzle.rules).map((rule) => element("li", {
    textContent: rule,
  })));
  byId("solved").hidden = !puzzle.solved;
  const { board: rows, tints } = puzzle.solved ?? {};
  if (rows) byId("solved-picture").replaceChildren(drawBoard(puzzle, rows, translate("solved"), { tints }));
  showTactics(puzzle);
  showForm(puzzle);
  showKeys(puzzle);
}

/** Returns the notes that a player can make in some cell. */
function findNotes() {
  return [...new Set(state.game.rows.flat().flatMap((_, index) => listNotes(index)))];
}

function choosePress(way) {
  state.pressWay = way;
  [...byId("presses").children].forEach((button, index) => {
    button.setAttribute("aria-checked", index === way);
  });
}

function showTactics(puzzle) {
  byId("tactics-box").hidden = !Object.keys(puzzle.tactics).length;
  const chosen = storage.get(`tactics:${puzzle.name}`, puzzle.first_tactics);
  const boxes = Object.entries(puzzle.tactics).map(([letter, meaning]) => element(
    "label", { className: "tick" },
    element("input", { type: "checkbox", value: letter, checked: chosen.includes(letter) }),
    element("span", {}, element("b", { textContent: letter }), ` ${meaning}`),
  ));
  byId("tactics").replaceChildren(byId("tactics").querySelector("legend"), ...boxes);
}

/** Returns the letters of the tactics that hints may use. */
export function chosenTactics() {
  const boxes = byId("tactics").querySelectorAll("input:checked");
  return [...boxes].map((box) => box.value).join("");
}

function showForm(puzzle) {
  const chosen = storage.get(`form:${puzzle.name}`, {});
  const labels = puzzle.fields.map(({ name, label, default: first, choices }) => {
    const value = chosen[name] ?? first;
    const input = choices.length ? element("select", { name })
      : element("input", { name, value, autocomplete: "off" });
    if (choices.length) fillChoices(input, choices, value);
    return element("label", {}, `${label} `, input);
  });
  byId("form").replaceChildren(...labels, element("button", { textContent: translate("Make") }));
}

function showKeys({ input, presses, features, overlays }) {
  const [first, second] = presses.map(([name]) => name);
  const [value, ...others] = state.game.values;
  const toggles = value && !others.length ? [translate("put {value}, or take it away", { value })]
    : overlays.length ? [translate("mark a given cell, or not")] : [];
  const keys = {
    press: [[translate("Enter or left button"), first],
      [translate("Shift+Enter, right button or a long press"), second],
      [translate("drag with the right button, or after a long press"),
        translate("more of {mark}", { mark: second })]],
    line: [[translate("drag from a number"), translate("draw its line")],
      [translate("right button or Delete"), translate("erase")],
      [translate("Enter on a line, then arrows"), translate("draw; Enter or Escape ends it")]],
    type: [...toggles.map((meaning) => [translate("Enter or left button"), meaning]),
      ...findNotes().map((note) => [
        `${translate("Shift+Enter, right button or a long press")}, ${note}`, translate("stays blank")]),
      [translate("a number or word"), translate("fill the cell")],
      [translate("Delete"), translate("erase")]],
  };
  byId("keys").replaceChildren(...[[translate("arrows"), translate("move")], ...keys[input],
    ["Z, Y", translate("undo, redo")], ...(features.includes("hint") ? [["H", translate("hint")]] : []),
    ["?", translate("why is this wrong")]].flatMap(([key, meaning]) => [
    element("dt", { textContent: key }), element("dd", { textContent: meaning })]));
}
