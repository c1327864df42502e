/** Counts of the market from the listing and the change log: see `marketTables`. */

import type { FiscalRecord } from '#data/sources/anaf/records.ts';
import type { Database } from '#data/store/database.ts';
import type { PartBuild } from '#data/store/dataset.ts';
import type { Row } from '#data/store/table.ts';
import { STRUCK_OFF } from '#domain/companies/company-status.ts';
import { activityKey } from '#domain/companies/health/peers.ts';
import { market, marketTables } from '#domain/statistics/tables.ts';
import { readReference } from '#lib/values/reference-tables.ts';

/** Kind → column of the listing. */
const kinds = { status: 'status_code', legalForm: 'legal_form', county: 'county_slug' } as const;

/** Entities outside the registry have no status, form or seat in it. */
const REGISTERED = 'firm_id is not null';
const COUNTED = 'count(*), sum(case when active = 1 then 1 else 0 end)';

/** Requires the listing in this part; registry, history and entities beside it. */
export async function loadMarket(part: PartBuild, live: Database): Promise<void> {
  await part.execute(marketTables);
  await part.execute(counts());
  await part.load(market, await activityRows(part.db));
  await part.load(market, await deregistrationRows(part.db, live));
}

type MarketRow = Row<typeof market>;

const counts = (): string => `
insert into market (kind, value, companies, active)
select 'all', '', count(*), coalesce(sum(case when active = 1 then 1 else 0 end), 0) from listing where ${REGISTERED};
${Object.entries(kinds)
  .map(
    ([kind, column]) => `
insert into market (kind, value, companies, active)
select '${kind}', coalesce(${column}, ''), ${COUNTED} from listing where ${REGISTERED} group by 2;`,
  )
  .join('')}
insert into market (kind, value, companies, active)
select 'registered', coalesce(substr(f.registered_on, 1, 7), ''), ${COUNTED}
from firm f join listing l on l.firm_id = f.id group by 2;
insert into market (kind, value, companies, active)
select 'struckOff', day, count(*), 0 from firm_event
where kind = 'status' and ${hasStruckOff('after')} and not (before is not null and ${hasStruckOff('before')}) group by day;`;

/** Statuses are a list: `1048,1084`. */
const hasStruckOff = (column: string): string => `(',' || ${column} || ',') like '%,${STRUCK_OFF},%'`;

const sectionsOf = (revision: string): Map<string, string> =>
  new Map(readReference<'code' | 'section'>(`caen-${revision}.tsv`).map(({ code, section }) => [code, section]));
const sections: Record<string, Map<string, string>> = { rev2: sectionsOf('rev2'), rev3: sectionsOf('rev3') };

interface ActivityCount {
  revision: string | null;
  caen: string | null;
  companies: number;
  active: number;
}

/** Main activities, and their sums by section; '' without an activity or section. */
async function activityRows(db: Database): Promise<MarketRow[]> {
  const classes = await db.all<ActivityCount>(
    `select caen_revision as revision, caen, count(*) as companies, sum(case when active = 1 then 1 else 0 end) as active
     from listing where ${REGISTERED} group by caen_revision, caen`,
  );
  const rows: MarketRow[] = [];
  const bySection = new Map<string, { companies: number; active: number }>();
  for (const { revision, caen, companies, active } of classes) {
    const isKnown = revision !== null && caen !== null;
    if (isKnown) rows.push({ kind: 'class', value: activityKey(revision, caen), companies, active });
    const section = isKnown ? sections[revision]?.get(caen) : undefined;
    const name = section === undefined ? '' : activityKey(revision ?? '', section);
    const sum = bySection.getOrInsert(name, { companies: 0, active: 0 });
    sum.companies += companies;
    sum.active += active;
  }
  return [...rows, ...bySection.entries().map(([value, sum]) => ({ kind: 'section', value, ...sum }))];
}

/** Deregistrations by month that the tax authority reported before this build for registered firms, and the number of observed firms. */
async function deregistrationRows(db: Database, live: Database): Promise<MarketRow[]> {
  const outside = new Set((await db.all<{ cui: number }>('select cui from entity')).map(({ cui }) => cui));
  const observations = await live.one<{ codes: number }>(
    'select count(*) as codes from fiscal_observation where found = 1',
  );
  const months = new Map<string, number>();
  const deregistered = live.stream<{ cui: number; record: string }>(
    `select cui, record from fiscal_observation where found = 1 and record not like '%"deregisteredOn":null%'`,
  );
  for await (const { cui, record } of deregistered) {
    const month = (JSON.parse(record) as FiscalRecord).deregisteredOn?.slice(0, 7);
    if (month && !outside.has(cui)) months.set(month, (months.get(month) ?? 0) + 1);
  }
  const rows = months.entries().map(([value, companies]) => ({ kind: 'deregistered', value, companies, active: 0 }));
  // Codes observed since the entities were read may be outside too; the next build counts them correctly.
  const observed = Math.max(0, (observations?.codes ?? 0) - outside.size);
  return [...rows, { kind: 'observed', value: '', companies: observed, active: 0 }];
}
