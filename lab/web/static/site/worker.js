// A worker of static pages: answers requests by engine.js.  Its first message has the sizes of the
// files of the engine; it sends { loading: file, share } until all of them are there, { starting },
// and { ready }; or { lost: file } or { fault }, and is of no use then.  After that it gets
// { id, path, data, language, ended } and sends { id, part } for each part of an answer, and
// { id, task, seconds } when a task of clingo begins, with an empty key when it is over.  After
// { cancel: id } it sends no more than the part that it is making, and { idle: id } as always.

const ENGINE = new URL("../engine/", import.meta.url).href;
const LOCK = { info: { abi_version: "2026_0" }, packages: {} }; // no package of Python is carried
const fetchFile = self.fetch.bind(self);
const files = {}; // those that Python asks for, by their names
let current; // the id of the request that is answered
let cancelled; // the id of the latest request that nobody waits for any more
let turn; // of requests: one after another
let answer;

class LostFile extends Error {}

/** Returns the bytes of a file of the engine, unpacked; throws LostFile. */
async function load(name, sizes, countBytes) {
  try {
    const reply = await fetchFile(ENGINE + name, { cache: "no-cache" });
    if (!reply.ok) throw new Error(reply.status);
    const counter = new TransformStream({
      transform(chunk, controller) {
        countBytes(name, chunk.length);
        controller.enqueue(chunk);
      },
    });
    const data = await new Response(reply.body.pipeThrough(counter)).blob();
    if (data.size !== sizes[name]) throw new Error(`${data.size} bytes`);
    if (!name.endsWith(".bin")) return await data.arrayBuffer();
    return await new Response(data.stream().pipeThrough(new DecompressionStream("gzip"))).arrayBuffer();
  } catch (error) {
    console.error(name, error);
    throw new LostFile(`static/engine/${name}`);
  }
}

/** Returns a module; throws LostFile. */
async function loadModule(path) {
  try {
    return await import(new URL(path, import.meta.url));
  } catch (error) {
    console.error(path, error);
    throw new LostFile(`static/${path.replace("../", "").replace("./", "site/")}`);
  }
}

/** Loads all files at once, then starts Python; returns the function that answers requests. */
async function start(sizes) {
  const total = Object.values(sizes).reduce((a, b) => a + b);
  let bytes = 0;
  const countBytes = (name, length) => {
    bytes += length;
    self.postMessage({ loading: `static/engine/${name}`, share: bytes / total });
  };
  const data = Promise.all(Object.keys(sizes).map(
    async (name) => { files[name] = await load(name, sizes, countBytes); }));
  const modules = Promise.all(["./engine.js", "../engine/clingo.js", "../engine/pyodide.js",
    "../engine/pyodide.asm.js"].map(loadModule));
  const [[{ loadEngine }, { default: makeClingo }, { loadPyodide }]] = await Promise.all([modules, data]);
  self.postMessage({ starting: true });
  const clingo = await WebAssembly.compile(files["clingo.wasm.bin"]);
  return loadEngine({
    loadPyodide,
    makeClingo,
    kit: files["kit.zip"],
    python: { indexURL: ENGINE, lockFileContents: LOCK },
    clingo: {
      instantiateWasm(imports, use) {
        WebAssembly.instantiate(clingo, imports).then((instance) => use(instance, clingo));
        return {};
      },
    },
  }, (task, seconds) => self.postMessage({ id: current, task, seconds }));
}

/** Gives Python the files that are here already. */
self.fetch = async (address) => {
  const name = String(address).replace(ENGINE, "");
  const data = files[name] ?? files[`${name}.bin`];
  if (!data) throw new Error(`no file ${name}`);
  const type = name.endsWith(".wasm") ? "application/wasm" : "application/octet-stream";
  return new Response(data, { headers: { "content-type": type } });
};

async function answerRequest(request) {
  current = request.id;
  try {
    for await (const part of (await answer)(request)) {
      self.postMessage({ id: current, part });
      await new Promise((resolve) => { setTimeout(resolve); }); // a message may have come
      if (cancelled === current) break;
    }
  } catch (error) {
    console.error(error);
    self.postMessage({ id: current, part: { fault: String(error) } });
  }
  self.postMessage({ idle: current });
}

self.onmessage = ({ data: sizes }) => {
  answer = start(sizes);
  answer.then(() => self.postMessage({ ready: true }), (error) => {
    console.error(error);
    self.postMessage(error instanceof LostFile ? { lost: error.message } : { fault: String(error) });
  });
  turn = answer.catch(() => {});
  self.onmessage = ({ data: request }) => {
    if ("cancel" in request) cancelled = request.cancel;
    else turn = turn.then(() => answerRequest(request));
  };
};
