/**
 * Main activities that the tax authority alone tells, of firms that never filed one: what it told by the time of a build is what
 * lists, filters and counts of that generation go by.
 */
import { createHash } from 'node:crypto';
import { observationsTable } from '#data/live/observations-table.ts';
import type { FiscalRecord } from '#data/sources/anaf/records.ts';
import type { Database } from '#data/store/database.ts';
import { observedPages } from './observed.ts';

/** Codes without a revision, by CUI; those of whom nothing is told are missing. */
export type ToldActivities = (cuis: readonly number[]) => Promise<ReadonlyMap<number, string>>;

export function toldActivities(live: Database): ToldActivities {
  const { fiscal } = observationsTable(live);
  return async (cuis) =>
    new Map(
      [...(await fiscal(cuis.map(String)))].flatMap(([cui, seen]) =>
        seen.outcome === 'found' && seen.record.caenCode !== null ? [[Number(cui), seen.record.caenCode]] : [],
      ),
    );
}

/** Reads over the registry, and the balance sheets where they are loaded. The same as before when no such firm was told of anew. */
export async function toldFingerprint(db: Database, live: Database, finances: boolean): Promise<string> {
  const digest = createHash('sha256');
  for await (const { above, upTo, rows } of observedPages(live)) {
    const open = await db.all<{ cui: number }>(
      `select f.cui from firm f where f.cui > $1 and f.cui <= $2 ${finances ? `and ${NEVER_FILED}` : ''}`,
      [above, upTo],
    );
    const wanted = new Set(open.map(({ cui }) => cui));
    for (const { cui, record } of rows)
      if (wanted.has(cui)) digest.update(`${cui} ${(JSON.parse(record) as FiscalRecord).caenCode}\n`);
  }
  return digest.digest('hex');
}

const NEVER_FILED =
  'not exists (select 1 from balance n where n.cui = f.cui and n.caen is not null and n.caen_revision is not null)';
