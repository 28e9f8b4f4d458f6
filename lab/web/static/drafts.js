// The files that are handed in, on a page without a server: kept in this browser, saved, opened,
// packed.  A page of the server has the logic program alone.

import { byId, element, readFile, storage } from "./page.js";
import { request } from "./source.js";

// by file, as they are handed out
const starts = Object.fromEntries(JSON.parse(byId("starts")?.textContent ?? "[]"));

const keyOf = (puzzle, file) => (
  file === puzzle.file ? `scratch:${puzzle.name}` : `draft:${puzzle.name}:${file}`);

/** Returns the texts of a puzzle's files, by file. */
export function readDrafts(puzzle) {
  const texts = { [puzzle.file]: `% ${puzzle.file}\n`, ...starts };
  return Object.fromEntries(Object.entries(texts).map(
    ([file, text]) => [file, storage.get(keyOf(puzzle, file), text)]));
}

export function keepDraft(puzzle, file, text) {
  storage.set(keyOf(puzzle, file), text);
}

/** Saves data as a file, where the browser saves files. */
function download(name, data) {
  const href = URL.createObjectURL(new Blob([data]));
  element("a", { href, download: name }).click();
  URL.revokeObjectURL(href);
}

/** Connects the buttons; `state` has the puzzle, the sources and the file that is shown, and
 *  `showFile` shows another one after a file was opened. */
export function connectDrafts(state, showFile) {
  byId("save").onclick = () => download(state.file, state.sources[state.file]);
  const save = (zip) => {
    download(`${state.puzzle.name}.zip`, Uint8Array.from(atob(zip), (c) => c.charCodeAt(0)));
    byId("lacks").hidden = true;
  };
  byId("pack").onclick = async () => {
    const { zip, lacks } = await request("/api/zip", { files: state.sources });
    if (!lacks.length) save(zip);
    byId("lacks").hidden = !lacks.length;
    byId("lacks-list").replaceChildren(...lacks.map((text) => element("li", { textContent: text })));
    byId("pack-anyway").onclick = () => save(zip);
  };
  const openFiles = async (files) => {
    for (const file of files) {
      const ending = file.name.split(".").at(-1); // a browser may have numbered the name
      const name = Object.keys(state.sources).find((source) => source.endsWith(`.${ending}`));
      if (!name) continue;
      state.sources[name] = await readFile(file);
      keepDraft(state.puzzle, name, state.sources[name]);
      showFile(name);
    }
  };
  byId("open").onclick = () => byId("load").click();
  byId("load").onchange = async () => {
    await openFiles(byId("load").files);
    byId("load").value = "";
  };
  document.addEventListener("drop", (event) => {
    event.preventDefault();
    if (!byId("write").hidden) openFiles(event.dataTransfer?.files ?? []);
  });
}
