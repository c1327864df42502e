/**
 * Every firm of the registry, and every entity outside it, in the one order that lists and searches use. Facts that the registry does not
 * have (slug of the locality, meaning of the statuses, main activity) are computed firm by firm in the order of the registry, into a
 * staged table; the engine then joins and sorts once. Rows sorted here would pass through this process twice.
 */
import type { FiscalRecord } from '#data/sources/anaf/records.ts';
import type { PartBuild } from '#data/store/dataset.ts';
import { bytewise } from '#data/store/ddl.ts';
import { bigint, integer, type Row, table, text } from '#data/store/table.ts';
import { activeByTaxAuthority, STRUCK_OFF, statusFacts } from '#domain/companies/company-status.ts';
import { activitiesIn } from '#domain/companies/facts.ts';
import { type MainActivity, mainActivity } from '#domain/companies/main-activity.ts';
import { listing } from '#domain/search/tables.ts';
import { findCounty } from '#lib/values/county.ts';
import { localitySlug, townNameOrNull } from '#lib/values/locality.ts';
import { sortKey } from '#lib/values/sort-key.ts';
import { type MarketCounts, marketCounts } from './market.ts';
import type { ReportedActivities } from './observations.ts';

const { rank: _, ...columns } = listing.columns;

/** The newest balance sheet of each fiscal code. `activity`: `rev3:4711`, of the newest one that names an activity. */
const newest = table('newest_balance', {
  cui: bigint().primaryKey(),
  turnover: bigint(),
  employees: bigint(),
  year: integer(),
  activity: text(),
});
/** Of several registrations with one fiscal code, that which represents it (companies/facts-table.ts). */
const shared = table('shared_code', { cui: bigint().primaryKey(), firm_id: integer().notNull() });
/** `filer`: the fiscal code, where its balance sheets count for the firm. */
const derived = table('listed_firm', {
  firm_id: integer().primaryKey(),
  locality_slug: columns.locality_slug,
  status_code: columns.status_code,
  active: columns.active,
  caen: columns.caen,
  caen_revision: columns.caen_revision,
  caen_told: columns.caen_told,
  filer: bigint(),
});
const outside = table('listed_entity', { ...columns, sort_key: text().bytewise().notNull() });

/** Fills the table `listing`; returns the number of rows, and the counts of the firms. `loaded`: the parts beside the registry. */
export async function loadListing(
  part: PartBuild,
  reported: ReportedActivities,
  loaded: { finances: boolean; entities: boolean },
): Promise<{ rows: number; market: MarketCounts }> {
  const { engine } = part.db;
  const staged = [newest, shared, derived, outside];
  for (const each of staged) await part.stage(each);
  if (loaded.finances) await part.execute(newestBalances);
  await part.execute(sharedCodes);
  const market = marketCounts();
  const firms = await loadFirms(part, reported, market);
  const entities = loaded.entities ? await loadEntities(part) : 0;
  const order = `${OPERATING_FIRST}, turnover desc nulls last, sort_key, name ${bytewise[engine]}, firm_id nulls last, cui`;
  // SQLite numbers new rows by itself, in half of the time.
  const rank = engine === 'sqlite' ? 'null' : `row_number() over (order by ${order})`;
  await part.execute(`
insert into listing (rank, ${names})
select ${rank}, ${names} from (${ofFirms} union all select ${names}, sort_key from listed_entity) listed order by ${order};`);
  for (const each of staged) await part.unstage(each);
  return { rows: firms + entities, market };
}

const names = Object.keys(columns).join(', ');

/** Then firms of unknown activity, then the others. */
const OPERATING_FIRST = 'case when active is null then 1 when active = 1 then 0 else 2 end';

const NAMED = 'caen is not null and n.caen_revision is not null';

/** The newest sheet nearly always names an activity. */
const newestBalances = `
insert into newest_balance (cui, turnover, employees, year, activity)
select n.cui, n.turnover, n.employees, n.year, case when n.${NAMED} then n.caen_revision || ':' || n.caen else (
  select o.caen_revision || ':' || o.caen from balance o
  where o.cui = n.cui and o.caen is not null and o.caen_revision is not null order by o.year desc limit 1) end
from balance n where not exists (select 1 from balance o where o.cui = n.cui and o.year > n.year) order by n.cui;`;

const sharedCodes = `
insert into shared_code (cui, firm_id)
select s.cui, (
  select o.id from firm o where o.cui = s.cui
  order by exists (select 1 from firm_status x where x.firm_id = o.id and x.code = '${STRUCK_OFF}'), o.id desc limit 1)
from (select cui from firm where cui is not null group by cui having count(*) > 1) s order by s.cui;`;

/** Where several registrations share a fiscal code, a struck-off one gets no balance sheets. */
const ofFirms = `
select f.id as firm_id, f.cui, f.name, f.registration_number, f.county, f.county_slug, f.locality, d.locality_slug, f.legal_form,
  d.status_code, d.active, d.caen, d.caen_revision, d.caen_told, n.turnover, n.employees, n.year, f.sort_key
from firm f join listed_firm d on d.firm_id = f.id left join newest_balance n on n.cui = d.filer`;

interface FirmLine {
  id: number;
  cui: number | null;
  locality: string | null;
  legal_form: string | null;
  county_slug: string | null;
  registered_on: string | null;
  statuses: string | null;
  filed: string | null;
  authorised: string | null;
  /** Whether several registrations share the fiscal code. */
  shares: number;
}

/** Firms in memory at a time. */
const PAGE_FIRMS = 2_000;

/** `authorised`: the codes of firms that never filed. */
const firmsAfter = `
select f.id, f.cui, f.locality, f.legal_form, f.county_slug, f.registered_on, n.activity as filed,
  (select string_agg(x.code, ',') from firm_status x where x.firm_id = f.id) as statuses,
  case when n.activity is null then (
    select string_agg(a.codes, ' ') from firm_activities a where a.firm_id = coalesce(s.firm_id, f.id)) end as authorised,
  case when s.cui is null then 0 else 1 end as shares
from firm f left join newest_balance n on n.cui = f.cui left join shared_code s on s.cui = f.cui
where f.id > $1 order by f.id limit ${PAGE_FIRMS}`;

async function loadFirms(part: PartBuild, reported: ReportedActivities, market: MarketCounts): Promise<number> {
  let count = 0;
  for (let after = 0; ; ) {
    const page = await part.db.all<FirmLine>(firmsAfter, [after]);
    const last = page.at(-1);
    if (last === undefined) return count;
    after = last.id;
    const codes = await reported(page.flatMap(({ cui, filed }) => (cui !== null && filed === null ? cui : [])));
    const rows = page.map((firm) => {
      const facts = factsOf(firm, codes.get(firm.cui ?? 0) ?? null);
      market.add(firm, facts);
      return facts;
    });
    count += await part.load(derived, rows);
  }
}

/** A country has some hundred sets of statuses and ten thousand localities: computed once each. */
const statusSets = new Map<string, ReturnType<typeof statusFacts>>();
const slugs = new Map<string, string>();

const slugOf = (locality: string | null): string | null =>
  locality === null ? null : slugs.getOrInsertComputed(locality, localitySlug);

function factsOf({ id, cui, locality, statuses, filed, authorised, shares }: FirmLine, reported: string | null) {
  const { code, active, struckOff } = statusSets.getOrInsertComputed(statuses ?? '', (codes) =>
    statusFacts(codes === '' ? [] : codes.split(',').toSorted(), () => null),
  );
  return {
    firm_id: id,
    locality_slug: slugOf(locality),
    status_code: code,
    active,
    ...activityOf(filed, authorised, reported),
    filer: struckOff && shares ? null : cui,
  };
}

const filedActivities = new Map<string, ReturnType<typeof columnsOf>>();

/** The same as in the company's own answer. */
const activityOf = (filed: string | null, authorised: string | null, reported: string | null) =>
  filed === null
    ? columnsOf(mainActivity({ filed, authorised: authorised === null ? [] : activitiesIn(authorised), reported }))
    : filedActivities.getOrInsertComputed(filed, () =>
        columnsOf(mainActivity({ filed: activitiesIn(filed)[0] ?? null, authorised: [], reported: null })),
      );

const columnsOf = (main: MainActivity | null) => ({
  caen: main?.code ?? null,
  caen_revision: main?.revision ?? null,
  caen_told: main?.from === 'reported',
});

interface EntityLine {
  cui: number;
  record: string;
  filed: string | null;
  turnover: number | null;
  employees: number | null;
  year: number | null;
}

async function loadEntities(part: PartBuild): Promise<number> {
  let count = 0;
  for (let after = 0; ; ) {
    const page = await part.db.all<EntityLine>(
      `select e.cui, e.record, n.activity as filed, n.turnover, n.employees, n.year
       from entity e left join newest_balance n on n.cui = e.cui where e.cui > $1 order by e.cui limit ${PAGE_FIRMS}`,
      [after],
    );
    const last = page.at(-1);
    if (last === undefined) return count;
    after = last.cui;
    count += await part.load(
      outside,
      page.map((line) => ofEntity(line, JSON.parse(line.record) as FiscalRecord)),
    );
  }
}

function ofEntity(line: EntityLine, record: FiscalRecord): Row<typeof outside> {
  const seat = record.headquartersAddress ?? record.fiscalAddress;
  return {
    firm_id: null,
    cui: line.cui,
    name: record.name,
    registration_number: null,
    county: seat?.county ? (findCounty(seat.county)?.name ?? seat.county) : null,
    county_slug: seat?.county ? (findCounty(seat.county)?.slug ?? null) : null,
    locality: townNameOrNull(seat?.locality ?? null),
    locality_slug: slugOf(seat?.locality ?? null),
    legal_form: record.legalForm,
    status_code: null,
    active: activeByTaxAuthority(record),
    ...activityOf(line.filed, null, record.caenCode),
    turnover: line.turnover,
    employees: line.employees,
    year: line.year,
    sort_key: sortKey(record.name),
  };
}
