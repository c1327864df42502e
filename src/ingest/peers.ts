/** How each ratio is spread over groups of peers: one year at a time, read in the order of the groups, into typed arrays. */
import { companyForms, type Summary } from '#companies/charts.ts';
import { columnOf, type Figures, figureOf, figuresOf } from '#companies/figures.ts';
import { activityKey, NATION, type PeerLevel } from '#companies/peers.ts';
import { ratios, ratioValue, significant } from '#companies/ratios.ts';
import { summaryColumns } from '#companies/tables.ts';
import { benchmarkFigures } from '#statistics/benchmark-figures.ts';
import type { Database, Value } from '#store/database.ts';
import type { PartBuild } from '#store/dataset.ts';
import { type Activity, benchmarkColumns, benchmarkRows, type QuartilesOf } from './benchmarks.ts';
import { advancedLeaders, type Leaders, leaderColumns } from './leaders.ts';

/** Below it a percentile says more about single firms than about the trade. */
const FIRMS_MIN = 30;

const PERCENT = Array.from({ length: 101 }, (_, percent) => percent);

const ratioCodes = ratios.map((ratio) => ratio.code);

/** What is spread: every ratio, and the figures that benchmarks show beside them. */
const measures: readonly string[] = [...ratioCodes, ...benchmarkFigures];

/** Needs the finances, and `company_rank` of the year for the counties. */
export async function loadPeers(part: PartBuild, year: number): Promise<void> {
  const leaders = advancedLeaders(measures);
  const spread = await readYear(part.db, year, leaders);
  const groups = [...groupsOf(spread)];
  const quartiles: QuartilesOf = new Map();
  const columns = ['year', 'level', 'value', 'ratio', 'firms', 'quantiles'];
  await part.load('peer_group', columns, groupRows(year, spread, groups, quartiles));
  await part.load('benchmark', benchmarkColumns, benchmarkRows(year, activitiesOf(groups), measures, quartiles));
  await part.load('advanced_rank', leaderColumns, leaders.rows(year));
}

/** One year of the country: the values of each measure, firm after firm, and where each group begins. */
interface Spread {
  firms: number;
  /** By measure; NaN where a firm has no value. */
  values: Float64Array[];
  /** Firms of one activity and county stand together, those of one activity too. */
  runs: { start: number; revision: string | null; caen: string | null; county: string | null }[];
}

async function readYear(db: Database, year: number, leaders: Leaders): Promise<Spread> {
  const counted = await db.one<{ firms: number }>(`select count(*) as firms from balance b where ${compared}`, [year]);
  const size = counted?.firms ?? 0;
  const spread: Spread = { firms: 0, values: measures.map(() => new Float64Array(size)), runs: [] };
  const values = new Float64Array(measures.length);
  for await (const row of db.stream<FirmYear>(firmYears, [year])) {
    const last = spread.runs.at(-1);
    if (!last || last.caen !== row.caen || last.revision !== row.caen_revision || last.county !== row.county_slug)
      spread.runs.push({ start: spread.firms, revision: row.caen_revision, caen: row.caen, county: row.county_slug });
    const figures = figuresOfYears(row);
    ratios.forEach((ratio, i) => {
      values[i] = ratioValue(ratio, figures) ?? Number.NaN;
    });
    benchmarkFigures.forEach((name, i) => {
      values[ratios.length + i] = figures(0)[name] ?? Number.NaN;
    });
    values.forEach((value, i) => {
      const column = spread.values[i];
      if (column) column[spread.firms] = value;
    });
    leaders.note(Number(row.cui), figures, values);
    spread.firms++;
  }
  return spread;
}

/** What the ratios read from earlier years: `turnover` of one, three and five years back … */
const earlier = [
  ...new Map(
    ratios
      .flatMap((ratio) => ratio.inputs.filter((input) => input.yearsBack > 0))
      .map((input) => [`${columnOf(input.name)}_${input.yearsBack}`, input]),
  ),
];
const yearsBack = [...new Set(earlier.map(([, input]) => input.yearsBack))];

/** Only ordinary companies are compared: other forms have other charts. */
const compared = `b.year = $1 and b.form in (${companyForms.map((form) => `'${form}'`).join(', ')})`;

const firmYears = `
select b.cui, b.caen, b.caen_revision, r.county_slug, ${summaryColumns.map((column) => `b.${column}`).join(', ')},
  ${earlier.map(([column, input]) => `y${input.yearsBack}.${columnOf(input.name)} as ${column}`).join(', ')}
from balance b
left join company_rank r on r.cui = b.cui and r.year = b.year
${yearsBack.map((n) => `left join balance y${n} on y${n}.cui = b.cui and y${n}.year = b.year - ${n}`).join('\n')}
where ${compared}
order by b.caen_revision, b.caen, r.county_slug`;

type FirmYear = Summary & {
  caen: string | null;
  caen_revision: string | null;
  county_slug: string | null;
} & Record<string, number | null>;

function figuresOfYears(row: FirmYear): (yearsBack: number) => Partial<Figures> {
  const byYearsBack: Partial<Figures>[] = [figuresOf(row)];
  for (const [column, { name, yearsBack: n }] of earlier) {
    byYearsBack[n] = { ...byYearsBack[n], [name]: figureOf(name, row[column] ?? null) };
  }
  return (n) => byYearsBack[n] ?? {};
}

/** Notes the quartiles of activities on the way; the plain figures are spread for those alone. */
function* groupRows(
  year: number,
  spread: Spread,
  groups: readonly Group[],
  quartiles: QuartilesOf,
): Generator<Value[]> {
  for (const { level, value, start, end } of groups) {
    if (end - start < FIRMS_MIN) continue;
    const isActivity = level === 'class' || level === 'group';
    for (const [i, measure] of (isActivity ? measures : ratioCodes).entries()) {
      const known = spread.values[i]?.subarray(start, end).filter((one) => !Number.isNaN(one));
      if (!known || known.length < FIRMS_MIN) continue;
      const spreadOut = quantiles(known.sort());
      if (isActivity) {
        const [p25 = 0, median = 0, p75 = 0] = [spreadOut[25], spreadOut[50], spreadOut[75]];
        const own = quartiles.getOrInsertComputed(value, () => new Map());
        own.set(measure, { p25, median, p75, firms: known.length, level });
      }
      if (i < ratioCodes.length) yield [year, level, value, measure, known.length, JSON.stringify(spreadOut)];
    }
  }
}

/** Classes and groups with the number of their firms. */
const activitiesOf = (groups: readonly Group[]): Activity[] =>
  groups
    .filter(({ level }) => level === 'class' || level === 'group')
    .map(({ value, start, end }) => ({ value, firms: end - start }));

interface Group {
  level: PeerLevel;
  value: string;
  start: number;
  end: number;
}

/** The runs, and what neighbouring runs make together. */
function* groupsOf({ runs, firms }: Spread): Generator<Group> {
  const names: Record<Exclude<PeerLevel, 'nation'>, (run: Spread['runs'][number]) => string | null> = {
    caenCounty: ({ revision, caen, county }) =>
      revision && caen && county ? `${activityKey(revision, caen)}:${county}` : null,
    class: ({ revision, caen }) => (revision && caen ? activityKey(revision, caen) : null),
    group: ({ revision, caen }) => (revision && caen ? activityKey(revision, caen.slice(0, 3)) : null),
  };
  for (const [level, nameOf] of Object.entries(names) as [
    PeerLevel,
    (run: Spread['runs'][number]) => string | null,
  ][]) {
    let open: Group | null = null;
    for (const run of runs) {
      const value = nameOf(run);
      if (open && open.value === value) continue;
      if (open) yield { ...open, end: run.start };
      open = value === null ? null : { level, value, start: run.start, end: firms };
    }
    if (open) yield open;
  }
  yield { level: 'nation', value: NATION, start: 0, end: firms };
}

/** The least, each percentile (between two firms in proportion), the largest. */
const quantiles = (sorted: Float64Array): number[] =>
  PERCENT.map((percent) => {
    const at = ((sorted.length - 1) * percent) / 100;
    const below = Number(sorted[Math.floor(at)]);
    const above = Number(sorted[Math.ceil(at)]);
    return significant(below + (above - below) * (at - Math.floor(at)));
  });
