/** The change log of the snapshots that led to this one, as tables beside the registry: former names, officers' dates, events. */

import type { Database, Value } from '#data/store/database.ts';
import type { PartBuild } from '#data/store/dataset.ts';
import { historyTables } from '#domain/companies/tables.ts';
import { changesOf } from './registry-changes.ts';

const EVENT_COLUMNS = ['registration_number', 'day', 'kind', 'before', 'after', 'person_id', 'title'];

/** `lineage`: registry parts in the order in which they followed each other. Changes on a branch that was rolled back stay out. */
export async function loadHistory(part: PartBuild, state: Database, lineage: readonly string[]): Promise<number> {
  await part.execute(historyTables);
  const events = await part.load('firm_event', EVENT_COLUMNS, eventRows(state, lineage));
  await part.execute(`
    insert into former_name (registration_number, name, until)
      select registration_number, before, day from firm_event where kind = 'name' and before is not null;
    insert into officer_since (registration_number, person_id, title, since)
      select registration_number, person_id, title, max(day) from firm_event where kind = 'officerAdded'
      group by registration_number, person_id, title;
  `);
  return events;
}

async function* eventRows(state: Database, lineage: readonly string[]): AsyncGenerator<Value[]> {
  for (const [i, newer] of lineage.entries()) {
    const older = lineage[i - 1];
    if (older === undefined) continue;
    for await (const change of changesOf(state, older, newer))
      yield [
        change.registration_number,
        change.day,
        change.kind,
        change.before,
        change.after,
        change.person_id,
        change.title,
      ];
  }
}
