/** Frozen test servers are stopped at the end of a test process, also after a failed test. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { startPostgres } from '#test/support/postgres-server.ts';
import { redisPath } from '#test/support/redis-server.ts';
import { notRun } from '#test/support/skip-report.ts';
import { until } from '#test/support/until.ts';

const skip = redisPath() === null && notRun('a frozen Redis', 'apt-get install -y redis-server');
const skipPostgres = process.env.FIRMOTECA_TEST_ENGINE === 'sqlite';
/** A frozen server that is not resumed never ends. */
const options = { skip: skipPostgres, timeout: 60_000 };

test('a frozen PostgreSQL is stopped and its folder removed', options, async () => {
  const server = await startPostgres();
  server.freeze();
  await server.stop();
  assert.equal(existsSync(server.data), false);
});

for (const [name, start, skipped] of [
  ['PostgreSQL', `(await import('#test/support/postgres-server.ts')).startPostgres()`, skipPostgres],
  ['Redis', `(await import('#test/support/redis-server.ts')).startRedis()`, skip],
] as const)
  test(`a process that ends while its ${name} is frozen leaves no server behind`, { skip: skipped }, async (t) => {
    const folder = mkdtempSync(join(tmpdir(), 'firmoteca-frozen-'));
    t.after(() => rmSync(folder, { recursive: true, force: true }));
    // PostgreSQL may run as another user.
    chmodSync(folder, 0o755);
    const code = `const server = await ${start}; server.freeze(); console.log(server.url); process.exit(1);`;
    const child = spawn(process.execPath, ['--input-type=module', '--eval', code], {
      cwd: import.meta.dirname,
      env: { ...process.env, TMPDIR: folder },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const { port } = new URL((await text(child.stdout)).trim());
    // The kernel still accepts connections for a frozen process.
    await until('the port is closed', async () => !(await isTaken(Number(port))));
  });

function isTaken(port: number): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const socket = connect({ port, host: '127.0.0.1' });
  socket.on('connect', () => resolve(true)).on('error', () => resolve(false));
  return promise.finally(() => socket.destroy());
}
