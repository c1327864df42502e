/** The sources of a page: under each section, and in one table at the end. */

import type { Provenance } from '#api/endpoint.ts';
import { coverTells, isPublishedOnly } from '#api/parts.ts';
import { sourceName } from '#api/source-names.ts';
import { dayOrToday, moment, shortDay } from '#lib/i18n/dates.ts';
import type { Language } from '#lib/i18n/message.ts';
import { textAt, textsOf } from '#locales/texts.ts';
import { type Html, html } from '#transports/web/html.ts';
import { icon } from './icon.ts';
import { outsideLink } from './links.ts';

type SourceProvenance = Pick<Provenance, 'name' | 'covers' | 'asOf' | 'fetchedAt' | 'state'>;
type LicensedProvenance = SourceProvenance & Pick<Provenance, 'licence' | 'url'>;

/** A publication without a date: the time of its import must not stand in for it. */
const isUndated = ({ asOf, covers }: Pick<SourceProvenance, 'asOf' | 'covers'>): boolean =>
  asOf === null && covers.some(isPublishedOnly);

/** Each source once, as old as its oldest part; notices collected since the last export add their own day. */
export function sources(provenance: readonly SourceProvenance[], now: number, language: Language): Html {
  const byName = Map.groupBy(provenance, ({ name }) => name);
  const rows = [...byName.values()].map((same) => {
    const oldest = same.reduce((old, one) => (ageOf(one) < ageOf(old) ? one : old));
    const recent = same.find(({ asOf, covers }) => asOf !== null && covers.includes('recentProcurement'));
    const since = recent && ageOf(recent) > ageOf(oldest) ? ageText(recent, now, language).replace(' · ', ' – ') : '';
    return { oldest, since };
  });
  return html`<ul class="sources">${rows.map(({ oldest, since }) => html`<li>${icon(oldest.state ? 'sourceLate' : 'source')}${sourceName(oldest.name, language)}${ageText(oldest, now, language)}${since}</li>`)}</ul>`;
}

const ageOf = ({ asOf, fetchedAt }: SourceProvenance): string => asOf ?? fetchedAt ?? '';

/** A day; for live sources the hour too. */
function ageText(source: SourceProvenance, now: number, language: Language): string {
  if (isUndated(source)) return ` · ${textsOf(language).components.sources}`;
  const time = source.asOf ?? source.fetchedAt;
  if (time === null) return '';
  return ` · ${time.includes('T') ? moment(time, now, language) : dayOrToday(time, now, language)}`;
}

/** `absent`: parts that this installation has not loaded. */
export function sourcesTable(
  provenance: readonly LicensedProvenance[],
  absent: readonly string[],
  now: number,
  language: Language,
): Html {
  const texts = textsOf(language).components.sourcesTable;
  const what = (cover: string): string => textAt(texts.what, cover) ?? coverTells(cover, language) ?? cover;
  const licenceOf = (licence: string | null): string | null => licence && (textAt(texts.licences, licence) ?? licence);
  const rows = [...Map.groupBy(provenance, ({ name, asOf, url }) => `${name} ${asOf} ${url}`).values()].flatMap(
    (same) => {
      const [row] = same;
      return row ? [{ ...row, covers: [...new Set(same.flatMap(({ covers }) => covers))] }] : [];
    },
  );
  return html`<table class="stacked"><thead><tr><th scope="col">${texts.source}</th><th scope="col">${texts.covers}</th><th scope="col">${texts.asOf}</th><th scope="col">${texts.fetchedAt}</th><th scope="col">${texts.licence}</th></tr></thead><tbody>${rows.map((row) => html`<tr><th scope="row" class="nowrap">${icon(row.state ? 'sourceLate' : 'source', 'dot-sign')} ${sourceName(row.name, language)}</th><td data-label="${texts.covers}">${row.covers.map(what).join('; ')}${row.url !== null && /^https?:/.test(row.url) && html` (${outsideLink(row.url, texts.page)})`}</td><td data-label="${texts.asOf}" class="nowrap">${row.asOf === null ? (isUndated(row) ? textsOf(language).components.sources : texts.live) : shortDay(row.asOf, language)}</td><td data-label="${texts.fetchedAt}" class="nowrap">${row.fetchedAt === null ? texts.never : moment(row.fetchedAt, now, language)}${row.state && html`<small>${texts.states[row.state]}</small>`}</td><td data-label="${texts.licence}">${licenceOf(row.licence) ?? html`<span class="quiet">${texts.unknown}</span>`}</td></tr>`)}
${[...new Set(absent)].map((cover) => html`<tr><th scope="row">${icon('sourceNone', 'dot-sign')} ${what(cover)}</th><td colspan="4" class="quiet">${texts.notLoaded}</td></tr>`)}</tbody></table>`;
}
