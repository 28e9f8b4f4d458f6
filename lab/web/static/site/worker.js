// A worker of static pages: answers requests by engine.js.  It sends { loading: share } until it is
// ready, or { fault }.  Then it gets { id, path, data, language, ended } and sends { id, part } for
// each part of an answer, and { id, task, seconds } when a task of clingo begins, with an empty key
// when it is over.

import makeClingo from "../engine/clingo.js";
import { loadEngine } from "./engine.js";
import { loadPyodide } from "../engine/pyodide.js";

const HERE = new URL("../engine/", import.meta.url).href;
const PACKED = /\.wasm$/;
// of Python packages: none is carried
const LOCK = { info: { abi_version: "2026_0" }, packages: {} };
const STEPS = 5; // four files are loaded, then Python starts
let steps = 0;
let current; // the id of the request that is answered

function countStep() {
  steps += 1;
  if (steps <= STEPS) self.postMessage({ loading: steps / STEPS }); // clingo may be loaded again
}

/** Fetches a file; a large one is packed. */
const fetchFile = self.fetch.bind(self);
self.fetch = async (url, options) => {
  const name = String(url);
  const reply = await fetchFile(PACKED.test(name) ? `${name}.bin` : name, options);
  if (!reply.ok) throw new Error(`${reply.url}: ${reply.status}`);
  countStep();
  if (!PACKED.test(name)) return reply;
  const stream = reply.body.pipeThrough(new DecompressionStream("gzip"));
  return new Response(stream, { headers: { "content-type": "application/wasm" } });
};

const answer = fetch(`${HERE}kit.zip`)
  .then((reply) => reply.arrayBuffer())
  .then((kit) => loadEngine({
    loadPyodide,
    makeClingo,
    kit,
    python: { indexURL: HERE, lockFileContents: LOCK },
    clingo: { locateFile: (name) => HERE + name },
  }, (task, seconds) => self.postMessage({ id: current, task, seconds })));
answer.then(countStep, (error) => self.postMessage({ fault: String(error) }));

let turn = answer.catch(() => {}); // one request after another
self.onmessage = ({ data: request }) => {
  turn = turn.then(async () => {
    current = request.id;
    try {
      for await (const part of (await answer)(request)) self.postMessage({ id: current, part });
    } catch (error) {
      self.postMessage({ id: current, part: { fault: String(error) } });
    }
  });
};
