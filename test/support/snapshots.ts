/** Fixtures that each test may change: built once by the first user, and copied for all. */
import { cpSync, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Database, Statement, Value } from '#data/store/database.ts';
import type { WritableStore } from '#data/store/open.ts';
import { columnList, tablesOf } from '#data/store/store-tables.ts';
import { rewriteManifest } from './older-release.ts';
import { copyDatabase, emptyDatabase, folderBeside } from './postgres-server.ts';
import { keptFolder, locked } from './snapshot-folder.ts';

/** A read-only folder that `make` filled once. */
export async function keptMade(
  name: string,
  make: (folder: string) => Promise<void>,
  stored = keptFolder(),
): Promise<string> {
  const created = join(stored, name);
  if (!existsSync(created)) {
    mkdirSync(stored, { recursive: true });
    await locked(`${created}.lock`, async () => {
      if (existsSync(created)) return;
      // The remains of a killed process.
      rmSync(`${created}.making`, { recursive: true, force: true });
      mkdirSync(`${created}.making`);
      await make(`${created}.making`);
      renameSync(`${created}.making`, created);
    });
  }
  return created;
}

/** Fills a folder with a copy of a fixture. */
export async function keptCopy(name: string, into: string, make: (folder: string) => Promise<void>): Promise<void> {
  cpSync(await keptMade(name, make), into, { recursive: true });
}

/** A folder, and a database if there is one. */
interface KeptPlace {
  folder: string;
  databaseUrl: string | null;
}

/**
 * The same with a database: both are empty before, and without connections. Templates live as long as their server, so the files that
 * belong to them are beside its data. A database not made by `testDatabase` is filled directly.
 */
export async function keptPlace(
  name: string,
  { folder, databaseUrl }: KeptPlace,
  make: (location: KeptPlace) => Promise<void>,
): Promise<void> {
  if (databaseUrl === null)
    return keptCopy(`sqlite-${name}`, folder, (aside) => make({ folder: aside, databaseUrl: null }));
  const beside = await folderBeside(databaseUrl);
  if (beside === null) return make({ folder, databaseUrl });
  const template = `kept_${name}`;
  const makeBoth = async (aside: string) =>
    make({ folder: aside, databaseUrl: await emptyDatabase(databaseUrl, template) });
  cpSync(await keptMade(template, makeBoth, beside), folder, { recursive: true });
  await copyDatabase(template, databaseUrl);
}

/** The freshness of rates depends on their load time: a copy counts as loaded now. */
export async function loadedNow(location: KeptPlace): Promise<void> {
  const loadedAt = new Date().toISOString();
  await rewriteManifest(location, (manifest) => ({
    ...manifest,
    createdAt: loadedAt,
    parts: manifest.parts.map((part) => ({ ...part, loadedAt })),
  }));
}

/** Tables of each installation, not copied. */
const OWN: ReadonlySet<string> = new Set(['schema_migration', 'change_count', 'blob_place']);

/** Copies the rows of one store’s tables into another, of either engine; all tables, unless some are named. */
export async function copyTables(
  store: WritableStore,
  from: Database,
  to: Database,
  names?: readonly string[],
): Promise<void> {
  for (const table of await tablesOf(from, store, OWN)) {
    if (names && !names.includes(table.name)) continue;
    const rows = await from.all(`select ${columnList(table)} from ${table.name}`);
    const row = `insert into ${table.name} (${columnList(table)}) values (${table.columns.map((_, i) => `$${i + 1}`).join(', ')})`;
    const inserts: Statement[] = rows.map((each) => ({ sql: row, params: Object.values(each) as Value[] }));
    // Migrations have already filled some tables.
    await to.write([{ sql: `delete from ${table.name}` }, ...inserts]);
  }
}
