/** Ctrl-C during `npm run hosts`: no process and no file remains. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { missing } from '#test/support/hosts/requirements.ts';
import { notRun } from '#test/support/skip-report.ts';
import { until } from '#test/support/until.ts';

const [gap] = missing();
const skip = gap !== undefined && notRun('an installation of three hosts that is interrupted', gap.install);
const SCRIPT = join(import.meta.dirname, '../../tools/hosts.ts');
/** Time for everything to start, on a busy machine. */
const PATIENCE_MS = 840_000;

test('an interrupted trial of three hosts leaves no process and no file behind', {
  skip,
  timeout: 900_000,
}, async (t) => {
  if (process.env.FIRMOTECA_TEST_ENGINE === 'sqlite') return t.skip();
  const location = mkdtempSync(join(tmpdir(), 'firmoteca-interrupted-'));
  chmodSync(location, 0o711);
  t.after(() => rmSync(location, { recursive: true, force: true }));
  const child = spawn(process.execPath, [SCRIPT, '3', '100'], { env: { ...process.env, TMPDIR: location } });
  t.after(() => child.kill('SIGTERM'));
  const ended = once(child, 'close');
  let message = '';
  for (const output of [child.stdout, child.stderr]) output.on('data', (chunk) => (message += chunk));
  await until(
    'all processes are started',
    async () => {
      if (child.exitCode !== null) throw new Error(`The script ended by itself:\n${message}`);
      return /nginx in front/.test(message);
    },
    PATIENCE_MS,
  );
  // Three services, five Redis processes, two PostgreSQL servers and nginx: a check that the search finds processes.
  assert.ok(processesIn(location).length >= 11, `${processesIn(location)}`);
  child.kill('SIGINT');
  assert.deepEqual(await ended, [130, null], message);
  await until('no process is left', async () => processesIn(location).length === 0);
  assert.deepEqual(readdirSync(location), []);
});

/** Processes with the folder in their arguments or environment, or among their open files. */
function processesIn(location: string): string[] {
  return readdirSync('/proc').filter((id) => /^[0-9]+$/.test(id) && Number(id) !== process.pid && isOf(id, location));
}

function isOf(id: string, location: string): boolean {
  const at = `/proc/${id}`;
  try {
    const result = ['cmdline', 'environ'].map((name) => readFileSync(`${at}/${name}`, 'latin1'));
    const open = readdirSync(`${at}/fd`).map((fd) => linkOf(`${at}/fd/${fd}`));
    return [...result, ...open, linkOf(`${at}/cwd`)].some((text) => text.includes(location));
  } catch {
    // The process has ended, or belongs to another user.
    return false;
  }
}

function linkOf(path: string): string {
  try {
    return readlinkSync(path);
  } catch {
    return '';
  }
}
