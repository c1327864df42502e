/** Where a section's facts are from, and how old they are: a dot, a name, a day. */

import type { Provenance } from '#api/endpoint.ts';
import { sourceName } from '#api/source-names.ts';
import { dayOrToday, moment } from '#lib/i18n/dates.ts';
import type { Language } from '#lib/i18n/message.ts';
import { textsOf } from '#locales/texts.ts';
import { type Html, html } from '#transports/web/html.ts';
import { icon } from './icon.ts';

type Stamp = Pick<Provenance, 'name' | 'covers' | 'asOf' | 'fetchedAt' | 'state'>;

/** What is read from publications, and not asked of a service that speaks of now. */
const PUBLISHED = new Set([
  'registry',
  'finances',
  'shareholders',
  'debts',
  'gazette',
  'procurement',
  'recentProcurement',
]);

/** A publication of which nothing tells the day: when it was read must not pass for that. */
export const isUndated = ({ asOf, covers }: Pick<Stamp, 'asOf' | 'covers'>): boolean =>
  asOf === null && covers.some((cover) => PUBLISHED.has(cover));

/** Each source once, as old as its oldest part. */
export function sources(stamps: readonly Stamp[], now: number, language: Language): Html {
  const byName = Map.groupBy(stamps, ({ name }) => name);
  const shown = [...byName.values()].map((same) => same.reduce((old, one) => (ageOf(one) < ageOf(old) ? one : old)));
  return html`<ul class="sources">${shown.map((stamp) => html`<li>${icon(stamp.state ? 'sourceLate' : 'source')}${sourceName(stamp.name, language)}${aged(stamp, now, language)}</li>`)}</ul>`;
}

const ageOf = ({ asOf, fetchedAt }: Stamp): string => asOf ?? fetchedAt ?? '';

/** A day, or for what was asked live the hour too. */
function aged(source: Stamp, now: number, language: Language): string {
  if (isUndated(source)) return ` · ${textsOf(language).components.sources}`;
  const stamp = source.asOf ?? source.fetchedAt;
  if (stamp === null) return '';
  return ` · ${stamp.includes('T') ? moment(stamp, now, language) : dayOrToday(stamp, now, language)}`;
}
