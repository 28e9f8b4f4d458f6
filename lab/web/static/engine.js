// The kit in this place: Python runs lab/web/browser.py, which runs programs by clingo.  It serves
// a worker of a page; tests run it without a browser.

const HOME = "/kit";
const OPTIONS = "--outf=3 0"; // clingo prints what a script prints, and nothing else

/** Loads the kit; `onTask` is called with the key of each task of clingo, and with its seconds. */
export async function loadEngine({ loadPyodide, makeClingo, python, clingo, kit }, onTask) {
  let onLine;
  let complaints;
  const settings = {
    ...clingo,
    print: (line) => onLine(line),
    printErr: (line) => complaints.push(line),
  };
  let solver = await makeClingo(settings);
  let isSpoilt = false; // a run broke down: the next request gets another clingo

  /** Runs a program; calls `readLine` with each line; returns what clingo complains about. */
  function runClingo(program, readLine) {
    onLine = readLine;
    complaints = [];
    try {
      solver.ccall("run", "number", ["string", "string"], [program, OPTIONS]);
    } catch (error) {
      isSpoilt = true;
      complaints.push(String(error));
    }
    return complaints.join("\n");
  }

  const pyodide = await loadPyodide({ ...python, env: { HOME } });
  pyodide.unpackArchive(kit, "zip", { extractDir: HOME });
  pyodide.runPython(`import sys; sys.path.insert(0, "${HOME}")`);
  const browser = pyodide.pyimport("lab.web.browser").Browser(runClingo, onTask);

  /** Yields the parts of the answer to a request; `ended` says how tasks ended, by their keys. */
  return async function* answer({ path, data, language, ended }) {
    if (isSpoilt) {
      solver = await makeClingo(settings);
      isSpoilt = false;
    }
    const request = JSON.stringify([path, data ?? {}, language, ended ?? {}]);
    for (const part of browser.answer(request)) yield JSON.parse(part);
  };
}
