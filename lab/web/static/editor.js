// A text with line numbers, and messages under their lines.

import { element } from "./page.js";

export class Editor {
  constructor(root, changed) {
    this.root = root;
    this.area = root.querySelector("textarea");
    this.gutter = root.querySelector(".gutter");
    this.notes = root.querySelector(".notes");
    this.places = [];
    this.area.addEventListener("input", () => {
      this.mark([]);
      changed();
    });
    this.area.addEventListener("scroll", () => this.scroll());
    this.area.addEventListener("keydown", (event) => this.key(event));
    new ResizeObserver(() => this.scroll()).observe(this.area);
  }

  get text() {
    return this.area.value;
  }

  /** Shows a text; the place where the reader is stays. */
  show(text, readOnly) {
    this.area.readOnly = readOnly;
    if (this.area.value !== text) {
      const { scrollTop } = this.area;
      this.area.value = text;
      this.area.scrollTop = scrollTop;
    }
    this.mark(this.places);
  }

  /** Marks lines: places have a line from 1 and words. */
  mark(places) {
    this.places = places;
    const lines = this.text.split("\n");
    const bad = new Set(places.map((place) => place.line));
    this.gutter.replaceChildren(...lines.map((_, n) => element("div", {
      textContent: n + 1, className: bad.has(n + 1) ? "bad" : "",
    })));
    this.notes.replaceChildren(...[...bad].map((line) => {
      const words = places.filter((place) => place.line === line).map((place) => place.words);
      const note = element("div", { className: "under", textContent: words.join("; ") });
      const next = lines[line] ?? "";
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

  /** Goes to a line, and selects it. */
  goTo(line) {
    const lines = this.text.split("\n");
    const start = lines.slice(0, line - 1).join("\n").length + (line > 1 ? 1 : 0);
    this.area.focus();
    this.area.setSelectionRange(start, start + (lines[line - 1] ?? "").length);
    const height = parseFloat(getComputedStyle(this.area).lineHeight);
    this.area.scrollTop = Math.max(0, (line - 4) * height);
  }

  /** Tab leaves the text, as everywhere; Enter keeps the indentation. */
  key(event) {
    if (event.key !== "Enter" || event.ctrlKey || event.metaKey || this.area.readOnly) return;
    const before = this.text.slice(0, this.area.selectionStart).split("\n").at(-1);
    const indent = before.match(/^[ \t]*/)[0];
    if (!indent) return;
    event.preventDefault();
    document.execCommand("insertText", false, `\n${indent}`);
  }
}
