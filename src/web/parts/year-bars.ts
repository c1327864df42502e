/** Eight years as bars: solid what was published, dashed with a question mark what was not, losses below the line. */
import { type Html, html } from '#web/html.ts';

export interface YearValue {
  year: number;
  /** Null: not published. */
  value: number | null;
}

interface Bars {
  values: readonly YearValue[];
  /** What the picture says, for those who do not see it. */
  told: string;
  /** Of a value, where it is written. */
  written(value: number): string;
}

const rounded = (value: number): number => Math.round(value * 100) / 100;

/** Without labels, beside a figure. */
export function spark({ values, told }: Omit<Bars, 'written'>): Html {
  return html`<svg class="spark" role="img" aria-label="${told}">${drawn(values, 46, 0)}</svg>`;
}

/** With first, last and greatest value, and the years. */
export function yearBars({ values, told, written }: Bars): Html {
  const width = 100 / Math.max(1, values.length);
  const named = namedPlaces(values);
  const { base, scale } = frameOf(values, HEIGHT - ROOM - YEARS, ROOM);
  return html`<svg class="bars" role="img" aria-label="${told}">${drawn(values, HEIGHT - YEARS, ROOM)}
<line x1="0" x2="100%" y1="${base}" y2="${base}" class="axis"/>
${values.map(({ value }, i) => value !== null && named.has(i) && html`<text x="${rounded((i + 0.5) * width)}%" y="${rounded(value < 0 ? base + -value * scale + 14 : base - value * scale - 5)}" text-anchor="${i === 0 ? 'start' : i === values.length - 1 ? 'end' : 'middle'}" dx="${i === 0 ? -12 : i === values.length - 1 ? 12 : 0}"${i === values.length - 1 && html` class="strong"`}>${written(value)}</text>`)}
${values.map(({ year }, i) => (i === 0 || i === values.length - 1) && html`<text x="${i === 0 ? 0 : 100}%" y="${HEIGHT - 4}" text-anchor="${i === 0 ? 'start' : 'end'}" class="quiet">${year}</text>`)}</svg>`;
}

const HEIGHT = 148;
const ROOM = 20;
const YEARS = 20;

function drawn(values: readonly YearValue[], height: number, room: number): Html[] {
  const width = 100 / Math.max(1, values.length);
  const { base, scale } = frameOf(values, height - room, room);
  return values.map(({ value }, i) => {
    const x = rounded(i * width + width * 0.1);
    const w = rounded(width * 0.8);
    if (value === null)
      return html`<rect x="${x}%" y="${rounded(base - 18)}" width="${w}%" height="18" class="hollow"/><text x="${rounded((i + 0.5) * width)}%" y="${rounded(base - 4)}" text-anchor="middle" class="quiet">?</text>`;
    const tall = Math.max(1, Math.abs(value) * scale);
    return html`<rect x="${x}%" y="${rounded(value < 0 ? base : base - tall)}" width="${w}%" height="${rounded(tall)}" class="bar${value < 0 && ' loss'}${i === values.length - 1 && ' last'}"/>`;
  });
}

/** Where zero lies, and how many pixels one is high. */
function frameOf(values: readonly YearValue[], height: number, top: number): { base: number; scale: number } {
  const known = values.flatMap(({ value }) => value ?? []);
  const most = Math.max(0, ...known);
  const least = Math.min(0, ...known);
  const scale = most === least ? 0 : height / (most - least);
  return { base: rounded(top + (most === least ? height : most * scale)), scale };
}

/** First, last and peak: more numbers would hide the shape. */
function namedPlaces(values: readonly YearValue[]): Set<number> {
  const known = values.flatMap(({ value }, i) => (value === null ? [] : [i]));
  const peak = known.reduce(
    (best, i) => ((values[i]?.value ?? 0) > (values[best]?.value ?? 0) ? i : best),
    known[0] ?? 0,
  );
  return new Set([known[0], known.at(-1), peak].filter((i) => i !== undefined));
}
