/** A notice across the page: what a reader must not miss, graver ones first. */
import { type Html, html } from '#transports/web/html.ts';
import { icon } from './icon.ts';

export interface Alert {
  /** `note` is neutral: a firm that was struck off is nothing to fear. */
  grade: 'stop' | 'check' | 'note';
  heading: string;
  lines: readonly (string | Html)[];
  /** Who says so, and since when. */
  note?: string | null;
}

const SIGNS = { stop: 'stop', check: 'check', note: 'closed' } as const;

export const alert = ({ grade, heading, lines, note }: Alert): Html =>
  html`<div class="alert ${grade}" role="note">${icon(SIGNS[grade])}<div><p class="heading">${heading}</p>${lines.map((line) => html`<p>${line}</p>`)}${note && html`<p class="note">${note}</p>`}</div></div>`;
