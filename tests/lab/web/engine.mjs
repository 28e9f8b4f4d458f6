// Answers requests by static/site/engine.js without a browser: node engine.mjs KIT.zip < requests,
// each a line of JSON.  Prints each part of the answers as a line of JSON.  As on a page, a limit
// ends the worker that answers, and another begins the request again.

import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { Worker, isMainThread, parentPort, workerData } from "node:worker_threads";

import { limitTask } from "../../../lab/web/static/site/limit.js";

const SLOWDOWN = 4; // times as many seconds as on a page, as other tests run beside this one

let worker = null;
let readMessage; // of the worker

function startWorker() {
  const started = new Worker(new URL(import.meta.url), { workerData: process.argv[2] });
  started.on("message", (message) => readMessage(message));
  started.on("error", (error) => { throw error; });
  return started;
}

/** Sends a request to the worker; returns whether it was answered, and no limit ended the worker. */
function answer(request) {
  worker ??= startWorker();
  return new Promise((resolve) => {
    const end = async (task) => {
      request.ended[task] = "time";
      await worker.terminate();
      worker = null;
      resolve(false);
    };
    readMessage = ({ part, task, seconds }) => {
      if (part) console.log(JSON.stringify(part));
      else limitTask(task, SLOWDOWN * seconds, () => end(task));
      if (part?.end || part?.fault) resolve(true);
    };
    worker.postMessage(request);
  });
}

if (isMainThread) {
  for await (const line of createInterface({ input: process.stdin })) {
    const request = { ...JSON.parse(line), ended: {} };
    while (!await answer(request));
  }
  await worker?.terminate();
} else {
  const web = new URL("../../../lab/web/", import.meta.url);
  const packages = new URL("node_modules/", web);
  const { loadPyodide } = await import(new URL("pyodide/pyodide.mjs", packages));
  const { default: makeClingo } = await import(new URL("clingo-wasm/dist/clingo.js", packages));
  const { loadEngine } = await import(new URL("static/site/engine.js", web));
  const engine = await loadEngine({
    loadPyodide,
    makeClingo,
    kit: new Uint8Array(readFileSync(workerData)),
    python: { indexURL: new URL("pyodide/", packages).pathname },
    clingo: {},
  }, (task, seconds) => parentPort.postMessage({ task, seconds }));
  parentPort.on("message", async (request) => {
    for await (const part of engine(request)) parentPort.postMessage({ part });
  });
}
