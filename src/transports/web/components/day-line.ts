/** A daily value as a line, with labels at the first, the last and the extreme values. Nothing scales with the page. */
import { type Html, html } from '#transports/web/html.ts';

export interface DayValue {
  /** The label under the line. */
  day: string;
  value: number;
}

interface Line {
  /** Oldest first. */
  values: readonly DayValue[];
  /** The text alternative. */
  label: string;
  format(value: number): string;
}

const HEIGHT = 168;
const TOP = 26;
const BOTTOM = 50;
/** In per cent: the margin for the first and the last label. */
const SIDE = 5;

const rounded = (value: number): number => Math.round(value * 100) / 100;

export function dayLine({ values, label, format }: Line): Html {
  const all = values.map(({ value }) => value);
  const least = Math.min(...all);
  const most = Math.max(...all);
  const x = (i: number): number => rounded(SIDE + (i * (100 - 2 * SIDE)) / Math.max(1, values.length - 1));
  const y = (value: number): number =>
    rounded(most === least ? HEIGHT / 2 : TOP + ((most - value) * (HEIGHT - TOP - BOTTOM)) / (most - least));
  const labelled = new Set([0, values.length - 1, all.indexOf(most), all.indexOf(least)]);
  const last = values.length - 1;
  return html`<svg class="day-line" role="img" aria-label="${label}"><line x1="0" x2="100%" y1="${HEIGHT - 22}" y2="${HEIGHT - 22}" class="axis"/>
${values.slice(1).map(({ value }, i) => html`<line x1="${x(i)}%" y1="${y(values[i]?.value ?? value)}" x2="${x(i + 1)}%" y2="${y(value)}" class="course"/>`)}
${values.map(({ value }, i) => html`<circle cx="${x(i)}%" cy="${y(value)}" r="${i === last ? 5 : 3.5}" class="point${i === last && ' last'}"/>`)}
${values.map(({ value }, i) => labelled.has(i) && html`<text x="${x(i)}%" y="${rounded(y(value) + (value === least && most !== least ? 20 : -11))}" text-anchor="middle"${i === last && html` class="strong"`}>${format(value)}</text>`)}
${values.map(({ day }, i) => (i === 0 || i === last) && html`<text x="${i === 0 ? 0 : 100}%" y="${HEIGHT - 5}" text-anchor="${i === 0 ? 'start' : 'end'}" class="quiet">${day}</text>`)}</svg>`;
}
