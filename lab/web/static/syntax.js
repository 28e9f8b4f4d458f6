// The words of a logic program: for its colours, its brackets and its names.

const TOKEN = new RegExp([
  String.raw`(?<comment>%\*[^]*?(?:\*%|$)|%.*)`,
  String.raw`(?<string>"(?:\\.|[^"\\\n])*"?)`,
  String.raw`(?<directive>#[a-z]+)`,
  String.raw`(?<keyword>:-|:~|not(?![\w']))`,
  String.raw`(?<variable>_*[A-Z][\w']*|_+(?![\w']))`,
  String.raw`(?<name>_*[a-z][\w']*)`,
  String.raw`(?<number>\d\w*)`,
  String.raw`(?<bracket>[()[\]{}])`,
].join("|"), "g");
const CLOSING = { "(": ")", "[": "]", "{": "}" };

/** Returns the words of a text, each { kind, text, start, end }; the text between has no colour. */
export function readTokens(text) {
  return [...text.matchAll(TOKEN)].map(({ 0: word, index, groups }) => ({
    kind: Object.keys(groups).find((kind) => groups[kind] !== undefined),
    text: word, start: index, end: index + word.length,
  }));
}

/** Returns the bracket beside a place in the text and its partner: one or two tokens, or none. */
export function findBrackets(tokens, place) {
  const brackets = tokens.filter(({ kind }) => kind === "bracket");
  const chosen = brackets.find(({ end }) => end === place)
    ?? brackets.find(({ start }) => start === place);
  const open = []; // the brackets that are not closed yet
  for (const bracket of brackets) {
    if (CLOSING[bracket.text]) {
      open.push(bracket);
    } else {
      const pair = [CLOSING[open.at(-1)?.text] === bracket.text ? open.pop() : null, bracket];
      if (pair[0] && pair.includes(chosen)) return pair;
    }
  }
  return chosen ? [chosen] : [];
}

/** Returns the names of predicates: those before a bracket. */
export function listPredicates(tokens) {
  return tokens.filter(({ kind, end }, index) => (
    kind === "name" && tokens[index + 1]?.text === "(" && tokens[index + 1].start === end
  )).map(({ text }) => text);
}
