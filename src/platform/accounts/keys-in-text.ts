/** Takes keys out of what is logged, however a caller encoded them: a server decodes what a log shows as it came. */

const KEY = /fmt_(live|test)_[0-9A-Za-z]+/gi;
/** One character, its percent sign encoded any number of times. */
const ENCODED = /%(?:25)*([0-9a-f]{2})/gi;
/** Encodings of encodings that are undone; what has more of them is left out. */
const DEPTH_MAX = 8;
const ENCODED_RUN = /[\w%]+/g;

/** Without a key in it the text stays as it is. */
export function withoutKeys(text: string): string {
  const plain = text.includes('%') ? decoded(text) : text;
  if (plain === null) return text.replace(ENCODED_RUN, (run) => (run.includes('%') ? '…' : run));
  const masked = plain.replace(KEY, (_, kind: string) => `fmt_${kind}_…`);
  return masked === plain ? text : masked;
}

/** Whether a text holds a key, plain or encoded. */
export const hasKey = (text: string): boolean => withoutKeys(text) !== text;

/** Null when it has too many layers. */
function decoded(text: string): string | null {
  let plain = text;
  for (let depth = 0; depth < DEPTH_MAX; depth++) {
    const next = plain.replace(ENCODED, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
    if (next === plain) return plain;
    plain = next;
  }
  return null;
}
