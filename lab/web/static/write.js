// Write: what check says of a folder or of a typed program, as soon as it changes.

import { showExample } from "./answers.js";
import { connectDrafts, keepDraft, readDrafts } from "./drafts.js";
import { Editor } from "./editor.js";
import { byId, element, fillChoices, translate } from "./page.js";
import { drawBoard } from "./pictures.js";
import { Fault, LostConnection, hasServer, isEnd, request, streamParts } from "./source.js";
import { puzzles } from "./state.js";
import { listPredicates, readTokens } from "./syntax.js";

const QUIET = 800; // milliseconds after the last key
const RETRY = 2000; // until the connection is tried again

const modes = [...document.querySelectorAll("[data-mode]")]; // buttons, if there is a folder
const state = {
  puzzle: puzzles[0],
  mode: modes.length ? "folder" : "scratch",
  sources: {}, // texts of the folder, or of what is typed, by file
  file: "", // the one that is shown
  report: null,
  timer: null, // of the next examination
};
let watching = null; // the AbortController of the request that watches the folder,
let examining = null; // and of the latest examination
const editor = new Editor(byId("editor"), () => {
  state.sources[state.file] = editor.text;
  keepDraft(state.puzzle, state.file, editor.text);
  if (hasServer && state.file !== state.puzzle.file) return;
  examining?.abort(); // findings in the text before are no longer of use
  clearTimeout(state.timer);
  state.timer = setTimeout(examine, QUIET);
});

// ---------------------------------------------------------------- requests

/** Examines the folder or the typed program; an examination before this one ends. */
async function examine() {
  clearTimeout(state.timer);
  examining?.abort();
  byId("fault").hidden = true;
  const program = state.sources[state.puzzle.file];
  if (state.mode === "scratch" && !program.replace(/%.*/g, "").replace("#show cell/3.", "").trim()) {
    greet();
    return;
  }
  const controller = examining = new AbortController();
  byId("verdict").textContent = translate("Looking …");
  showBusy(true);
  const data = { puzzle: state.puzzle.name, example: byId("program-example").value };
  if (!hasServer) data.files = state.sources;
  else if (state.mode === "scratch") data.program = program;
  let hasExample = false; // a program that cannot be read solves none
  try {
    for await (const part of streamParts("/api/program", data, controller.signal)) {
      show(part);
      hasExample ||= "example" in part;
    }
    byId("answers-box").hidden = !hasExample;
  } catch (error) {
    if (examining === controller) {
      handleError(error, () => { state.timer = setTimeout(examine, RETRY); });
    }
  }
}

/** Shows the fault of a request, or tries again when the connection is lost. */
function handleError(error, retry) {
  if (error instanceof Fault) showFault(error.message);
  else if (error instanceof LostConnection) retry();
  else if (error.name !== "AbortError") throw error;
}

/** Lets the editor complete the predicates of the facts, as the example has them. */
async function offerFactNames() {
  const { name } = state.puzzle;
  try {
    const { boards } = await request("/api/example", { puzzle: name, name: byId("program-example").value });
    const { text } = await request("/api/write", { puzzle: name, board: boards[0], notation: "facts" });
    if (name !== state.puzzle.name) return;
    editor.factNames = listPredicates(readTokens(text));
    if (hasServer) return;
    byId("grid").textContent = boards[0].map((row) => [...row].join("")).join("\n");
    byId("facts").textContent = text;
  } catch (error) {
    if (!isEnd(error) && !(error instanceof Fault)) throw error;
  }
}

/** Says how to begin: a program of comments alone is not examined. */
function greet() {
  showReport({ findings: [], remarks: [], stages: [], uncontained: [], verdict: "empty",
    sentence: translate("Nothing is written yet"), is_over: true,
    summary: translate("Type rules: they are checked, and solve the example.") });
  byId("answers-box").hidden = true;
}

/** Examines the folder now and whenever a file in it is saved. */
async function watch() {
  watching?.abort();
  const controller = watching = new AbortController();
  try {
    for await (const { saved } of streamParts("/api/watch", {}, controller.signal)) {
      if (saved) examine();
    }
  } catch (error) {
    if (watching === controller) handleError(error, () => setTimeout(watch, RETRY));
  }
}

/** Shows a part of the answer. */
function show({ sources, report, example, isSlow }) {
  if (sources && state.mode === "folder") showFiles(sources);
  if (report) showReport(report);
  if (example) showExample(state.puzzle, example);
  if (isSlow) {
    byId("verdict").textContent = translate("It takes too long on a board; looking further …");
  }
}

function showBusy(isBusy) {
  document.querySelector(".results").setAttribute("aria-busy", String(isBusy));
  if (byId("stop")) byId("stop").disabled = !isBusy;
}

function showFault(text) {
  showBusy(false);
  byId("answers-box").hidden = true;
  byId("verdict").textContent = translate("Not looked at");
  byId("fault").textContent = text;
  byId("fault").hidden = false;
}

// ---------------------------------------------------------------- the text

function showFiles(sources) {
  state.sources = sources;
  const names = Object.keys(sources);
  if (!names.includes(state.file)) state.file = names[0] ?? "";
  byId("files").hidden = names.length < 2;
  byId("files").replaceChildren(...names.map((name) => element("button", {
    textContent: name,
    onclick: () => {
      showFile(name);
      byId("files").querySelector("[aria-pressed=true]").focus(); // all buttons are new
    },
    attributes: { "aria-pressed": name === state.file },
  })));
  const isProgram = !/\.(py|txt)$/.test(state.file);
  editor.show(sources[state.file] ?? "", state.mode === "folder", isProgram);
  byId("comment").disabled = byId("complete").disabled = !isProgram;
}

function showFile(name) {
  state.file = name;
  showFiles(state.sources);
  markLines();
}

/** Marks the lines that the report has messages on. */
function markLines() {
  const { findings = [], remarks = [] } = state.report ?? {};
  editor.mark([...findings, ...remarks].filter(({ line, file }) => line && file === state.file));
}

function goTo(file, line) {
  if (file in state.sources) showFile(file);
  editor.goTo(line);
}

// ---------------------------------------------------------------- the report

function showReport(report) {
  state.report = report;
  const text = report.verdict ? report.sentence[0].toUpperCase() + report.sentence.slice(1)
    : translate("Looking …");
  if (byId("verdict").textContent !== text) byId("verdict").textContent = text;
  for (const { dataset } of [byId("verdict"), byId("jump")]) {
    dataset.verdict = report.verdict;
    dataset.faults = report.has_faults ? "faults" : ""; // that cost points, and fail nothing
  }
  byId("jump").textContent = `${text} ↓`;
  showBusy(!report.is_over);
  const stages = report.stages.map(({ stage }) => stage);
  const drawRemarks = (remarks) => remarks.map((remark) => element("div", { className: "remark" },
    element("b", { textContent: `${translate("remark")} ` }), drawMessage(remark)));
  byId("stages").replaceChildren(...report.stages.map(({ stage, question, answer, word }) => element(
    "li", {}, `${question} `, element("b", { textContent: word, className: answer }),
    ...drawRemarks(report.remarks.filter((remark) => remark.stage === stage)))));
  const leaks = report.uncontained.map((leak) => (
    { message: translate("not contained here: {leak}", { leak }) }));
  byId("findings").replaceChildren(...report.findings.map(drawFinding),
    ...drawRemarks([...report.remarks.filter(({ stage }) => !stages.includes(stage)), ...leaks]));
  byId("summary").textContent = report.summary;
  markLines();
}

function drawFinding(finding) {
  const captions = { grid: translate("the board"), expected: translate("expected"),
    got: translate("your program answers") };
  const boards = Object.entries(captions).filter(([name]) => finding[name] !== null);
  return element("article", { className: "panel finding" }, drawMessage(finding),
    ...(finding.sentence ? [element("p", { textContent: finding.sentence })] : []),
    element("div", { className: "pictures" }, ...boards.map(([name, caption]) =>
      element("figure", {}, element("figcaption", { textContent: caption }),
        drawBoard(state.puzzle, finding[name], caption, { drawn: finding.drawn[name] })))),
    ...drawBeliefs(finding));
}

/** Returns a picture for each predicate that is about cells: where it holds for the program. */
function drawBeliefs({ beliefs, judged_board_name: name, ...finding }) {
  if (!beliefs.length) return [];
  const text = translate("What holds here for your program, by its predicates:");
  return [element("p", { textContent: text }),
    element("div", { className: "pictures beliefs" }, ...beliefs.map(([predicate, cells]) => element(
      "figure", {}, element("figcaption", {}, element("code", { textContent: predicate })),
      drawBoard(state.puzzle, finding[name], predicate,
        { drawn: finding.drawn[name], litCells: cells }))))];
}

/** Returns a message; a button before it leads to its line, if it has one. */
function drawMessage({ message, file, line }) {
  if (!line) return element("p", { textContent: message });
  return element("p", {}, element("button", {
    className: "place", textContent: `${file}:${line}`, onclick: () => goTo(file, line),
  }), message);
}

// ---------------------------------------------------------------- the page

/** Looks at a puzzle, in the folder or as a typed program. */
function choose(puzzle, mode) {
  Object.assign(state, { puzzle, mode, report: null });
  for (const button of modes) button.setAttribute("aria-checked", button.dataset.mode === mode);
  byId("scratch-bar").hidden = mode === "folder";
  if (byId("watched")) byId("watched").hidden = mode !== "folder";
  byId("files").hidden = true;
  editor.mark([]);
  if (mode === "folder") {
    editor.show("", true);
    watch();
  } else {
    watching?.abort();
    state.file = puzzle.file;
    showFiles(readDrafts(puzzle));
    examine();
  }
}

function choosePuzzle(puzzle, mode) {
  fillChoices(byId("program-example"), puzzle.examples, puzzle.examples[0]);
  choose(puzzle, mode);
  offerFactNames();
}

function connect() {
  const titles = puzzles.map(({ name, title }) => [name, title]);
  fillChoices(byId("program-puzzle"), titles, state.puzzle.name);
  byId("program-puzzle").addEventListener("change", () => {
    const name = byId("program-puzzle").value;
    choosePuzzle(puzzles.find((puzzle) => puzzle.name === name), state.mode);
  });
  byId("program-example").addEventListener("change", () => {
    examine();
    offerFactNames();
  });
  byId("examine").addEventListener("click", examine);
  for (const [id, action] of [["comment", () => editor.toggleComments()],
    ["complete", () => editor.offerNames(true)]]) {
    byId(id).addEventListener("pointerdown", (event) => event.preventDefault()); // the text keeps focus
    byId(id).addEventListener("click", () => {
      byId("program").focus();
      action();
    });
  }
  document.addEventListener("keydown", (event) => {
    const hasControl = event.ctrlKey || event.metaKey;
    if (event.key === "Enter" && hasControl && !byId("write").hidden) examine();
  });
  for (const button of modes) {
    button.addEventListener("click", () => choose(state.puzzle, button.dataset.mode));
  }
  byId("stop")?.addEventListener("click", () => {
    examining?.abort();
    showFault(translate("Stopped: change the program, or check it again."));
    byId("examine").focus(); // the button to stop takes no more keys
  });
  choosePuzzle(state.puzzle, state.mode);
  if (!hasServer) {
    connectDrafts(state, (name) => {
      showFile(name);
      examine();
    });
  }
}

let isConnected = false;

/** Looks at the first program when Write is shown for the first time. */
export function showWrite() {
  document.title = translate("Write");
  if (!isConnected) connect();
  isConnected = true;
}
