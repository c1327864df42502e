/**
 * Facts that a build takes from live observations of the tax authority: entities outside the trade registry (town halls, hospitals,
 * associations, practices), and main activities of firms that never filed one. Lists, filters and counts of a generation go by the
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

/** Rows of the codes above the first and up to the last of them. */
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

/** Codes without a revision, by CUI; those of whom nothing is told are missing. */
export type ReportedActivities = (cuis: readonly number[]) => Promise<ReadonlyMap<number, string>>;

export function reportedActivities(live: Database): ReportedActivities {
  const { fiscal } = observationsTable(live);
  return async (cuis) =>
    new Map(
      [...(await fiscal(cuis.map(String)))].flatMap(([cui, seen]) =>
        seen.outcome === 'found' && seen.record.caenCode !== null ? [[Number(cui), seen.record.caenCode]] : [],
      ),
    );
}

/** Reads over the registry, and the balance sheets where they are loaded. The same as before when no such firm was told of anew. */
export async function reportedFingerprint(db: Database, live: Database, finances: boolean): Promise<string> {
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
