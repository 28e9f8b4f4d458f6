// Workers of a page without a server: one answers; where programs are written a spare one waits, as
// a limit ends a worker.

import { limitTask } from "./limit.js";
import { byId, translate } from "../page.js";

const pending = new Map(); // requests by their numbers, each { message, push }
let latest = 0; // the number of the latest request
let worker = startWorker();
let spare = null; // from the moment on at which the other one is ready
const needsSpare = Boolean(byId("program"));

function startWorker() {
  const started = new Worker(new URL("worker.js", import.meta.url), { type: "module" });
  const fail = (reason) => {
    started.fault = translate("Python and clingo did not start in this browser: {reason}",
      { reason });
    if (started === worker) followWorker();
    else if (started === spare) spare = null;
  };
  started.share = 0; // of what it loads
  started.onerror = ({ message }) => fail(message ?? "");
  started.onmessage = ({ data }) => {
    if ("loading" in data) started.share = data.loading;
    if ("fault" in data) fail(data.fault);
    if (started !== worker) return;
    if ("loading" in data) followWorker();
    if ("task" in data) watchTask(data);
    if ("part" in data) pending.get(data.id)?.push(data.part);
  };
  return started;
}

/** Says how far the worker is, and sends it all requests when it is ready. */
function followWorker() {
  byId("loading").hidden = worker.share === 1;
  byId("loading").textContent = worker.fault ?? translate(
    "Loading Python and clingo: {percent} %", { percent: Math.round(100 * worker.share) });
  pending.forEach(send);
  if (needsSpare && worker.share === 1) spare ??= startWorker();
}

/** Sends a request, unless the worker is not ready yet, or has failed to start. */
function send({ message, push }) {
  if (worker.fault) push({ fault: worker.fault });
  else if (worker.share === 1) worker.postMessage(message);
}

/** Ends the worker if a task takes longer than its seconds; the request begins again without it. */
function watchTask({ id, task, seconds }) {
  limitTask(task, seconds, () => {
    const request = pending.get(id);
    if (request) {
      request.message.ended[task] = "time";
      request.push({ isSlow: true });
    }
    replaceWorker();
  });
}

function replaceWorker() {
  limitTask(null);
  worker.terminate();
  worker = spare ?? startWorker();
  spare = null;
  followWorker();
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
    if (path === "/api/program" && worker.share === 1) replaceWorker(); // others are quick
    push(null);
  };
  pending.set(id, { message, push });
  send({ message, push });
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

followWorker();
navigator.serviceWorker?.register("service.js");
