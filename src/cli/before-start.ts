/** Checks before the start of a service and before long work. Each error states what to do. */
import { accessSync, constants, existsSync, mkdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { keyMark } from '#data/ingest/person-identity.ts';
import { keyMarkIn } from '#data/ingest/snapshots.ts';
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

/** Timeout of the query for the limits of a server. */
const LIMITS_MS = 5_000;

/** Creates the data folder, and checks that it is writable. */
export function assertDataFolder(folder: string): void {
  if (existsSync(folder) && !statSync(folder).isDirectory())
    throw new CannotStart(`${folder} is a file: set FIRMOTECA_DATA to a folder, or move the file away.`);
  try {
    createFolder(folder);
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    const { code = 'unknown' } = error as NodeJS.ErrnoException;
    throw new CannotStart(
      `The data folder ${folder} cannot be ${existsSync(folder) ? 'written' : 'made'} (${code}): set FIRMOTECA_DATA to a folder that this user may write, or give this user the right to.`,
    );
  }
}

/** One folder at a time: Node's recursive creation never ends on some file systems. */
function createFolder(folder: string): void {
  if (existsSync(folder)) return;
  createFolder(dirname(folder));
  // Readable by its owner only (store/own-folder.ts).
  mkdirSync(folder, { mode: 0o700 });
}

/**
 * A full server refuses the service: that is an error. Connections of other programs may end at any moment, and the primary replaces a full
 * standby: these are warnings, which the function returns.
 */
export async function assertConnections(config: Config): Promise<string[]> {
  const { databaseUrl, databaseConnections: max, standby, role } = config;
  if (databaseUrl === null) return [];
  const workers = servingThreads(config);
  const limits = await limitsAt(databaseUrl);
  const problem = connectionsProblem({ workers, max }, limits);
  if (problem !== null) throw new CannotStart(problem);
  const { total } = shareConnections(workers, max);
  const warnings = [crowdedProblem({ server: 'The database', total, held: limits.taken }, limits)];
  // The service waits for an unreachable standby, and logs it.
  const standbyLimits = standby && role !== 'work' ? await limitsAt(standby.url).catch(() => null) : null;
  if (standbyLimits) {
    const read = standbyConnections(workers, max);
    warnings.push(crowdedProblem({ server: 'The standby', total: read, held: standbyLimits.taken }, standbyLimits));
  }
  return warnings.filter((warning) => warning !== null);
}

async function limitsAt(url: string): ReturnType<typeof serverLimits> {
  const { openPostgres } = await import('#data/store/postgres/database.ts');
  const database = openPostgres(url, { searchPath: ['pg_catalog'], statementTimeoutMs: LIMITS_MS });
  try {
    return await serverLimits(database);
  } finally {
    await database.close();
  }
}

/** Several hosts need a database that all of them reach. */
export function assertRole({ role, databaseUrl }: Pick<Config, 'role' | 'databaseUrl'>): void {
  if (role !== 'all' && databaseUrl === null)
    throw new CannotStart(
      `FIRMOTECA_ROLE=${role} is for one of several hosts, and SQLite has one: set DATABASE_URL to the PostgreSQL that they share, or leave FIRMOTECA_ROLE away.`,
    );
}

/** An installation without data would wait for a build of unknown duration. */
export async function assertNoOtherBuild({ dataFolder }: Pick<Config, 'dataFolder'>, store: Store): Promise<void> {
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
 * All hosts of an installation need the same secrets: with other ones, API keys would be unknown here, and persons would get other ids. The
 * first host creates the secrets.
 */
export async function assertSecrets(
  { secretsFile, databaseUrl }: Pick<Config, 'secretsFile' | 'databaseUrl'>,
  { state, generations }: Store,
): Promise<void> {
  if (databaseUrl === null) return;
  const served = generations.current();
  const datasetMark = served && keyMarkIn(served.manifest);
  const mark = datasetMark ?? (await storedMark(state));
  const personKey = storedPersonKey(secretsFile);
  if (mark !== null && (personKey === null || keyMark(personKey) !== mark))
    throw otherSecrets(secretsFile, datasetMark);
  const own = keyMark(loadSecrets(secretsFile).personKey);
  if (datasetMark !== null) await replaceMark(state, own);
  else if ((await claimMark(state, own)) !== own) throw otherSecrets(secretsFile, null);
}

const otherSecrets = (file: string, datasetMark: string | null): CannotStart =>
  new CannotStart(
    `${datasetMark === null ? 'Another host has begun this installation' : 'The dataset in this database was built'} with other secrets than those of this host: keys of other hosts would not work here. ${secretsAdvice(file)}`,
  );

/** With another location this host would offer files that only other hosts have. */
export async function assertDocumentsLocation({ documents }: Pick<Config, 'documents'>, store: Store): Promise<void> {
  const problem = await locationProblem(store.documents, documents.location);
  if (problem !== null) throw new CannotStart(problem);
}
