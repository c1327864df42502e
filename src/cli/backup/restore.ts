/** Puts a back-up into the stores of an installation: everything aside first, then each store in one transaction. */

import type { Value } from '#data/store/database.ts';
import { migrationsOf } from '#data/store/migrate.ts';
import type { StoreSettings } from '#data/store/open.ts';
import { type Aside, openAside } from '#data/store/shadow-store.ts';
import type { StoreName, TableShape } from '#data/store/store-tables.ts';
import { BrokenBackup, type Header } from './format.ts';
import { type Checked, readBackup } from './read.ts';

/** What is handed over at once: rows, and characters of them, because answers that were paid for have some MB each. */
const BATCH_ROWS = 1_000;
const BATCH_SIZE = 8_000_000;

/** Throws when tables of this version cannot be brought to where the back-up was made: a newer version made it. */
export function assertKnownMigrations({ stores, engine, version }: Header): void {
  for (const { name, migrations } of stores) {
    const known = migrationsOf(name, engine);
    // Those of a store are applied in their order, and none is left out.
    const strange = migrations.find((made, i) => !(known[i]?.version === made.version && known[i].name === made.name));
    if (strange)
      throw new BrokenBackup(
        `The back-up was made by another version of Firmoteca (${version}): this one does not know its migration ${strange.version} (${strange.name}) of ${name}. Restore it with that version, or a later one.`,
      );
  }
}

/** `checked` is what reading the file told before: what is loaded must be the same. */
export async function restoreStores(file: string, { header, rows }: Checked, settings: StoreSettings): Promise<void> {
  const asides = new Map<StoreName, Aside>();
  try {
    for (const { name, migrations } of header.stores) asides.set(name, await openAside(settings, name, migrations));
    await loadAll(file, asides);
    for (const [key, expected] of Object.entries(rows)) {
      const [store = '', table = ''] = key.split('.');
      const found = await asides.get(store as StoreName)?.count(table);
      if (found !== expected) throw new BrokenBackup(`Of ${expected} rows of ${key} ${found} could be loaded.`);
    }
    for (const aside of asides.values()) await aside.swap();
  } finally {
    for (const aside of asides.values()) await aside.close();
  }
}

async function loadAll(file: string, asides: ReadonlyMap<StoreName, Aside>): Promise<void> {
  let batch: Value[][] = [];
  let size = 0;
  let into: { aside: Aside; table: TableShape } | null = null;
  const flush = async (): Promise<void> => {
    if (into && batch.length > 0) await into.aside.load(into.table, batch);
    [batch, size] = [[], 0];
  };
  for await (const piece of readBackup(file)) {
    if (piece.kind === 'row') {
      batch.push(piece.row);
      size += sizeOf(piece.row);
      if (batch.length >= BATCH_ROWS || size >= BATCH_SIZE) await flush();
    } else if (piece.kind === 'table') {
      await flush();
      const { store, table: name, columns } = piece.table;
      const aside = asides.get(store);
      if (!aside) throw new BrokenBackup(`${file} holds rows of ${store}, which it does not announce.`);
      const made = (await aside.tables()).find((table) => table.name === name);
      if (!made || columns.some((column) => !made.columns.includes(column)))
        throw new BrokenBackup(`${file} holds rows of ${name} that its migrations have no place for.`);
      into = { aside, table: { name, columns } };
    }
  }
  await flush();
}

const sizeOf = (row: readonly Value[]): number =>
  row.reduce<number>(
    (sum, cell) => sum + (typeof cell === 'string' || cell instanceof Uint8Array ? cell.length : 8),
    0,
  );
