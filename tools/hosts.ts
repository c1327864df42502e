/**
 * `npm run hosts [-- SECONDS [COMPANIES]]`: an installation of three hosts on this machine, with PostgreSQL and a standby, Redis and Sentinels, nginx
 * in front; load, and everything that dies in turn. Each stretch lasts that many seconds. Figures are printed.
 */
import { chmodSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { lineOf } from '#test/support/hosts/request-log.ts';
import { missing } from '#test/support/hosts/requirements.ts';
import { trial } from '#test/support/hosts/trial.ts';

const COMPANIES = 2_000;
const SECONDS = 20;
const TRIES_MAX = 300;
const PAUSE_MS = 100;

const gaps = missing();
for (const { what, install } of gaps) console.log(`${what} is missing. Install it with: ${install}`);
if (gaps.length > 0) process.exit(1);

// Everything lies in one folder, which servers that run as somebody else may enter.
const folder = mkdtempSync(join(tmpdir(), 'firmoteca-hosts-'));
chmodSync(folder, 0o711);
process.env.TMPDIR = folder;
/** What was started ends with this process, however that ends, and writes until it has: the folder is gone when nobody does any more. */
const remove = (): void => {
  for (let tries = 0; tries < TRIES_MAX && existsSync(folder); tries++) {
    try {
      rmSync(folder, { recursive: true, force: true });
    } catch {
      // A moment later there is less to remove.
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE_MS);
    }
  }
};
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.once(signal, () => {
    process.once('exit', remove);
    process.exit(130);
  });
const [seconds = SECONDS, companies = COMPANIES] = process.argv.slice(2).map(Number);
const { chapters, problems, figures } = await trial({ companies, stretchMs: seconds * 1000 }, console.log).finally(
  remove,
);
console.log();
for (const chapter of chapters) console.log(lineOf(chapter));
for (const figure of figures) console.log(figure);
for (const problem of problems) console.log(`PROBLEM ${problem}`);
console.log(problems.length === 0 ? 'All good' : 'FAILED');
process.exitCode = problems.length === 0 ? 0 : 1;
