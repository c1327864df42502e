/** The process of a sandbox: loads its reader, gives it the one file, and says what it reads, a line of JSON each. */
import { readSync, writeSync } from 'node:fs';
import type { Message } from './sandbox-output.ts';
import type { Input, Reader } from './sandbox-terms.ts';

const [, , module = '', argument = '', path = ''] = process.argv;
const [STDIN, OUTPUT] = [0, 3];
const SIZE_BYTES = 4;
const EXHAUSTED = /allocat|memory|invalid string length/i;

// Node's permissions leave these: others of the same user could be stopped with them.
for (const name of ['kill', '_kill', '_debugProcess']) Reflect.deleteProperty(process, name);

const { read } = (await import(module)) as { read: Reader<Input, unknown> };
send({ begun: true });
if (path) await readFile({ path });
else for (let bytes = nextFile(); bytes; bytes = nextFile()) await readFile({ bytes });
// What a reader left running has nobody to tell.
process.exit();

async function readFile(input: Input): Promise<void> {
  try {
    for await (const piece of read(input, argument)) send({ piece });
    send({ through: true });
  } catch (error) {
    send({ failed: isExhausted(error) ? 'tooLarge' : 'broken', reason: String((error as Error)?.message ?? error) });
  }
}

/** Waits for it; null when there is none any more. */
function nextFile(): Uint8Array | null {
  const size = readInput(SIZE_BYTES);
  return size && readInput(Buffer.from(size).readUInt32LE());
}

function readInput(length: number): Uint8Array | null {
  const bytes = new Uint8Array(length);
  for (let at = 0; at < length; ) {
    const count = readSync(STDIN, bytes, at, length - at, null);
    if (count === 0) return null;
    at += count;
  }
  return bytes;
}

/** Waits until it is taken: nothing piles up here. */
function send(message: Message<unknown>): void {
  const line = Buffer.from(`${JSON.stringify(message)}\n`);
  for (let at = 0; at < line.length; ) at += writeSync(OUTPUT, line, at);
}

/** Memory that the system or the engine refuses is told by these, also when the reader made something else of it. */
function isExhausted(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return (error instanceof RangeError && EXHAUSTED.test(error.message)) || isExhausted(error.cause);
}
