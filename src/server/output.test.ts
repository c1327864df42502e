/** The output of a service in a child process whose reader reads late or never. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { Worker } from 'node:worker_threads';

const LINES = 100_000;
/** Some 8 MB, more than the buffer for a late reader; no chunk ends with its line. */
const WRITER = `
  import { openOutput } from '${new URL('./output.ts', import.meta.url)}';
  const output = openOutput(process.stdout);
  const all = Array.from({ length: ${LINES} }, (_, i) => 'line ' + i + ' ' + 'x'.repeat(70) + '\\n').join('');
  for (let at = 0; at < all.length; at += 10_007) output.write(Buffer.from(all.slice(at, at + 10_007)));
  process.send('written');
  process.disconnect();
  await output.flushed();
`;

test('lines beyond the buffer of a slow reader are dropped whole, and a notice gives their number', async () => {
  const child = spawn(process.execPath, ['--input-type=module', '--eval', WRITER], {
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  assert.equal((await once(child, 'message'))[0], 'written');
  assert.ok(child.stdout);
  const lines = (await text(child.stdout)).trimEnd().split('\n');
  const result = lines.filter((line) => line.startsWith('{'));
  assert.equal(result.length, 1);
  const dropped = Number(/^([0-9]+) lines of the output were dropped/.exec(JSON.parse(result[0] ?? '').note)?.[1]);
  // The line at the cut is torn: its remainder stands before the notice.
  const torn = lines.filter((line) => !line.startsWith('{') && !/^line [0-9]+ x{70}$/.test(line));
  assert.ok(torn.length <= 1, torn.join());
  assert.ok(dropped > 10_000);
  assert.equal(lines.length - result.length - torn.length + dropped, LINES);
});

/** A thread that writes a log line and crashes before the line is forwarded. */
const CRASH = `
  const { createLog } = await import('${new URL('./log.ts', import.meta.url)}');
  createLog('all').note('the last line');
  throw new Error('a crash');
`;

test('a thread that crashes still writes its last log lines', async () => {
  const thread = new Worker(new URL(`data:text/javascript,${encodeURIComponent(CRASH)}`), { stdout: true });
  const lines = text(thread.stdout);
  await assert.rejects(once(thread, 'exit'), /a crash/);
  assert.match(await lines, /"note":"the last line"/);
});

/** A thread whose store is unavailable for every job, whose disk is full, and which has a fault of its own. */
const FAULTS = `
  const { createLog } = await import('${new URL('./log.ts', import.meta.url)}');
  const { StoreUnavailable } = await import('${new URL('../data/store/unavailable.ts', import.meta.url)}');
  const log = createLog('errors', '/srv/data');
  const write = Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC', syscall: 'write' });
  for (const error of [new StoreUnavailable('one'), new StoreUnavailable('one'), write, write, new Error('ours'), new Error('ours')])
    log.error(error, 'none');
`;

test('a fault of the machine is logged once, without a stack, and a full disk with its folder', async () => {
  const thread = new Worker(new URL(`data:text/javascript,${encodeURIComponent(FAULTS)}`), { stdout: true });
  const lines = (await text(thread.stdout)).trimEnd().split('\n');
  const errors = lines.map((line) => (JSON.parse(line) as { error: string }).error);
  assert.deepEqual(
    errors.map((error) => error.split('\n')[0]),
    [
      'The database does not answer: one',
      'No space is left for this: /srv/data (ENOSPC, write). Free space there, and try again.',
      'Error: ours',
      'Error: ours',
    ],
  );
  for (const error of errors.slice(0, 2)) assert.doesNotMatch(error, /\n/);
  assert.match(errors[2] ?? '', /\n\s+at /);
});
