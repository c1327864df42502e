/** A stopped run leaves no test process, child process, PostgreSQL server or folder. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { until } from '#test/support/until.ts';

const { NODE_TEST_CONTEXT: _, FIRMOTECA_TEST_POSTGRES: __, ...env } = process.env;
const skip = process.env.FIRMOTECA_TEST_ENGINE === 'sqlite';

for (const [signal, code] of [
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const)
  test(`after ${signal} no process and no folder is left`, { skip }, async (t) => {
    const folder = mkdtempSync(join(tmpdir(), 'firmoteca-stopped-'));
    t.after(() => rmSync(folder, { recursive: true, force: true }));
    const [list, temporary, kept] = [join(folder, 'begun'), join(folder, 'temporary'), join(folder, 'kept')];
    for (const each of [temporary, kept]) mkdirSync(each);
    // PostgreSQL runs as another user, who must be able to enter.
    chmodSync(folder, 0o755);
    const file = join(folder, 'endless.mjs');
    // A child that leads its own group is in none of the runner’s groups.
    writeFileSync(
      file,
      `import { spawn } from 'node:child_process';
       import { writeFileSync } from 'node:fs';
       import { test } from 'node:test';
       test('endless', () => new Promise(() => {
         const child = spawn('sleep', ['600'], { detached: true });
         writeFileSync(${JSON.stringify(list)}, process.pid + ' ' + child.pid + ' ');
         setInterval(() => {}, 1000);
       }));`,
    );
    const runner = spawn(process.execPath, [join(import.meta.dirname, '../run.ts'), file], {
      env: { ...env, TMPDIR: temporary, FIRMOTECA_TEST_KEPT: kept },
      stdio: 'ignore',
    });
    t.after(() => runner.kill('SIGKILL'));
    const ended = once(runner, 'exit');
    const begun = (): string[] => (existsSync(list) ? readFileSync(list, 'utf8').split(' ').slice(0, -1) : []);
    const hasBegun = until('the test has started', async () => begun().length === 2, 300_000);
    await Promise.race([hasBegun, ended.then(([code]) => assert.fail(`The runner exited with ${code}.`))]);
    const started = [...begun(), readFileSync(postmasterFile(folder), 'utf8').split('\n')[0] ?? ''];
    for (let sent = 0; sent < 3; sent++) runner.kill(signal);
    assert.deepEqual(await ended, [code, null]);
    await until('all processes have ended', async () => started.every((pid) => commandOf(pid) === ''));
    assert.deepEqual(readdirSync(temporary), []);
  });

/** The file with the process id of PostgreSQL. */
function postmasterFile(folder: string): string {
  const [found] = globSync('temporary/firmoteca-postgres-*/data/postmaster.pid', { cwd: folder });
  assert.ok(found, 'PostgreSQL runs');
  return join(folder, found);
}

/** Empty for a dead process, even one whose parent has not reaped it. */
const commandOf = (pid: string): string =>
  existsSync(`/proc/${pid}`) ? readFileSync(`/proc/${pid}/cmdline`, 'utf8') : '';
