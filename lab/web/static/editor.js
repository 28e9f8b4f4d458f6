// A text with line numbers, and messages under their lines.

import { element } from "./page.js";

export class Editor {
  /** `handleChange` is called after each change by the person who types. */
  constructor(root, handleChange) {
    this.area = root.querySelector("textarea");
    this.gutter = root.querySelector(".gutter");
    this.notes = root.querySelector(".notes");
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
    this.notes.replaceChildren(...[...marked].map((line) => {
      const messages = findings.filter((finding) => finding.line === line)
        .map(({ message }) => message);
      const note = element("div", { className: "under", textContent: messages.join("; ") });
      const next = lines[line] ?? ""; // the note stands after this line's text
      note.style.setProperty("--line", line);
      note.style.setProperty("--after", next.trim() ? [...next].length + 2 : 2);
      return note;
    }));
    this.scroll();
  }

  scroll() {
    this.gutter.scrollTop = this.area.scrollTop;
    this.notes.style.transform = `translate(${-this.area.scrollLeft}px, ${-this.area.scrollTop}px)`;
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
