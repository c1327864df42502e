/** Country, migrations, the served generation and its parts. Changes nothing. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { factsOf } from '#api/parts.ts';
import { isImported } from '#data/ingest/file-part.ts';
import { isWaiting } from '#data/ingest/procurement/served-days.ts';
import { filePartOf } from '#data/ingest/publications.ts';
import { isKeyedWith } from '#data/ingest/snapshots.ts';
import type { PartFacts } from '#data/sources/sources.ts';
import type { Database } from '#data/store/database.ts';
import type { Dataset, Generations, Part } from '#data/store/dataset.ts';
import { partNames } from '#data/store/formats.ts';
import { isComplete } from '#data/store/manifest.ts';
import { migrationsOf, pendingMigrations } from '#data/store/migrate.ts';
import { openGenerations } from '#data/store/open.ts';
import {
  connectionsProblem,
  crowdedProblem,
  serverLimits,
  shareConnections,
} from '#data/store/postgres/connections.ts';
import { openPostgres } from '#data/store/postgres/database.ts';
import { isMarked } from '#data/store/postgres/move-mark.ts';
import { openSqlite } from '#data/store/sqlite/database.ts';
import { isStoreUnavailable } from '#data/store/unavailable.ts';
import { type Day, daysBetween } from '#lib/values/date.ts';
import { type Config, servingThreads } from '#server/config/config.ts';
import { secretsAdvice, storedPersonKey } from '#server/secrets.ts';
import { type Finding, messageOf, ok, warning, wrong } from './finding.ts';
import { aboutServer } from './server-table.ts';

/** The registry publishes monthly to quarterly: after this a publication was missed. */
const REGISTRY_DAYS_MAX = 120;
/** Largest difference to the database's clock: leases by clocks of hosts (payments, emails, checks) last longer. */
const CLOCK_DRIFT_MS_MAX = 5_000;

const START = 'Run npm start (demo country) or npx firmoteca setup (real data).';

const REACH = 'Start it, or look at DATABASE_URL (without one, at the data folder).';
const RESTORE = 'See above; docs/operations.md describes how to restore a back-up.';

export async function checkStore(config: Config): Promise<Finding[]> {
  const { databaseUrl, dataFolder, country } = config;
  try {
    const findings = databaseUrl === null ? await checkFiles(dataFolder) : await checkServer(databaseUrl, config);
    if (findings.some(({ state }) => state === 'wrong')) return findings;
    const generations = await openGenerations({ databaseUrl, folder: dataFolder, country });
    try {
      return [
        ...findings,
        ...checkPersons(generations, config),
        ...(await checkGenerations(generations, config.today())),
      ];
    } finally {
      await generations.close();
    }
  } catch (error) {
    return [wrong('database', messageOf(error), isStoreUnavailable(error) ? REACH : RESTORE)];
  }
}

async function checkFiles(folder: string): Promise<Finding[]> {
  if (!existsSync(join(folder, 'state.db'))) return [wrong('database', `nothing is installed in ${folder}`, START)];
  const findings = [ok('database', `SQLite files in ${folder}`)];
  for (const name of ['state', 'live'] as const) {
    const database = openSqlite(join(folder, `${name}.db`), { readOnly: true });
    try {
      findings.push(await checkMigrations(name, database));
    } finally {
      await database.close();
    }
  }
  return findings;
}

const SCHEMAS = { state: 'firmoteca_state', live: 'firmoteca_live', catalogue: 'firmoteca' } as const;

async function checkServer(url: string, config: Config): Promise<Finding[]> {
  const about = await inSchema(url, SCHEMAS.state, (database) => aboutServer(database, Object.values(SCHEMAS)));
  if (!about || about.installed < Object.keys(SCHEMAS).length)
    return [wrong('database', 'nothing is installed in this database', START)];
  if (await inSchema(url, SCHEMAS.catalogue, isMarked))
    return [
      wrong(
        'database',
        'npx firmoteca move is filling it and is not through',
        'Wait until it is, or run it again if it was interrupted: it continues.',
      ),
    ];
  const driftMs = Math.abs(Date.now() - about.now);
  const findings = [
    ok('database', `PostgreSQL ${about.version}`),
    driftMs <= CLOCK_DRIFT_MS_MAX
      ? ok('database clock', `${Math.round(driftMs)} ms from this machine`)
      : wrong('database clock', `${Math.round(driftMs / 1000)} s from this machine`, 'Set both clocks by NTP.'),
  ];
  findings.push(await inSchema(url, SCHEMAS.state, (database) => checkConnections(database, config)));
  for (const name of ['state', 'live', 'catalogue'] as const)
    findings.push(await inSchema(url, SCHEMAS[name], (database) => checkMigrations(name, database)));
  return findings;
}

async function inSchema<Value>(
  url: string,
  schema: string,
  look: (database: Database) => Promise<Value>,
): Promise<Value> {
  const database = openPostgres(url, { searchPath: [schema] });
  try {
    return await look(database);
  } finally {
    await database.close();
  }
}

/** The connections of a running service on this host count as taken as well. */
async function checkConnections(database: Database, config: Config): Promise<Finding> {
  const check = 'database connections';
  const [workers, max] = [servingThreads(config), config.databaseConnections];
  const limits = await serverLimits(database);
  const { total } = shareConnections(workers, max);
  const problem = connectionsProblem({ workers, max }, limits);
  const found = `up to ${total} of ${limits.places}, of which ${limits.taken} are in use`;
  if (problem !== null) return wrong(check, found, problem);
  const crowded = crowdedProblem({ server: 'The database', total, held: limits.elsewhere }, limits);
  return crowded === null ? ok(check, found) : warning(check, found, crowded);
}

async function checkMigrations(name: keyof typeof SCHEMAS, database: Database): Promise<Finding> {
  const check = `migrations of ${name}`;
  const pending = await pendingMigrations(database, migrationsOf(name, database.engine));
  return pending.length === 0
    ? ok(check, 'all applied')
    : warning(check, `to be applied: ${pending.join(', ')}`, 'The next start applies them; back up the state before.');
}

/** With other secrets than the other hosts, API keys would be unknown here, and persons would get other ids. */
function checkPersons(generations: Generations, { secretsFile }: Config): Finding[] {
  const served = generations.current();
  if (served === null) return [];
  const personKey = personKeyIn(secretsFile);
  if (personKey === undefined || isKeyedWith(personKey, served.manifest)) return [];
  return [wrong('secrets of the dataset', `not those in ${secretsFile}`, secretsAdvice(secretsFile))];
}

/** Undefined for an unreadable file, which the check of the machine reports. */
function personKeyIn(secretsFile: string): string | null | undefined {
  try {
    return storedPersonKey(secretsFile);
  } catch {
    return undefined;
  }
}

async function checkGenerations(generations: Generations, today: Day): Promise<Finding[]> {
  const current = generations.current();
  if (current === null) return [await checkUnopened(generations)];
  return [await checkCurrent(generations, current), ...checkParts(current, today)];
}

const REBUILD = 'The next start makes it again, or run npx firmoteca ingest.';
const GO_ON = 'A running service builds it; otherwise the next start continues.';
const MEND = 'Run npx firmoteca generations rollback, or ingest to build it anew.';

/** No generation, or one that cannot be opened. */
async function checkUnopened(generations: Generations): Promise<Finding> {
  const [newest] = await generations.list();
  if (!newest) return wrong('generation', 'there is none yet', START);
  const reason = await generations.refresh().then(
    () => [],
    (error) => [messageOf(error)],
  );
  return wrong('generation', [...reason, ...(await generations.check(newest.id))].join(' '), MEND);
}

async function checkCurrent(generations: Generations, { manifest, unreadable }: Dataset): Promise<Finding> {
  const aheadMs = Date.parse(manifest.createdAt) - Date.now();
  if (aheadMs > CLOCK_DRIFT_MS_MAX)
    return wrong('generation', `${manifest.id} was created in the future`, 'Set the clock of this machine.');
  const problems = await generations.check(manifest.id);
  if (!isComplete(manifest) && problems.length === 1) return warning('generation', problems.join(' '), GO_ON);
  return problems.length === 0
    ? ok('generation', `${manifest.id}, ${manifest.country}, complete`)
    : wrong('generation', problems.join(' '), unreadable.length > 0 ? REBUILD : MEND);
}

function checkParts({ manifest, unreadable }: Dataset, today: Day): Finding[] {
  const { parts, lost = [] } = manifest;
  const findings = [
    ...parts.map((part) => (unreadable.includes(part) ? checkUnreadable(part) : checkPart(part, today))),
    ...lost.map(({ name, stale }) => wrong(`part ${name}`, `lost: ${stale}`, 'See above.')),
  ];
  const absent = partNames.filter((name) => ![...parts, ...lost].some((part) => part.name === name));
  const needed = (need: PartFacts['need']): string[] =>
    absent.filter((name) => factsOf(name)?.need === need).map((name) => `part ${name}`);
  return [
    ...findings,
    ...needed('core').map((check) => wrong(check, 'missing', 'Run npx firmoteca ingest.')),
    ...needed('expected').map((check) => warning(check, 'not loaded', 'Run npx firmoteca ingest --download.')),
    ...needed('import').map((check) => ok(check, 'not loaded; has no open source, see docs/import-formats.md')),
  ];
}

const checkUnreadable = ({ name, asOf }: Part): Finding =>
  wrong(`part ${name}`, `${asOf === null ? '' : `of ${asOf}, `}not of the format that this version reads`, REBUILD);

/** Imports have no source: their files come from the operator. */
const adviceOnStale = ({ name, stale }: Part): string => {
  if (isWaiting({ stale }))
    return `A running service collects them on its own; so does npx firmoteca collect procurement.${name === 'procurement' ? ' Then run npx firmoteca ingest.' : ''}`;
  return isImported(filePartOf(name))
    ? 'Mend its file (docs/import-formats.md) and run npx firmoteca ingest --from FOLDER.'
    : 'Compare with npx firmoteca doctor --sources.';
};

function checkPart(part: Part, today: Day): Finding {
  const { name, asOf, rows, stale } = part;
  const check = `part ${name}`;
  const count = Object.values(rows).reduce((sum, each) => sum + each, 0);
  const found = `${count} rows${asOf === null ? '' : ` of ${asOf}`}`;
  if (stale !== null) return wrong(check, `stale: ${stale}`, adviceOnStale(part));
  if (asOf === null && part.source !== 'computed')
    return warning(
      check,
      `${found} of an unknown day`,
      'Read its files again with npx firmoteca ingest --from FOLDER --as-of DAY.',
    );
  if (name === 'registry' && asOf !== null && daysBetween(asOf, today) > REGISTRY_DAYS_MAX)
    return warning(check, found, 'Older than the registry publishes: run npx firmoteca ingest --download.');
  return ok(check, found);
}
