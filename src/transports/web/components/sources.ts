/** Where the facts of a page are from: under a section, and in one table at the end. */

import type { Provenance } from '#api/endpoint.ts';
import { sourceName } from '#api/source-names.ts';
import { dayOrToday, moment, shortDay } from '#lib/i18n/dates.ts';
import type { Language } from '#lib/i18n/message.ts';
import { textAt, textsOf } from '#locales/texts.ts';
import { type Html, html } from '#transports/web/html.ts';
import { icon } from './icon.ts';
import { outsideLink } from './links.ts';

type SourceProvenance = Pick<Provenance, 'name' | 'covers' | 'asOf' | 'fetchedAt' | 'state'>;
type LicensedProvenance = SourceProvenance & Pick<Provenance, 'licence' | 'url'>;

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
const isUndated = ({ asOf, covers }: Pick<SourceProvenance, 'asOf' | 'covers'>): boolean =>
  asOf === null && covers.some((cover) => PUBLISHED.has(cover));

/** Each source once, as old as its oldest part. */
export function sources(stamps: readonly SourceProvenance[], now: number, language: Language): Html {
  const byName = Map.groupBy(stamps, ({ name }) => name);
  const shown = [...byName.values()].map((same) => same.reduce((old, one) => (ageOf(one) < ageOf(old) ? one : old)));
  return html`<ul class="sources">${shown.map((stamp) => html`<li>${icon(stamp.state ? 'sourceLate' : 'source')}${sourceName(stamp.name, language)}${aged(stamp, now, language)}</li>`)}</ul>`;
}

const ageOf = ({ asOf, fetchedAt }: SourceProvenance): string => asOf ?? fetchedAt ?? '';

/** A day, or for what was asked live the hour too. */
function aged(source: SourceProvenance, now: number, language: Language): string {
  if (isUndated(source)) return ` · ${textsOf(language).components.sources}`;
  const stamp = source.asOf ?? source.fetchedAt;
  if (stamp === null) return '';
  return ` · ${stamp.includes('T') ? moment(stamp, now, language) : dayOrToday(stamp, now, language)}`;
}

/** `absent`: what this installation has not loaded, by what it would cover. */
export function sourcesTable(
  stamps: readonly LicensedProvenance[],
  absent: readonly string[],
  now: number,
  language: Language,
): Html {
  const texts = textsOf(language).components.sourcesTable;
  const what = (cover: string): string => textAt(texts.what, cover) ?? cover;
  const licenceOf = (licence: string | null): string | null => licence && (textAt(texts.licences, licence) ?? licence);
  const rows = [...Map.groupBy(stamps, ({ name, asOf, url }) => `${name} ${asOf} ${url}`).values()].flatMap((same) => {
    const [stamp] = same;
    return stamp ? [{ ...stamp, covers: [...new Set(same.flatMap(({ covers }) => covers))] }] : [];
  });
  return html`<table class="stacked"><thead><tr><th scope="col">${texts.source}</th><th scope="col">${texts.covers}</th><th scope="col">${texts.asOf}</th><th scope="col">${texts.fetchedAt}</th><th scope="col">${texts.licence}</th></tr></thead><tbody>${rows.map((stamp) => html`<tr><th scope="row" class="nowrap">${icon(stamp.state ? 'sourceLate' : 'source', 'dot-sign')} ${sourceName(stamp.name, language)}</th><td data-label="${texts.covers}">${stamp.covers.map(what).join('; ')}${stamp.url !== null && /^https?:/.test(stamp.url) && html` (${outsideLink(stamp.url, texts.page)})`}</td><td data-label="${texts.asOf}" class="nowrap">${stamp.asOf === null ? (isUndated(stamp) ? textsOf(language).components.sources : texts.live) : shortDay(stamp.asOf, language)}</td><td data-label="${texts.fetchedAt}" class="nowrap">${stamp.fetchedAt === null ? texts.never : moment(stamp.fetchedAt, now, language)}${stamp.state && html`<small>${texts.states[stamp.state]}</small>`}</td><td data-label="${texts.licence}">${licenceOf(stamp.licence) ?? html`<span class="quiet">${texts.unknown}</span>`}</td></tr>`)}
${[...new Set(absent)].map((cover) => html`<tr><th scope="row">${icon('sourceNone', 'dot-sign')} ${what(cover)}</th><td colspan="4" class="quiet">${texts.notLoaded}</td></tr>`)}</tbody></table>`;
}
