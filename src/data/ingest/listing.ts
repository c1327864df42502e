/**
 * Every firm of the registry, and every entity outside it, in the one order that lists and searches use. The engine sorts once; rows
 * stream through here, a page at a time, to get slugs, the meaning of a set of statuses, and, for firms that never filed, the main
 * activities that the tax authority reports.
 */
import type { FiscalRecord } from '#data/sources/anaf/records.ts';
import type { Database } from '#data/store/database.ts';
import { bytewise } from '#data/store/ddl.ts';
import type { Row } from '#data/store/table.ts';
import { activeByTaxAuthority, ENDING, OPERATING, STRUCK_OFF, statusFacts } from '#domain/companies/company-status.ts';
import { activitiesIn } from '#domain/companies/facts.ts';
import { mainActivity } from '#domain/companies/main-activity.ts';
import type { listing } from '#domain/search/tables.ts';
import { findCounty } from '#lib/values/county.ts';
import { localitySlug, townNameOrNull } from '#lib/values/locality.ts';
import { inRomanian } from '#lib/values/sort-key.ts';
import type { ReportedActivities } from './observations.ts';

interface FirmLine {
  firm_id: number | null;
  cui: number | null;
  name: string;
  registration_number: string | null;
  county: string | null;
  county_slug: string | null;
  locality: string | null;
  legal_form: string | null;
  statuses: string | null;
  active: number | null;
  filed: string | null;
  authorised: string | null;
  turnover: number | null;
  employees: number | null;
  year: number | null;
}

/** Operating firms first, then firms of unknown activity, then the others. */
const activityOrder = (active: boolean | number | null): number => (active === null ? 1 : active ? 0 : 2);

/** Firms in memory at a time. */
const PAGE_FIRMS = 2_000;

/** In the order of their rank. `loaded`: the parts beside the registry. */
export async function* listingRows(
  db: Database,
  reported: ReportedActivities,
  loaded: { finances: boolean; entities: boolean },
): AsyncGenerator<Row<typeof listing>> {
  const entities = loaded.entities ? await readEntities(db, loaded.finances) : [];
  let rank = 0;
  let next = 0;
  for await (const page of inPages(db.stream<FirmLine>(firmsInOrder(db.engine, loaded.finances)), PAGE_FIRMS)) {
    const codes = await reported(neverFiled(page));
    for (const firm of page) {
      const row = ofFirm(firm, codes.get(firm.cui ?? 0) ?? null);
      for (let entity = entities[next]; entity && before(entity, row); entity = entities[++next])
        yield { ...entity, rank: ++rank };
      yield { ...row, rank: ++rank };
    }
  }
  for (const entity of entities.slice(next)) yield { ...entity, rank: ++rank };
}

type Unranked = Omit<Row<typeof listing>, 'rank'>;

const neverFiled = (firms: readonly FirmLine[]): number[] =>
  firms.flatMap(({ cui, filed }) => (cui !== null && filed === null ? cui : []));

/** Where several registrations share a fiscal code, a struck-off one gets no balance sheets. */
const firmsInOrder = (engine: Database['engine'], finances: boolean): string => `
select f.id as firm_id, f.cui, f.name, f.registration_number, f.county, f.county_slug, f.locality, f.legal_form, s.codes as statuses, s.active,
  ${finances ? `case when ${NAMED} then b.caen_revision || ':' || b.caen else ${filedBy('f')} end` : 'null'} as filed,
  ${authorised(finances)} as authorised,
  ${finances ? 'b.turnover, b.employees, b.year' : 'null as turnover, null as employees, null as year'}
from firm f
left join (
  select firm_id, string_agg(code, ',') as codes,
    max(case when code = '${STRUCK_OFF}' then 1 else 0 end) as struck_off,
    case when max(case when code = '${OPERATING}' then 1 else 0 end) = 1
      and max(case when code in (${[...ENDING].map((code) => `'${code}'`).join(', ')}) then 1 else 0 end) = 0 then 1 else 0 end as active
  from firm_status group by firm_id
) s on s.firm_id = f.id
${finances ? NEWEST_BALANCE : ''}
order by case when s.active is null then 1 when s.active = 1 then 0 else 2 end, ${finances ? BY_TURNOVER : ''} f.sort_key, f.name ${bytewise[engine]}, f.id`;

/** `rev3:4711`: the activity of the newest balance sheet of the fiscal code that names one. */
const filedBy = (holder: 'e' | 'f'): string => `(
  select n.caen_revision || ':' || n.caen from balance n
  where n.cui = ${holder}.cui and n.caen is not null and n.caen_revision is not null order by n.year desc limit 1)`;

/** The newest balance sheet nearly always names an activity. */
const NAMED = 'b.caen is not null and b.caen_revision is not null';

/** For firms that never filed: the codes of the registration that represents the fiscal code (companies/facts-table.ts). */
const authorised = (finances: boolean): string => `
  case ${finances ? `when ${NAMED} or ${filedBy('f')} is not null then null` : 'when false then null'} else (
    select string_agg(a.codes, ' ') from firm_activities a where a.firm_id = coalesce((
      select o.id from firm o where o.cui = f.cui
      order by exists (select 1 from firm_status x where x.firm_id = o.id and x.code = '${STRUCK_OFF}'), o.id desc limit 1), f.id)
  ) end`;

const NEWEST_BALANCE = `
left join balance b on b.cui = f.cui and b.year = (select max(n.year) from balance n where n.cui = f.cui)
  and not (coalesce(s.struck_off, 0) = 1 and exists (select 1 from firm o where o.cui = f.cui and o.id <> f.id))`;

const BY_TURNOVER = 'b.turnover desc nulls last,';

const ofFirm = (firm: FirmLine, reported: string | null): Unranked => ({
  firm_id: firm.firm_id,
  cui: firm.cui,
  name: firm.name,
  registration_number: firm.registration_number,
  county: firm.county,
  county_slug: firm.county_slug,
  locality: firm.locality,
  locality_slug: slugOf(firm.locality),
  legal_form: firm.legal_form,
  status_code: statusFacts(firm.statuses?.split(',').toSorted() ?? [], () => null).code,
  active: firm.active === null ? null : firm.active === 1,
  ...activityOf(firm.filed, firm.authorised, reported),
  turnover: firm.turnover,
  employees: firm.employees,
  year: firm.year,
});

/** The same as in the company's own answer. */
function activityOf(filed: string | null, authorised: string | null, reported: string | null) {
  const main = mainActivity({
    filed: filed === null ? null : activityNamed(filed),
    authorised: authorised === null ? [] : activitiesIn(authorised),
    reported,
  });
  return { caen: main?.code ?? null, caen_revision: main?.revision ?? null, caen_told: main?.from === 'reported' };
}

function activityNamed(text: string): { revision: string; code: string } {
  const [revision = '', code = ''] = text.split(':');
  return { revision, code };
}

const slugs = new Map<string, string>();

/** A country has some ten thousand localities: computed once each. */
const slugOf = (locality: string | null): string | null =>
  locality === null ? null : slugs.getOrInsertComputed(locality, localitySlug);

interface EntityLine {
  cui: number;
  record: string;
  filed: string | null;
  turnover: number | null;
  employees: number | null;
  year: number | null;
}

/** In order. A country has a hundred thousand of them at most, of which only requested ones are stored. */
async function readEntities(db: Database, finances: boolean): Promise<Unranked[]> {
  const entities: Unranked[] = [];
  const balance = finances
    ? `${filedBy('e')} as filed, b.turnover, b.employees, b.year from entity e left join balance b on b.cui = e.cui and b.year = (select max(n.year) from balance n where n.cui = e.cui)`
    : 'null as filed, null as turnover, null as employees, null as year from entity e';
  for await (const line of db.stream<EntityLine>(`select e.cui, e.record, ${balance} order by e.cui`))
    entities.push(ofEntity(line, JSON.parse(line.record) as FiscalRecord));
  return entities.toSorted((a, b) => (before(a, b) ? -1 : 1));
}

function ofEntity(line: EntityLine, record: FiscalRecord): Unranked {
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
  };
}

/** The order of `firmsInOrder`, to merge in the entities outside the registry. */
function before(a: Unranked, b: Unranked): boolean {
  const order =
    activityOrder(a.active) - activityOrder(b.active) ||
    largerFirst(a.turnover, b.turnover) ||
    inRomanian(a.name, b.name) ||
    Buffer.compare(Buffer.from(a.name), Buffer.from(b.name));
  return order < 0 || (order === 0 && (a.cui ?? 0) < (b.cui ?? 0));
}

const largerFirst = (a: number | null, b: number | null): number =>
  a === b ? 0 : a === null ? 1 : b === null ? -1 : b - a;

export async function* inPages<Row>(rows: AsyncIterable<Row>, size: number): AsyncGenerator<Row[]> {
  let page: Row[] = [];
  for await (const row of rows) {
    page.push(row);
    if (page.length < size) continue;
    yield page;
    page = [];
  }
  if (page.length > 0) yield page;
}
