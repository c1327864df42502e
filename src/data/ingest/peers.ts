/**
 * The distribution of each ratio in groups of peers, one year at a time: collected in typed arrays, then sorted by group. The benchmarks of
 * activities and the hundred best companies of each ratio come from the same figures.
 */
import type { PartBuild } from '#data/store/dataset.ts';
import type { Row } from '#data/store/table.ts';
import { companyForms } from '#domain/companies/balances/charts.ts';
import type { Figures } from '#domain/companies/balances/figures.ts';
import { activityKey, NATION, type PeerLevel } from '#domain/companies/health/peers.ts';
import { ratios, ratioValue, significant } from '#domain/companies/health/ratios.ts';
import { peerGroup } from '#domain/companies/tables.ts';
import { type AdvancedRanking, advancedRankings, benchmarkFigures } from '#domain/statistics/ranking-ratios.ts';
import { advancedRank, benchmark } from '#domain/statistics/tables.ts';
import { type Filing, figuresOfYears } from './filings.ts';
import { LEADERS_MAX } from './ranks.ts';

/** Below this number a percentile describes single firms, not the activity. */
const FIRMS_MIN = 30;

const PERCENT = Array.from({ length: 101 }, (_, percent) => percent);

const ratioCodes = ratios.map((ratio) => ratio.code);

/** Every ratio, and the figures that benchmarks have beside them. */
const measures: readonly string[] = [...ratioCodes, ...benchmarkFigures];

export interface Peers {
  /** Only ordinary companies are compared: other forms have other charts. */
  note(filing: Filing): void;
  load(part: PartBuild): Promise<void>;
}

/** `size`: the maximum number of filings. */
export function gatherPeers(year: number, size: number): Peers {
  const leaders = advancedLeaders(measures);
  const columns = measures.map(() => new Float64Array(size));
  const cells = gatherCells(size);
  const values = new Float64Array(measures.length);
  let firms = 0;
  return {
    note(filing) {
      if (!companyForms.includes(filing.form)) return;
      const figures = figuresOfYears(filing);
      for (const [i, ratio] of ratios.entries()) values[i] = ratioValue(ratio, figures) ?? Number.NaN;
      for (const [i, name] of benchmarkFigures.entries()) values[ratios.length + i] = figures(0)[name] ?? Number.NaN;
      for (const [i, column] of columns.entries()) column[firms] = values[i] ?? Number.NaN;
      cells.put(firms, filing);
      leaders.note(filing.cui, figures, values);
      firms++;
    },
    async load(part) {
      const spread = cells.inOrder(firms, columns);
      const groups = [...groupsOf(spread)];
      const quartiles: QuartilesOf = new Map();
      await part.load(peerGroup, groupRows(year, spread, groups, quartiles));
      await part.load(benchmark, benchmarkRows(year, activitiesOf(groups), measures, quartiles));
      await part.load(advancedRank, leaders.rows(year));
    },
  };
}

/** An activity in a county. */
interface Cell {
  revision: string | null;
  caen: string | null;
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

/** Assigns firms to cells and sorts them by cell (counting sort). */
function gatherCells(size: number) {
  const numbers = new Map<string, number>();
  const cells: (Cell & { firms: number })[] = [];
  const of = new Int32Array(size);
  return {
    put(firm: number, { caen_revision: revision, caen, county_slug: county }: Filing): void {
      const number = numbers.getOrInsertComputed(
        `${revision}:${caen}:${county}`,
        () => cells.push({ revision, caen, county, firms: 0 }) - 1,
      );
      of[firm] = number;
      const cell = cells[number];
      if (cell) cell.firms++;
    },
    inOrder(firms: number, columns: readonly Float64Array[]): Spread {
      const next = new Int32Array(cells.length);
      const runs: Spread['runs'] = [];
      let start = 0;
      for (const [number, { firms: count, ...cell }] of [...cells.entries()].toSorted(([, a], [, b]) => byName(a, b))) {
        next[number] = start;
        runs.push({ ...cell, start });
        start += count;
      }
      const positions = of.subarray(0, firms).map((number) => {
        const position = next[number] ?? 0;
        next[number] = position + 1;
        return position;
      });
      const values = columns.map((column) => {
        const sorted = new Float64Array(firms);
        positions.forEach((position, firm) => {
          sorted[position] = Number(column[firm]);
        });
        return sorted;
      });
      return { firms, values, runs };
    },
  };
}

const byName = (a: Cell, b: Cell): number =>
  compare(a.revision, b.revision) || compare(a.caen, b.caen) || compare(a.county, b.county);

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
    caenCounty: ({ revision, caen, county }) =>
      revision && caen && county ? `${activityKey(revision, caen)}:${county}` : null,
    class: ({ revision, caen }) => (revision && caen ? activityKey(revision, caen) : null),
    group: ({ revision, caen }) => (revision && caen ? activityKey(revision, caen.slice(0, 3)) : null),
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
    const group = quartiles.get(`${revision}:${code.slice(0, GROUP_DIGITS)}`);
    const byMeasure = measures.map((measure) => [measure, own?.get(measure) ?? group?.get(measure) ?? null]);
    const metrics = own || group ? JSON.stringify(Object.fromEntries(byMeasure)) : unknown;
    yield { year, revision, code, firms, metrics };
  }
}

export interface Leaders {
  /** `values`: in the order of the measures; NaN where the firm has none. */
  note(cui: number, figures: (yearsBack: number) => Partial<Figures>, values: Float64Array): void;
  rows(year: number): Generator<Row<typeof advancedRank>>;
}

interface Leader {
  cui: number;
  value: number;
}

const byValue = (a: Leader, b: Leader): number => b.value - a.value || a.cui - b.cui;

function advancedLeaders(measures: readonly string[]): Leaders {
  const rankings = advancedRankings.map((ranking) => ({
    ranking,
    at: measures.indexOf(ranking.ratio),
    leaders: [] as Leader[],
  }));
  return {
    note(cui, figures, values) {
      for (const { ranking, at, leaders } of rankings) {
        const value = Number(values[at]);
        const last = leaders[LEADERS_MAX - 1];
        if (Number.isNaN(value) || (last && value < last.value) || !qualifies(ranking, value, figures)) continue;
        leaders.push({ cui, value });
        leaders.sort(byValue);
        leaders.length = Math.min(leaders.length, LEADERS_MAX);
      }
    },
    *rows(year) {
      for (const { ranking, leaders } of rankings) {
        for (const [i, { cui, value }] of leaders.entries()) {
          const rank = leaders.findIndex((other) => other.value === value) + 1;
          yield { year, ranking: ranking.code, position: i + 1, rank, cui, value };
        }
      }
    },
  };
}

function qualifies(
  { minimums, maximum }: AdvancedRanking,
  value: number,
  figures: (yearsBack: number) => Partial<Figures>,
): boolean {
  if (maximum !== null && value > maximum.value) return false;
  return minimums.every(({ figure, yearsBack, atLeast }) => (figures(yearsBack)[figure] ?? 0) >= atLeast);
}
