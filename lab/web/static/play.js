// Play: connects the board and its panel with what they do, and opens the first puzzle.

import { endConsultation, giveHint, saySoluble, showRating, showReason, showReplay, undoMistakes }
  from "./help.js";
import { drag, drop, findKeyAction, press, redo, restart, undo, walk } from "./moves.js";
import { copyAddress, makePuzzle, openDropped, openExample, openText, showTitle, writeBoard }
  from "./opening.js";
import { byId, fillChoices, storage, translate } from "./page.js";
import { chosenTactics } from "./panel.js";
import { puzzles, settings, state } from "./state.js";
import { judge, offerReason, showMistakes } from "./verdicts.js";
import { board, changeSetting, fitBoard, leaveFrame, say, showStep, tick, toggleReplay, zoom }
  from "./view.js";

/** Does the action of a key on a cell of the board; returns whether the key has one. */
function handleKey(event, index) {
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  const hasHint = state.puzzle.features.includes("hint");
  const shortcuts = { z: event.shiftKey ? redo : undo, y: redo, h: hasHint && giveHint,
    "?": showReason };
  const action = event.ctrlKey ? "zy".includes(key) && shortcuts[key]
    : findKeyAction(key, index, event.shiftKey) ?? shortcuts[key];
  if (action) action();
  return Boolean(action);
}

async function checkBoard() {
  endConsultation();
  if (await judge()) showMistakes(); // of this board, not of the one before
}

function listen(event, handlers) {
  for (const [id, handler] of Object.entries(handlers)) byId(id).addEventListener(event, handler);
}

function connect() {
  board.handlers = { press, drag, drop, walk, arrive: offerReason, key: handleKey };
  listen("click", { undo, redo, again: restart, hint: giveHint, soluble: saySoluble,
    check: checkBoard, rescue: undoMistakes, why: showReason, rate: showRating,
    replay: showReplay, copy: copyAddress, print: () => window.print(),
    back: () => showStep(state.step - 1), forth: () => showStep(state.step + 1),
    run: toggleReplay, leave: leaveFrame,
    fit: fitBoard, smaller: () => zoom(0.8), larger: () => zoom(1.25) });
  listen("change", {
    puzzle: () => {
      const puzzle = puzzles.find(({ name }) => name === byId("puzzle").value);
      openExample(puzzle.name, puzzle.examples[0]);
    },
    example: () => byId("example").value && openExample(state.puzzle.name, byId("example").value),
    notation: writeBoard,
    tactics: () => storage.set(`tactics:${state.puzzle.name}`, chosenTactics()),
    "at-once": () => changeSetting("atOnce", byId("at-once").checked),
    "with-clock": () => changeSetting("withClock", byId("with-clock").checked),
    "with-dimming": () => changeSetting("withDimming", byId("with-dimming").checked),
  });
  listen("submit", {
    form: makePuzzle,
    reading: (event) => {
      event.preventDefault();
      openText({ text: byId("text").value });
    },
  });
  listen("input", { step: () => showStep(Number(byId("step").value)) });
  listen("focus", { written: writeBoard });
  byId("at-once").checked = settings.atOnce;
  byId("with-clock").checked = settings.withClock;
  byId("with-dimming").checked = settings.withDimming;
  byId("rules-box").open = storage.get("is-first", true);
  storage.set("is-first", false);
  byId("skip").addEventListener("click", (event) => {
    if (!isShown()) return;
    event.preventDefault();
    board.cells[board.focus].focus();
  });
  document.addEventListener("keydown", (event) => {
    const isFree = event.target === document.body && isShown();
    if (isFree && event.key.startsWith("Arrow")) board.handleKey(event);
  });
  document.addEventListener("dragover", (event) => event.preventDefault());
  document.addEventListener("drop", (event) => isShown() && openDropped(event));
  document.addEventListener("visibilitychange", () => state.game?.save());
  window.addEventListener("resize", () => isShown() && state.game && fitBoard());
  setInterval(() => isShown() && tick(), 1000);
}

/** Opens the puzzle of the address or the last one; if that is not possible, an example. */
async function openFirst() {
  const query = Object.fromEntries(new URLSearchParams(location.search));
  const last = storage.get("last", {});
  const { puzzle = puzzles[0].name, p: text } = query.p ? query
    : { puzzle: last.puzzle, p: last.address };
  const name = text === last.address ? last.name : translate("from the address");
  const isServed = puzzles.some((candidate) => candidate.name === puzzle);
  if (text && isServed && await openText({ text, puzzle, is_address: true, name })) return;
  const fault = byId("says").textContent;
  await openExample(puzzles[0].name, puzzles[0].examples[0]);
  if (fault) say(fault);
}

const isShown = () => !byId("play").hidden;

/** Opens the first puzzle when Play is shown for the first time. */
export async function showPlay() {
  if (state.game) {
    showTitle();
    fitBoard();
    return;
  }
  fillChoices(byId("puzzle"), puzzles.map(({ name, title }) => [name, title]));
  connect();
  await openFirst();
}
