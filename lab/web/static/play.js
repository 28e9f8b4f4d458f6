// Play: connects the page with what it does, and opens the first puzzle.

import { endConsultation, giveHint, saySoluble, showRating, showReason, showReplay, undoMistakes }
  from "./help.js";
import { drag, drop, findKeyAction, press, redo, restart, undo, walk } from "./moves.js";
import { copyAddress, makePuzzle, openDropped, openExample, openText, writeBoard }
  from "./opening.js";
import { byId, fillChoices, openPage, storage, translate } from "./page.js";
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
  document.querySelector(".skip").onclick = () => { board.cells[board.focus].focus(); return false; };
  document.addEventListener("keydown", (event) => {
    if (event.target === document.body && event.key.startsWith("Arrow")) board.handleKey(event);
  });
  document.addEventListener("dragover", (event) => event.preventDefault());
  document.addEventListener("drop", openDropped);
  document.addEventListener("visibilitychange", () => state.game?.save());
  window.addEventListener("resize", () => state.game && fitBoard());
  setInterval(tick, 1000);
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

fillChoices(byId("puzzle"), puzzles.map(({ name, title }) => [name, title]));
connect();
await openFirst();
openPage();
