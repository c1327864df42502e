/** `npm test` that is told to stop begins no further file, however long its PostgreSQL takes to end. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { until } from '../until.ts';

const { NODE_TEST_CONTEXT: _, ...env } = process.env;
const skip = process.env.FIRMOTECA_TEST_ENGINE === 'sqlite';

test('after SIGTERM no further file begins', { skip }, async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'firmoteca-stopped-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const list = join(folder, 'begun');
  const begun = (): string[] => (existsSync(list) ? readFileSync(list, 'utf8').split('\n').filter(Boolean) : []);
  // Each lasts until it is killed; one that was left behind ends by itself.
  const files = Array.from({ length: 6 }, (_, i) => join(folder, `${i}.mjs`));
  for (const file of files)
    writeFileSync(
      file,
      `import { appendFileSync } from 'node:fs';
       appendFileSync(${JSON.stringify(list)}, ${JSON.stringify(`${file}\n`)});
       const parent = process.ppid;
       setInterval(() => process.ppid === parent || process.exit(1), 100);`,
    );
  const child = spawn(process.execPath, [join(import.meta.dirname, '../run.ts'), ...files], { env, stdio: 'ignore' });
  t.after(() => child.kill('SIGKILL'));
  const ended = once(child, 'exit');
  await until('two have begun', async () => begun().length === 2, 300_000);
  child.kill('SIGTERM');
  assert.deepEqual(await ended, [143, null]);
  // What was begun at the last moment has said so by now.
  await sleep(1_000);
  assert.equal(begun().length, 2);
});
