/** Counts of the market from firms, the change log and observations: see `marketTables`. */

import type { FiscalRecord } from '#data/sources/anaf/records.ts';
import type { Database } from '#data/store/database.ts';
import type { PartBuild } from '#data/store/dataset.ts';
import type { Row } from '#data/store/table.ts';
import { STRUCK_OFF } from '#domain/companies/company-status.ts';
import { activityKey } from '#domain/companies/health/peers.ts';
import { market, marketTables } from '#domain/statistics/tables.ts';
import { readReference } from '#lib/values/reference-tables.ts';

interface MarketFirm {
  legal_form: string | null;
  county_slug: string | null;
  registered_on: string | null;
}

interface MarketFacts {
  status_code: string | null;
  caen: string | null;
  caen_revision: string | null;
  active: boolean | null;
}

type MarketRow = Row<typeof market>;
type Count = Pick<MarketRow, 'companies' | 'active'>;

export interface MarketCounts {
  /** Counts a firm of the registry. */
  add(firm: MarketFirm, facts: MarketFacts): void;
  rows(): MarketRow[];
}

/** Entities outside the registry have no status, form or seat in it, and are not counted. */
export function marketCounts(): MarketCounts {
  const kinds = ['all', 'status', 'legalForm', 'county', 'registered', 'class', 'section'] as const;
  const counts = Object.fromEntries(kinds.map((kind) => [kind, new Map<string, Count>()])) as Record<
    (typeof kinds)[number],
    Map<string, Count>
  >;
  counts.all.set('', { companies: 0, active: 0 });
  const count = (values: Map<string, Count>, value: string, active: boolean | null): void => {
    const sums = values.getOrInsertComputed(value, () => ({ companies: 0, active: 0 }));
    sums.companies++;
    if (active) sums.active++;
  };
  return {
    add({ legal_form, county_slug, registered_on }, { status_code, caen, caen_revision, active }) {
      count(counts.all, '', active);
      count(counts.status, status_code ?? '', active);
      count(counts.legalForm, legal_form ?? '', active);
      count(counts.county, county_slug ?? '', active);
      count(counts.registered, registered_on?.slice(0, 'yyyy-mm'.length) ?? '', active);
      const hasClass = caen !== null && caen_revision !== null;
      if (hasClass) count(counts.class, activityKey(caen_revision, caen), active);
      const section = hasClass ? sections[caen_revision]?.get(caen) : undefined;
      count(counts.section, section === undefined ? '' : activityKey(caen_revision ?? '', section), active);
    },
    rows: () =>
      kinds.flatMap((kind) =>
        counts[kind]
          .entries()
          .map(([value, sums]) => ({ kind, value, ...sums }))
          .toArray(),
      ),
  };
}

const sectionsOf = (revision: string): Map<string, string> =>
  new Map(readReference<'code' | 'section'>(`caen-${revision}.tsv`).map(({ code, section }) => [code, section]));
const sections: Record<string, Map<string, string>> = { rev2: sectionsOf('rev2'), rev3: sectionsOf('rev3') };

/** Requires history and entities beside the part. */
export async function loadMarket(part: PartBuild, live: Database, counts: MarketCounts): Promise<void> {
  await part.execute(marketTables + strikeOffs);
  await part.load(market, counts.rows());
  await part.load(market, await deregistrationRows(part.db, live));
}

/** Statuses are a list: `1048,1084`. */
const hasStruckOff = (column: string): string => `(',' || ${column} || ',') like '%,${STRUCK_OFF},%'`;

const strikeOffs = `
insert into market (kind, value, companies, active)
select 'struckOff', day, count(*), 0 from firm_event
where kind = 'status' and ${hasStruckOff('after')} and not (before is not null and ${hasStruckOff('before')}) group by day;`;

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
