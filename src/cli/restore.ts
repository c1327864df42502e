/** Puts a back-up into an installation: of the same engine or the other, empty or with `--replace`. */

import { isDeepStrictEqual } from 'node:util';
import { isKeyedWith } from '#data/ingest/snapshots.ts';
import type { Value } from '#data/store/database.ts';
import { migrationsOf } from '#data/store/migrate.ts';
import { openStore, type Store, type StoreSettings } from '#data/store/open.ts';
import { openShadowStore, type ShadowStore } from '#data/store/shadow-store.ts';
import { filledTables, type StoreName, type TableShape } from '#data/store/store-tables.ts';
import { type Config, storeSettings } from '#server/config/config.ts';
import { replaceSecrets, storedSecrets } from '#server/secrets.ts';
import { BrokenBackup, type Header } from './backup/format.ts';
import { type CheckedBackup, checkBackup, readBackup } from './backup/read.ts';
import { backUp, backupsIn, sumOf } from './backup.ts';
import { type Command, print, terminal, UsageError } from './command.ts';

export const command: Command = {
  summary: 'Put a back-up into this installation, while the service runs or before it starts.',
  usage: [
    'restore FILE [--replace] [--json]',
    '    --replace   also if there are accounts already: they are backed up first, then deleted',
    '  The whole file is checked before anything is changed. SQLite and PostgreSQL read each other’s back-ups.',
  ],
  options: { replace: { type: 'boolean' }, json: { type: 'boolean' } },
  async run({ words: [file, ...more], options, config }) {
    if (file === undefined || more.length > 0) throw new UsageError('Say which file: restore FILE.');
    try {
      const checked = await checkBackup(file);
      assertFits(checked.header, config);
      const done = await restore(file, checked, config, options.replace === true);
      if (options.json) print({ file, madeAt: checked.header.madeAt, rows: checked.rows, ...done });
      else print(lines(checked, done).join('\n'));
      return 0;
    } catch (error) {
      if (!(error instanceof BrokenBackup || error instanceof NotRestored)) throw error;
      terminal().stderr.write(`${error.message}\nNothing was changed.\n`);
      return 1;
    }
  },
};

class NotRestored extends Error {}

interface RestoreResult {
  /** The back-up of the replaced data; null for an empty installation. */
  replaced: string | null;
  secretsChanged: boolean;
}

function assertFits(header: Header, { country }: Config): void {
  assertMigrations(header);
  if (header.country !== country)
    throw new NotRestored(
      `The back-up is of ${header.country}, and the settings say ${country}: set FIRMOTECA_COUNTRY=${header.country}, with a data folder or database of its own.`,
    );
}

async function restore(
  file: string,
  checked: CheckedBackup,
  config: Config,
  mayReplace: boolean,
): Promise<RestoreResult> {
  const settings = storeSettings(config);
  const { secrets } = checked.header;
  const store = await openStore(settings);
  try {
    const stored = storedSecrets(config.secretsFile);
    const secretsChanged = !isDeepStrictEqual(stored, secrets);
    const filled = await filledTables(store.state);
    if (!mayReplace) assertEmpty(filled, stored !== null && secretsChanged);
    assertSamePersons(store, secrets);
    // Builds write into the state: the build lock excludes them.
    const build = await store.generations.build();
    try {
      const stores = checked.header.stores.map(({ name }) => name);
      const isEmpty = filled.length === 0 && (stored === null || !secretsChanged);
      const replaced = isEmpty ? null : (await backUp(config, backupsIn(config), stores)).file;
      await restoreStores(file, checked, settings);
      if (secretsChanged) replaceSecrets(config.secretsFile, secrets);
      return { replaced, secretsChanged: stored !== null && secretsChanged };
    } finally {
      await build.close();
    }
  } finally {
    await store.close();
  }
}

function assertEmpty(filled: readonly string[], hasOtherSecrets: boolean): void {
  if (filled.length === 0 && !hasOtherSecrets) return;
  const found = filled.length > 0 ? `rows of ${filled.join(', ')}` : 'other secrets';
  throw new NotRestored(
    `This installation is not empty: it has ${found}. With --replace they are backed up, then give way.`,
  );
}

/** Ids of persons depend on a secret: in a dataset of another secret no id would match, and hidden persons would show. */
function assertSamePersons({ generations }: Store, { personKey }: Record<string, unknown>): void {
  const served = generations.current();
  if (served === null || isKeyedWith(String(personKey), served.manifest)) return;
  throw new NotRestored(
    'The dataset of this installation was built with other secrets than those of the back-up: persons have other ids in it, and hidden ones would show. Restore into an empty data folder or database, then ingest.',
  );
}

const lines = ({ header, rows }: CheckedBackup, { replaced, secretsChanged }: RestoreResult): string[] => [
  `The back-up of ${header.madeAt} is restored: ${sumOf(rows)} rows of ${Object.keys(rows).length} tables, and the secrets.`,
  ...(replaced === null ? [] : [`What was there before lies in ${replaced}.`]),
  secretsChanged
    ? 'The secrets are others than before: restart the service on every host, or its keys and cookies do not work.'
    : 'A running service sees it within a second.',
  'The dataset, tender documents and the trust store are not part of a back-up: run npx firmoteca setup or ingest where there is no dataset yet, and trust import.',
];

/** Rows of a batch, and characters: stored paid answers have some MB each. */
const BATCH_ROWS = 1_000;
const BATCH_SIZE = 8_000_000;

/** Throws for a back-up of a newer version, whose tables this version cannot create. */
export function assertMigrations({ stores, engine, version }: Header): void {
  for (const { name, migrations } of stores) {
    const own = migrationsOf(name, engine);
    // The migrations of a store are applied in order, without gaps.
    const foreign = migrations.find(
      (applied, i) => !(own[i]?.version === applied.version && own[i].name === applied.name),
    );
    if (foreign)
      throw new BrokenBackup(
        `The back-up was written by another version of Firmoteca (${version}): this one does not have its migration ${foreign.version} (${foreign.name}) of ${name}. Restore it with that version, or a later one.`,
      );
  }
}

/** The loaded rows must match the counts of the first reading. */
export async function restoreStores(
  file: string,
  { header, rows }: CheckedBackup,
  settings: StoreSettings,
): Promise<void> {
  const shadows = new Map<StoreName, ShadowStore>();
  try {
    for (const { name, migrations } of header.stores)
      shadows.set(name, await openShadowStore(settings, name, migrations));
    await loadAll(file, shadows);
    for (const [key, expected] of Object.entries(rows)) {
      const [store = '', table = ''] = key.split('.');
      const loaded = await shadows.get(store as StoreName)?.count(table);
      if (loaded !== expected) throw new BrokenBackup(`Of ${expected} rows of ${key} ${loaded} could be loaded.`);
    }
    for (const shadow of shadows.values()) await shadow.swap();
  } finally {
    for (const shadow of shadows.values()) await shadow.close();
  }
}

async function loadAll(file: string, shadows: ReadonlyMap<StoreName, ShadowStore>): Promise<void> {
  let batch: Value[][] = [];
  let size = 0;
  let into: { shadow: ShadowStore; table: TableShape } | null = null;
  const flush = async (): Promise<void> => {
    if (into && batch.length > 0) await into.shadow.load(into.table, batch);
    [batch, size] = [[], 0];
  };
  for await (const item of readBackup(file)) {
    if (item.kind === 'row') {
      batch.push(item.row);
      size += sizeOf(item.row);
      if (batch.length >= BATCH_ROWS || size >= BATCH_SIZE) await flush();
    } else if (item.kind === 'table') {
      await flush();
      const { store, table: name, columns } = item.table;
      const shadow = shadows.get(store);
      if (!shadow) throw new BrokenBackup(`${file} contains rows of ${store}, which it does not announce.`);
      const created = (await shadow.tables()).find((table) => table.name === name);
      if (!created || columns.some((column) => !created.columns.includes(column)))
        throw new BrokenBackup(`${file} contains rows of ${name} that do not fit its migrations.`);
      into = { shadow, table: { name, columns } };
    }
  }
  await flush();
}

const sizeOf = (row: readonly Value[]): number =>
  row.reduce<number>(
    (sum, cell) => sum + (typeof cell === 'string' || cell instanceof Uint8Array ? cell.length : 8),
    0,
  );
