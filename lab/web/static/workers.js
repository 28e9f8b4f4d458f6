// Workers of a page without a server: one answers, a spare one waits, as a limit ends a worker.

import { byId, translate } from "./page.js";

const pending = new Map(); // requests by their numbers, each { message, push }
let latest = 0; // the number of the latest request
let timer; // of the task that runs
let worker = startWorker();
let spare = null; // from the moment on at which the first one is ready

function startWorker() {
  const started = new Worker(new URL("worker.js", import.meta.url), { type: "module" });
  started.onmessage = ({ data }) => {
    if (started !== worker) return;
    if (data.ready) spare ??= startWorker();
    if (data.ready || "loading" in data) showLoading(data.ready ? 1 : data.loading);
    if ("task" in data) watchTask(data);
    if ("part" in data) pending.get(data.id)?.push(data.part);
  };
  started.onerror = ({ message }) => {
    const fault = translate("Python and clingo did not start in this browser: {reason}",
      { reason: message ?? "" });
    if (started === worker) for (const { push } of pending.values()) push({ fault });
  };
  return started;
}

function showLoading(share) {
  byId("loading").hidden = share === 1;
  byId("loading").textContent = translate("Loading Python and clingo: {percent} %",
    { percent: Math.round(100 * share) });
}

/** Ends the worker if a task takes longer than its seconds; the request begins again without it. */
function watchTask({ id, task, seconds }) {
  clearTimeout(timer);
  if (!task) return;
  timer = setTimeout(() => {
    const request = pending.get(id);
    if (request) request.message.ended[task] = "time";
    replaceWorker();
  }, 1000 * seconds);
}

function replaceWorker() {
  clearTimeout(timer);
  worker.terminate();
  worker = spare ?? startWorker();
  spare = startWorker();
  for (const { message } of pending.values()) worker.postMessage(message);
}

/** Yields the parts of an answer, the last with `end` or `fault`. */
export async function* askWorker(path, data, signal) {
  const id = latest += 1;
  const parts = [];
  let wake;
  const push = (part) => {
    parts.push(part);
    wake?.();
  };
  const message = { id, path, data, language: document.documentElement.lang, ended: {} };
  const stop = () => {
    pending.delete(id);
    if (path === "/api/program") replaceWorker(); // others are quick
    push(null);
  };
  pending.set(id, { message, push });
  worker.postMessage(message);
  signal?.addEventListener("abort", stop, { once: true });
  try {
    for (let part = {}; !part.end && !part.fault;) {
      if (!parts.length) await new Promise((resolve) => { wake = resolve; });
      signal?.throwIfAborted();
      part = parts.shift();
      yield part;
    }
  } finally {
    pending.delete(id);
    signal?.removeEventListener("abort", stop);
  }
}

showLoading(0);
navigator.serviceWorker?.register("service.js");
