// Workers of a page without a server: one answers; once programs are written a spare one waits, as a
// limit ends a worker.

import { limitTask } from "./limit.js";
import { byId, sayLost, translate } from "../page.js";

const SILENCE = 60000; // milliseconds without a message from a worker that starts
const PATIENCE = 600; // milliseconds until another worker takes the place of one that goes on
const WORKER = "static/site/worker.js";
const pending = new Map(); // requests by their numbers, each { message, push }
let latest = 0; // the number of the latest request
let sizes; // of the files that a worker loads, by their names
let worker;
let spare = null; // from the first program on, once the other one is ready

/** Starts the first worker; `engineSizes` has the bytes of each file that it loads. */
export function startWorkers(engineSizes) {
  sizes = engineSizes;
  worker = startWorker();
  followWorker();
}

function startWorker() {
  const started = new Worker(new URL("worker.js", import.meta.url), { type: "module" });
  const fail = (kind, file = "") => {
    clearTimeout(started.timer);
    if (started === spare) spare = null;
    if (started !== worker || started.isReady) return;
    sayLost(kind, file);
    started.fault = byId("lost-text").textContent;
    followWorker();
  };
  let file = WORKER; // that is waited for
  const watch = () => {
    clearTimeout(started.timer);
    started.timer = setTimeout(() => fail(file ? "File" : "Engine", file), SILENCE);
  };
  started.onerror = () => fail("File", file || WORKER);
  started.onmessage = ({ data }) => {
    if (!started.isReady) watch();
    if ("loading" in data) Object.assign(started, { share: data.share });
    file = data.loading ?? "";
    if ("lost" in data) fail("File", data.lost);
    if ("fault" in data) fail("Engine");
    if ("ready" in data) {
      clearTimeout(started.timer);
      started.isReady = true;
    }
    if (started !== worker) return;
    if ("idle" in data) started.busy.delete(data.idle);
    else if ("task" in data) watchTask(data);
    else if ("part" in data) pending.get(data.id)?.push(data.part);
    else followWorker();
  };
  started.postMessage(sizes);
  Object.assign(started, { share: 0, busy: new Set() }); // with the numbers of its requests
  watch();
  return started;
}

/** Says how far the worker is, and sends it all requests when it is ready. */
function followWorker() {
  byId("loading").hidden = Boolean(worker.isReady || worker.fault);
  byId("loading").textContent = worker.share < 1
    ? translate("Loading Python and clingo: {percent} %", { percent: Math.round(100 * worker.share) })
    : translate("Python and clingo are starting …");
  pending.forEach(send);
  if (worker.isReady) keepFiles();
}

/** Keeps the files in the browser, once the page has what it needs itself. */
function keepFiles() {
  const { serviceWorker } = navigator;
  if (!serviceWorker || serviceWorker.oncontrollerchange) return;
  const isOld = Boolean(serviceWorker.controller);
  serviceWorker.oncontrollerchange = () => isOld && sayLost("Version");
  serviceWorker.register("service.js").catch((error) => { // a browser may keep nothing
    if (error instanceof TypeError) sayLost("File", "service.js");
  });
}

/** Sends a request, unless the worker is not ready yet, or has failed to start. */
function send({ message, push }) {
  if (worker.fault) push({ fault: worker.fault });
  if (!worker.isReady) return;
  worker.postMessage(message);
  worker.busy.add(message.id);
  if (message.path === "/api/program") spare ??= startWorker();
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

/** Takes the spare worker, once it is ready, if the other one is still busy with a request. */
function leaveBusyWorker(id) {
  if (!worker.busy.has(id)) return;
  if (spare?.isReady) replaceWorker();
  else setTimeout(leaveBusyWorker, PATIENCE, id);
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
    if (worker.isReady) worker.postMessage({ cancel: id });
    setTimeout(leaveBusyWorker, PATIENCE, id);
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
