// What both pages share: elements by their ids, settings that are kept, colours.

export const by = (id) => document.getElementById(id);

/** A new element with properties, attributes (in `attributes`) and children. */
export function element(name, properties = {}, ...children) {
  const { attributes = {}, ...own } = properties;
  const made = Object.assign(document.createElement(name), own);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

/** What is kept in this browser; private windows may keep nothing. */
export const kept = {
  get(name, otherwise) {
    try {
      return JSON.parse(localStorage.getItem(`lab:${name}`)) ?? otherwise;
    } catch {
      return otherwise;
    }
  },
  set(name, value) {
    try {
      localStorage.setItem(`lab:${name}`, JSON.stringify(value));
    } catch {
      // full, or forbidden: the page works without
    }
  },
};

/** Fills a list of choices; `names` are texts, or pairs of a value and a text. */
export function fill(select, names, chosen) {
  select.replaceChildren(...names.map((name) => {
    const [value, text] = Array.isArray(name) ? name : [name, name];
    return element("option", { value, textContent: text, selected: value === chosen });
  }));
}

/** Lets the page be used: what is typed or pressed before its script is ready would be lost. */
export function openPage() {
  by("main").inert = false;
  document.body.dataset.ready = "ready";
}

/** Words as a sentence, with a full stop unless they end one already. */
export const sentence = (words) => words.replace(/[^.?!]$/, "$&.");

function colours() {
  const choice = by("theme");
  choice.value = kept.get("theme", "");
  const apply = () => {
    if (choice.value) document.documentElement.dataset.theme = choice.value;
    else delete document.documentElement.dataset.theme;
  };
  choice.addEventListener("change", () => {
    kept.set("theme", choice.value);
    apply();
  });
  apply();
}

colours();
