// What all parts of the page share: elements, what is kept in this browser, colours.

export const byId = (id) => document.getElementById(id);

/** Returns a new element with properties, attributes (in `attributes`) and children. */
export function element(name, properties = {}, ...children) {
  const { attributes = {}, ...rest } = properties;
  const result = Object.assign(document.createElement(name), rest);
  for (const [key, value] of Object.entries(attributes)) result.setAttribute(key, value);
  result.append(...children);
  return result;
}

const texts = JSON.parse(byId("texts").textContent); // by the English ones

/** Returns a text in the language of the page, with values in place of their names in braces. */
export function translate(text, values = {}) {
  return (texts[text] ?? text).replace(/\{(\w+)\}/g, (_, name) => values[name]);
}

// in names of what is kept: pages of other folders of the same server keep their own
const folder = new URL(".", location.href).pathname.slice(1);

/** Values that this browser keeps, as JSON; private windows may keep nothing. */
export const storage = {
  get(name, missing) {
    try {
      return JSON.parse(localStorage.getItem(`lab:${folder}${name}`)) ?? missing;
    } catch {
      return missing;
    }
  },
  set(name, value) {
    try {
      localStorage.setItem(`lab:${folder}${name}`, JSON.stringify(value));
    } catch {
      // full, or forbidden: the page works without
    }
  },
};

/** Fills a list of choices: texts, or pairs of a value and a text. */
export function fillChoices(select, choices, chosen) {
  select.replaceChildren(...choices.map((choice) => {
    const [value, text] = Array.isArray(choice) ? choice : [choice, choice];
    return element("option", { value, textContent: text, selected: value === chosen });
  }));
}

/** Says that something did not come, see start.js: a kind of sentence, and perhaps a file. */
export const { sayLost } = window;

/** Lets the page be used: what is typed or pressed before its script is ready would be lost. */
export function openPage() {
  byId("main").inert = false;
  document.body.dataset.ready = "ready";
}

/** Returns the text with a full stop at its end, unless it ends a sentence already. */
export const endSentence = (text) => text.replace(/[^.?!]$/, "$&.");

/** Returns the text of a file, in each encoding in which editors save. */
export async function readFile(file) {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const marks = { "255,254": "utf-16le", "254,255": "utf-16be" };
  const encoding = marks[bytes.slice(0, 2).join()] ?? "utf-8";
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}

/** Applies the choice of colours; the system decides without one. */
function applyTheme() {
  document.documentElement.dataset.theme = byId("theme").value;
}

byId("language")?.addEventListener("change", () => {
  document.cookie = `language=${byId("language").value}; path=/; max-age=31536000; samesite=strict`;
  location.reload();
});
byId("theme").value = storage.get("theme", "");
byId("theme").addEventListener("change", () => {
  storage.set("theme", byId("theme").value);
  applyTheme();
});
applyTheme();
