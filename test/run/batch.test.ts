/** The test runner detects every kind of failing file, names it, and leaves no process running. */
import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { isLongTier } from '#test/support/tier.ts';
import { until } from '#test/support/until.ts';
import { type Outcome, runBatch } from './batch.ts';

const folder = mkdtempSync(join(tmpdir(), 'firmoteca-runner-'));
after(() => rmSync(folder, { recursive: true }));

const { NODE_TEST_CONTEXT: _, ...env } = process.env;
const SILENCE_MS = 60_000;

/** Runs files with these contents in one process; returns their outcomes in the order of their ends. */
async function run(codes: Record<string, string>, silenceMs = SILENCE_MS): Promise<Outcome[]> {
  const own = mkdtempSync(join(folder, 'run-'));
  const files = Object.entries(codes).map(([name, code]) => {
    const file = join(own, `${name}.mjs`);
    writeFileSync(file, `import { after, before, describe, test } from 'node:test';\n${code}`);
    return file;
  });
  const outcomes: Outcome[] = [];
  await runBatch(files, own, env, { begun: () => {}, ended: (outcome) => void outcomes.push(outcome) }, silenceMs);
  return outcomes.map((outcome) => ({ ...outcome, file: outcome.file.replace(/^.*\/|\.mjs$/g, '') }));
}

const brief = (outcomes: readonly Outcome[]) =>
  outcomes.map(({ file, isGood, tests }) => [file, isGood, ...tests.map(({ name, result }) => `${name}: ${result}`)]);

const GOOD = "test('good', () => {});";

test('a passing file is reported with its tests and diagnostics', async () => {
  const outcomes = await run({
    good: "test('a', (t) => t.diagnostic('not built yet: b'));\ntest('b', { skip: true });\ndescribe('c', () => test('d', () => {}));",
  });
  assert.deepEqual(brief(outcomes), [['good', true, 'a: passed', 'b: skipped', 'c › d: passed']]);
  assert.deepEqual([outcomes[0]?.remarks, outcomes[0]?.trouble], [['not built yet: b'], null]);
});

test('root hooks of a file run around its own tests', async () => {
  const hooked = (name: string) =>
    `before(() => { if (globalThis.open) throw new Error('open'); globalThis.open = '${name}'; });
     after(() => { globalThis.open = null; });
     test('own', () => { if (globalThis.open !== '${name}') throw new Error(globalThis.open); });`;
  assert.deepEqual(brief(await run({ a: hooked('a'), b: hooked('b') })), [
    ['a', true, 'own: passed'],
    ['b', true, 'own: passed'],
  ]);
});

test('each process has its own temporary folder, which is removed at its end', async () => {
  const leaves = `import { readdirSync, writeFileSync } from 'node:fs';
     import { tmpdir } from 'node:os';
     test(tmpdir(), () => { if (readdirSync(tmpdir()).length > 0) throw new Error('not empty'); writeFileSync(tmpdir() + '/left', ''); });`;
  const [[first], [second]] = [await run({ a: leaves }), await run({ b: leaves })];
  for (const outcome of [first, second]) {
    assert.equal(outcome?.isGood, true);
    assert.equal(existsSync(outcome?.tests[0]?.name ?? '/'), false);
  }
  assert.notEqual(first?.tests[0]?.name, second?.tests[0]?.name);
});

test('a failing test is reported with its error, and the other files of its process run', async () => {
  const outcomes = await run({
    bad: "describe('s', () => test('x', () => { throw new Error('no such luck'); }));",
    good: GOOD,
  });
  assert.deepEqual(brief(outcomes), [
    ['bad', false, 's › x: failed'],
    ['good', true, 'good: passed'],
  ]);
  assert.match(outcomes[0]?.tests[0]?.error ?? '', /no such luck.*bad\.mjs/s);
});

test('a file that does not load is a failure', async () => {
  const outcomes = await run({ broken: "throw new Error('broken at its root');", good: GOOD });
  assert.deepEqual(
    outcomes.map(({ file, isGood }) => [file, isGood]),
    [
      ['broken', false],
      ['good', true],
    ],
  );
  assert.match(outcomes[0]?.tests[0]?.error ?? '', /broken at its root/);
});

test('a failing hook is a failure', async () => {
  const [outcome] = await run({ hook: "before(() => { throw new Error('hook'); });\ntest('x', () => {});" });
  assert.equal(outcome?.isGood, false);
});

test('an error after the end of its test is a failure', async () => {
  const outcomes = await run({
    late: "test('x', () => { setTimeout(() => { throw new Error('too late'); }, 50); });\nafter(() => new Promise((done) => setTimeout(done, 500)));",
  });
  assert.ok(outcomes.some(({ isGood }) => !isGood));
  assert.match(JSON.stringify(outcomes), /too late/);
});

test('a file that ends its process is a failure with any exit code, and the remaining files still run', async () => {
  const outcomes = await run({ a: GOOD, leaves: "test('x', () => process.reallyExit(0));", z: GOOD });
  assert.deepEqual(
    outcomes.map(({ file, isGood }) => [file, isGood]),
    [
      ['a', true],
      ['leaves', false],
      ['z', true],
    ],
  );
});

test('a process that does not exit after its last test is a failure that names its open handles', async () => {
  const outcomes = await run(
    {
      open: `import { spawn } from 'node:child_process';
       import { createServer } from 'node:net';
       test('leaves a server and a process', (t, done) => {
         const server = createServer().listen(0, '127.0.0.1', () => { t.diagnostic('port ' + server.address().port); done(); });
         spawn('sleep', ['600'], { stdio: 'ignore' });
       });`,
    },
    3_000,
  );
  assert.deepEqual(
    outcomes.map(({ isGood }) => isGood),
    [true, false],
  );
  const trouble = outcomes[1]?.trouble ?? '';
  assert.match(trouble, /^It hung: all its tests ended/);
  const [port] = outcomes[0]?.remarks ?? [];
  assert.match(trouble, new RegExp(`^  tcp 127\\.0\\.0\\.1:${port?.slice(5)}$`, 'm'));
  assert.match(trouble, /^ {2}process \d+: sleep 600$/m);
});

// Long tier only, since it waits for the timeout.
test('a hanging file is a failure, is killed with its children, and earlier failures are reported', {
  skip: !isLongTier,
}, async () => {
  const [outcome] = await run(
    {
      hangs: `import { spawn } from 'node:child_process';
       test('x', () => { throw new Error(\`child \${spawn('sleep', ['600'], { detached: true }).pid} lives\`); });
       test('y', () => new Promise(() => setInterval(() => {}, 86_400_000)));`,
    },
    15_000,
  );
  assert.equal(outcome?.isGood, false);
  assert.match(outcome?.trouble ?? '', /^It hung.*\nOpen in its process:\n.*^ {2}timer due in 8\d{7} ms$/ms);
  const [, pid] = /child (\d+) lives/.exec(outcome?.trouble ?? '') ?? [];
  await until('the child is gone', async () => commandOf(pid) === '');
});

/** Empty for a dead process, even one whose parent has not reaped it. */
function commandOf(pid: string | undefined): string {
  assert.ok(pid);
  return existsSync(`/proc/${pid}`) ? readFileSync(`/proc/${pid}/cmdline`, 'utf8') : '';
}
