/** The process of a sandbox: loads its reader, passes it the file, and writes its chunks as lines of JSON. */
import { readSync, writeSync } from 'node:fs';
import type { Input, Message, Reader } from './sandbox-protocol.ts';

const [, , module = '', argument = '', path = ''] = process.argv;
const [STDIN, OUTPUT] = [0, 3];
const SIZE_BYTES = 4;
const EXHAUSTED = /allocat|memory|invalid string length/i;

// Node's permissions allow these: they could stop other processes of the same user.
for (const name of ['kill', '_kill', '_debugProcess']) Reflect.deleteProperty(process, name);

const { read } = (await import(module)) as { read: Reader<Input, unknown> };
send({ started: true });
if (path) await readFile({ path });
else for (let bytes = nextFile(); bytes; bytes = nextFile()) await readFile({ bytes });
// Ends remaining work of readers.
process.exit();

async function readFile(input: Input): Promise<void> {
  try {
    for await (const chunk of read(input, argument)) send({ chunk });
    send({ done: true });
  } catch (error) {
    send({ failed: isExhausted(error) ? 'tooLarge' : 'broken', reason: String((error as Error)?.message ?? error) });
  }
}

/** Blocks; null at the end of input. */
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

/** Blocks until the parent reads it: back-pressure without a buffer. */
function send(message: Message<unknown>): void {
  const line = Buffer.from(`${JSON.stringify(message)}\n`);
  for (let at = 0; at < line.length; ) at += writeSync(OUTPUT, line, at);
}

/** Failed allocations of the system or the engine, also as the cause of another error. */
function isExhausted(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return (error instanceof RangeError && EXHAUSTED.test(error.message)) || isExhausted(error.cause);
}
