/**
 * Facts that a build reads from live observations of the tax authority: entities outside the trade registry (town halls, hospitals,
 * associations, practices), and main activities of firms that never filed one. Lists, filters and counts of a generation reflect the
 * observations at the time of its build.
 */

import { createHash } from 'node:crypto';
import { observationsTable } from '#data/live/observations-table.ts';
import type { FiscalRecord } from '#data/sources/anaf/records.ts';
import type { Database } from '#data/store/database.ts';
import type { PartBuild } from '#data/store/dataset.ts';
import type { Row } from '#data/store/table.ts';
import { entitiesTables, entity } from '#domain/companies/tables.ts';

const PAGE_ROWS = 1000;

export interface ObservedRow {
  cui: number;
  record: string;
  fetched_at: string;
}

/** Rows of the codes above the first number and up to the second. */
export interface ObservedPage {
  above: number;
  upTo: number;
  rows: ObservedRow[];
}

async function* observedPages(live: Database): AsyncGenerator<ObservedPage> {
  for (let above = 0; ; ) {
    const rows = await live.all<ObservedRow>(
      `select cui, record, fetched_at from fiscal_observation where found = 1 and cui > $1 order by cui limit ${PAGE_ROWS}`,
      [above],
    );
    const last = rows.at(-1);
    if (last === undefined) return;
    yield { above, upTo: last.cui, rows };
    above = last.cui;
  }
}

/** Requires the registry. Without the day of an observation, because most observations only confirm the previous one. */
export async function entitiesFingerprint(db: Database, live: Database): Promise<string> {
  const digest = createHash('sha256');
  for await (const { cui, record } of outsideRegistry(db, live)) {
    const { day: _, ...facts } = JSON.parse(record) as FiscalRecord;
    digest.update(`${cui} ${JSON.stringify(facts)}\n`);
  }
  return digest.digest('hex');
}

/** Requires the registry beside the part. */
export async function loadEntities(part: PartBuild, live: Database): Promise<number> {
  await part.execute(entitiesTables);
  return part.load(entity, entityRows(part.db, live));
}

async function* entityRows(db: Database, live: Database): AsyncGenerator<Row<typeof entity>> {
  for await (const { cui, record, fetched_at: observed_at } of outsideRegistry(db, live))
    yield { cui, record, observed_at };
}

/** Observations of codes that no firm has. */
async function* outsideRegistry(db: Database, live: Database): AsyncGenerator<ObservedRow> {
  for await (const { above, upTo, rows } of observedPages(live)) {
    const registered = await db.all<{ cui: number }>('select cui from firm where cui > $1 and cui <= $2', [
      above,
      upTo,
    ]);
    const codes = new Set(registered.map((row) => row.cui));
    yield* rows.filter(({ cui }) => !codes.has(cui));
  }
}

/** Activity codes without a revision, by CUI; only for firms with a reported activity. */
export type ReportedActivities = (cuis: readonly number[]) => Promise<ReadonlyMap<number, string>>;

export function reportedActivities(live: Database): ReportedActivities {
  const { fiscal } = observationsTable(live);
  return async (cuis) =>
    new Map(
      [...(await fiscal(cuis.map(String)))].flatMap(([cui, observed]) =>
        observed.outcome === 'found' && observed.record.caenCode !== null
          ? [[Number(cui), observed.record.caenCode]]
          : [],
      ),
    );
}

/** Requires the registry, and the balance sheets where they are loaded. Covers the activities of firms that never filed. */
export async function reportedFingerprint(db: Database, live: Database, finances: boolean): Promise<string> {
  const digest = createHash('sha256');
  for await (const { above, upTo, rows } of observedPages(live)) {
    const open = await db.all<{ cui: number }>(
      `select f.cui from firm f where f.cui > $1 and f.cui <= $2 ${finances ? `and ${NEVER_FILED}` : ''}`,
      [above, upTo],
    );
    const neverFiled = new Set(open.map(({ cui }) => cui));
    for (const { cui, record } of rows)
      if (neverFiled.has(cui)) digest.update(`${cui} ${(JSON.parse(record) as FiscalRecord).caenCode}\n`);
  }
  return digest.digest('hex');
}

const NEVER_FILED =
  'not exists (select 1 from balance n where n.cui = f.cui and n.caen is not null and n.caen_revision is not null)';
