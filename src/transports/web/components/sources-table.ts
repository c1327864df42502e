/** Every source of a page once more, with what it said, of which day, when it was read, under which licence. */
import type { Provenance } from '#api/endpoint.ts';
import type { Language } from '#lib/i18n/message.ts';
import { moment, shortDay } from '#transports/web/formats/dates.ts';
import { type Html, html } from '#transports/web/html.ts';
import { icon } from './icon.ts';
import { outsideLink } from './outside-link.ts';
import { sourceName } from './source-names.ts';
import { isUndated, UNDATED } from './sources.ts';

type Stamp = Pick<Provenance, 'name' | 'covers' | 'asOf' | 'fetchedAt' | 'licence' | 'url' | 'state'>;

const texts = {
  ro: {
    source: 'Sursă',
    covers: 'Ce spune',
    asOf: 'Din',
    fetchedAt: 'Citit',
    licence: 'Licență',
    page: 'pagina',
    live: 'la zi',
    never: 'nicio citire',
    notLoaded: 'nu este încărcat aici',
    states: { unreachable: 'nu răspunde', pending: 'se citește' },
    unknown: 'nespusă',
    /** Those of our own table of sources. Others are names that a publisher gave. */
    licences: {
      'Public information': 'informație publică',
      'Public information, free web service': 'informație publică, serviciu gratuit',
      'Public information of the National Agency for Fiscal Administration': 'informație publică a ANAF',
      'Free reuse with the source named': 'reutilizare liberă, cu numirea sursei',
      'As given': 'cum a dat-o cine a încărcat-o',
      'As each dataset says': 'cum spune fiecare set de date',
    } as Record<string, string>,
    what: {
      registry: 'stare, sediu, conducere, activități',
      fiscal: 'TVA, inactivi, e-Factura',
      balances: 'bilanțuri noi',
      finances: 'bilanțuri anuale',
      shareholders: 'acționari și cote',
      debts: 'datorii la ANAF',
      rates: 'curs euro',
      gazette: 'hotărâri, convocări',
      procurement: 'contracte, achiziții directe',
      recentProcurement: 'achiziții de la ultimul export',
      rankings: 'clasamente',
      history: 'schimbări între fișiere',
      entities: 'entități din afara registrului',
    } as Record<string, string>,
  },
  en: {
    source: 'Source',
    covers: 'What it says',
    asOf: 'Of',
    fetchedAt: 'Read',
    licence: 'Licence',
    page: 'page',
    live: 'live',
    never: 'never read',
    notLoaded: 'not loaded here',
    states: { unreachable: 'does not answer', pending: 'being read' },
    unknown: 'not stated',
    licences: {} as Record<string, string>,
    what: {
      registry: 'status, seat, management, activities',
      fiscal: 'VAT, inactivity, e-Factura',
      balances: 'new accounts',
      finances: 'yearly accounts',
      shareholders: 'shareholders and shares',
      debts: 'tax debts',
      rates: 'euro rate',
      gazette: 'decisions, summonses',
      procurement: 'contracts, direct purchases',
      recentProcurement: 'procurement since the last export',
      rankings: 'rankings',
      history: 'changes between files',
      entities: 'entities outside the registry',
    } as Record<string, string>,
  },
} as const;

/** `absent`: what this installation has not loaded, by what it would cover. */
export function sourcesTable(
  stamps: readonly Stamp[],
  absent: readonly string[],
  now: number,
  language: Language,
): Html {
  const words = texts[language];
  const what = (cover: string): string => words.what[cover] ?? cover;
  const licenceOf = (licence: string | null): string | null => licence && (words.licences[licence] ?? licence);
  const rows = [...Map.groupBy(stamps, ({ name, asOf, url }) => `${name} ${asOf} ${url}`).values()].flatMap((same) => {
    const [stamp] = same;
    return stamp ? [{ ...stamp, covers: [...new Set(same.flatMap(({ covers }) => covers))] }] : [];
  });
  return html`<table class="stacked"><thead><tr><th scope="col">${words.source}</th><th scope="col">${words.covers}</th><th scope="col">${words.asOf}</th><th scope="col">${words.fetchedAt}</th><th scope="col">${words.licence}</th></tr></thead><tbody>${rows.map((stamp) => html`<tr><th scope="row" class="nowrap">${icon(stamp.state ? 'sourceLate' : 'source', 'dot-sign')} ${sourceName(stamp.name, language)}</th><td data-label="${words.covers}">${stamp.covers.map(what).join('; ')}${stamp.url !== null && /^https?:/.test(stamp.url) && html` (${outsideLink(stamp.url, words.page)})`}</td><td data-label="${words.asOf}" class="nowrap">${stamp.asOf === null ? (isUndated(stamp) ? UNDATED[language] : words.live) : shortDay(stamp.asOf, language)}</td><td data-label="${words.fetchedAt}" class="nowrap">${stamp.fetchedAt === null ? words.never : moment(stamp.fetchedAt, now, language)}${stamp.state && html`<small>${words.states[stamp.state]}</small>`}</td><td data-label="${words.licence}">${licenceOf(stamp.licence) ?? html`<span class="quiet">${words.unknown}</span>`}</td></tr>`)}
${[...new Set(absent)].map((cover) => html`<tr><th scope="row">${icon('sourceNone', 'dot-sign')} ${what(cover)}</th><td colspan="4" class="quiet">${words.notLoaded}</td></tr>`)}</tbody></table>`;
}
