// The page: Play, Write and the assignment are parts of it, each with an address of its own, so that
// a change loads nothing.

import { byId, openPage, translate } from "./page.js";
import { showPlay } from "./play.js";
import { showWrite } from "./write.js";

const views = {
  play: { show: showPlay, skipText: translate("to the board") },
  write: { show: showWrite, skipText: translate("to the program") },
  read: { show: () => { document.title = byId("to-read").textContent; },
    skipText: translate("to the assignment") },
};
const names = Object.keys(views).filter((name) => byId(`to-${name}`));
let current = names.find((name) => !byId(name).hidden);

async function show(name) {
  current = name;
  for (const other of names) {
    byId(other).hidden = other !== name;
    if (other === name) byId(`to-${other}`).setAttribute("aria-current", "page");
    else byId(`to-${other}`).removeAttribute("aria-current");
  }
  byId("skip").textContent = views[name].skipText;
  await views[name].show();
}

for (const name of names) {
  const link = byId(`to-${name}`);
  link.addEventListener("click", (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return; // another tab or window
    event.preventDefault();
    if (name === current) return;
    history.pushState(null, "", link.href);
    window.scrollTo(0, 0);
    show(name);
  });
}
window.addEventListener("popstate", () => {
  show(names.find((name) => new URL(byId(`to-${name}`).href).pathname === location.pathname)
    ?? names[0]);
});

await show(current);
openPage();
