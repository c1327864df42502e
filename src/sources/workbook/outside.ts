/**
 * Workbooks of strangers read in a process of its own: no network, no files but the workbook and the reader's own, capped memory
 * and time. It is asked for rows as they are needed, so that neither side piles them up.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { BrokenWorkbook, type SheetRows } from './sheet.ts';

export type ReadAnswer = { rows: SheetRows } | { done: true } | { broken: string };

/** The largest export so far has 170 MB. */
const FILE_BYTES_MAX = 200_000_000;
/** The texts of the largest file, twice while they grow, and the heap. */
const MEMORY_BYTES_MAX = 1_000_000_000;
const HEAP_MB_MAX = 400;
/** The largest file takes under two minutes. */
const CPU_SECONDS_MAX = 900;
/** The first rows come after all shared texts. */
const ANSWER_MS_MAX = 120_000;

export async function* rowsReadOutside(
  path: string,
  format: 'xls' | 'ods',
  heapMbMax = HEAP_MB_MAX,
): AsyncGenerator<SheetRows> {
  const { size } = await stat(path);
  if (size > FILE_BYTES_MAX) throw new BrokenWorkbook(`a workbook of ${size} bytes, more than ${FILE_BYTES_MAX}`);
  const child = startReader(resolve(path), format, heapMbMax);
  try {
    let next = ask(child);
    for (;;) {
      const answer = await next;
      if ('broken' in answer) throw new BrokenWorkbook(answer.broken);
      if ('done' in answer) return;
      // The reader goes on while these rows are being loaded.
      next = ask(child);
      next.catch(() => {});
      yield answer.rows;
    }
  } finally {
    child.kill('SIGKILL');
  }
}

function ask(child: ChildProcess): Promise<ReadAnswer> {
  const { promise, resolve, reject } = Promise.withResolvers<ReadAnswer>();
  const failed = (): void =>
    reject(new BrokenWorkbook('a workbook that takes more memory or time than its rows can need'));
  const late = setTimeout(failed, ANSWER_MS_MAX);
  child.once('message', (answer) => resolve(answer as ReadAnswer));
  child.once('exit', failed);
  child.once('error', reject);
  if (child.exitCode !== null || child.signalCode !== null) failed();
  else child.send('next', (error) => error && failed());
  return promise.finally(() => {
    clearTimeout(late);
    child.removeAllListeners();
  });
}

const here = import.meta.dirname;
const require = createRequire(import.meta.url);

const folderOf = (library: string, from = require): string => join(dirname(from.resolve(library)), '*');
const inside = (library: string): NodeJS.Require => createRequire(require.resolve(library));

/** Files that the reader needs: itself, its libraries, and the package that tells node how to read both. */
const READABLE = [
  join(here, '*'),
  join(here, '../../../package.json'),
  folderOf('yauzl'),
  folderOf('pend', inside('yauzl')),
  folderOf('saxes'),
  join(dirname(inside('saxes').resolve('xmlchars/package.json')), '*'),
];

/** Part of every Debian; without it the heap and the time are capped, other memory is not. */
const prlimit = ['/usr/bin/prlimit', '/bin/prlimit'].find((path) => existsSync(path));

function startReader(path: string, format: string, heapMbMax: number): ChildProcess {
  const node = [
    process.execPath,
    '--permission',
    ...[...READABLE, path].map((readable) => `--allow-fs-read=${readable}`),
    `--max-old-space-size=${heapMbMax}`,
    '--disable-warning=ExperimentalWarning',
    join(here, 'read-child.ts'),
    format,
    path,
  ];
  const limits = prlimit ? [prlimit, `--data=${MEMORY_BYTES_MAX}`, `--cpu=${CPU_SECONDS_MAX}`, '--core=0'] : [];
  const [command = '', ...args] = [...limits, ...node];
  return spawn(command, args, { stdio: ['ignore', 'ignore', 'ignore', 'ipc'], serialization: 'advanced', env: {} });
}
