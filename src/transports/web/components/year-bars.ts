/** Values by year as bars. */

import { type Html, html } from '#transports/web/html.ts';

export interface YearValue {
  year: number;
  /** Null: not published. */
  value: number | null;
}

interface Bars {
  values: readonly YearValue[];
  /** The text alternative. */
  label: string;
  /** Formats the label of a value. */
  format(value: number): string;
}

const rounded = (value: number): number => Math.round(value * 100) / 100;

/** Without labels, beside a figure. */
export function spark({ values, label }: Omit<Bars, 'format'>): Html {
  const { base } = frameOf(values, SPARK, 0);
  return html`<svg class="spark" role="img" aria-label="${label}">${bars(values, SPARK, 0)}<line x1="0" x2="100%" y1="${base}" y2="${base}" class="axis"/></svg>`;
}

/** With first, last and greatest value, and the years. */
export function yearBars({ values, label, format }: Bars): Html {
  const width = 100 / Math.max(1, values.length);
  const labelled = labelledBars(values);
  const least = Math.min(0, ...values.map(({ value }) => value ?? 0));
  // Labels of losses stand below their bars.
  const height = HEIGHT - YEARS - (least < 0 ? LABEL_HEIGHT - 4 : 0);
  const { base, scale } = frameOf(values, height - LABEL_HEIGHT, LABEL_HEIGHT);
  const last = values.length - 1;
  const middle = Math.floor(last / 2);
  // The outermost labels would leave the picture, unless few bars stand far from its edges.
  const isEdge = (i: number): boolean => values.length >= FEW && (i === 0 || i === last);
  const at = (i: number): number => (isEdge(i) ? (i === 0 ? 0 : 100) : rounded((i + 0.5) * width));
  const anchor = (i: number): string => (isEdge(i) ? (i === 0 ? 'start' : 'end') : 'middle');
  const yearAt = (i: number): Html =>
    html`<text x="${at(i)}%" y="${HEIGHT - 4}" text-anchor="${anchor(i)}" class="quiet">${values[i]?.year}</text>`;
  return html`<svg class="bars" role="img" aria-label="${label}">${bars(values, height, LABEL_HEIGHT)}
<line x1="0" x2="100%" y1="${base}" y2="${base}" class="axis"/>
${values.map(({ value }, i) => value !== null && labelled.has(i) && html`<text x="${at(i)}%" y="${rounded(value < 0 ? base + -value * scale + 14 : base - value * scale - 6)}" text-anchor="${anchor(i)}" class="${i === last ? 'strong' : 'quiet'}">${format(value)}</text>`)}
${[...new Set([0, middle, last])].map(yearAt)}</svg>`;
}

/** With fewer years, bars get no wider: the only year of a young company must not fill the chart. */
const FEW = 4;
const SPARK = 46;
const HEIGHT = 148;
const LABEL_HEIGHT = 20;
const YEARS = 20;
/** The height of an unknown value, for its question mark. */
const HOLLOW = 20;

function bars(values: readonly YearValue[], height: number, labelHeight: number): Html[] {
  const width = 100 / Math.max(1, values.length);
  const { base, scale } = frameOf(values, height - labelHeight, labelHeight);
  return values.map(({ value }, i) => {
    const w = rounded(Math.min(width, 100 / FEW) * 0.8);
    const x = rounded((i + 0.5) * width - w / 2);
    if (value === null) {
      // When all others are losses, nothing fits above the line.
      const top = base < HOLLOW ? base : base - HOLLOW;
      return html`<rect x="${x}%" y="${rounded(top)}" width="${w}%" height="${HOLLOW}" class="hollow"/><text x="${rounded((i + 0.5) * width)}%" y="${rounded(top + 14)}" text-anchor="middle" class="quiet">?</text>`;
    }
    const tall = value === 0 ? 0 : Math.max(1, Math.abs(value) * scale);
    return html`<rect x="${x}%" y="${rounded(value < 0 ? base : base - tall)}" width="${w}%" height="${rounded(tall)}" class="bar${value < 0 && ' loss'}${i === values.length - 1 && ' last'}"/>`;
  });
}

/** The height of zero, and the pixels of one unit. */
function frameOf(values: readonly YearValue[], height: number, top: number): { base: number; scale: number } {
  const published = values.flatMap(({ value }) => value ?? []);
  const most = Math.max(0, ...published);
  const least = Math.min(0, ...published);
  const scale = most === least ? 0 : height / (most - least);
  return { base: rounded(top + (most === least ? height : most * scale)), scale };
}

/** The first, the last and the furthest from zero: more labels would hide the shape, and neighbours would overlap. */
function labelledBars(values: readonly YearValue[]): Set<number> {
  const published = values.flatMap(({ value }, i) => (value === null ? [] : [i]));
  const far = (i: number): number => Math.abs(values[i]?.value ?? 0);
  const first = published[0];
  const last = published.at(-1);
  if (first === undefined || last === undefined) return new Set();
  const peak = published.reduce((best, i) => (far(i) > far(best) ? i : best), first);
  const apart = (a: number, b: number): boolean => Math.abs(a - b) >= 2;
  const labelled = new Set([last]);
  if (apart(peak, last)) labelled.add(peak);
  if (apart(first, last) && (first === peak || apart(first, peak))) labelled.add(first);
  return labelled;
}

export interface DealYear {
  year: number;
  /** Null: unknown. */
  first: number | null;
  second: number | null;
  /** The year is not loaded whole. */
  isPartial: boolean;
}

interface DealSum {
  count: number;
  value: number | null;
}

/** The loaded period of a list. */
interface Covered {
  list: string;
  firstDate: string | null;
  lastDate: string | null;
}

/** The first days of a year are holidays, on which nothing is published. */
const FIRST_DAYS_END = '01-07';

/** Whether contracts and direct purchases, which are summed, are both loaded for the whole of a year. */
const isWholeYear = (year: number, coverage: readonly Covered[]): boolean =>
  (['contract', 'purchase'] as const).every((name) =>
    coverage.some(
      ({ list, firstDate, lastDate }) =>
        list === name &&
        firstDate !== null &&
        lastDate !== null &&
        firstDate <= `${year}-${FIRST_DAYS_END}` &&
        lastDate >= `${year}-12-31`,
    ),
  );

/** Contracts and call-offs; null where something was signed and no value is known. */
export function signedValue(...sums: readonly DealSum[]): number | null {
  const counted = sums.filter(({ count }) => count > 0);
  const values = counted.flatMap(({ value }) => value ?? []);
  return counted.length > 0 && values.length === 0 ? null : values.reduce((all, value) => all + value, 0);
}

/** From the first year with a deal to the last, oldest first; a year between them without a deal is zero. */
export function dealYears(
  rows: readonly { year: number; contracts: DealSum; callOffs: DealSum; directPurchases: DealSum }[],
  thisYear: number,
  coverage: readonly Covered[],
): DealYear[] {
  if (rows.length === 0) return [];
  const byYear = new Map(rows.map((row) => [row.year, row]));
  const [from, to] = [Math.min(...byYear.keys()), Math.max(...byYear.keys())];
  return Array.from({ length: to - from + 1 }, (_, i) => {
    const row = byYear.get(from + i);
    return {
      year: from + i,
      first: row ? signedValue(row.contracts, row.callOffs) : 0,
      second: row ? row.directPurchases.value : 0,
      isPartial: from + i >= thisYear || !isWholeYear(from + i, coverage),
    };
  });
}

interface DealBars {
  years: readonly DealYear[];
  /** The text alternative. */
  label: string;
  format(value: number): string;
  key: { first: string; second: string; partial: string };
}

const DEALS_HEIGHT = 196;
const DEALS_TOP = 20;
const DEALS_LABELS = 24;
const DEALS_BASE = DEALS_HEIGHT - DEALS_LABELS;

export function dealYearBars({ years, label, format, key }: DealBars): Html {
  const most = Math.max(0, ...years.map(({ first, second }) => (first ?? 0) + (second ?? 0)));
  const scale = most === 0 ? 0 : (DEALS_BASE - DEALS_TOP) / most;
  const step = 100 / Math.max(1, years.length);
  return html`<svg class="bars years" role="img" aria-label="${label}">${hatches}${years.map((one, i) => dealBars(one, i, step, scale, format))}<line x1="0" x2="100%" y1="${DEALS_BASE}" y2="${DEALS_BASE}" class="axis"/></svg>
<p class="key"><span><svg aria-hidden="true"><rect width="14" height="12" class="bar last"/></svg>${key.first}</span><span><svg aria-hidden="true"><rect width="14" height="12" class="bar second"/></svg>${key.second}</span>${years.some(({ isPartial }) => isPartial) && html`<span><svg aria-hidden="true"><rect x="0.5" y="0.5" width="13" height="11" class="part first"/></svg>${key.partial}</span>`}</p>`;
}

/** Hatching in the colour of each kind, for unfinished years. */
const hatches = html`<defs>${(['first', 'second'] as const).map((kind) => html`<pattern id="hatch-${kind}" width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><path class="stripe ${kind}" d="M1 0V5"/></pattern>`)}</defs>`;

function dealBars(
  { year, first, second, isPartial }: DealYear,
  i: number,
  step: number,
  scale: number,
  format: (value: number) => string,
): Html {
  const [x, width, middle] = [rounded(i * step + step * 0.16), rounded(step * 0.68), rounded((i + 0.5) * step)];
  const label = html`<text x="${middle}%" y="${DEALS_HEIGHT - 6}" text-anchor="middle" class="quiet">${year}</text>`;
  if (first === null && second === null)
    return html`<rect x="${x}%" y="${DEALS_BASE - 18}" width="${width}%" height="18" class="hollow"/><text x="${middle}%" y="${DEALS_BASE - 4}" text-anchor="middle" class="quiet">?</text>${label}`;
  const [low, high] = [(first ?? 0) * scale, (second ?? 0) * scale];
  const bar = (y: number, height: number, kind: 'first' | 'second'): Html | null =>
    height <= 0
      ? null
      : isPartial
        ? html`<rect x="${x}%" y="${rounded(y)}" width="${width}%" height="${rounded(Math.max(1, height))}" class="part ${kind}"/>`
        : html`<rect x="${x}%" y="${rounded(y)}" width="${width}%" height="${rounded(Math.max(1, height))}" class="bar ${kind === 'first' ? 'last' : 'second'}"/>`;
  return html`${bar(DEALS_BASE - low, low, 'first')}${bar(DEALS_BASE - low - high, high - (low > 0 && high > 2 ? 1 : 0), 'second')}<text x="${middle}%" y="${rounded(DEALS_BASE - low - high - 6)}" text-anchor="middle">${format((first ?? 0) + (second ?? 0))}</text>${label}`;
}
