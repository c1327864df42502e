/** People behind a company: network, management, shareholders and related companies. */
import { counted } from '#lib/i18n/counts.ts';
import { shortDay } from '#lib/i18n/dates.ts';
import type { Language } from '#lib/i18n/message.ts';
import { percent, shortLei, wholeNumber } from '#lib/i18n/numbers.ts';
import { textsOf } from '#locales/texts.ts';
import { to, toQuery } from '#transports/web/addresses.ts';
import { icon } from '#transports/web/components/icon.ts';
import { companyLink } from '#transports/web/components/lists.ts';
import { proBox, stateNote } from '#transports/web/components/notices.ts';
import { type Html, html } from '#transports/web/html.ts';
import type { Company, Network, Related } from './data.ts';
import { network, totalOf } from './network.ts';

interface Ties {
  network: Network | null;
  /** The network of a visitor is a part of the whole. */
  isPreview: boolean;
  related: Related | null;
  relatedTotal: number | null;
  omitted: Omitted | null;
}

/** Companies related by roles that are no ties: their number, and the kinds that list them. */
interface Omitted {
  omitted: number;
  omittedKinds: readonly ApartKind[];
}

export function people(company: Company, ties: Ties, language: Language): Html {
  const texts = textsOf(language).company.people.page;
  const { related: rows, relatedTotal } = ties;
  return html`${ties.network && network(ties.network, language)}
<div class="two"><div><h3>${texts.management}</h3>${management(company, language)}</div>
<div><h3>${texts.owners}</h3>${owners(company, language)}</div></div>
${rows !== null && html`<h3>${texts.related}</h3>${rows.length === 0 ? html`<p>${texts.none}</p>` : relatedList(rows, company.cui, language)}${ties.omitted && omittedNote(company.cui, ties.omitted, language)}`}
<p class="tools">${ties.network && ties.network.nodes.length > 1 && html`<a href="${to('companyRelated', language, { cui: company.cui })}">${relatedTotal !== null && rows !== null && relatedTotal > rows.length ? texts.all(wholeNumber(relatedTotal, language)) : texts.allNetwork}</a>`}</p>
${ties.isPreview && ties.network && ties.network.total > ties.network.nodes.length && proBox(texts.pro(totalOf(ties.network, language)), language)}`;
}

function management({ administrators, inTradeRegistry }: Company, language: Language): Html {
  const texts = textsOf(language).company.people.page;
  if (administrators === null)
    return html`<p class="quiet">${inTradeRegistry === false ? texts.outside : textsOf(language).company.page.notPublished}</p>`;
  if (administrators.length === 0) return html`<p>${texts.noManagement}</p>`;
  return html`<ul class="ledger">${administrators.map((one) => html`<li><span>${icon(one.kind === 'company' ? 'firm' : 'person', 'quiet')} ${personOrFirm(one, language)}<br><span class="meta">${[one.role, one.since !== null && textsOf(language).company.page.seen(shortDay(one.since, language))].filter(Boolean).join(' · ')}</span></span></li>`)}</ul>`;
}

/** Not loaded, outside of the registry, none, and known shareholders are four states. */
function owners({ shareholders, inTradeRegistry }: Company, language: Language): Html {
  const texts = textsOf(language).company.people.page;
  if (shareholders === null && inTradeRegistry === false) return html`<p class="quiet">${texts.ownersOutside}</p>`;
  if (shareholders === null) return stateNote('notLoaded', texts.noOwners);
  if (shareholders.length === 0) return html`<p>${texts.ownersNone}</p>`;
  return html`<ul class="ledger">${shareholders.map((one) => html`<li><span>${icon(one.kind === 'company' ? 'firm' : 'person', 'quiet')} ${personOrFirm(one, language)}${one.since !== null && html`<br><span class="meta">${textsOf(language).company.page.since(shortDay(one.since, language))}</span>`}</span><span class="right">${one.percent === null ? html`<span class="quiet">${textsOf(language).company.page.notPublished}</span>` : percent(one.percent, language)}</span></li>`)}</ul>`;
}

/** The persons and companies of the tie, each once with all roles. */
function viaOf({ cui, via }: Related[number], own: string, language: Language): string[] {
  const texts = textsOf(language).company.people.page;
  const wordOf = (kind: keyof typeof texts.kinds, role: string | null): string =>
    kind === 'insolvencyPractitioner' || kind === 'representative' ? (role ?? texts.kinds[kind]) : texts.kinds[kind];
  return [...Map.groupBy(via, ({ kind, name }) => (kind === 'address' ? '' : (name ?? '')))].map(([name, ties]) => {
    const kinds = [...new Set(ties.flatMap((tie) => (tie.kind === 'address' ? [] : wordOf(tie.kind, tie.role))))].join(
      ', ',
    );
    const by = ties[0]?.cui ?? null;
    if (kinds === '') return texts.address;
    if (by !== null && by === own) return texts.there(kinds);
    return by !== null && by === cui ? texts.here(kinds) : texts.via(name, kinds);
  });
}

/** Kinds of companies that only a filter includes. */
export const apartKinds = ['insolvencyPractitioner', 'representative'] as const;
type ApartKind = (typeof apartKinds)[number];

/** The type of `meta` lacks the fields of single operations. */
export const omittedOf = (meta: Readonly<Record<string, unknown>>): Omitted => meta as unknown as Omitted;

export function omittedNote(cui: string, { omitted, omittedKinds }: Omitted, language: Language): Html | null {
  const texts = textsOf(language).company.people.page;
  if (omitted === 0) return null;
  const link = (kind: ApartKind, index: number): Html =>
    html`${index === 0 ? ' ' : ' · '}<a href="${toQuery('companyRelated', language, { kind }, { cui })}">${texts.showOmitted[kind]}</a>`;
  return html`<p class="quiet small">${texts.omitted(counted(omitted, textsOf(language).company.people.firms, language))}${omittedKinds.map(link)}</p>`;
}

/** `own`: CUI of the page's company. */
export function relatedList(rows: Related, own: string, language: Language): Html {
  const texts = textsOf(language).company.people.page;
  return html`<ul class="ledger">${rows.map(
    (row) =>
      html`<li><span>${icon('firm', 'quiet')} ${companyLink(row, language)}<br><span class="meta">${[row.locality, row.active === false && texts.closed, !row.tied && texts.noTie, ...viaOf(row, own, language)].filter(Boolean).join(' · ')}</span></span><span class="right">${row.turnover === null ? html`<span class="quiet">${texts.noBalance}</span>` : html`${shortLei(row.turnover, language)}<br><span class="meta">${row.year}</span>`}</span></li>`,
  )}</ul>`;
}

interface Named {
  name: string | null;
  personId: string | null;
  cui: string | null;
}

export function personOrFirm({ name, personId, cui }: Named, language: Language): Html {
  const texts = textsOf(language).company.page;
  if (name === null)
    return html`<span class="quiet hidden">${texts.hidden} · <a href="${to('privacy', language)}">${texts.hiddenWhy}</a></span>`;
  if (cui !== null) return html`<a href="${to('company', language, { cui })}">${name}</a>`;
  return personId === null ? html`${name}` : html`<a href="${to('person', language, { id: personId })}">${name}</a>`;
}
