// biome-ignore-all lint/correctness/useYield: failing readers yield nothing.
/** A reader for tests of sandboxes: its argument selects its behaviour. */
import { execFileSync } from 'node:child_process';
import { lookup } from 'node:dns/promises';
import { readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import type { Input, Reader } from '#lib/sandbox/sandbox-protocol.ts';

const MB = 1_048_576;

/** The Node types omit it. */
const { Memory } = Reflect.get(globalThis, 'WebAssembly') as {
  Memory: new (limits: { initial: number; maximum: number }) => { buffer: ArrayBuffer; grow(pages: number): void };
};
const bytesOf = (input: Input): Uint8Array => ('bytes' in input ? input.bytes : readFileSync(input.path));

/** The error code of an attempt. */
async function attempted(attempt: () => unknown): Promise<unknown> {
  try {
    await attempt();
    return 'done';
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? String(error);
  }
}

const socket = (open: (fail: (error: Error) => void, done: () => void) => void): Promise<void> =>
  new Promise((done, fail) => open(fail, done));

const attempts: Record<string, () => unknown> = {
  connect: () => socket((fail, done) => connect(80, '127.0.0.1', done).on('error', fail)),
  listen: () => socket((fail, done) => createServer().on('error', fail).listen(0, done)),
  lookUp: () => lookup('localhost'),
  readPasswords: () => readFileSync('/etc/passwd'),
  readEnvironment: () => readFileSync('/proc/self/environ'),
  write: () => writeFileSync('/tmp/firmoteca-sandbox-was-here', 'x'),
  link: () => symlinkSync('/etc/passwd', '/tmp/firmoteca-sandbox-was-here'),
  startProcess: () => execFileSync('/bin/true'),
  startThread: () => new Worker('1', { eval: true }),
  stopParent: () => process.kill(process.ppid, 0),
};

const behaviours: Record<string, (input: Input) => AsyncIterable<unknown>> = {
  async *text(input) {
    yield Buffer.from(bytesOf(input)).toString();
  },
  async *lines(input) {
    yield* Buffer.from(bytesOf(input)).toString().split('\n');
  },
  async *nothing() {},
  async *refuse() {
    yield 'begins well';
    throw new Error('no file of this kind');
  },
  async *environment() {
    yield [Object.keys(process.env), process.cwd()];
  },
  async *attempts() {
    for (const [name, attempt] of Object.entries(attempts)) yield [name, await attempted(attempt)];
  },
  async *otherFile(input) {
    yield await attempted(() => readFileSync(`${(input as { path: string }).path}.other`));
  },
  /** Its output folder is beside the file: `path.own`. */
  async *writeFiles(input) {
    const { path } = input as { path: string };
    yield await attempted(() => writeFileSync(`${path}.own/small`, 'x'.repeat(1_000)));
    yield await attempted(() => writeFileSync(`${path}.own/large`, 'x'.repeat(200_000)));
    yield await attempted(() => writeFileSync(`${path}.beside`, 'x'));
    yield await attempted(() => writeFileSync(path, 'x'));
    yield await attempted(() => symlinkSync('/etc/passwd', `${path}.own/link`));
    yield await attempted(() => readFileSync(`${path}.also`));
  },
  async *heap() {
    const all: unknown[] = [];
    for (;;) all.push(new Array(100_000).fill(all.length));
  },
  async *buffers() {
    const all: Uint8Array[] = [];
    for (;;) all.push(new Uint8Array(50 * MB).fill(1));
  },
  async *wasm() {
    const memory = new Memory({ initial: 1, maximum: 65_536 });
    for (;;) {
      memory.grow(800);
      new Uint8Array(memory.buffer).fill(1);
    }
  },
  async *work() {
    for (;;);
  },
  async *sleep() {
    yield 'soon';
    await sleep(3_600_000);
  },
  async *longPiece() {
    yield 'x'.repeat(50 * MB);
  },
  async *manyPieces() {
    for (let i = 0; ; i++) yield `${i}`.repeat(1_000);
  },
  async *process() {
    yield process.pid;
  },
  /** The behaviour that the file selects. */
  async *moody(input) {
    const mood = Buffer.from(bytesOf(input)).toString();
    if (mood === 'crash') process.abort();
    if (mood === 'refuse') throw new Error('no file of this kind');
    yield mood;
  },
  async *crash() {
    yield 'soon';
    process.abort();
  },
  async *leave() {
    process.exit(0);
  },
  async *babble() {
    writeFileSync(3, 'no answer\n');
    yield 'late';
  },
  async *print() {
    console.log('{"chunk":"printed"}');
    console.error('out of words');
    yield 'said';
  },
};

export const read: Reader<Input, unknown> = (input, argument) =>
  (behaviours[argument] as (given: Input) => AsyncIterable<unknown>)(input);
