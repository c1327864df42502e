/** The sheet of people: the network as a picture, then who runs it, who owns it, and the firms tied to it. */
import type { Language } from '#lib/i18n/message.ts';
import { to, toQuery } from '#transports/web/addresses.ts';
import { companyLink } from '#transports/web/components/company-list.ts';
import { icon } from '#transports/web/components/icon.ts';
import { proBox } from '#transports/web/components/pro-box.ts';
import { stateNote } from '#transports/web/components/state-note.ts';
import { counted, type Noun } from '#transports/web/formats/counts.ts';
import { shortDay } from '#transports/web/formats/dates.ts';
import { percent, shortLei, wholeNumber } from '#transports/web/formats/numbers.ts';
import { type Html, html } from '#transports/web/html.ts';
import { personOrFirm } from './names.ts';
import { network, totalOf } from './network.ts';
import { texts as shared } from './texts.ts';
import type { Company, Network, Related } from './told.ts';

const texts = {
  ro: {
    management: 'Conducere',
    noManagement: 'niciun reprezentant în registru',
    outside: 'Nu ține de registrul comerțului: conducerea nu se publică acolo.',
    owners: 'Acționari și asociați',
    noOwners: 'Acționarii nu au o sursă deschisă și nu sunt încărcați aici.',
    ownersOutside: 'Nu ține de registrul comerțului: nu are acționari sau asociați înscriși acolo.',
    ownersNone: 'niciunul în lista importată',
    related: 'Firme legate',
    none: 'niciuna',
    omitted: (firms: string) =>
      `În afara listei: ${firms} cu care are în comun numai un practician în insolvență, un lichidator, un cenzor sau asemănător. Aceasta nu este o legătură între firme.`,
    showOmitted: {
      insolvencyPractitioner: 'Firmele aceluiași practician',
      representative: 'Firmele aceluiași lichidator, cenzor sau asemănător',
    },
    noTie: 'nu este o legătură între firme',
    via: (name: string, kinds: string) => `prin ${name} (${kinds})`,
    kinds: {
      administrator: 'administrator',
      shareholder: 'asociat',
      owner: 'titular',
      representative: 'reprezentant',
      insolvencyPractitioner: 'practician în insolvență',
    },
    here: (kinds: string) => `${kinds} în această firmă`,
    there: (kinds: string) => `această firmă îi este ${kinds}`,
    address: 'la aceeași adresă',
    all: (count: string) => `Toate cele ${count}`,
    allNetwork: 'Toate legăturile, în desen și în listă',
    closed: 'nu funcționează',
    noBalance: 'fără bilanț public',
    pro: (total: string) => `Rețeaua întreagă are ${total}: fără Pro se văd primele 10.`,
    branches: 'Sucursale în alte state',
  },
  en: {
    management: 'Management',
    noManagement: 'no representative in the registry',
    outside: 'Outside the trade registry: its management is not published there.',
    owners: 'Shareholders',
    noOwners: 'Shareholders have no open source and are not loaded here.',
    ownersOutside: 'Outside the trade registry: no shareholders are entered there.',
    ownersNone: 'none on the imported list',
    related: 'Related firms',
    none: 'none',
    omitted: (firms: string) =>
      `Not listed: ${firms} with which it shares only an insolvency practitioner, a liquidator, an auditor or the like. That is no tie between companies.`,
    showOmitted: {
      insolvencyPractitioner: 'Firms of the same practitioner',
      representative: 'Firms of the same liquidator, auditor or the like',
    },
    noTie: 'no tie between companies',
    via: (name: string, kinds: string) => `through ${name} (${kinds})`,
    kinds: {
      administrator: 'administrator',
      shareholder: 'shareholder',
      owner: 'owner',
      representative: 'representative',
      insolvencyPractitioner: 'insolvency practitioner',
    },
    here: (kinds: string) => `${kinds} of this firm`,
    there: (kinds: string) => `this firm is its ${kinds}`,
    address: 'at the same address',
    all: (count: string) => `All ${count}`,
    allNetwork: 'All ties, drawn and listed',
    closed: 'not operating',
    noBalance: 'no public accounts',
    pro: (total: string) => `The whole network has ${total}: without Pro the first 10 are shown.`,
    branches: 'Branches in other states',
  },
} as const;

interface Ties {
  network: Network | null;
  /** Of a visitor: the picture is a part of it. */
  isPreview: boolean;
  related: Related | null;
  relatedTotal: number | null;
  omitted: Omitted | null;
}

/** Firms that only roles lead to which are no tie: how many, and the kinds under which they are shown. */
interface Omitted {
  omitted: number;
  omittedKinds: readonly ApartKind[];
}

export function people(company: Company, ties: Ties, language: Language): Html {
  const words = texts[language];
  const { related: rows, relatedTotal } = ties;
  return html`${ties.network && network(ties.network, language)}
<div class="two"><div><h3>${words.management}</h3>${management(company, language)}</div>
<div><h3>${words.owners}</h3>${owners(company, language)}</div></div>
${rows !== null && html`<h3>${words.related}</h3>${rows.length === 0 ? html`<p>${words.none}</p>` : relatedList(rows, company.cui, language)}${ties.omitted && omittedNote(company.cui, ties.omitted, language)}`}
<p class="tools">${ties.network && ties.network.nodes.length > 1 && html`<a href="${to('companyRelated', language, { cui: company.cui })}">${relatedTotal !== null && rows !== null && relatedTotal > rows.length ? words.all(wholeNumber(relatedTotal, language)) : words.allNetwork}</a>`}</p>
${ties.isPreview && ties.network && ties.network.total > ties.network.nodes.length && proBox(words.pro(totalOf(ties.network, language)), language)}`;
}

function management({ administrators, inTradeRegistry }: Company, language: Language): Html {
  const words = texts[language];
  if (administrators === null)
    return html`<p class="quiet">${inTradeRegistry === false ? words.outside : shared[language].notPublished}</p>`;
  if (administrators.length === 0) return html`<p>${words.noManagement}</p>`;
  return html`<ul class="ledger">${administrators.map((one) => html`<li><span>${icon(one.kind === 'company' ? 'firm' : 'person', 'quiet')} ${personOrFirm(one, language)}<br><span class="meta">${[one.role, one.since !== null && shared[language].seen(shortDay(one.since, language))].filter(Boolean).join(' · ')}</span></span></li>`)}</ul>`;
}

/** Not loaded, outside, looked and found none, or who they are: four different things. */
function owners({ shareholders, inTradeRegistry }: Company, language: Language): Html {
  const words = texts[language];
  if (shareholders === null && inTradeRegistry === false) return html`<p class="quiet">${words.ownersOutside}</p>`;
  if (shareholders === null) return stateNote('notLoaded', words.noOwners);
  if (shareholders.length === 0) return html`<p>${words.ownersNone}</p>`;
  return html`<ul class="ledger">${shareholders.map((one) => html`<li><span>${icon(one.kind === 'company' ? 'firm' : 'person', 'quiet')} ${personOrFirm(one, language)}${one.since !== null && html`<br><span class="meta">${shared[language].since(shortDay(one.since, language))}</span>`}</span><span class="right">${one.percent === null ? html`<span class="quiet">${shared[language].notPublished}</span>` : percent(one.percent, language)}</span></li>`)}</ul>`;
}

/** Who ties them, each once, with all that they are there. */
function viaOf({ cui, via }: Related[number], own: string, language: Language): string[] {
  const words = texts[language];
  const wordOf = (kind: keyof typeof words.kinds, role: string | null): string =>
    kind === 'insolvencyPractitioner' || kind === 'representative' ? (role ?? words.kinds[kind]) : words.kinds[kind];
  return [...Map.groupBy(via, ({ kind, name }) => (kind === 'address' ? '' : (name ?? '')))].map(([name, ties]) => {
    const kinds = [...new Set(ties.flatMap((tie) => (tie.kind === 'address' ? [] : wordOf(tie.kind, tie.role))))].join(
      ', ',
    );
    const by = ties[0]?.cui ?? null;
    if (kinds === '') return words.address;
    if (by !== null && by === own) return words.there(kinds);
    return by !== null && by === cui ? words.here(kinds) : words.via(name, kinds);
  });
}

const FIRMS: Record<Language, Noun> = { ro: ['firmă', 'firme'], en: ['firm', 'firms'] };

/** Kinds under which firms are shown that are left out otherwise. */
export const apartKinds = ['insolvencyPractitioner', 'representative'] as const;
type ApartKind = (typeof apartKinds)[number];

/** As the answer about related companies states it. */
export const omittedOf = (meta: Readonly<Record<string, unknown>>): Omitted => meta as unknown as Omitted;

export function omittedNote(cui: string, { omitted, omittedKinds }: Omitted, language: Language): Html | null {
  const words = texts[language];
  if (omitted === 0) return null;
  const link = (kind: ApartKind, place: number): Html =>
    html`${place === 0 ? ' ' : ' · '}<a href="${toQuery('companyRelated', language, { kind }, { cui })}">${words.showOmitted[kind]}</a>`;
  return html`<p class="quiet small">${words.omitted(counted(omitted, FIRMS[language], language))}${omittedKinds.map(link)}</p>`;
}

/** `own`: the company whose page it is. */
export function relatedList(rows: Related, own: string, language: Language): Html {
  const words = texts[language];
  return html`<ul class="ledger">${rows.map(
    (row) =>
      html`<li><span>${icon('firm', 'quiet')} ${companyLink(row, language)}<br><span class="meta">${[row.locality, row.active === false && words.closed, !row.tied && words.noTie, ...viaOf(row, own, language)].filter(Boolean).join(' · ')}</span></span><span class="right">${row.turnover === null ? html`<span class="quiet">${words.noBalance}</span>` : html`${shortLei(row.turnover, language)}<br><span class="meta">${row.year}</span>`}</span></li>`,
  )}</ul>`;
}
