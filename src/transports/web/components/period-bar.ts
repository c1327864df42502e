/** Periods on a line from one day to another: solid where something held, hollow where it did not. */
import { type Html, html } from '#transports/web/html.ts';

export interface Period {
  /** Days; null is open. */
  start: string | null;
  end: string | null;
}

interface PeriodBar {
  periods: readonly Period[];
  from: { day: string; label: string };
  until: { day: string; label: string };
  told: string;
}

const rounded = (value: number): number => Math.round(value * 100) / 100;

export function periodBar({ periods, from, until, told }: PeriodBar): Html {
  const start = Date.parse(from.day);
  const span = Math.max(1, Date.parse(until.day) - start);
  const at = (day: string): number => rounded(Math.min(100, Math.max(0, ((Date.parse(day) - start) / span) * 100)));
  return html`<svg class="periods" role="img" aria-label="${told}"><rect x="0" y="4" width="100%" height="14" class="hollow"/>${periods.map(
    (period) => {
      const left = at(period.start ?? from.day);
      return html`<rect x="${left}%" y="4" width="${rounded(Math.max(0.4, at(period.end ?? until.day) - left))}%" height="14" class="held"/>`;
    },
  )}<text x="0" y="34" class="quiet">${from.label}</text><text x="100%" y="34" text-anchor="end" class="quiet">${until.label}</text></svg>`;
}
