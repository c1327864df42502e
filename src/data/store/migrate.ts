/** Forward-only migrations. Each is applied once, in one transaction with the row that records it. */
import { readdirSync, readFileSync } from 'node:fs';
import { projectFile } from '#lib/paths.ts';
import { sha256 } from '#lib/values/hash.ts';
import type { Database, Statement } from './database.ts';
import { ddlForSqlite } from './ddl.ts';

/** Any number, the same in every process of an installation. */
const LOCK = 'select pg_advisory_xact_lock(7266001)';

export interface Migration {
  version: number;
  name: string;
  checksum: string;
  statements: string[];
}

interface Applied {
  version: number;
  name: string;
  checksum: string;
}

/** Applies missing migrations. Processes that start together are safe: one applies them, the others see the record. */
export async function migrate(database: Database, migrations: readonly Migration[]): Promise<void> {
  const locked = (statements: readonly Statement[]): Statement[] =>
    database.engine === 'postgres' ? [{ sql: LOCK }, ...statements] : [...statements];
  await database.write(locked([{ sql: RECORD_TABLE }]));

  for (const migration of migrations) {
    if (isApplied(migration, await appliedTo(database, migrations))) continue;
    const record = {
      sql: RECORD,
      params: [migration.version, migration.name, migration.checksum, new Date().toISOString()],
    };
    try {
      await database.write(locked([record, ...migration.statements.map((sql) => ({ sql }))]));
    } catch (error) {
      // The second of two processes fails to insert the record: the first has applied it.
      if (!isApplied(migration, await appliedTo(database, migrations))) throw error;
    }
  }
}

/**
 * Names of migrations that a start would apply. Throws when the database is newer than the code, or a migration's text
 * differs.
 */
export async function pendingMigrations(database: Database, migrations: readonly Migration[]): Promise<string[]> {
  return missingIn(await appliedTo(database, migrations), migrations);
}

/** The same for a running process: a newer release beside it, whose migrations only add, is accepted. */
export async function missingMigrations(database: Database, migrations: readonly Migration[]): Promise<string[]> {
  return missingIn(await recordedIn(database), migrations);
}

function missingIn(applied: readonly Applied[], migrations: readonly Migration[]): string[] {
  return migrations.filter((migration) => !isApplied(migration, applied)).map(({ name }) => name);
}

const RECORD_TABLE = `create table if not exists schema_migration (
  version integer primary key, name text not null, checksum text not null, applied_at text not null)`;

const RECORD = 'insert into schema_migration (version, name, checksum, applied_at) values ($1, $2, $3, $4)';

const recordedIn = (database: Database): Promise<Applied[]> =>
  database.all('select version, name, checksum from schema_migration order by version');

async function appliedTo(database: Database, migrations: readonly Migration[]): Promise<Applied[]> {
  const applied = await recordedIn(database);
  const newest = applied.at(-1);
  const newestKnown = migrations.at(-1)?.version ?? 0;
  if (newest && newest.version > newestKnown) {
    throw new Error(
      `The database was migrated to ${newest.version} (${newest.name}) by a newer version of Firmoteca; this one knows ` +
        `migrations up to ${newestKnown}. Start the newer version, or restore a back-up made before.`,
    );
  }
  return applied;
}

function isApplied(migration: Migration, applied: readonly Applied[]): boolean {
  const record = applied.find(({ version }) => version === migration.version);
  if (record && record.checksum !== migration.checksum) {
    throw new Error(
      `Migration ${migration.version} (${migration.name}) was changed after this database was migrated with it. ` +
        'Migrations are only ever added: bring the old text back and put the change into a new one.',
    );
  }
  return record !== undefined;
}

export const migrationsOf = (
  set: 'state' | 'live' | 'documents' | 'catalogue',
  engine: Database['engine'],
): Migration[] => readMigrations(projectFile(`migrations/${set}/`), engine);

/**
 * `NNN-name.sql` of one folder, in order, in one engine's dialect. A file for one engine only ends in `.sqlite.sql` or
 * `.postgres.sql`. A statement ends with a semicolon at the end of a line.
 */
export function readMigrations(folder: URL, engine: Database['engine']): Migration[] {
  return readdirSync(folder)
    .toSorted()
    .flatMap((file) => {
      const [, version, name = '', only] = /^([0-9]{3})-([a-z-]+)(?:\.(sqlite|postgres))?\.sql$/.exec(file) ?? [];
      if (!version) throw new Error(`The migration ${file} is not named NNN-name.sql.`);
      if (only && only !== engine) return [];
      const text = readFileSync(new URL(file, folder), 'utf8');
      const statements = text.split(/;\s*$/m).filter((sql) => sql.replace(/--[^\n]*/g, '').trim() !== '');
      return [
        {
          version: Number(version),
          name,
          checksum: sha256(text),
          statements: engine === 'sqlite' ? statements.map(ddlForSqlite) : statements,
        },
      ];
    });
}
