/** Which companies name a person who is hidden: only their answers differ from what the generation rendered. */
import type { HiddenPersons } from '#base/hidden-persons.ts';
import { isLoaded } from '#operations/stamps.ts';
import type { Dataset } from '#store/dataset.ts';

/** Persons asked about in one statement. */
const CHUNK = 200;

const known = new WeakMap<Dataset, { version: string; cuis: Promise<ReadonlySet<number>> }>();

/** Empty for companies that name nobody hidden: their answers stay what they are when others are hidden. */
export function hiddenVersion(cui: string, dataset: Dataset, hidden: HiddenPersons): string | Promise<string> {
  return hidden.version === '' ? '' : versionAmong(cui, dataset, hidden);
}

async function versionAmong(cui: string, dataset: Dataset, hidden: HiddenPersons): Promise<string> {
  let kept = known.get(dataset);
  if (kept?.version !== hidden.version) {
    const cuis = companiesNaming([...hidden.ids], dataset);
    kept = { version: hidden.version, cuis };
    known.set(dataset, kept);
    // A failed read is not kept.
    cuis.catch(() => known.delete(dataset));
  }
  return (await kept.cuis).has(Number(cui)) ? hidden.version : '';
}

async function companiesNaming(persons: readonly string[], dataset: Dataset): Promise<ReadonlySet<number>> {
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
