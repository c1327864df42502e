/**
 * The distribution of each ratio in groups of peers, one year at a time: collected in typed arrays, then sorted by group. The benchmarks of
 * activities and the hundred best companies of each ratio come from the same figures.
 */
import type { PartBuild } from '#data/store/dataset.ts';
import type { Row } from '#data/store/table.ts';
import { companyForms } from '#domain/companies/balances/charts.ts';
import { type FigureName, figureOf } from '#domain/companies/balances/figures.ts';
import { NATION, type PeerLevel } from '#domain/companies/health/peers.ts';
import { type Ratio, ratios, significant } from '#domain/companies/health/ratios.ts';
import { peerGroup } from '#domain/companies/tables.ts';
import { advancedRankings, benchmarkFigures } from '#domain/statistics/ranking-ratios.ts';
import { advancedRank, benchmark } from '#domain/statistics/tables.ts';
import { type Filings, type Grouping, groupingOf, scattered, valuesAt } from './filings.ts';
import { LEADERS_MAX } from './ranks.ts';

/** Below this number a percentile describes single firms, not the activity. */
const FIRMS_MIN = 30;

const PERCENT = Array.from({ length: 101 }, (_, percent) => percent);

const ratioCodes = ratios.map((ratio) => ratio.code);

/** Every ratio, and the figures that benchmarks have beside them. */
const measures: readonly string[] = [...ratioCodes, ...benchmarkFigures];

/** Only ordinary companies are compared: other forms have other charts. */
export async function loadPeers(part: PartBuild, filings: Filings): Promise<void> {
  const { year, form } = filings;
  const isCompany = form.names.map((name) => companyForms.includes(name));
  const firms = Int32Array.from(form.of.keys().filter((at) => isCompany[Number(form.of[at])]));
  const figure = figuresOf(filings, firms);
  const columns = [
    ...ratios.map((ratio) => valuesOf(ratio, firms.length, figure)),
    ...benchmarkFigures.map((name) => figure(name, 0)),
  ];
  const spread = spreadOver(groupingOf(filings.activity, firms), groupingOf(filings.county, firms), columns);
  const groups = [...groupsOf(spread)];
  const quartiles: QuartilesOf = new Map();
  await part.load(peerGroup, groupRows(year, spread, groups, quartiles));
  await part.load(benchmark, benchmarkRows(year, activitiesOf(groups), measures, quartiles));
  await part.load(advancedRank, leaderRows(year, valuesAt(filings.cui, firms), columns, figure));
}

/** Lei, or heads, by firm; NaN where unknown. */
type FiguresOf = (name: FigureName, yearsBack: number) => Float64Array;

function figuresOf(filings: Filings, firms: Int32Array): FiguresOf {
  const byYearsBack: Map<FigureName, Float64Array>[] = [];
  return (name, yearsBack) => {
    byYearsBack[yearsBack] ??= new Map();
    return byYearsBack[yearsBack].getOrInsertComputed(name, () =>
      valuesAt(filings.figures(name, yearsBack), firms).map((stored) => Number(figureOf(name, stored))),
    );
  };
}

/** As `ratioValue`, for all firms; NaN where it is null. */
function valuesOf(ratio: Ratio, firms: number, figure: FiguresOf): Float64Array {
  const values = new Float64Array(firms).fill(Number.NaN);
  const required = ratio.inputs.flatMap(({ name, yearsBack, emptyIsZero }) =>
    emptyIsZero ? [] : figure(name, yearsBack),
  );
  const denominator = ratio.denominator && figure(ratio.denominator.name, ratio.denominator.yearsBack);
  let firm = 0;
  const read = (name: FigureName, yearsBack = 0): number => figure(name, yearsBack)[firm] || 0;
  for (; firm < firms; firm++) {
    if (required.some((figures) => Number.isNaN(figures[firm])) || (denominator && Number(denominator[firm]) <= 0))
      continue;
    const value = ratio.compute(read);
    if (Number.isFinite(value)) values[firm] = significant(value);
  }
  return values;
}

/** An activity in a county; each null where unknown. */
interface Cell {
  activity: string | null;
  county: string | null;
}

/** One year of the country: the values of each measure, firm after firm, and where each cell begins. */
interface Spread {
  firms: number;
  /** By measure; NaN where a firm has no value. */
  values: Float64Array[];
  /** Firms are sorted by activity, then by county. */
  runs: (Cell & { start: number })[];
}

/** Sorts firms by cell (counting sort). */
function spreadOver(activity: Grouping, county: Grouping, columns: readonly Float64Array[]): Spread {
  const firms = activity.of.length;
  const width = county.names.length + 1;
  const cellOf = activity.of.map((number, firm) => (number + 1) * width + Number(county.of[firm]) + 1);
  const next = new Int32Array((activity.names.length + 1) * width);
  for (const cell of cellOf) next[cell] = Number(next[cell]) + 1;
  const cells = [...next.keys()].flatMap((cell) => {
    const of = {
      activity: activity.names[Math.floor(cell / width) - 1] ?? null,
      county: county.names[(cell % width) - 1] ?? null,
    };
    return next[cell] === 0 ? [] : { cell, ...of };
  });
  const runs: Spread['runs'] = [];
  let start = 0;
  for (const { cell, ...of } of cells.toSorted(byName)) {
    runs.push({ ...of, start });
    start += Number(next[cell]);
    next[cell] = start - Number(next[cell]);
  }
  const positions = cellOf.map((cell) => {
    const position = Number(next[cell]);
    next[cell] = position + 1;
    return position;
  });
  return { firms, values: columns.map((column) => scattered(column, positions, firms)), runs };
}

const byName = (a: Cell, b: Cell): number => compare(a.activity, b.activity) || compare(a.county, b.county);

function compare(a: string | null, b: string | null): number {
  const [left, right] = [a ?? '', b ?? ''];
  return left < right ? -1 : left > right ? 1 : 0;
}

/** Also stores the quartiles of activities, the only groups whose plain figures are compared. */
function* groupRows(
  year: number,
  spread: Spread,
  groups: readonly Group[],
  quartiles: QuartilesOf,
): Generator<Row<typeof peerGroup>> {
  for (const { level, value, start, end } of groups) {
    if (end - start < FIRMS_MIN) continue;
    const isActivity = level === 'class' || level === 'group';
    for (const [i, measure] of (isActivity ? measures : ratioCodes).entries()) {
      const sorted = sortedValues(spread.values[i], start, end);
      if (sorted.length < FIRMS_MIN) continue;
      const spreadOut = quantiles(sorted);
      if (isActivity) {
        const [p25 = 0, median = 0, p75 = 0] = [spreadOut[25], spreadOut[50], spreadOut[75]];
        const own = quartiles.getOrInsertComputed(value, () => new Map());
        own.set(measure, { p25, median, p75, firms: sorted.length, level });
      }
      if (i < ratioCodes.length)
        yield { year, level, value, ratio: measure, firms: sorted.length, quantiles: JSON.stringify(spreadOut) };
    }
  }
}

function sortedValues(values: Float64Array = new Float64Array(), start: number, end: number): Float64Array {
  const sorted = new Float64Array(end - start);
  let size = 0;
  for (const value of values.subarray(start, end)) if (!Number.isNaN(value)) sorted[size++] = value;
  return sorted.subarray(0, size).sort();
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

/** The runs, and the groups that neighbouring runs form. */
function* groupsOf({ runs, firms }: Spread): Generator<Group> {
  const names: Record<Exclude<PeerLevel, 'nation'>, (cell: Cell) => string | null> = {
    caenCounty: ({ activity, county }) => activity && county && `${activity}:${county}`,
    class: ({ activity }) => activity,
    group: ({ activity }) => activity && groupOf(activity),
  };
  for (const [level, nameOf] of Object.entries(names) as [PeerLevel, (cell: Cell) => string | null][]) {
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

export interface Activity {
  /** `rev3:4711`, or `rev3:471` for a group. */
  value: string;
  firms: number;
}

export interface Quartiles {
  p25: number;
  median: number;
  p75: number;
  /** The firms that have a value. */
  firms: number;
  level: 'class' | 'group';
}

/** `rev3:4711` → `rev3:471` */
const groupOf = (activity: string): string => activity.slice(0, activity.indexOf(':') + 1 + GROUP_DIGITS);

const GROUP_DIGITS = 3;

/** By activity, then by measure; without the groups of too few firms. */
export type QuartilesOf = Map<string, Map<string, Quartiles>>;

function* benchmarkRows(
  year: number,
  activities: readonly Activity[],
  measures: readonly string[],
  quartiles: QuartilesOf,
): Generator<Row<typeof benchmark>> {
  const unknown = JSON.stringify(Object.fromEntries(measures.map((measure) => [measure, null])));
  for (const { value, firms } of activities) {
    const [revision = '', code = ''] = value.split(':');
    const own = quartiles.get(value);
    const group = quartiles.get(groupOf(value));
    const byMeasure = measures.map((measure) => [measure, own?.get(measure) ?? group?.get(measure) ?? null]);
    const metrics = own || group ? JSON.stringify(Object.fromEntries(byMeasure)) : unknown;
    yield { year, revision, code, firms, metrics };
  }
}

interface Leader {
  cui: number;
  value: number;
}

const byValue = (a: Leader, b: Leader): number => b.value - a.value || a.cui - b.cui;

/** `columns`: in the order of the measures. */
function* leaderRows(
  year: number,
  cui: Float64Array,
  columns: readonly Float64Array[],
  figure: FiguresOf,
): Generator<Row<typeof advancedRank>> {
  for (const { code, ratio, minimums, maximum } of advancedRankings) {
    const values = columns[measures.indexOf(ratio)] ?? new Float64Array();
    const least = minimums.map(({ figure: name, yearsBack, atLeast }) => ({
      figures: figure(name, yearsBack),
      atLeast,
    }));
    const leaders: Leader[] = [];
    for (const [firm, value] of values.entries()) {
      const last = leaders[LEADERS_MAX - 1];
      if (Number.isNaN(value) || (last && value < last.value) || (maximum !== null && value > maximum.value)) continue;
      if (!least.every(({ figures, atLeast }) => (figures[firm] || 0) >= atLeast)) continue;
      leaders.push({ cui: Number(cui[firm]), value });
      leaders.sort(byValue);
      leaders.length = Math.min(leaders.length, LEADERS_MAX);
    }
    for (const [i, { cui, value }] of leaders.entries()) {
      const rank = leaders.findIndex((other) => other.value === value) + 1;
      yield { year, ranking: code, position: i + 1, rank, cui, value };
    }
  }
}
