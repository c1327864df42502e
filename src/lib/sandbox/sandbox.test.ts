import assert from 'node:assert/strict';
import { existsSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { createSandbox } from './sandbox.ts';
import { type Caps, type Input, ReadFailure } from './sandbox-protocol.ts';

const folder = mkdtempSync(join(tmpdir(), 'firmoteca-sandbox-'));
after(() => rmSync(folder, { recursive: true }));

const READER = new URL(import.meta.resolve('#test/support/sandbox-reader.ts'));
const CAPS: Caps = {
  inputBytes: 1_000_000,
  memoryBytes: 300_000_000,
  heapBytes: 100_000_000,
  cpuSeconds: 30,
  timeoutMs: 60_000,
  messageBytes: 1_000_000,
  outputBytes: 5_000_000,
};
const sandbox = (caps: Partial<Caps> = {}, atOnce = 2) =>
  createSandbox<Input, unknown>({
    reader: READER,
    caps: { ...CAPS, ...caps },
    atOnce,
  });
const one = sandbox();
const input = { bytes: Buffer.from('Zăpadă\nși gheață') };
const read = (argument: string, through = one) => through.read(input, { argument });

test('a file is read from its bytes or from its path', async () => {
  const path = join(folder, 'file');
  writeFileSync(path, input.bytes);
  const expected = { outcome: 'read', value: 'Zăpadă\nși gheață' };
  assert.deepEqual(await read('text'), expected);
  assert.deepEqual(await one.read({ path }, { argument: 'text' }), expected);
  assert.deepEqual(await one.read({ bytes: Buffer.alloc(0) }, { argument: 'text' }), { outcome: 'read', value: '' });
});

test('messages arrive as they are consumed, also beyond the size of a pipe', async () => {
  const lines = Array.from({ length: 50 }, (_, i) => `${i} ${'ș'.repeat(5_000)}`);
  const pieces = one.messages({ bytes: Buffer.from(lines.join('\n')) }, { argument: 'lines' });
  assert.deepEqual(await Array.fromAsync(pieces), lines);
});

test('a reader that refuses a file gives the reason, after the messages sent before', async () => {
  const pieces: unknown[] = [];
  await assert.rejects(
    async () => {
      for await (const piece of one.messages(input, { argument: 'refuse' })) pieces.push(piece);
    },
    (error) => error instanceof ReadFailure && error.outcome === 'broken' && error.message === 'no file of this kind',
  );
  assert.deepEqual(pieces, ['begins well']);
  assert.equal((await read('nothing')).outcome, 'broken');
});

test('a reader has an empty environment and the root as its folder', async () => {
  assert.deepEqual(await read('environment'), { outcome: 'read', value: [[], '/'] });
});

test('network, other files, processes, threads and signals are denied', async () => {
  const attempts = Object.fromEntries(
    (await Array.fromAsync(one.messages(input, { argument: 'attempts' }))) as [string, string][],
  );
  const { stopParent = '', ...others } = attempts;
  assert.equal(Object.keys(others).length, 9);
  for (const [what, met] of Object.entries(others)) assert.equal(met, 'ERR_ACCESS_DENIED', what);
  assert.match(stopParent, /process\.kill is not a function/);
  assert.equal(existsSync('/tmp/firmoteca-sandbox-was-here'), false);
});

test('a file beside the input cannot be opened', async () => {
  const path = join(folder, 'read');
  writeFileSync(path, 'x');
  writeFileSync(`${path}.other`, 'secret');
  const outcome = await one.read({ path }, { argument: 'otherFile' });
  assert.deepEqual(outcome, { outcome: 'read', value: 'ERR_ACCESS_DENIED' });
  await assert.rejects(one.read({ path: join(folder, 'r*') }, { argument: 'text' }), /ENOENT|asterisk/);
});

test('a reader writes into its own folder only, up to a size limit', async () => {
  const path = join(folder, 'sealed');
  for (const name of ['', '.also']) writeFileSync(`${path}${name}`, 'x');
  mkdirSync(`${path}.own`);
  const writing = sandbox({ fileBytes: 100_000 });
  const opened = { folder: `${path}.own`, reads: [`${path}.also`] };
  const met = await Array.fromAsync(writing.messages({ path }, { argument: 'writeFiles', access: opened }));
  const denied = 'ERR_ACCESS_DENIED';
  assert.deepEqual(met, ['done', 'EFBIG', denied, denied, denied, 'done']);
  assert.equal(statSync(`${path}.own/small`).size, 1_000);
  rmSync(`${path}.own`, { recursive: true });
  mkdirSync(`${path}.own`);
  const none = await Array.fromAsync(writing.messages({ path }, { argument: 'writeFiles' }));
  assert.deepEqual(
    none,
    Array.from({ length: 6 }, () => denied),
  );
  const capless = await Array.fromAsync(one.messages({ path }, { argument: 'writeFiles', access: opened }));
  assert.deepEqual(capless.slice(0, 2), [denied, denied]);
  await assert.rejects(writing.read({ path }, { access: { folder: join(folder, '*') } }), /asterisk/);
});

for (const [argument, outcome, what] of [
  ['heap', 'tooLarge', 'fills its heap'],
  ['buffers', 'tooLarge', 'fills memory outside its heap'],
  ['wasm', 'tooLarge', 'fills the memory of WebAssembly'],
  ['longPiece', 'tooLarge', 'sends too large a message'],
  ['manyPieces', 'tooLarge', 'sends too many messages'],
  ['crash', 'broken', 'crashes'],
  ['leave', 'broken', 'exits without an answer'],
  ['babble', 'broken', 'sends an invalid answer'],
] as const) {
  test(`a reader that ${what} is ended: ${outcome}`, async () => {
    await assert.rejects(
      async () => {
        for await (const _ of one.messages(input, { argument }));
      },
      (error) => error instanceof ReadFailure && error.outcome === outcome,
    );
    assert.equal((await read('text')).outcome, 'read', 'the next file is read');
  });
}

test('a reader in an endless loop is ended by the CPU limit', async () => {
  const outcome = await read('work', sandbox({ cpuSeconds: 1 }));
  assert.deepEqual(outcome, { outcome: 'tooLong', reason: 'more than 1 seconds of work to read' });
});

test('a reader that sleeps for ever is ended by the time-out', async () => {
  const taken: unknown[] = [];
  await assert.rejects(
    async () => {
      for await (const piece of sandbox({ timeoutMs: 1_500 }).messages(input, { argument: 'sleep' })) taken.push(piece);
    },
    (error) => error instanceof ReadFailure && error.outcome === 'tooLong',
  );
});

test('a file beyond the size limit is not read', async () => {
  const outcome = await one.read({ bytes: Buffer.alloc(CAPS.inputBytes + 1) }, { argument: 'text' });
  assert.equal(outcome.outcome, 'tooLarge');
});

test('output that a reader prints is ignored', async () => {
  assert.deepEqual(await read('print'), { outcome: 'read', value: 'said' });
});

test('a reader that cannot be loaded throws an internal error, not a read failure', async () => {
  const none = createSandbox({ reader: new URL('file:///no-such-reader.ts'), caps: CAPS, atOnce: 1 });
  await assert.rejects(
    none.read(input),
    (error) => !(error instanceof ReadFailure) && /does not start/.test(String(error)),
  );
});

test('an aborted read throws the reason, waiting or running, and the next one starts', async () => {
  const single = sandbox({}, 1);
  const [running, waiting] = [new AbortController(), new AbortController()];
  const pieces = single.messages(input, { argument: 'sleep', signal: running.signal });
  assert.equal((await pieces.next()).value, 'soon');
  const reason = new Error('we stop');
  const second = assert.rejects(single.read(input, { argument: 'text', signal: waiting.signal }), reason);
  const third = single.read(input, { argument: 'text' });
  waiting.abort(reason);
  await second;
  const next = assert.rejects(pieces.next(), reason);
  running.abort(reason);
  await next;
  assert.equal((await third).outcome, 'read');
  await assert.rejects(single.read(input, { signal: AbortSignal.abort(reason) }), reason);
});

test('a consumer that stops early ends the read, and closing the sandbox ends all reads', async () => {
  const single = sandbox({}, 1);
  for await (const piece of single.messages(input, { argument: 'sleep' })) {
    assert.equal(piece, 'soon');
    break;
  }
  const pieces = single.messages(input, { argument: 'sleep' });
  await pieces.next();
  const next = assert.rejects(pieces.next(), /sandbox is closed/);
  single.close();
  await next;
  await assert.rejects(read('text', single), /sandbox is closed/);
});

test('a process reads several files up to its limit, with caps per file, and is replaced after a failure', async () => {
  const warm = createSandbox<Input, unknown>({
    reader: READER,
    caps: { ...CAPS, outputBytes: 1_500_000 },
    atOnce: 1,
    filesPerProcess: 3,
  });
  const own = async (argument: string, text = ''): Promise<unknown> => {
    const outcome = await warm.read({ bytes: Buffer.from(text) }, { argument });
    return outcome.outcome === 'read' ? outcome.value : outcome.outcome;
  };
  const first = await own('process');
  assert.deepEqual([await own('process'), await own('process')], [first, first]);
  assert.notEqual(await own('process'), first, 'three files are the limit of a process');
  for (const [mood, outcome] of [
    ['well', 'well'],
    ['crash', 'broken'],
    ['refuse', 'broken'],
    ['well', 'well'],
  ] as const)
    assert.equal(await own('moody', mood), outcome);
  const large = 'x'.repeat(900_000);
  for (let i = 0; i < 4; i++) assert.equal(await own('text', large), large);
  warm.close();
});
