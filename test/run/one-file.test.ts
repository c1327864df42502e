/** The runner tells a good file from every kind of bad one, and leaves nothing of it behind. */
import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { until } from '../until.ts';
import { runFile } from './one-file.ts';

const folder = mkdtempSync(join(tmpdir(), 'firmoteca-runner-'));
after(() => rmSync(folder, { recursive: true }));

const { NODE_TEST_CONTEXT: _, ...env } = process.env;
const LIMIT_MS = 60_000;

function run(name: string, code: string, limitMs = LIMIT_MS) {
  const file = join(folder, `${name}.mjs`);
  writeFileSync(file, `import { test } from 'node:test';\n${code}`);
  return runFile(file, mkdtempSync(join(folder, 'out-')), env, limitMs);
}

test('a good file is good, with its counts and what its tests remark', async () => {
  const { isGood, counts, remarks, failures } = await run(
    'good',
    "test('a', (t) => t.diagnostic('not built yet: b'));\ntest('b', { skip: true });",
  );
  assert.deepEqual([isGood, failures, remarks], [true, '', ['not built yet: b']]);
  assert.deepEqual([counts.tests, counts.passed, counts.skipped, counts.failed], [2, 1, 1, 0]);
});

test('a failing test is told whole', async () => {
  const { isGood, counts, failures } = await run('bad', "test('x', () => { throw new Error('no such luck'); });");
  assert.deepEqual([isGood, counts.failed], [false, 1]);
  assert.match(failures, /failing tests:.*no such luck.*bad\.mjs/s);
});

test('a file that ends before its tests do is bad, whatever its exit code says', async () => {
  const { isGood, counts } = await run('leaves', "process.on('exit', () => process.reallyExit(0));\nprocess.exit(0);");
  assert.deepEqual([isGood, counts.failed], [false, 1]);
});

test('a file that hangs is bad, is ended with its children, and tells what failed before', async () => {
  const { isGood, failures } = await run(
    'hangs',
    `import { spawn } from 'node:child_process';
     test('x', () => { throw new Error(\`child \${spawn('sleep', ['600']).pid} lives\`); });
     setInterval(() => {}, 1000);`,
    15_000,
  );
  assert.equal(isGood, false);
  const [, pid] = /child (\d+) lives/.exec(failures) ?? [];
  assert.match(failures, /^It hung/);
  await until('the child is gone', async () => commandOf(pid) === '');
});

/** Empty for the dead, also while nobody has asked how they ended. */
function commandOf(pid: string | undefined): string {
  assert.ok(pid);
  return existsSync(`/proc/${pid}`) ? readFileSync(`/proc/${pid}/cmdline`, 'utf8') : '';
}
