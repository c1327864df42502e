/** The tender documents of an installation: location of the files, used space, and the queue. Changes nothing. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Database } from '#data/store/database.ts';
import { migrationsOf, pendingMigrations } from '#data/store/migrate.ts';
import { openSqlite } from '#data/store/sqlite/database.ts';
import { displayedLocation, knownLocationProblem, openBlobs } from '#domain/documents/blobs/location.ts';
import { hasOtherVerifier } from '#domain/documents/opener/document-writes-table.ts';
import { trustDigest } from '#domain/documents/opener/verdicts.ts';
import { documentFigures } from '#domain/documents/tables/blobs-table.ts';
import { namedLists } from '#domain/documents/trust/trust-table.ts';
import { readTrustStore, type TrustedListFacts } from '#lib/signatures/trust-store.ts';
import type { Config } from '#server/config/config.ts';
import { trustFolder } from '#server/config/config.ts';
import { type Finding, messageOf, ok, warning, wrong } from './finding.ts';
import { aboutServer } from './server-table.ts';

const SCHEMA = 'firmoteca_documents';
/** No file has this digest. */
const NO_FILE = '0'.repeat(64);
/** Warns early enough for the operator to act. */
const FULL_FROM = 0.9;

export async function checkDocuments(config: Config): Promise<Finding[]> {
  try {
    const db = await openDocuments(config);
    if (db === null) return [ok('documents', 'the next start creates their store')];
    try {
      const pending = await pendingMigrations(db, migrationsOf('documents', db.engine));
      if (pending.length > 0)
        return [warning('documents', `to be applied: ${pending.join(', ')}`, 'The next start applies them.')];
      return [
        await checkLocation(config.documents, db),
        await checkQuota(config.documents, db),
        await checkQueue(db),
        ...(await checkTrust(config, db)),
      ];
    } finally {
      await db.close();
    }
  } catch (error) {
    return [wrong('documents', messageOf(error), 'See above.')];
  }
}

/** Null in an installation of a version without documents. */
async function openDocuments({ databaseUrl, dataFolder }: Config): Promise<Database | null> {
  const path = join(dataFolder, 'documents.db');
  if (databaseUrl === null) return existsSync(path) ? openSqlite(path, { readOnly: true }) : null;
  const { openPostgres } = await import('#data/store/postgres/database.ts');
  const db = openPostgres(databaseUrl, { searchPath: [SCHEMA] });
  try {
    if ((await aboutServer(db, [SCHEMA]))?.installed === 1) return db;
  } catch (error) {
    await db.close();
    throw error;
  }
  await db.close();
  return null;
}

async function checkLocation({ location, days }: Config['documents'], db: Database): Promise<Finding> {
  const check = 'documents';
  const retention = days === null ? 'stored without a limit' : `stored for ${days} days`;
  const found = `files in ${displayedLocation(location)}, ${retention}`;
  const problem = await knownLocationProblem(db, location);
  if (problem !== null) return wrong(check, found, problem);
  if (location.kind === 'folder') return ok(check, found);
  const blobs = await openBlobs(location);
  try {
    await blobs.sizeOf(NO_FILE);
    return ok(check, found);
  } catch (error) {
    return wrong(
      check,
      messageOf(error),
      'Look at FIRMOTECA_DOCUMENTS and the settings FIRMOTECA_S3_…, and whether the storage is reached.',
    );
  } finally {
    await blobs.close();
  }
}

async function checkQuota({ bytesMax, prefetches }: Config['documents'], db: Database): Promise<Finding> {
  const { bytes: used } = await documentFigures(db);
  const found = `${gigabytes(used)} of ${gigabytes(bytesMax)} GB`;
  const advice = 'Raise FIRMOTECA_DOCUMENTS_GB, or set FIRMOTECA_DOCUMENTS_DAYS.';
  if (used >= bytesMax) return warning('space for documents', `${found}: nothing more is collected ahead`, advice);
  if (used >= bytesMax * FULL_FROM) return warning('space for documents', found, advice);
  return ok('space for documents', prefetches ? found : `${found}; only requested documents are collected`);
}

async function checkQueue(db: Database): Promise<Finding> {
  const { states, waiting } = await documentFigures(db);
  const counts = states.map(({ state, count }) => `${count} ${state}`).join(', ');
  return ok('collected documents', `${counts || 'none yet'}${waiting > 0 ? `; callers wait for ${waiting}` : ''}`);
}

/** Unreadable files, and a trust store other than that of the last leader: verdicts would change with the leader. */
async function checkTrust({ dataFolder, country, role }: Config, db: Database): Promise<Finding[]> {
  // A host that only serves verifies no signature.
  if (role === 'serve') return [];
  const folder = trustFolder(dataFolder, country);
  const { unreadable: files, certificates, trustedLists } = readTrustStore(folder);
  const found = await checkRevocation(db, certificates.authorities.length, trustedLists, folder);
  const unreadable = files.map((file) =>
    warning(
      'trust store',
      `${file} cannot be read: verified without it`,
      'Import it anew, or remove it (docs/trust.md).',
    ),
  );
  const own = [...unreadable, ...found];
  if (db.engine === 'sqlite') return own;
  if (!(await hasOtherVerifier(db, (await trustDigest(folder)).authorities))) return own;
  const advice =
    'Have the same files on every host that may become the leader (docs/trust.md); after a recent change the leader is verifying again.';
  return [...own, warning('trust store', `signatures were verified with another one than ${folder}`, advice)];
}

/** What keeps intact signatures from being `valid`. */
async function checkRevocation(
  db: Database,
  authorities: number,
  trustedLists: readonly TrustedListFacts[],
  folder: string,
): Promise<Finding[]> {
  if (authorities === 0) {
    const advice =
      'npx firmoteca trust download takes those of Romania’s trusted list (docs/trust.md). Without them no signature is valid.';
    return [warning('trusted list', `missing: no authority is trusted in ${folder}`, advice)];
  }
  const [first] = trustedLists;
  const until = first?.nextUpdate ?? null;
  const isOld = until !== null && Date.parse(until) < Date.now();
  const lists = await namedLists(db);
  const now = new Date().toISOString();
  const bad = lists.filter(({ good_until }) => good_until === null || good_until < now);
  return [
    isOld
      ? warning(
          'trusted list',
          `old: the next one of ${first?.territory ?? 'its country'} was due on ${until.slice(0, 10)}`,
          'npx firmoteca trust download, or trust import with the current one (docs/trust.md).',
        )
      : ok('trusted list', `authorities: ${authorities}${first === undefined ? ', imported by hand' : ''}`),
    bad.length === 0
      ? ok('revocation lists', lists.length === 0 ? 'none is named by a signature yet' : `${lists.length} current`)
      : warning(
          'revocation lists',
          bad
            .slice(0, LISTS_SHOWN)
            .map(
              ({ address, good_until: until, trouble }) =>
                `${until === null ? 'missing' : 'old'}: ${address}${trouble === null ? '' : ` (${trouble})`}`,
            )
            .join('; '),
          'The service downloads them every hour until it succeeds: let it reach these addresses, or import the lists (docs/trust.md).',
        ),
  ];
}

/** Of those that fail. */
const LISTS_SHOWN = 5;

const gigabytes = (bytes: number): string => (bytes / 1e9).toFixed(bytes < 1e10 ? 2 : 0);
