/** Two sums for each year, one above the other: solid for whole years, hatched for the one that is not over. */
import { type Html, html } from '#web/html.ts';

export interface YearSums {
  year: number;
  /** Null: known of none. */
  first: number | null;
  second: number | null;
  isUnfinished: boolean;
}

interface Stacked {
  /** Oldest first. */
  values: readonly YearSums[];
  told: string;
  written(value: number): string;
}

const HEIGHT = 176;
const ROOM = 20;
const YEARS = 22;
const BASE = HEIGHT - YEARS;

const rounded = (value: number): number => Math.round(value * 100) / 100;

export function yearSums({ values, told, written }: Stacked): Html {
  const width = 100 / Math.max(1, values.length);
  const sums = values.map(({ first, second }) => (first ?? 0) + (second ?? 0));
  const most = Math.max(1, ...sums);
  const tall = (value: number | null): number => rounded(((value ?? 0) / most) * (BASE - ROOM));
  return html`<svg class="bars sum-bars" role="img" aria-label="${told}">${values.map(
    ({ year, first, second, isUnfinished }, i) => {
      const x = rounded(i * width + width * 0.18);
      const w = rounded(width * 0.64);
      const middle = rounded((i + 0.5) * width);
      const [low, high] = [tall(first), tall(second)];
      const fill = isUnfinished ? html` fill="url(#hatch)"` : null;
      const drawn = (y: number, height: number, name: string): Html | null =>
        height === 0
          ? null
          : html`<rect x="${x}%" y="${rounded(y)}" width="${w}%" height="${height}" class="${isUnfinished ? `${name}-part` : name}"${fill}/>`;
      const isUnknown = first === null && second === null;
      return html`${drawn(BASE - low, low, 'one')}${drawn(BASE - low - high, high, 'two')}<text x="${middle}%" y="${rounded(BASE - low - high - 6)}" text-anchor="middle">${isUnknown ? '?' : written(sums[i] ?? 0)}</text><text x="${middle}%" y="${HEIGHT - 4}" text-anchor="middle" class="quiet">${year}</text>`;
    },
  )}<line x1="0" x2="100%" y1="${BASE}" y2="${BASE}" class="axis"/></svg>`;
}
