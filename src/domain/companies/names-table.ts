/** What the trade registry, or else the tax authority, calls a fiscal code: for lists of other sources that name companies. */
import { isLoaded } from '#api/provenance.ts';
import type { Database } from '#data/store/database.ts';
import type { Dataset } from '#data/store/dataset.ts';

/** Texts of few lengths, so that an engine plans few of them. */
const LENGTHS = [10, 50];
const AT_ONCE = 50;

/** Names of those that are known. */
export async function registryNames(dataset: Dataset, cuis: readonly number[]): Promise<Map<number, string>> {
  const names = new Map<number, string>();
  if (isLoaded(dataset, 'entities'))
    for (const row of await some<{ cui: number; record: string }>(dataset.db, 'cui, record from entity', cuis))
      names.set(row.cui, (JSON.parse(row.record) as { name: string }).name);
  if (isLoaded(dataset, 'registry'))
    for (const row of await some<{ cui: number; name: string }>(dataset.db, 'cui, name from firm', cuis))
      names.set(row.cui, row.name);
  return names;
}

async function some<Row>(db: Database, what: string, cuis: readonly number[]): Promise<Row[]> {
  const rows: Row[] = [];
  for (let i = 0; i < cuis.length; i += AT_ONCE) {
    const list = cuis.slice(i, i + AT_ONCE);
    const length = LENGTHS.find((one) => one >= list.length) ?? AT_ONCE;
    const params = Array.from({ length }, (_, j) => list[j] ?? (list[0] as number));
    const placeholders = params.map((_, j) => `$${j + 1}`).join(', ');
    rows.push(...(await db.all<Row>(`select ${what} where cui in (${placeholders})`, params)));
  }
  return rows;
}
