// Write: what check says of a folder or of a scratch program, as soon as it changes.

import { picture, plot } from "./draw.js";
import { Editor } from "./editor.js";
import { Fault, ask, parts } from "./kit.js";
import { by, element, fill, kept, openPage, sentence } from "./page.js";

const QUIET = 1200; // milliseconds after the last key
const AGAIN = 2000; // until the connection is tried again

const tables = await ask("/api/puzzles");
const modes = [...document.querySelectorAll("[data-mode]")];
const state = {
  table: tables[0],
  mode: modes.length ? "folder" : "scratch",
  sources: {}, // texts of the folder, by file
  file: "", // which of them is shown
  report: null,
  answers: null,
  shown: 0, // the answer that is shown
  listening: null,
};
const editor = new Editor(by("editor"), () => {
  kept.set(`scratch:${state.table.name}`, editor.text);
  state.listening?.abort(); // what is found in the text that was there is no more of use
  clearTimeout(state.timer);
  state.timer = setTimeout(start, QUIET);
});

// ---------------------------------------------------------------- asking

/** Looks at the folder or at the scratch program; what went on before ends. */
async function start() {
  clearTimeout(state.timer);
  state.listening?.abort();
  const mine = state.listening = new AbortController();
  const words = { puzzle: state.table.name, example: by("example").value };
  const isFolder = state.mode === "folder";
  const path = isFolder ? "/api/watch" : "/api/program";
  begin();
  try {
    const scratch = isFolder ? {} : { program: editor.text };
    for await (const part of parts(path, { ...words, ...scratch }, mine.signal)) take(part);
  } catch (error) {
    if (state.listening !== mine || error.name === "AbortError") return;
    if (error instanceof Fault) complain(error.message);
    else state.timer = setTimeout(start, AGAIN);
  }
}

function begin() {
  document.body.dataset.rest = "";
  by("verdict").textContent = "Looking …";
  document.querySelector(".results").setAttribute("aria-busy", "true");
  by("said").hidden = true;
}

function take(part) {
  if (part.begin) begin();
  if (part.said) complain(part.said);
  if (part.sources) showSources(part.sources);
  if (part.report) showReport(part.report);
  if (part.example) showExample(part.example);
  if (part.growth) showGrowth(part.growth);
  if (part.rest) document.body.dataset.rest = "rest";
}

function complain(words) {
  by("verdict").textContent = "Not looked at";
  by("said").textContent = words;
  by("said").hidden = false;
  document.body.dataset.rest = "rest";
}

// ---------------------------------------------------------------- the text

function showSources(sources) {
  by("growth-box").hidden = true;
  if (state.mode === "scratch") return;
  state.sources = sources;
  const names = Object.keys(sources);
  if (!names.includes(state.file)) state.file = names[0] ?? "";
  by("files").hidden = names.length < 2;
  by("files").replaceChildren(...names.map((name) => element("button", {
    textContent: name, onclick: () => showFile(name),
    attributes: { "aria-pressed": name === state.file },
  })));
  editor.show(sources[state.file] ?? "", true);
}

function showFile(name) {
  state.file = name;
  showSources(state.sources);
  showPlaces();
}

/** Puts the messages of the report under their lines. */
function showPlaces() {
  const found = [...state.report?.findings ?? [], ...state.report?.remarks ?? []];
  const file = state.mode === "scratch" ? state.table.file : state.file;
  editor.mark(found.filter((one) => one.file === file).map((one) => ({
    line: one.line, words: one.rest,
  })));
}

function goTo(file, line) {
  if (state.mode === "folder" && file in state.sources) showFile(file);
  editor.goTo(line);
}

// ---------------------------------------------------------------- the report

function showReport(report) {
  state.report = report;
  const number = report.findings.length;
  const fail = `Fail: ${number} ${number === 1 ? "finding" : "findings"}`;
  const words = report.verdict === "pass" ? "Pass" : number ? fail : "Looking …";
  if (by("verdict").textContent !== words) by("verdict").textContent = words;
  by("verdict").dataset.verdict = report.verdict;
  document.querySelector(".results").setAttribute("aria-busy", String(!report.is_over));
  by("stages").replaceChildren(...report.stages.map((stage) => element("li", {},
    `${stage.words} `, element("b", {
      textContent: stage.is_kept ? "yes" : "no", className: stage.is_kept ? "yes" : "no",
    }))));
  by("findings").replaceChildren(...report.findings.map(finding), ...report.remarks.map(remark),
    ...report.uncontained.map((leak) => remark({ words: `not contained here: ${leak}` })));
  by("summary").textContent = report.summary;
  showPlaces();
}

function finding(one) {
  const made = element("article", { className: "panel finding" }, placed(one));
  if (one.sentence) made.append(element("p", { textContent: one.sentence }));
  if (one.boards.length) {
    const names = { grid: "the board", expected: "expected", got: "your program answers" };
    made.append(element("div", { className: "pictures" }, ...one.boards.map(([name, rows]) =>
      element("figure", {}, element("figcaption", { textContent: names[name] }),
        picture(state.table, rows, names[name])))));
  }
  return made;
}

function remark(one) {
  return element("div", { className: "remark" }, element("b", { textContent: "remark " }),
    placed(one));
}

/** The words of a finding; a button that leads to its line, if it has one. */
function placed(one) {
  if (!one.line) return element("p", { textContent: one.words });
  return element("p", {}, element("button", {
    className: "place", textContent: `${one.file}:${one.line}`,
    onclick: () => goTo(one.file, one.line),
  }), one.rest);
}

// ---------------------------------------------------------------- answers, growth

function showExample(example) {
  state.answers = example;
  by("answers-box").hidden = false;
  by("answers-title").textContent = `Example ${example.name}, by your program`;
  by("answers-words").textContent = sentence(example.words);
  by("answers-bar").hidden = example.answers.length < 2;
  showAnswer(0);
}

function showAnswer(number) {
  const { answers, given } = state.answers;
  state.shown = number;
  const answer = answers[number] ?? { board: given, wrong: [], words: [] };
  by("answer").replaceChildren(
    picture(state.table, answer.board, answers.length ? "answer" : "board", answer.wrong));
  by("answer-number").textContent = `answer ${number + 1} of ${answers.length}`;
  by("previous").disabled = number === 0;
  by("next").disabled = number >= answers.length - 1;
  by("answer-wrong").replaceChildren(...answer.words.slice(0, 6).map((words) => element("li", {
    textContent: words,
  })));
}

function showGrowth(points) {
  by("growth-box").hidden = points.length < 2;
  if (points.length < 2) return;
  by("plot").replaceChildren(plot(points));
  const row = (kind, cells) => element("tr", {}, ...cells.map((cell) => element(kind, {
    textContent: cell.toLocaleString("en"),
  })));
  by("growth").replaceChildren(row("th", ["board", "your rules", "the reference's"]),
    ...points.map((point) => row("td", [point.size, point.rules, point.its])));
}

// ---------------------------------------------------------------- the page

function choose(table) {
  state.table = table;
  kept.set("write:puzzle", table.name);
  fill(by("example"), table.examples, table.examples[0]);
  if (state.mode === "scratch") showScratch();
  start();
}

function showScratch() {
  editor.mark([]);
  editor.show(kept.get(`scratch:${state.table.name}`, `% ${state.table.file}\n`), false);
}

function setMode(mode) {
  state.mode = mode;
  for (const button of modes) button.setAttribute("aria-checked", button.dataset.mode === mode);
  by("scratch-bar").hidden = mode === "folder";
  if (by("watched")) by("watched").hidden = mode !== "folder";
  by("files").hidden = true;
  state.report = null;
  if (mode === "scratch") showScratch();
  else editor.show("", true);
}

fill(by("puzzle"), tables.map((one) => [one.name, one.title]), state.table.name);
by("puzzle").addEventListener("change", () => {
  choose(tables.find((one) => one.name === by("puzzle").value));
});
by("example").addEventListener("change", start);
by("run").addEventListener("click", start);
by("previous").addEventListener("click", () => showAnswer(state.shown - 1));
by("next").addEventListener("click", () => showAnswer(state.shown + 1));
document.addEventListener("keydown", (event) => {
  if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) start();
});
for (const button of modes) {
  button.addEventListener("click", () => {
    setMode(button.dataset.mode);
    start();
  });
}
setMode(state.mode);
choose(state.table);
openPage();
