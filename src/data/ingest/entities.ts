/** Entities outside the trade registry (town halls, hospitals, associations, practices) that the tax authority told us of. */
import { createHash } from 'node:crypto';
import type { FiscalRecord } from '#data/sources/anaf/records.ts';
import type { Database } from '#data/store/database.ts';
import type { PartBuild } from '#data/store/dataset.ts';
import type { Row } from '#data/store/table.ts';
import { entitiesTables, entity } from '#domain/companies/tables.ts';
import { type ObservedRow, observedPages } from './observed.ts';

/** Reads over the registry. The same as before when nothing was learned but that it still is so: most observations only confirm. */
export async function entitiesFingerprint(db: Database, live: Database): Promise<string> {
  const digest = createHash('sha256');
  for await (const { cui, record } of outsideRegistry(db, live)) {
    const { day: _, ...facts } = JSON.parse(record) as FiscalRecord;
    digest.update(`${cui} ${JSON.stringify(facts)}\n`);
  }
  return digest.digest('hex');
}

/** Reads the registry beside it. */
export async function loadEntities(part: PartBuild, live: Database): Promise<number> {
  await part.execute(entitiesTables);
  return part.load(entity, entityRows(part.db, live));
}

async function* entityRows(db: Database, live: Database): AsyncGenerator<Row<typeof entity>> {
  for await (const { cui, record, fetched_at: observed_at } of outsideRegistry(db, live))
    yield { cui, record, observed_at };
}

/** What is observed of codes that no firm has. */
async function* outsideRegistry(db: Database, live: Database): AsyncGenerator<ObservedRow> {
  for await (const { above, upTo, rows } of observedPages(live)) {
    const registered = await db.all<{ cui: number }>('select cui from firm where cui > $1 and cui <= $2', [
      above,
      upTo,
    ]);
    const known = new Set(registered.map((row) => row.cui));
    yield* rows.filter(({ cui }) => !known.has(cui));
  }
}
