/** Years as bars: solid what was published, dashed with a question mark what was not, losses below the line. */
import { type Html, html } from '#transports/web/html.ts';

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
  const { base } = frameOf(values, SPARK, 0);
  return html`<svg class="spark" role="img" aria-label="${told}">${drawn(values, SPARK, 0)}<line x1="0" x2="100%" y1="${base}" y2="${base}" class="axis"/></svg>`;
}

/** With first, last and greatest value, and the years. */
export function yearBars({ values, told, written }: Bars): Html {
  const width = 100 / Math.max(1, values.length);
  const named = namedPlaces(values);
  const least = Math.min(0, ...values.map(({ value }) => value ?? 0));
  // Labels of losses stand below their bars.
  const height = HEIGHT - YEARS - (least < 0 ? ROOM - 4 : 0);
  const { base, scale } = frameOf(values, height - ROOM, ROOM);
  const last = values.length - 1;
  const middle = Math.floor(last / 2);
  // The outermost labels would leave the picture, unless few bars stand far from its edges.
  const isEdge = (i: number): boolean => values.length >= FEW && (i === 0 || i === last);
  const at = (i: number): number => (isEdge(i) ? (i === 0 ? 0 : 100) : rounded((i + 0.5) * width));
  const anchor = (i: number): string => (isEdge(i) ? (i === 0 ? 'start' : 'end') : 'middle');
  const yearAt = (i: number): Html =>
    html`<text x="${at(i)}%" y="${HEIGHT - 4}" text-anchor="${anchor(i)}" class="quiet">${values[i]?.year}</text>`;
  return html`<svg class="bars" role="img" aria-label="${told}">${drawn(values, height, ROOM)}
<line x1="0" x2="100%" y1="${base}" y2="${base}" class="axis"/>
${values.map(({ value }, i) => value !== null && named.has(i) && html`<text x="${at(i)}%" y="${rounded(value < 0 ? base + -value * scale + 14 : base - value * scale - 6)}" text-anchor="${anchor(i)}" class="${i === last ? 'strong' : 'quiet'}">${written(value)}</text>`)}
${[...new Set([0, middle, last])].map(yearAt)}</svg>`;
}

/** Of fewer years than these, bars get no wider: one year of a young firm is no wall. */
const FEW = 4;
const SPARK = 46;
const HEIGHT = 148;
const ROOM = 20;
const YEARS = 20;
/** Of what is not known: high enough for its question mark. */
const HOLLOW = 20;

function drawn(values: readonly YearValue[], height: number, room: number): Html[] {
  const width = 100 / Math.max(1, values.length);
  const { base, scale } = frameOf(values, height - room, room);
  return values.map(({ value }, i) => {
    const w = rounded(Math.min(width, 100 / FEW) * 0.8);
    const x = rounded((i + 0.5) * width - w / 2);
    if (value === null) {
      // Where all others are losses, there is no room above the line.
      const top = base < HOLLOW ? base : base - HOLLOW;
      return html`<rect x="${x}%" y="${rounded(top)}" width="${w}%" height="${HOLLOW}" class="hollow"/><text x="${rounded((i + 0.5) * width)}%" y="${rounded(top + 14)}" text-anchor="middle" class="quiet">?</text>`;
    }
    const tall = value === 0 ? 0 : Math.max(1, Math.abs(value) * scale);
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

/** First, last and the furthest from zero: more numbers would hide the shape, and neighbours would overlap. */
function namedPlaces(values: readonly YearValue[]): Set<number> {
  const known = values.flatMap(({ value }, i) => (value === null ? [] : [i]));
  const far = (i: number): number => Math.abs(values[i]?.value ?? 0);
  const first = known[0];
  const last = known.at(-1);
  if (first === undefined || last === undefined) return new Set();
  const peak = known.reduce((best, i) => (far(i) > far(best) ? i : best), first);
  const apart = (a: number, b: number): boolean => Math.abs(a - b) >= 2;
  const named = new Set([last]);
  if (apart(peak, last)) named.add(peak);
  if (apart(first, last) && (first === peak || apart(first, peak))) named.add(first);
  return named;
}
