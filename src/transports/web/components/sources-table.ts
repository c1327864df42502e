/** Every source of a page once more, with what it said, of which day, when it was read, under which licence. */

import type { Provenance } from '#api/endpoint.ts';
import { moment, shortDay } from '#lib/i18n/dates.ts';
import type { Language } from '#lib/i18n/message.ts';
import { textAt, textsOf } from '#locales/texts.ts';
import { type Html, html } from '#transports/web/html.ts';
import { icon } from './icon.ts';
import { outsideLink } from './outside-link.ts';
import { sourceName } from './source-names.ts';
import { isUndated } from './sources.ts';

type Stamp = Pick<Provenance, 'name' | 'covers' | 'asOf' | 'fetchedAt' | 'licence' | 'url' | 'state'>;

/** `absent`: what this installation has not loaded, by what it would cover. */
export function sourcesTable(
  stamps: readonly Stamp[],
  absent: readonly string[],
  now: number,
  language: Language,
): Html {
  const words = textsOf(language).components.sourcesTable;
  const what = (cover: string): string => textAt(words.what, cover) ?? cover;
  const licenceOf = (licence: string | null): string | null => licence && (textAt(words.licences, licence) ?? licence);
  const rows = [...Map.groupBy(stamps, ({ name, asOf, url }) => `${name} ${asOf} ${url}`).values()].flatMap((same) => {
    const [stamp] = same;
    return stamp ? [{ ...stamp, covers: [...new Set(same.flatMap(({ covers }) => covers))] }] : [];
  });
  return html`<table class="stacked"><thead><tr><th scope="col">${words.source}</th><th scope="col">${words.covers}</th><th scope="col">${words.asOf}</th><th scope="col">${words.fetchedAt}</th><th scope="col">${words.licence}</th></tr></thead><tbody>${rows.map((stamp) => html`<tr><th scope="row" class="nowrap">${icon(stamp.state ? 'sourceLate' : 'source', 'dot-sign')} ${sourceName(stamp.name, language)}</th><td data-label="${words.covers}">${stamp.covers.map(what).join('; ')}${stamp.url !== null && /^https?:/.test(stamp.url) && html` (${outsideLink(stamp.url, words.page)})`}</td><td data-label="${words.asOf}" class="nowrap">${stamp.asOf === null ? (isUndated(stamp) ? textsOf(language).components.sources : words.live) : shortDay(stamp.asOf, language)}</td><td data-label="${words.fetchedAt}" class="nowrap">${stamp.fetchedAt === null ? words.never : moment(stamp.fetchedAt, now, language)}${stamp.state && html`<small>${words.states[stamp.state]}</small>`}</td><td data-label="${words.licence}">${licenceOf(stamp.licence) ?? html`<span class="quiet">${words.unknown}</span>`}</td></tr>`)}
${[...new Set(absent)].map((cover) => html`<tr><th scope="row">${icon('sourceNone', 'dot-sign')} ${what(cover)}</th><td colspan="4" class="quiet">${words.notLoaded}</td></tr>`)}</tbody></table>`;
}
