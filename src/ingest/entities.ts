/** Entities outside the trade registry (town halls, hospitals, associations, practices) that the tax authority told us of. */
import { entitiesTables } from '#companies/tables.ts';
import type { Database, Value } from '#store/database.ts';
import type { PartBuild } from '#store/dataset.ts';

const PAGE_ROWS = 1000;

interface ObservationRow {
  cui: number;
  record: string;
  fetched_at: string;
}

/** Changes whenever an observation does. */
export async function entitiesFingerprint(live: Database): Promise<string> {
  const row = await live.one<{ count: number; latest: string | null }>(
    'select count(*) as count, max(fetched_at) as latest from fiscal_observation where found = 1',
  );
  return `${row?.count ?? 0} ${row?.latest ?? ''}`;
}

/** Reads the registry beside it: what it holds is no entity outside it. */
export async function loadEntities(part: PartBuild, live: Database): Promise<number> {
  await part.execute(entitiesTables);
  return part.load('entity', ['cui', 'record', 'observed_at'], outsideRegistry(part.db, live));
}

async function* outsideRegistry(db: Database, live: Database): AsyncGenerator<Value[]> {
  for (let above = 0; ; ) {
    const page = await live.all<ObservationRow>(
      `select cui, record, fetched_at from fiscal_observation where found = 1 and cui > $1 order by cui limit ${PAGE_ROWS}`,
      [above],
    );
    const last = page.at(-1);
    if (last === undefined) return;
    const registered = await db.all<{ cui: number }>('select cui from firm where cui > $1 and cui <= $2', [
      above,
      last.cui,
    ]);
    const known = new Set(registered.map((row) => row.cui));
    for (const { cui, record, fetched_at } of page) if (!known.has(cui)) yield [cui, record, fetched_at];
    above = last.cui;
  }
}
