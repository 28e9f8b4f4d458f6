// The source of every verdict and hint: the kit's server, or a worker on a page without one.

import { byId, translate } from "./page.js";

// the pages of a folder that lab web --static makes have no server
export const hasServer = document.documentElement.dataset.source !== "worker";
const ask = hasServer ? askServer : (await import("./site/prepared.js")).ask;

/** One line of the kit that says why there is no answer. */
export class Fault extends Error {}

/** The connection is lost; the page says so. */
export class LostConnection extends Error {}

/** Shows a line about a lost connection; hides it if there is no text. */
function showLost(text) {
  byId("lost").textContent = text;
  byId("lost").hidden = !text;
}

/** Returns the fault in a reply without an answer. */
async function readFault(reply) {
  const text = await reply.text();
  try {
    return JSON.parse(text).fault;
  } catch {
    return text.trim() || translate("The kit answered with status {status}.",
      { status: reply.status });
  }
}

/** Returns whether an error only ends a request: the connection is lost, or the page ended it. */
export const isEnd = (error) => error instanceof LostConnection || error.name === "AbortError";

/** Says that the connection is lost, unless the page itself ended it; returns what to throw. */
function asLost(error) {
  if (error.name === "AbortError") return error;
  showLost(translate(
    "No answer from the kit: is it still running in the terminal? What you did is kept."));
  return new LostConnection();
}

async function send(path, data, signal) {
  let reply;
  try {
    reply = await fetch(path, data === undefined ? { signal } : {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(data),
      signal,
    });
  } catch (error) {
    throw asLost(error);
  }
  showLost(reply.status === 403 ? await reply.clone().text() : "");
  if (!reply.ok) throw new Fault(await readFault(reply));
  return reply;
}

/** Yields the parts of the server's answer: one of JSON, or server-sent events; then an end. */
async function* askServer(path, data, signal) {
  const reply = await send(path, data, signal);
  if (reply.headers.get("content-type")?.startsWith("application/json")) {
    yield await reply.json().catch((error) => { throw asLost(error); });
    yield { end: true };
    return;
  }
  const reader = reply.body.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  for (;;) {
    const { done, value } = await reader.read().catch((error) => { throw asLost(error); });
    if (done) throw asLost(new Error("the answer was cut off"));
    text += value;
    for (let end; (end = text.indexOf("\n\n")) >= 0; text = text.slice(end + 2)) {
      yield JSON.parse(text.slice("data: ".length, end));
    }
  }
}

/** Yields the parts of an answer that comes bit by bit. */
export async function* streamParts(path, data, signal) {
  for await (const part of ask(path, data, signal)) {
    if (part.fault) throw new Fault(part.fault);
    if (part.end) return;
    yield part;
  }
}

/** Returns the answer to a request, its last part; without data it is a GET. */
export async function request(path, data, signal) {
  let answer;
  for await (const part of streamParts(path, data, signal)) answer = part;
  return answer;
}

/** Returns the answer of a job of lab/web/jobs.py. */
export const askJob = (data, signal) => request("/api/ask", data, signal);
