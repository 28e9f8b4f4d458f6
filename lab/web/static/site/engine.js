// The kit in this place: Python runs lab/web/site/browser.py, which runs programs by clingo.  It serves
// a worker of a page; tests run it without a browser.

const HOME = "/kit";
const OPTIONS = "--outf=3 0"; // clingo prints what a script prints, and nothing else

/** Loads the kit; `onTask` is called with the key of each task of clingo, and with its seconds. */
export async function loadEngine({ loadPyodide, makeClingo, python, clingo, kit }, onTask) {
  let onLine;
  let messages = [];
  const settings = {
    ...clingo,
    print: (line) => onLine(line),
    printErr: (line) => messages.push(line),
  };
  let solver = await makeClingo(settings);
  let isBroken = false; // it ended a run by an exception, which it does for an error, too

  /** Runs a program; calls `readLine` with each line; returns the messages of clingo. */
  function runClingo(program, readLine) {
    onLine = readLine;
    messages = [];
    try {
      solver.ccall("run", "number", ["string", "string"], [program, OPTIONS]);
    } catch (error) {
      isBroken = true;
      messages.push(String(error));
    }
    return messages.join("\n");
  }

  const pyodide = await loadPyodide({ ...python, env: { HOME } });
  pyodide.unpackArchive(kit, "zip", { extractDir: HOME });
  pyodide.runPython(`import sys; sys.path.insert(0, "${HOME}")`);
  const browser = pyodide.pyimport("lab.web.site.browser").Browser(runClingo, onTask);

  /** Yields the parts of the answer to a request; `ended` says how tasks ended, by their keys. */
  return async function* answer({ path, data, language, ended }) {
    const ends = { ...ended };
    for (let again = true; again;) {
      again = null;
      if (isBroken) solver = await makeClingo(settings);
      isBroken = false;
      for (const text of browser.answer(JSON.stringify([path, data ?? {}, language, ends]))) {
        const part = JSON.parse(text);
        again = part.again;
        if (!again) yield part;
      }
      Object.assign(ends, again);
    }
  };
}
