/** The output of a service, in a process of its own whose reader does not read, or reads late. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { Worker } from 'node:worker_threads';

const LINES = 100_000;
/** Some 8 MB, more than is kept for a late reader; no piece ends with its line. */
const WRITER = `
  import { openOutput } from '${new URL('./output.ts', import.meta.url)}';
  const output = openOutput(process.stdout);
  const all = Array.from({ length: ${LINES} }, (_, i) => 'line ' + i + ' ' + 'x'.repeat(70) + '\\n').join('');
  for (let at = 0; at < all.length; at += 10_007) output.write(Buffer.from(all.slice(at, at + 10_007)));
  process.send('written');
  process.disconnect();
  await output.flushed();
`;

test('lines that a reader did not take in time are dropped whole, and their number is told', async () => {
  const child = spawn(process.execPath, ['--input-type=module', '--eval', WRITER], {
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  assert.equal((await once(child, 'message'))[0], 'written');
  assert.ok(child.stdout);
  const lines = (await text(child.stdout)).trimEnd().split('\n');
  const result = lines.filter((line) => line.startsWith('{'));
  assert.equal(result.length, 1);
  const dropped = Number(/^([0-9]+) lines of the output were dropped/.exec(JSON.parse(result[0] ?? '').note)?.[1]);
  // The line at the cut is torn: what is left of it stands before the notice.
  const torn = lines.filter((line) => !line.startsWith('{') && !/^line [0-9]+ x{70}$/.test(line));
  assert.ok(torn.length <= 1, torn.join());
  assert.ok(dropped > 10_000);
  assert.equal(lines.length - result.length - torn.length + dropped, LINES);
});

/** A thread that writes a line to the log and ends by an error before the line was passed on. */
const CRASH = `
  const { createLog } = await import('${new URL('./log.ts', import.meta.url)}');
  createLog('all').note('the last line');
  throw new Error('a crash');
`;

test('a thread that ends by an error leaves its last lines', async () => {
  const thread = new Worker(new URL(`data:text/javascript,${encodeURIComponent(CRASH)}`), { stdout: true });
  const lines = text(thread.stdout);
  await assert.rejects(once(thread, 'exit'), /a crash/);
  assert.match(await lines, /"note":"the last line"/);
});
