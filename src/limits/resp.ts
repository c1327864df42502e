/** What Redis and Valkey speak (RESP 2), as far as counters need it. */

export class RedisError extends Error {}

/** An error is a value here: it answers one command, and the connection goes on. */
export type RedisReply = string | number | null | RedisError | RedisReply[];

export const encodeCommand = (words: readonly (string | number)[]): string =>
  `*${words.length}\r\n${words.map((word) => `$${Buffer.byteLength(String(word))}\r\n${word}\r\n`).join('')}`;

/** Takes what arrives piece by piece, and gives the replies that are complete. Texts are read as Latin-1: ours are ASCII. */
export function replyReader(): (chunk: Buffer) => RedisReply[] {
  let text = '';
  let at = 0;

  const line = (): string | null => {
    const end = text.indexOf('\r\n', at);
    if (end < 0) return null;
    const found = text.slice(at, end);
    at = end + 2;
    return found;
  };

  /** Undefined when the rest has not arrived. */
  const read = (): RedisReply | undefined => {
    const head = line();
    if (head === null) return undefined;
    const rest = head.slice(1);
    switch (head[0]) {
      case '+':
        return rest;
      case '-':
        return new RedisError(rest);
      case ':':
        return Number(rest);
      case '$':
        return readText(Number(rest));
      case '*':
        return readList(Number(rest));
      default:
        throw new RedisError(`This is no answer of Redis: ${head.slice(0, 50)}`);
    }
  };

  const readText = (length: number): string | null | undefined => {
    if (length < 0) return null;
    if (text.length < at + length + 2) return undefined;
    const found = text.slice(at, at + length);
    at += length + 2;
    return found;
  };

  const readList = (length: number): RedisReply[] | null | undefined => {
    if (length < 0) return null;
    const list: RedisReply[] = [];
    while (list.length < length) {
      const one = read();
      if (one === undefined) return undefined;
      list.push(one);
    }
    return list;
  };

  return (chunk) => {
    text = text.slice(at) + chunk.toString('latin1');
    at = 0;
    const replies: RedisReply[] = [];
    for (;;) {
      const start = at;
      const reply = read();
      if (reply === undefined) {
        at = start;
        return replies;
      }
      replies.push(reply);
    }
  };
}
