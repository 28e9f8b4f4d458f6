// Stands in the page itself, as any file may be missing: says which one did not come, with a button
// to try again.  The sentences are attributes of the page, in its language.

window.sayLost = (kind, file = "") => {
  const text = document.documentElement.dataset[`text${kind}`].replace("{file}", file);
  const show = () => {
    if (!document.getElementById("lost").hidden) return; // what came first is the cause
    document.getElementById("lost-text").textContent = text;
    document.getElementById("retry").hidden = kind === "Opened";
    document.getElementById("retry").onclick = startAgain;
    document.getElementById("lost").hidden = false;
  };
  if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", show);
  else show();
};

/** Loads the page from the server: what is kept for use without a network may be too old. */
async function startAgain() {
  const registrations = navigator.onLine ? await navigator.serviceWorker?.getRegistrations() : [];
  const here = new URL(".", location.href).href;
  await Promise.all((registrations ?? []).filter(({ scope }) => scope === here)
    .map((registration) => registration.unregister()));
  location.reload();
}

if (location.protocol === "file:") {
  window.sayLost("Opened");
} else {
  addEventListener("error", ({ target }) => {
    const address = target.href ?? target.src;
    if (!address) return;
    const file = address.replace(new URL(".", location.href).href, "");
    // a script fails, too, if a module that it imports does not come, which has a link: that first
    setTimeout(() => window.sayLost("File", file), target.localName === "script" ? 500 : 0);
  }, true);
  setTimeout(() => "ready" in document.body.dataset || window.sayLost("Late"), 20000);
}
