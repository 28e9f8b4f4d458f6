// Play: wires the page, and opens the first puzzle.

import { giveHint, rate, showReplay, soluble } from "./help.js";
import { changed, redo, undo } from "./moves.js";
import { copyAddress, dropFile, example, make, read, write } from "./opening.js";
import { by, fill, kept, openPage } from "./page.js";
import { tactics } from "./panel.js";
import { settings, state, tables } from "./state.js";
import { check, why } from "./verdicts.js";
import { SIZES, fit, leaveScene, resize, say, set, tick } from "./view.js";

function wire() {
  const deeds = { undo, redo, hint: giveHint, why, check, soluble, rate, replay: showReplay,
    copy: copyAddress, fit, smaller: () => resize(state.size / SIZES.step),
    larger: () => resize(state.size * SIZES.step),
    again: () => { leaveScene(); if (state.game.restart()) changed(); } };
  for (const [id, deed] of Object.entries(deeds)) by(id).addEventListener("click", deed);
  by("puzzle").addEventListener("change", () => {
    const table = tables.find((one) => one.name === by("puzzle").value);
    example(table.name, table.examples[0]);
  });
  by("example").addEventListener("change", () => {
    if (by("example").value) example(state.table.name, by("example").value);
  });
  by("reading").addEventListener("submit", (event) => {
    event.preventDefault();
    read({ text: by("text").value });
  });
  by("wishes").addEventListener("submit", make);
  by("notation").addEventListener("change", write);
  by("written").addEventListener("focus", write);
  by("tactics").addEventListener("change", () => kept.set(`tactics:${state.table.name}`, tactics()));
  by("at-once").checked = settings.atOnce;
  by("with-clock").checked = settings.withClock;
  by("at-once").addEventListener("change", () => set("atOnce", by("at-once").checked));
  by("with-clock").addEventListener("change", () => set("withClock", by("with-clock").checked));
  document.addEventListener("dragover", (event) => event.preventDefault());
  document.addEventListener("drop", dropFile);
  document.addEventListener("visibilitychange", () => state.game?.keep());
  window.addEventListener("resize", () => state.game && fit());
  setInterval(tick, 1000);
}

/** Opens the puzzle of the address, else the last one, else the first example; what was refused. */
async function begin() {
  fill(by("puzzle"), tables.map((one) => [one.name, one.title]));
  wire();
  let complaint = "";
  const words = new URLSearchParams(location.search);
  if (words.has("p")) {
    const puzzle = words.get("puzzle") ?? tables[0].name;
    const last = kept.get("last", {});
    const name = last.address === words.get("p") ? last.name : "from the address";
    if (await read({ text: words.get("p"), puzzle, is_address: true, name })) return "";
    complaint = by("says").textContent;
  }
  const last = kept.get("last", null);
  if (last && tables.some((one) => one.name === last.puzzle)) {
    const { puzzle, address: text, name } = last;
    if (await read({ text, puzzle, is_address: true, name })) return complaint;
  }
  await example(tables[0].name, tables[0].examples[0]);
  return complaint;
}

const refused = await begin();
if (refused) say(refused);
openPage();
