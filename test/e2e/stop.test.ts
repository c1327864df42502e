/**
 * A signal ends the service, cleanly if possible, whatever the service does and although the reader of its output is gone. `npm test`
 * stops it in the first and the last phase of a start, once with a lost output, and once at the deadline; the long tier in every phase and
 * combination.
 */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { cuiOf } from '#lib/values/cui.ts';
import { writeSnapshot } from '#test/support/publications.ts';
import { start } from '#test/support/stop-process.ts';
import { isLongTier, longTest } from '#test/support/tier.ts';
import { until } from '#test/support/until.ts';

const inOrder = { code: 0, signal: null };
const killed = { code: null, signal: 'SIGKILL' };
/** Holds the seeding, so that nothing is built: the tests only need a service that listens. */
const unfounded = { thread: 'seeding-thread.ts', how: 'waits' } as const;
/** More lines than the buffers of the log hold. */
const LINES = 300;
const STOP_MS = 1_500;

const requested = async (origin: string, times: number): Promise<void> => {
  for (let i = 0; i < times; i++) assert.equal((await fetch(`${origin}/livez`)).status, 200);
};

for (const [phase, thread, signal, usual] of [
  ['before anything is opened', 'main.ts', 'SIGTERM', 'blocks'],
  ['while serving threads start', 'worker.ts', 'SIGINT', null],
  ['while the demo’s sources start', 'country-thread.ts', 'SIGTERM', null],
  ['while the demo country is made', 'seeding-thread.ts', 'SIGINT', 'blocks'],
] as const)
  for (const how of ['waits', 'blocks'] as const)
    (how === usual ? test : longTest)(`stopped ${phase}, whose thread ${how}, the service exits with 0`, async () => {
      const service = start(['serve'], { held: { thread, how } });
      await service.held();
      service.leave();
      service.signal(signal);
      assert.deepEqual(await service.ended(), inOrder, service.output());
    });

longTest(
  'a first build continues when the reader of its output is gone, and stops while documents are collected',
  async () => {
    const service = start(['serve'], { held: { thread: 'first-documents-thread.ts', how: 'blocks' } });
    const origin = await service.origin();
    service.leave();
    await service.held();
    await until('company data is served', async () => (await fetch(`${origin}/readyz`)).status === 200);
    service.signal('SIGTERM');
    assert.deepEqual(await service.ended(), inOrder, service.output());
  },
);

test('a last log line without a reader does not prevent a stop', async () => {
  const service = start(['serve'], { held: unfounded });
  const half = await halfAsked(await service.origin());
  await service.held();
  // Nothing else may be left to write: a failed write would be noticed before the last line.
  await service.says(/"path":"\/livez"/);
  service.leave();
  service.signal('SIGTERM');
  // The answer comes at the very end of the drain, so its line is in the thread’s buffer during the last write.
  await half.isDraining();
  assert.equal(await half.finish(), 2);
  assert.deepEqual(await service.ended(), inOrder, service.output());
});

longTest('a service without a reader of its output still answers and stops cleanly', async () => {
  const service = start(['serve'], { held: unfounded });
  const origin = await service.origin();
  service.leave();
  await requested(origin, LINES);
  service.signal('SIGINT');
  assert.deepEqual(await service.ended(), inOrder, service.output());
});

longTest('a service whose reader stopped reading still answers and stops cleanly', async () => {
  const service = start(['serve'], { held: unfounded });
  const origin = await service.origin();
  await service.held();
  service.stopReading();
  await requested(origin, LINES);
  service.signal('SIGTERM');
  assert.deepEqual(await service.ended(), inOrder, service.output());
});

longTest('further signals during the drain cut off no answer', async () => {
  const service = start(['serve'], { held: unfounded });
  const half = await halfAsked(await service.origin());
  service.signal('SIGTERM');
  await half.isDraining();
  service.signal('SIGTERM');
  service.signal('SIGINT');
  assert.equal(await half.finish(), 2);
  assert.deepEqual(await service.ended(), inOrder, service.output());
});

/** A connection with one answered request, which proves that it was accepted, and half of another. */
async function halfAsked(origin: string) {
  const { hostname, port } = new URL(origin);
  const socket = connect(Number(port), hostname);
  let answer = '';
  socket.setEncoding('utf8').on('data', (text: string) => {
    answer += text;
  });
  // The test counts the answers up to the error.
  socket.on('error', () => {});
  const request = `GET /livez HTTP/1.1\r\nhost: ${hostname}\r\n`;
  socket.write(`${request}\r\n${request}`);
  await until('the first request is answered', async () => answer.startsWith('HTTP/1.1 200 '));
  return {
    isDraining: () => until('new connections are refused', () => isRefused(Number(port), hostname)),
    /** Sends the rest and returns the number of answers when the connection is closed. */
    async finish() {
      socket.write('\r\n');
      await until('the connection is closed', async () => socket.closed);
      return answer.match(/HTTP\/1\.1 200 /g)?.length;
    },
  };
}

const isRefused = (port: number, host: string): Promise<boolean> =>
  new Promise((resolve) => {
    const attempt = connect(port, host);
    attempt.once('connect', () => attempt.destroy() && resolve(false));
    attempt.once('error', () => resolve(true));
  });

for (const [what, thread, how] of [
  ['a start that hangs in a system call', 'main.ts', 'stuck'],
  ['a serving thread that cannot be terminated while it starts', 'worker.ts', 'stuck'],
  ['a serving thread that hangs while it drains', 'worker.ts', 'stopping'],
  ['a serving thread that never ends', 'worker.ts', 'lingers'],
  ['a main thread with a blocked event loop', 'main.ts', 'later'],
  ['a main thread that never ends', 'main.ts', 'lingers'],
] as const)
  (how === 'stopping' ? test : longTest)(`${what} is killed at the deadline of the stop`, async () => {
    const service = start(['serve'], { held: { thread, how }, stopMs: STOP_MS });
    if (how !== 'stuck') await service.origin();
    if (how === 'later') service.hold();
    await service.held();
    service.signal('SIGTERM');
    assert.deepEqual(await service.ended(), killed, service.output());
    assert.match(service.output(), /The service did not stop within 1\.5 s: it is killed\.\n$/);
  });

for (const [args, signal] of [
  [['ingest'], 'SIGTERM'],
  [['setup', '--yes'], 'SIGINT'],
] as const)
  test(`${args.join(' ')} says that it is stopped and ends at once, although its thread cannot be terminated`, async () => {
    const command = start(args, { held: { thread: 'main.ts', how: 'stuck' } });
    await command.held();
    command.signal(signal);
    assert.deepEqual(await command.ended(), { code: null, signal }, command.output());
    assert.match(command.output(), /^Stopped\. Nothing unfinished is served; run the command again to go on\.\n$/m);
  });

test('ingest ends at once although a thread that fills a part cannot be terminated', async () => {
  const published = mkdtempSync(join(tmpdir(), 'firmoteca-published-'));
  after(() => rmSync(published, { recursive: true }));
  const firms = Array.from({ length: 3_000 }, (_, i) => ({
    cui: cuiOf(9_000_000 + i),
    number: `J12/${i + 1}/2004`,
    name: `FIRMA ${i} SRL`,
    street: 'strada foarte lungă '.repeat(300),
  }));
  writeSnapshot(published, '01-09-2026', firms);
  const command = start(['ingest', '--from', published], { held: { thread: 'part-thread.ts', how: 'stuck' } });
  await command.held();
  command.signal('SIGTERM');
  assert.deepEqual(await command.ended(), { code: null, signal: 'SIGTERM' }, command.output());
  assert.match(command.output(), /^Stopped\. Nothing unfinished is served; run the command again to go on\.\n$/m);
});

test('a command without a reader of its output does its work and exits with the right code', async () => {
  const all = [
    [['setup', '--help'], 0],
    [['nothing'], 2],
    [['keys', 'list'], 0],
    [['generations', 'check', 'none'], 1],
  ] as const;
  for (const [args, code] of isLongTier ? all : all.slice(0, 2)) {
    const command = start(args);
    command.leave();
    assert.deepEqual(await command.ended(), { code, signal: null }, args.join(' '));
  }
});
