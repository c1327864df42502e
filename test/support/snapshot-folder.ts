/**
 * Stores expensive fixtures from run to run: a folder under `node_modules/.cache` for each state of the sources. Its name contains the
 * day, because fixtures contain their date. Old folders are removed when another is first opened in a run.
 */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { AnotherBuild } from '#data/store/dataset.ts';
import { lockFolder } from '#data/store/sqlite/folder-lock.ts';
import { bucharestDay } from '#lib/values/date.ts';

const ROOT = join(import.meta.dirname, '../..');
/** Everything that determines the contents of a demo country, an installation or a test service. */
const SOURCES = [
  'package.json',
  'package-lock.json',
  'src',
  'demo-country',
  'locales',
  'migrations',
  'reference',
  'test',
];
/** Neither tests nor the runner affect the fixtures. */
const LEFT_OUT = /\.test\.ts$|^test\/run[./]/;
/** A second branch stays fast too. */
const FOLDERS_MAX = 2;
const FOLDER_NAME = /^[0-9a-f]{16}-\d{4}-\d{2}-\d{2}$/;
/** Users of a folder lock this file against its removal. */
const IN_USE = 'in-use.lock';
const BOOT_ID = '/proc/sys/kernel/random/boot_id';
const POLL_MS = 20;
/** The most expensive fixture takes half a minute on an idle machine. */
const WAIT_MS_MAX = 600_000;

let opened: string | undefined;

/** The folder of the current sources, held while this process lives; the runner passes it on in the environment. */
export function keptFolder(): string {
  opened ??= process.env.FIRMOTECA_TEST_KEPT || openFolder(join(ROOT, 'node_modules/.cache/firmoteca'), keyOf(ROOT));
  return opened;
}

export function keyOf(root: string, now = Date.now()): string {
  const hash = createHash('sha256').update(`${process.version} ${process.platform} ${process.arch} ${boot()}`);
  for (const path of SOURCES.flatMap((source) => filesIn(root, source)).toSorted()) {
    const content = readFileSync(join(root, path));
    hash.update(`\0${path}\0${content.length}\0`).update(content);
  }
  return `${hash.digest('hex').slice(0, 16)}-${bucharestDay(now)}`;
}

/** Fixtures are not synced to disk, so after a crash of the machine they may be incomplete. */
const boot = (): string => (existsSync(BOOT_ID) ? readFileSync(BOOT_ID, 'utf8') : '');

function filesIn(root: string, source: string): string[] {
  if (!existsSync(join(root, source))) return [];
  if (statSync(join(root, source)).isFile()) return [source];
  return readdirSync(join(root, source), { withFileTypes: true }).flatMap((entry) => {
    const path = `${source}/${entry.name}`;
    if (entry.isDirectory()) return filesIn(root, path);
    return entry.isFile() && !LEFT_OUT.test(path) ? [path] : [];
  });
}

/** Creates the folder, and removes all but the newest unused ones. */
export function openFolder(cache: string, key: string): string {
  const folder = join(cache, key);
  use(folder);
  utimesSync(folder, new Date(), new Date());
  const others = readdirSync(cache)
    .filter((name) => name !== key && FOLDER_NAME.test(name))
    .map((name) => join(cache, name))
    .map((path) => ({ path, usedMs: statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0 }))
    .toSorted((a, b) => b.usedMs - a.usedMs);
  for (const { path } of others.slice(FOLDERS_MAX - 1)) removeUnlessUsed(path);
  return folder;
}

/** Open for the life of the process: the operating system releases the locks of a killed process. */
const inUse: DatabaseSync[] = [];

function use(folder: string): void {
  const path = join(folder, IN_USE);
  do {
    mkdirSync(folder, { recursive: true });
    const connection = new DatabaseSync(path, { timeout: WAIT_MS_MAX });
    // A read transaction prevents an exclusive lock.
    connection.exec('begin; select count(*) from sqlite_schema');
    inUse.push(connection);
    // Another process may have removed the folder between the open and the lock.
  } while (!existsSync(path));
}

function removeUnlessUsed(folder: string): void {
  const release = lockUnlessTaken(join(folder, IN_USE));
  if (release === null) return;
  rmSync(folder, { recursive: true, force: true });
  release();
}

/** Locks the file; null if another process holds the lock. */
export function lockUnlessTaken(path: string): (() => void) | null {
  try {
    return lockFolder(path);
  } catch (error) {
    if (error instanceof AnotherBuild) return null;
    throw error;
  }
}

/** Runs the work with an exclusive lock on the file. */
export async function locked<Done>(path: string, work: () => Promise<Done>): Promise<Done> {
  let release = lockUnlessTaken(path);
  for (const end = performance.now() + WAIT_MS_MAX; release === null; release = lockUnlessTaken(path)) {
    if (performance.now() > end) throw new Error(`Another process has ${path} locked for too long.`);
    await sleep(POLL_MS);
  }
  try {
    return await work();
  } finally {
    release();
  }
}
