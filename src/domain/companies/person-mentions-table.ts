/** Companies that name some persons as officers or shareholders. */
import { isLoaded } from '#api/provenance.ts';
import type { Dataset } from '#data/store/dataset.ts';

/** Persons asked about in one statement. */
const CHUNK = 200;

export async function companiesNaming(persons: readonly string[], dataset: Dataset): Promise<ReadonlySet<number>> {
  const cuis = new Set<number>();
  for (let at = 0; at < persons.length; at += CHUNK) {
    const some = persons.slice(at, at + CHUNK);
    const among = `person_id in (${some.map((_, i) => `$${i + 1}`).join(', ')})`;
    const queries = [
      `select f.cui from officer o join firm f on f.id = o.firm_id where o.${among} and f.cui is not null`,
      ...(isLoaded(dataset, 'shareholders') ? [`select cui from shareholder where ${among}`] : []),
    ];
    for (const sql of queries) for (const row of await dataset.db.all<{ cui: number }>(sql, some)) cuis.add(row.cui);
  }
  return cuis;
}
