/** Settings and results of sandboxes, and the messages between parent and process: one line of JSON each. */
import type { SandboxModule } from '#lib/paths.ts';
import { jsonWithoutNul } from '#lib/values/text.ts';

export interface Caps {
  /** Of the file. */
  inputBytes: number;
  /** Memory of the process beside node itself. */
  memoryBytes: number;
  /** The part of it for the heap of V8. */
  heapBytes: number;
  /** Per file. */
  cpuSeconds: number;
  /** Total time of waiting for the process. */
  timeoutMs: number;
  /** Of a chunk, as JSON. */
  messageBytes: number;
  /** Of all chunks together. */
  outputBytes: number;
  /** Of each file that it writes into the folder of `ExtraAccess`; by default it may write none. */
  fileBytes?: number;
}

export interface SandboxSettings {
  /** A module that exports `read`, a `Reader`. A module outside of builds may import only modules of Node. */
  reader: SandboxModule | URL;
  /** Files, and folders as `folder/*`, that the reader may open. */
  reads?: readonly string[];
  caps: Caps;
  /** Concurrent files; others wait. */
  atOnce: number;
  /**
   * Files of bytes that one process reads one after the other, while all succeed; 1 by default. A start takes a quarter of a second.
   * A file may affect the next one in its process: only for files of one publisher.
   */
  filesPerProcess?: number;
  /** Lowest priority. */
  isBackground?: boolean;
}

/** Access of one reading, beside the file itself. */
export interface ExtraAccess {
  /** Files, and folders as `folder/*`. */
  reads?: readonly string[];
  /** A folder of this reading only. The process may write into it; its files are untrusted. */
  folder?: string;
}

export type Input = { bytes: Uint8Array } | { path: string };

/** Yields chunks of plain JSON. Throws if the file cannot be read. */
export type Reader<Kind extends Input, Chunk> = (input: Kind, argument: string) => AsyncIterable<Chunk>;

export type Failure =
  /** Exceeds the limits of size, memory or output. */
  | 'tooLarge'
  /** Exceeds the limit of time. */
  | 'tooLong'
  /** The reader failed or crashed. */
  | 'broken';

export type Outcome<Value> = { outcome: 'read'; value: Value } | { outcome: Failure; reason: string };

/** Thrown by `messages`. */
export class ReadFailure extends Error {
  readonly outcome: Failure;

  constructor(outcome: Failure, reason: string) {
    super(reason);
    this.outcome = outcome;
  }
}

/** `started`: the reader is loaded; later failures are due to the file. `done`: with this file. */
export type Message<Chunk> =
  | { started: true }
  | { chunk: Chunk }
  | { failed: Failure; reason: string }
  | { done: true };

const REASON_LENGTH_MAX = 500;
const LINE_END = 0x0a;

/** The process is not trusted: its output is limited and parsed as plain data. */
export async function* messagesOf<Chunk>(
  output: AsyncIterable<Buffer>,
  { messageBytes, outputBytes }: Pick<Caps, 'messageBytes' | 'outputBytes'>,
): AsyncGenerator<Message<Chunk>> {
  let line: Buffer[] = [];
  let lineBytes = 0;
  let allBytes = 0;
  for await (const chunk of output) {
    allBytes += chunk.length;
    if (allBytes > outputBytes) throw new ReadFailure('tooLarge', `more than ${outputBytes} bytes of content`);
    let start = 0;
    for (let end = chunk.indexOf(LINE_END); end >= 0; end = chunk.indexOf(LINE_END, start)) {
      line.push(chunk.subarray(start, end));
      const message = parseMessage<Chunk>(Buffer.concat(line).toString('utf8'));
      if ('done' in message) allBytes = 0;
      yield message;
      line = [];
      lineBytes = 0;
      start = end + 1;
    }
    line.push(chunk.subarray(start));
    lineBytes += chunk.length - start;
    if (lineBytes > messageBytes)
      throw new ReadFailure('tooLarge', `more than ${messageBytes} bytes of content in one piece`);
  }
}

function parseMessage<Chunk>(line: string): Message<Chunk> {
  try {
    const message = jsonWithoutNul(line) as Message<Chunk>;
    if (!('failed' in message)) return message;
    const failed = message.failed === 'tooLarge' ? 'tooLarge' : 'broken';
    return { failed, reason: String(message.reason).slice(0, REASON_LENGTH_MAX) };
  } catch {
    throw new ReadFailure('broken', 'its reader was led to say what is no answer');
  }
}
