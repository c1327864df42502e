/** Every source of a page once more, with what it said, of which day, when it was read, under which licence. */

import type { Provenance } from '#api/endpoint.ts';
import { sourceName } from '#api/source-names.ts';
import { moment, shortDay } from '#lib/i18n/dates.ts';
import type { Language } from '#lib/i18n/message.ts';
import { textAt, textsOf } from '#locales/texts.ts';
import { type Html, html } from '#transports/web/html.ts';
import { icon } from './icon.ts';
import { outsideLink } from './outside-link.ts';
import { isUndated } from './sources.ts';

type Stamp = Pick<Provenance, 'name' | 'covers' | 'asOf' | 'fetchedAt' | 'licence' | 'url' | 'state'>;

/** `absent`: what this installation has not loaded, by what it would cover. */
export function sourcesTable(
  stamps: readonly Stamp[],
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
