/** What would keep a service from starting, found out before any long work; each in one sentence that says what to do. */
import { accessSync, constants, existsSync, mkdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { keyMark, keyMarkIn } from '#data/ingest/snapshots.ts';
import { AnotherBuild } from '#data/store/dataset.ts';
import type { Store } from '#data/store/open.ts';
import {
  connectionsProblem,
  crowdedProblem,
  serverLimits,
  shareConnections,
  standbyConnections,
} from '#data/store/postgres/connections.ts';
import { lockFolder } from '#data/store/sqlite/folder-lock.ts';
import { locationProblem } from '#domain/documents/blobs/location.ts';
import { type Config, servingThreads } from '#server/config/config.ts';
import { loadSecrets, secretsAdvice, storedPersonKey } from '#server/secrets.ts';
import { claimMark, replaceMark, storedMark } from '#server/secrets-mark-table.ts';
import { CannotStart } from '#server/start-error.ts';

/** For what the server says of its connections. */
const ROOM_MS = 5_000;

/** A folder that may be written, made if need be; not a file. */
export function assertDataFolder(folder: string): void {
  if (existsSync(folder) && !statSync(folder).isDirectory())
    throw new CannotStart(`${folder} is a file: set FIRMOTECA_DATA to a folder, or move the file away.`);
  try {
    makeFolder(folder);
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    const { code = 'unknown' } = error as NodeJS.ErrnoException;
    throw new CannotStart(
      `The data folder ${folder} cannot be ${existsSync(folder) ? 'written' : 'made'} (${code}): set FIRMOTECA_DATA to a folder that this user may write, or give this user the right to.`,
    );
  }
}

/** Step by step: on some file systems Node's own way to make several at once never ends. */
function makeFolder(folder: string): void {
  if (existsSync(folder)) return;
  makeFolder(dirname(folder));
  // Others may read nothing of it (store/own-folder.ts).
  mkdirSync(folder, { mode: 0o700 });
}

/**
 * Threads that find the server full would tell their callers that it does not answer. What others hold may be given back at any moment,
 * and what a standby refuses the primary gives: of that we only warn.
 */
export async function assertConnections(config: Config): Promise<string[]> {
  const { databaseUrl, databaseConnections: max, standby, role } = config;
  if (databaseUrl === null) return [];
  const workers = servingThreads(config);
  const room = await roomAt(databaseUrl);
  const problem = connectionsProblem({ workers, max }, room);
  if (problem !== null) throw new CannotStart(problem);
  const { total } = shareConnections(workers, max);
  const warnings = [crowdedProblem({ server: 'The database', total, held: room.taken }, room)];
  // The service waits for an unreachable standby, and logs it.
  const there = standby && role !== 'work' ? await roomAt(standby.url).catch(() => null) : null;
  if (there) {
    const read = standbyConnections(workers, max);
    warnings.push(crowdedProblem({ server: 'The standby', total: read, held: there.taken }, there));
  }
  return warnings.filter((warning) => warning !== null);
}

async function roomAt(url: string): ReturnType<typeof serverLimits> {
  const { openPostgres } = await import('#data/store/postgres/database.ts');
  const database = openPostgres(url, { searchPath: ['pg_catalog'], statementTimeoutMs: ROOM_MS });
  try {
    return await serverLimits(database);
  } finally {
    await database.close();
  }
}

/** Hosts share the work through a database that all of them reach. */
export function assertRole({ role, databaseUrl }: Pick<Config, 'role' | 'databaseUrl'>): void {
  if (role !== 'all' && databaseUrl === null)
    throw new CannotStart(
      `FIRMOTECA_ROLE=${role} is for one of several hosts, and SQLite has one: set DATABASE_URL to the PostgreSQL that they share, or leave FIRMOTECA_ROLE away.`,
    );
}

/** For an installation that has nothing to serve: it would wait for a build of unknown duration. */
export async function assertNobodyBuilds({ dataFolder }: Pick<Config, 'dataFolder'>, store: Store): Promise<void> {
  try {
    lockFolder(join(dataFolder, 'demo.lock'))();
    await (await store.generations.build()).close();
  } catch (error) {
    if (!(error instanceof AnotherBuild)) throw error;
    throw new CannotStart(
      'Another process is making the first dataset of this installation: wait until it has ended, then start again.',
    );
  }
}

/**
 * Hosts of one installation have the same secrets: with others, keys that callers have paid for would be unknown here, and persons get
 * other ids. New ones are made for the first host of all.
 */
export async function assertSecrets(
  { secretsFile, databaseUrl }: Pick<Config, 'secretsFile' | 'databaseUrl'>,
  { state, generations }: Store,
): Promise<void> {
  if (databaseUrl === null) return;
  const served = generations.current();
  const madeWith = served && keyMarkIn(served.manifest);
  const held = madeWith ?? (await storedMark(state));
  const personKey = storedPersonKey(secretsFile);
  if (held !== null && (personKey === null || keyMark(personKey) !== held)) throw otherSecrets(secretsFile, madeWith);
  const own = keyMark(loadSecrets(secretsFile).personKey);
  if (madeWith !== null) await replaceMark(state, own);
  else if ((await claimMark(state, own)) !== own) throw otherSecrets(secretsFile, null);
}

const otherSecrets = (file: string, madeWith: string | null): CannotStart =>
  new CannotStart(
    `${madeWith === null ? 'Another host has begun this installation' : 'The dataset in this database was made'} with other secrets than those of this host: keys of other hosts would not work here. ${secretsAdvice(file)}`,
  );

/** Callers would be offered files that only another host has. */
export async function assertDocumentsPlace({ documents }: Pick<Config, 'documents'>, store: Store): Promise<void> {
  const problem = await locationProblem(store.documents, documents.location);
  if (problem !== null) throw new CannotStart(problem);
}
