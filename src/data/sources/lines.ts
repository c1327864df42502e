/**
 * Lines of a big file in bounded memory, in batches, one per chunk of the file (about 64 KB,
 * some hundred lines): asynchronous iteration line by line costs more than parsing.
 *
 * A line shares its memory with its whole batch: copy a text before storing it, or the batch stays in memory.
 */
import { isUtf8 } from 'node:buffer';
import { createReadStream } from 'node:fs';
import { basename } from 'node:path';
import { commaBelow, withoutNul } from '#lib/values/text.ts';

/** A file to read: its name, for messages, and its bytes in chunks of any size. */
export interface Input {
  name: string;
  bytes: AsyncIterable<Uint8Array>;
}

export interface LineBatch {
  /** Number of `lines[0]` in the file, which starts with line 1. */
  first: number;
  /** Without their ends (LF or CRLF); null for a line longer than `LINE_LENGTH_MAX`. */
  lines: (string | null)[];
  /** Bytes of the file read so far. */
  bytesRead: number;
}

/** Characters. The longest real lines stay under 2,000; a file without line ends must not fill the memory. */
export const LINE_LENGTH_MAX = 65_536;

/** A character (UTF-16 unit) has at most three bytes of UTF-8, a byte order mark and a CR four more: a longer line is surely too long. */
const LINE_BYTES_MAX = LINE_LENGTH_MAX * 3 + 4;

const CHUNK_BYTES = 65_536;
const LF = 10;
const CR = 13;

export const fileInput = (path: string): Input => ({
  name: basename(path),
  bytes: createReadStream(path, { highWaterMark: CHUNK_BYTES }),
});

export async function* readLines(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<LineBatch> {
  let pending: Uint8Array[] = [];
  let pendingBytes = 0;
  let overlong = false;
  let first = 1;
  let bytesRead = 0;

  const take = (end: Uint8Array): LineBatch => {
    const lines: (string | null)[] = splitLines(pending.length === 0 ? end : Buffer.concat([...pending, end]));
    if (overlong) lines[0] = null;
    if (first === 1 && lines[0]?.startsWith('\ufeff')) lines[0] = lines[0].slice(1);
    const batch = { first, lines, bytesRead };
    first += lines.length;
    pending = [];
    pendingBytes = 0;
    overlong = false;
    return batch;
  };

  for await (const chunk of bytes) {
    bytesRead += chunk.length;
    const end = chunk.lastIndexOf(LF);
    if (end >= 0) yield take(chunk.subarray(0, end));
    const rest = end >= 0 ? chunk.subarray(end + 1) : chunk;
    if (rest.length === 0) continue;
    pendingBytes += rest.length;
    overlong ||= pendingBytes > LINE_BYTES_MAX;
    if (overlong) pending = [];
    else pending.push(rest);
  }
  if (pendingBytes > 0) yield take(new Uint8Array());
}

/** UTF-8 when valid, else cp1250, as in old files. Cedilla letters become comma-below; tabs, hard spaces and NUL become blanks. */
export const decodeText = (bytes: Uint8Array): string =>
  withoutNul(commaBelow(decodeAsGiven(bytes)))
    .replaceAll('\t', ' ')
    .replaceAll('\u00a0', ' ');

/** Without normalising characters. */
export const decodeAsGiven = (bytes: Uint8Array): string =>
  isUtf8(bytes) ? asBuffer(bytes).toString('utf8') : cp1250.decode(bytes);

/** cp1250 is decided line by line, so that one broken line does not change its neighbours. A line end is one byte in both. */
function splitLines(block: Uint8Array): (string | null)[] {
  const lines: (string | null)[] = isUtf8(block) ? decodeText(block).split('\n') : eachLine(block).map(decodeText);
  for (let i = 0; i < lines.length; i++) {
    const line = lines[i] ?? '';
    const length = line.charCodeAt(line.length - 1) === CR ? line.length - 1 : line.length;
    if (length > LINE_LENGTH_MAX) lines[i] = null;
    else if (length < line.length) lines[i] = line.slice(0, length);
  }
  return lines;
}

function eachLine(block: Uint8Array): Uint8Array[] {
  const lines: Uint8Array[] = [];
  let start = 0;
  for (let end = block.indexOf(LF); end >= 0; end = block.indexOf(LF, start)) {
    lines.push(block.subarray(start, end));
    start = end + 1;
  }
  lines.push(block.subarray(start));
  return lines;
}

const cp1250 = new TextDecoder('windows-1250');

const asBuffer = (bytes: Uint8Array): Buffer => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
