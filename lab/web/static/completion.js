// Completion of names: a list at the caret, from which keys or the pointer choose.

import { element } from "./page.js";

const SHORTEST = 2; // characters of a word that names are offered for without being asked
const MOST = 8; // names that are offered

export class Completion {
  /** `complete` is called with the word that was typed and the name that was chosen. */
  constructor(area, list, complete) {
    Object.assign(this, { area, list, complete, word: "", chosen: -1 });
    area.addEventListener("blur", () => this.close());
    list.addEventListener("pointerdown", (event) => event.preventDefault()); // the text keeps focus
  }

  /** Offers the names that continue the word before the caret; closes the list if none does. */
  offer(word, names, isAsked = false) {
    const longer = new Set(names.filter((name) => name.startsWith(word) && name !== word));
    if (word.length < (isAsked ? 1 : SHORTEST) || !longer.size) {
      this.close();
      return;
    }
    const lines = this.area.value.slice(0, this.area.selectionStart - word.length).split("\n");
    const { style } = this.list;
    style.setProperty("--line", lines.length);
    style.setProperty("--column", lines.at(-1).replace(/\t/g, " ".repeat(8)).length);
    this.word = word;
    this.place = this.area.selectionStart;
    this.list.replaceChildren(...[...longer].sort().slice(0, MOST).map((name, index) => element(
      "li", { id: `name-${index}`, textContent: name, onclick: () => this.#take(name),
        attributes: { role: "option" } })));
    this.list.hidden = false;
    this.#choose(-1);
  }

  close() {
    this.list.hidden = true;
    this.area.removeAttribute("aria-activedescendant");
  }

  /** Does what a key does while the list is open; returns whether it did something. */
  handleKey({ key }) {
    const number = this.list.children.length;
    if (this.list.hidden) return false;
    if (key === "Escape") this.close();
    else if (key === "ArrowDown") this.#choose((this.chosen + 1) % number);
    else if (key === "ArrowUp") this.#choose((Math.max(this.chosen, 0) + number - 1) % number);
    else if (key === "Tab" || (key === "Enter" && this.chosen >= 0)) {
      this.#take(this.list.children[Math.max(this.chosen, 0)].textContent);
    } else return false;
    return true;
  }

  #choose(index) {
    this.chosen = index;
    [...this.list.children].forEach((item, n) => item.setAttribute("aria-selected", n === index));
    if (index >= 0) this.area.setAttribute("aria-activedescendant", `name-${index}`);
    else this.area.removeAttribute("aria-activedescendant");
  }

  #take(name) {
    this.close();
    this.complete(this.word, name);
  }
}
