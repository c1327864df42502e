/** Facts by name: tax, people, and what the registry has. */
import type { Language } from '#sentences/sentence.ts';
import { to } from '#web/addresses.ts';
import { type Html, html } from '#web/html.ts';
import { icon } from '#web/parts/icon.ts';
import { counted } from '#web/words/counts.ts';
import { shortDay } from '#web/words/dates.ts';
import { lei, percent } from '#web/words/numbers.ts';
import type { Company } from './standing.ts';
import { texts } from './texts.ts';

type Fact = readonly [name: string, value: string | Html | null];

const facts = (rows: readonly Fact[], unknown: string): Html =>
  html`<dl class="facts columns">${rows.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value ?? html`<span class="quiet">${unknown}</span>`}</dd></div>`)}</dl>`;

export function fiscal(company: Company, language: Language): Html {
  const words = texts[language];
  const truth = (value: boolean | null): string | null => (value === null ? null : value ? words.yes : words.no);
  const periods = company.vatPeriods ?? [];
  return facts(
    [
      [
        words.vat,
        periods.length === 0
          ? truth(company.vatRegistered)
          : html`${periods.map(({ start, end }) => html`<span class="nowrap">${start === null ? '?' : shortDay(start, language)} – ${end === null ? '…' : shortDay(end, language)}</span> `)}`,
      ],
      [words.cash, truth(company.cashBasisVat)],
      [words.split, truth(company.splitVat)],
      [words.eInvoice, truth(company.eFacturaRegistered)],
      [words.office, company.fiscalAuthority],
      [words.debts, debtsOf(company, language)],
    ],
    words.unknown,
  );
}

/** On the list, not on the list, or no list at all: three different things. */
function debtsOf({ datoriiAnaf, datoriiAnafAsOf }: Company, language: Language): string {
  const words = texts[language];
  if (datoriiAnaf !== null) return `${lei(datoriiAnaf.total, language)} (${shortDay(datoriiAnaf.asOf, language)})`;
  return datoriiAnafAsOf === null ? words.notLoaded : words.noDebts(shortDay(datoriiAnafAsOf, language));
}

export function people(company: Company, language: Language): Html {
  const words = texts[language];
  const { administrators, shareholders } = company;
  return html`<div class="two"><div><h3>${words.management}</h3><ul class="ledger">${(administrators ?? []).map((one) => html`<li><span>${icon(one.kind === 'company' ? 'firm' : 'person')} ${named(one, language)}<br><span class="meta">${one.role}${one.since !== null && ` · ${words.seen(shortDay(one.since, language))}`}</span></span></li>`)}</ul></div>
<div><h3>${words.owners}</h3>${shareholders === null ? html`<p class="quiet">${words.noOwners}</p>` : html`<ul class="ledger">${shareholders.map((one) => html`<li><span>${icon(one.kind === 'company' ? 'firm' : 'person')} ${named(one, language)}</span><span class="right">${one.percent !== null && percent(one.percent, language)}</span></li>`)}</ul>`}</div></div>`;
}

interface Named {
  name: string | null;
  personId: string | null;
  cui: string | null;
}

function named({ name, personId, cui }: Named, language: Language): Html {
  if (name === null) return html`<span class="quiet">${texts[language].hidden}</span>`;
  if (cui !== null) return html`<a href="${to('company', language, { cui })}">${name}</a>`;
  return personId === null ? html`${name}` : html`<a href="${to('person', language, { id: personId })}">${name}</a>`;
}

export function details(company: Company, language: Language): Html {
  const words = texts[language];
  const codes = company.authorizedCaenCodes?.length ?? 0;
  return facts(
    [
      [
        words.mainActivity,
        company.caenTitle === null
          ? null
          : html`${company.caenCode} ${company.caenTitle}<small>${codes > 0 && counted(codes, words.otherActivities, language)}</small>`,
      ],
      [words.legalForm, company.legalForm],
      [words.seat, company.address],
      [words.number, company.registrationNumber],
      [words.oldNumber, company.registrationNumberOld],
      ['EUID', company.euid],
      [words.registered, company.registrationDate === null ? null : shortDay(company.registrationDate, language)],
      [words.phone, company.phone],
      [words.site, company.website],
    ],
    words.notPublished,
  );
}
