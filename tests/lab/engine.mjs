// Answers requests by static/engine.js without a browser: node engine.mjs KIT.zip < requests,
// each a line of JSON.  Prints each part of the answers as a line of JSON.

import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";

const web = new URL("../../lab/web/", import.meta.url);
const packages = new URL("node_modules/", web);
const { loadPyodide } = await import(new URL("pyodide/pyodide.mjs", packages));
const { default: makeClingo } = await import(new URL("clingo-wasm/dist/clingo.js", packages));
const { loadEngine } = await import(new URL("static/engine.js", web));

const answer = await loadEngine({
  loadPyodide,
  makeClingo,
  kit: new Uint8Array(readFileSync(process.argv[2])),
  python: { indexURL: new URL("pyodide/", packages).pathname },
  clingo: {},
}, () => {});
for await (const line of createInterface({ input: process.stdin })) {
  for await (const part of answer(JSON.parse(line))) console.log(JSON.stringify(part));
}
