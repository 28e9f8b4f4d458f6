// A text with line numbers, and below it the messages on its lines.

import { element } from "./page.js";

export class Editor {
  /** `handleChange` is called after each change by the person who types. */
  constructor(root, handleChange) {
    this.area = root.querySelector("textarea");
    this.gutter = root.querySelector(".gutter");
    this.notes = root.nextElementSibling;
    this.findings = [];
    this.area.addEventListener("input", () => {
      this.mark([]);
      handleChange();
    });
    this.area.addEventListener("scroll", () => this.scroll());
    new ResizeObserver(() => this.scroll()).observe(this.area);
  }

  get text() {
    return this.area.value;
  }

  /** Shows a text, and keeps the scroll position. */
  show(text, isReadOnly) {
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
    const marked = new Set(findings.map(({ line }) => line));
    this.gutter.replaceChildren(...lines.map((_, index) => element("div", {
      textContent: index + 1, className: marked.has(index + 1) ? "bad" : "",
    })));
    this.notes.replaceChildren(...findings.toSorted((a, b) => a.line - b.line).map(
      ({ line, message }) => element("button", {
        textContent: `line ${line}: ${message}`, onclick: () => this.goTo(line),
      })));
    this.scroll();
  }

  scroll() {
    this.gutter.scrollTop = this.area.scrollTop;
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
}
