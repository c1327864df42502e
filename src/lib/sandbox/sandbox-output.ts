/** What the process of a sandbox says: a line of JSON each. It is not trusted, either: counted as it comes, and read as plain data. */
import { jsonWithoutNul } from '#lib/values/nul-removal.ts';
import { type Caps, type Failure, Unread } from './sandbox-terms.ts';

/** `begun`: its reader is loaded, and what goes wrong from here on is the file's doing. `through`: with this file. */
export type Message<Piece> =
  | { begun: true }
  | { piece: Piece }
  | { failed: Failure; reason: string }
  | { through: true };

/** A reason that is longer tells nobody more. */
const REASON_LENGTH_MAX = 500;
const LINE_END = 0x0a;

export async function* messagesOf<Piece>(
  output: AsyncIterable<Buffer>,
  { messageBytes, outputBytes }: Pick<Caps, 'messageBytes' | 'outputBytes'>,
): AsyncGenerator<Message<Piece>> {
  let line: Buffer[] = [];
  let lineBytes = 0;
  let allBytes = 0;
  for await (const chunk of output) {
    allBytes += chunk.length;
    if (allBytes > outputBytes) throw new Unread('tooLarge', `more than ${outputBytes} bytes of content`);
    let start = 0;
    for (let end = chunk.indexOf(LINE_END); end >= 0; end = chunk.indexOf(LINE_END, start)) {
      line.push(chunk.subarray(start, end));
      const message = messageOf<Piece>(Buffer.concat(line).toString('utf8'));
      if ('through' in message) allBytes = 0;
      yield message;
      line = [];
      lineBytes = 0;
      start = end + 1;
    }
    line.push(chunk.subarray(start));
    lineBytes += chunk.length - start;
    if (lineBytes > messageBytes)
      throw new Unread('tooLarge', `more than ${messageBytes} bytes of content in one piece`);
  }
}

function messageOf<Piece>(line: string): Message<Piece> {
  try {
    const message = jsonWithoutNul(line) as Message<Piece>;
    if (!('failed' in message)) return message;
    const failed = message.failed === 'tooLarge' ? 'tooLarge' : 'broken';
    return { failed, reason: String(message.reason).slice(0, REASON_LENGTH_MAX) };
  } catch {
    throw new Unread('broken', 'its reader was led to say what is no answer');
  }
}
