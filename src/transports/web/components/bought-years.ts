/** Years as bars of two kinds that may be summed: whole years solid, those that are not over, or not loaded whole, hatched. */
import { type Html, html } from '#transports/web/html.ts';

export interface BoughtYear {
  year: number;
  /** Null: nothing is known of it. */
  first: number | null;
  second: number | null;
  /** Not all of it is there. */
  isPartial: boolean;
}

interface Sum {
  value: number | null;
}

/** From when to when a list is loaded. */
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

/** From the first year with a deal to the last, oldest first: a year between them in which there was none is a zero, no gap. */
export function dealYears(
  rows: readonly { year: number; contracts: Sum; directPurchases: Sum }[],
  thisYear: number,
  coverage: readonly Covered[],
): BoughtYear[] {
  if (rows.length === 0) return [];
  const byYear = new Map(rows.map((row) => [row.year, row]));
  const [from, to] = [Math.min(...byYear.keys()), Math.max(...byYear.keys())];
  return Array.from({ length: to - from + 1 }, (_, i) => {
    const row = byYear.get(from + i);
    return {
      year: from + i,
      first: row ? row.contracts.value : 0,
      second: row ? row.directPurchases.value : 0,
      isPartial: from + i >= thisYear || !isWholeYear(from + i, coverage),
    };
  });
}

interface Years {
  years: readonly BoughtYear[];
  /** What the picture says, for those who do not see it. */
  told: string;
  written(value: number): string;
  key: { first: string; second: string; partial: string };
}

const HEIGHT = 196;
const ROOM = 20;
const YEARS = 24;
const BASE = HEIGHT - YEARS;

const rounded = (value: number): number => Math.round(value * 100) / 100;

export function boughtYears({ years, told, written, key }: Years): Html {
  const most = Math.max(0, ...years.map(({ first, second }) => (first ?? 0) + (second ?? 0)));
  const scale = most === 0 ? 0 : (BASE - ROOM) / most;
  const step = 100 / Math.max(1, years.length);
  return html`<svg class="bars years" role="img" aria-label="${told}">${hatches}${years.map((one, i) => drawn(one, i, step, scale, written))}<line x1="0" x2="100%" y1="${BASE}" y2="${BASE}" class="axis"/></svg>
<p class="key"><span><svg aria-hidden="true"><rect width="14" height="12" class="bar last"/></svg>${key.first}</span><span><svg aria-hidden="true"><rect width="14" height="12" class="bar second"/></svg>${key.second}</span>${years.some(({ isPartial }) => isPartial) && html`<span><svg aria-hidden="true"><rect x="0.5" y="0.5" width="13" height="11" class="part first"/></svg>${key.partial}</span>`}</p>`;
}

/** Of the colour of what is unfinished. */
const hatches = html`<defs>${(['first', 'second'] as const).map((kind) => html`<pattern id="hatch-${kind}" width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><path class="stripe ${kind}" d="M1 0V5"/></pattern>`)}</defs>`;

function drawn(
  { year, first, second, isPartial }: BoughtYear,
  i: number,
  step: number,
  scale: number,
  written: (value: number) => string,
): Html {
  const [x, width, middle] = [rounded(i * step + step * 0.16), rounded(step * 0.68), rounded((i + 0.5) * step)];
  const label = html`<text x="${middle}%" y="${HEIGHT - 6}" text-anchor="middle" class="quiet">${year}</text>`;
  if (first === null && second === null)
    return html`<rect x="${x}%" y="${BASE - 18}" width="${width}%" height="18" class="hollow"/><text x="${middle}%" y="${BASE - 4}" text-anchor="middle" class="quiet">?</text>${label}`;
  const [low, high] = [(first ?? 0) * scale, (second ?? 0) * scale];
  const bar = (y: number, height: number, kind: 'first' | 'second'): Html | null =>
    height <= 0
      ? null
      : isPartial
        ? html`<rect x="${x}%" y="${rounded(y)}" width="${width}%" height="${rounded(Math.max(1, height))}" class="part ${kind}"/>`
        : html`<rect x="${x}%" y="${rounded(y)}" width="${width}%" height="${rounded(Math.max(1, height))}" class="bar ${kind === 'first' ? 'last' : 'second'}"/>`;
  return html`${bar(BASE - low, low, 'first')}${bar(BASE - low - high, high - (low > 0 && high > 2 ? 1 : 0), 'second')}<text x="${middle}%" y="${rounded(BASE - low - high - 6)}" text-anchor="middle">${written((first ?? 0) + (second ?? 0))}</text>${label}`;
}
