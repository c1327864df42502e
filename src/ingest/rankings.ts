/**
 * The computed part: where every company stands by turnover, profit and employees, each year, in the nation, its county and
 * its activity, and how its peers' ratios are spread. What a filing says that cannot be is unknown by then (companies/charts.ts)
 * and takes no rank; equal figures share a rank; associations are not ranked, their surplus being no profit.
 */
import { NATION } from '#companies/peers.ts';
import { rankingsTables } from '#companies/tables.ts';
import type { PartBuild } from '#store/dataset.ts';
import { loadPeers } from './peers.ts';

/** Metric → column of the balance. */
const metrics = { turnover: 'turnover', profit: 'net_profit', employees: 'employees' } as const;

/** Slice → the columns that make one: a company without them is not in such a slice. */
const slices = { national: [], county: ['county_slug'], caen: ['caen_revision', 'caen'] } as const;

const STRUCK_OFF = '1084';

/** Needs the registry and the finances beside it. */
export async function loadRankings(part: PartBuild): Promise<void> {
  await part.execute(rankingsTables);
  const years = await part.db.all<{ year: number }>('select distinct year from balance order by year');
  for (const { year } of years) await part.execute(rankYear(year));
  await part.execute(sizes());
  await loadPeers(
    part,
    years.map((row) => row.year),
  );
}

/** Year by year, so that the sorting of the windows takes the room of one year. */
function rankYear(year: number): string {
  const columns = Object.keys(metrics).flatMap((metric) => [
    metric,
    ...Object.keys(slices).map((slice) => `${metric}_${slice}`),
  ]);
  const values = Object.keys(metrics).flatMap((metric) => [
    metric,
    ...Object.values(slices).map((keys) => rankOf(metric, keys)),
  ]);
  return `
insert into company_rank (cui, year, county_slug, caen, caen_revision, ${columns.join(', ')})
with filed as (
  select b.cui, b.year, b.caen, b.caen_revision,
    ${Object.entries(metrics).map(([metric, column]) => `b.${column} as ${metric}`)},
    (${seat}) as county_slug
  from balance b
  where b.year = ${year} and b.form <> 'NGO'
    and (${Object.values(metrics)
      .map((column) => `b.${column} is not null`)
      .join(' or ')})
)
select cui, year, county_slug, caen, caen_revision, ${values.join(', ')} from filed;`;
}

/** Several registrations may share a fiscal code: the first that still stands speaks for it, else the first. */
const seat = `
      select f.county_slug from firm f where f.cui = b.cui
      order by exists (select 1 from firm_status s where s.firm_id = f.id and s.code = '${STRUCK_OFF}'), f.id limit 1`;

function rankOf(metric: string, keys: readonly string[]): string {
  const known = [metric, ...keys].map((column) => `${column} is not null`).join(' and ');
  const partition = keys.length === 0 ? '' : `partition by ${keys.join(', ')} `;
  return `case when ${known} then rank() over (${partition}order by ${metric} desc nulls last) end`;
}

/** What a rank is out of: one row for each metric and slice, by the name that peers use too. */
function sizes(): string {
  const names: Record<keyof typeof slices, string> = {
    national: `'${NATION}'`,
    county: 'county_slug',
    caen: "caen_revision || ':' || caen",
  };
  return Object.keys(metrics)
    .flatMap((metric) =>
      Object.entries(names).map(
        ([slice, name]) => `
insert into rank_size (year, metric, slice, value, size)
select year, '${metric}', '${slice}', ${name}, count(*) from company_rank
where ${metric}_${slice} is not null group by 1, 4;`,
      ),
    )
    .join('');
}
