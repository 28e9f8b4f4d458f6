// A text with line numbers and colours, and below it the messages on its lines.

import { Completion } from "./completion.js";
import { element, translate } from "./page.js";
import { findBrackets, listPredicates, readTokens } from "./syntax.js";

export class Editor {
  /** `handleChange` is called after each change by the person who types. */
  constructor(root, handleChange) {
    this.root = root;
    this.area = root.querySelector("textarea");
    this.gutter = root.querySelector(".gutter");
    this.colours = root.querySelector(".colours");
    this.notes = root.nextElementSibling;
    this.findings = [];
    this.tokens = [];
    this.isProgram = true;
    this.factNames = []; // predicates of the facts, which completion offers, too
    this.completion = new Completion(this.area, root.querySelector(".names"), (word, name) => {
      this.#replace(this.area.selectionStart - word.length, this.area.selectionStart, name);
    });
    this.area.addEventListener("input", () => {
      this.mark([]);
      this.offerNames();
      handleChange();
    });
    this.area.addEventListener("keydown", (event) => {
      if (this.#handleKey(event)) event.preventDefault();
    });
    this.area.addEventListener("scroll", () => this.scroll());
    document.addEventListener("selectionchange", () => this.#markBrackets());
    new ResizeObserver(() => this.scroll()).observe(this.area);
  }

  get text() {
    return this.area.value;
  }

  /** Shows a text, with colours if it is a logic program, and keeps the scroll position. */
  show(text, isReadOnly, isProgram = true) {
    Object.assign(this, { isProgram });
    this.area.readOnly = isReadOnly;
    if (this.area.value !== text) {
      const { scrollTop } = this.area;
      this.area.value = text;
      this.area.scrollTop = scrollTop;
    }
    this.mark(this.findings);
  }

  /** Marks the lines of findings, each with a line from 1 and a message. */
  mark(findings) {
    this.findings = findings;
    const lines = this.text.split("\n");
    this.root.style.setProperty("--lines", lines.length);
    const marked = new Set(findings.map(({ line }) => line));
    this.gutter.replaceChildren(...lines.map((_, index) => element("div", {
      textContent: index + 1, className: marked.has(index + 1) ? "bad" : "",
    })));
    this.notes.replaceChildren(...findings.toSorted((a, b) => a.line - b.line).map(
      ({ line, message }) => element("button", {
        textContent: `${translate("line {line}", { line })}: ${message}`, onclick: () => this.goTo(line),
      })));
    this.#colour();
    this.scroll();
  }

  scroll() {
    this.gutter.scrollTop = this.area.scrollTop;
    this.root.style.setProperty("--x", `${this.area.scrollLeft}px`);
    this.root.style.setProperty("--y", `${this.area.scrollTop}px`);
  }

  /** Scrolls to a line, and selects it. */
  goTo(line) {
    const lines = this.text.split("\n");
    const start = lines.slice(0, line - 1).join("\n").length + (line > 1 ? 1 : 0);
    this.area.focus();
    this.area.setSelectionRange(start, start + (lines[line - 1] ?? "").length);
    const height = parseFloat(getComputedStyle(this.area).lineHeight);
    this.area.scrollTop = Math.max(0, (line - 4) * height);
  }

  // ------------------------------------------------------------ colours

  /** Draws the text in colours behind the text area, whose own letters are transparent. */
  #colour() {
    const { text } = this;
    this.tokens = this.isProgram ? readTokens(text) : [];
    const nodes = [];
    let end = 0; // of the word before
    for (const token of this.tokens) {
      token.span = element("span", { textContent: token.text, className: token.kind });
      nodes.push(text.slice(end, token.start), token.span);
      end = token.end;
    }
    this.colours.replaceChildren(...nodes, text.slice(end));
    this.#markBrackets();
  }

  /** Marks the bracket at the caret and its partner, or that it has none. */
  #markBrackets() {
    const { area, completion, colours, tokens } = this;
    if (area.selectionStart !== completion.place) completion.close();
    for (const span of colours.querySelectorAll(".pair, .alone")) span.className = "bracket";
    if (document.activeElement !== area) return;
    const brackets = findBrackets(tokens, area.selectionStart);
    for (const { span } of brackets) span.className = brackets.length > 1 ? "pair" : "alone";
  }

  // ------------------------------------------------------------ keys

  #handleKey(event) {
    if (this.area.readOnly || !this.isProgram) return false;
    const hasControl = event.ctrlKey || event.metaKey;
    if (hasControl && event.key === "/") this.toggleComments();
    else if (event.ctrlKey && event.key === " ") this.offerNames(true);
    else return !hasControl && this.completion.handleKey(event);
    return true;
  }

  /** Offers predicates of the program and of the facts for the name before the caret. */
  offerNames(isAsked = false) {
    if (!this.isProgram) return;
    const place = this.area.selectionStart;
    const typed = this.tokens.find(({ kind, end }) => kind === "name" && end === place);
    const tokens = this.tokens.filter((token) => token !== typed);
    const names = [...this.factNames, ...listPredicates(tokens)];
    this.completion.offer(typed?.text ?? "", names, isAsked);
  }

  /** Makes the selected lines comments; if all of them are, makes them rules again. */
  toggleComments() {
    const { text, area: { selectionStart, selectionEnd } } = this;
    const start = text.slice(0, selectionStart).lastIndexOf("\n") + 1;
    const end = selectionEnd + text.slice(selectionEnd).search(/\n|$/);
    const lines = text.slice(start, end).split("\n");
    const areComments = lines.every((line) => /^\s*(%|$)/.test(line));
    const changed = lines.map((line) => (
      areComments ? line.replace(/^(\s*)% ?/, "$1") : `% ${line}`)).join("\n");
    this.#replace(start, end, changed);
    const caret = Math.max(start, selectionEnd + changed.length - (end - start));
    this.area.setSelectionRange(selectionEnd > selectionStart ? start : caret, caret);
  }

  /** Replaces a part of the text as typing would: the browser's undo takes it back. */
  #replace(start, end, text) {
    this.area.setSelectionRange(start, end);
    document.execCommand(text ? "insertText" : "delete", false, text);
  }
}
