// Asks the kit: every verdict, hint and picture comes from there.

export class Fault extends Error {} // one line of the kit that says why

const LOST = "No answer from the kit: is it still running in the terminal? What you did is kept.";

/** Shows or hides the line about a lost connection. */
export function showLost(words) {
  const line = document.getElementById("lost");
  line.textContent = words;
  line.hidden = !words;
}

async function request(path, words, signal) {
  let reply;
  try {
    reply = await fetch(path, words === undefined ? { signal } : {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(words),
      signal,
    });
  } catch (error) {
    if (error.name !== "AbortError") showLost(LOST);
    throw error;
  }
  if (reply.status === 403) showLost(await reply.clone().text());
  else showLost("");
  if (!reply.ok) throw new Fault(await complaint(reply));
  return reply;
}

async function complaint(reply) {
  const text = await reply.text();
  try {
    return JSON.parse(text).fault;
  } catch {
    return text.trim() || `The kit answered with status ${reply.status}.`;
  }
}

/** The kit's answer to one request, as JSON. */
export async function ask(path, words, signal) {
  return (await request(path, words, signal)).json();
}

/** The parts of an answer that comes bit by bit (server-sent events). */
export async function* parts(path, words, signal) {
  const reply = await request(path, words, signal);
  const reader = reply.body.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) throw new TypeError("the answer was cut off");
    text += value;
    for (let end; (end = text.indexOf("\n\n")) >= 0; text = text.slice(end + 2)) {
      const line = text.slice(0, end);
      if (!line.startsWith("data: ")) continue; // a sign of life
      const part = JSON.parse(line.slice(6));
      if (part.fault) throw new Fault(part.fault);
      if (part.end) return;
      yield part;
    }
  }
}

/** The answer of a desk to a question: its parts together. */
export async function question(words, signal, path = "/api/ask") {
  const answer = {};
  for await (const part of parts(path, words, signal)) Object.assign(answer, part);
  return answer;
}
