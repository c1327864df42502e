/** The change log of the snapshots that led to this one, as tables beside the registry: former names, officers' dates, events. */

import type { Database } from '#data/store/database.ts';
import type { PartBuild } from '#data/store/dataset.ts';
import type { Row } from '#data/store/table.ts';
import { firmEvent, historyTables } from '#domain/companies/tables.ts';
import { changesOf } from './registry-changes.ts';

/** `lineage`: registry parts in the order in which they followed each other. Changes on a branch that was rolled back stay out. */
export async function loadHistory(part: PartBuild, state: Database, lineage: readonly string[]): Promise<number> {
  await part.execute(historyTables);
  const events = await part.load(firmEvent, eventRows(state, lineage));
  await part.execute(`
    insert into former_name (registration_number, name, until)
      select registration_number, before, day from firm_event where kind = 'name' and before is not null;
    insert into officer_since (registration_number, person_id, title, since)
      select registration_number, person_id, title, max(day) from firm_event where kind = 'officerAdded'
      group by registration_number, person_id, title;
  `);
  return events;
}

async function* eventRows(state: Database, lineage: readonly string[]): AsyncGenerator<Row<typeof firmEvent>> {
  for (const [i, newer] of lineage.entries()) {
    const older = lineage[i - 1];
    if (older === undefined) continue;
    yield* changesOf(state, older, newer);
  }
}
