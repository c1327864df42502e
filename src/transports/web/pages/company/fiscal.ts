/** The sheet of VAT and taxes: periods of registration as a line, and what the tax office says by name. */

import type { Language } from '#lib/i18n/message.ts';
import { bucharestDay } from '#lib/values/date.ts';
import { facts } from '#transports/web/components/facts.ts';
import { periodBar } from '#transports/web/components/period-bar.ts';
import { stateNote } from '#transports/web/components/state-note.ts';
import { shortDay } from '#transports/web/formats/dates.ts';
import { lei } from '#transports/web/formats/numbers.ts';
import { type Html, html } from '#transports/web/html.ts';
import { texts as shared } from './texts.ts';
import type { Company, Meta } from './told.ts';

const texts = {
  ro: {
    founded: (day: string) => `înființare ${day}`,
    today: 'azi',
    payer: 'plătitor de TVA',
    noPayer: 'neplătitor',
    never: 'Nu a fost niciodată plătitor de TVA',
    from: (start: string) => `din ${start}`,
    between: (start: string, end: string) => `${start} – ${end}`,
    canceled: (day: string) => `anulat la ${day}`,
    cash: 'TVA la încasare',
    split: 'Plata defalcată',
    yes: 'Da',
    no: 'Nu',
    enrolled: 'Înscrisă',
    notEnrolled: 'Neînscrisă',
    office: 'Organ fiscal',
    inactive: 'Inactiv fiscal',
    isInactive: (since: string) => `Declarată inactivă${since}`,
    notInactive: 'Nu este declarată inactivă',
    reactivated: (day: string) => `reactivată la ${day}`,
    debts: 'Datorii la ANAF',
    noDebts: 'Nu apare în lista restanțierilor',
    listOf: (day: string) => `lista din ${day}`,
    debtsNotLoaded: 'Lista restanțierilor nu este încărcată aici. Nu înseamnă că firma nu are datorii.',
    account: 'Cont publicat',
    state: 'Stare la ANAF',
    pending: 'Citim TVA de la ANAF. Restul paginii e complet.',
  },
  en: {
    founded: (day: string) => `founded ${day}`,
    today: 'today',
    payer: 'registered for VAT',
    noPayer: 'not registered',
    never: 'Was never registered for VAT',
    from: (start: string) => `since ${start}`,
    between: (start: string, end: string) => `${start} – ${end}`,
    canceled: (day: string) => `cancelled on ${day}`,
    cash: 'Cash-basis VAT',
    split: 'Split VAT',
    yes: 'Yes',
    no: 'No',
    enrolled: 'Enrolled',
    notEnrolled: 'Not enrolled',
    office: 'Tax office',
    inactive: 'Tax-inactive',
    isInactive: (since: string) => `Declared inactive${since}`,
    notInactive: 'Not declared inactive',
    reactivated: (day: string) => `reactivated on ${day}`,
    debts: 'Tax debts',
    noDebts: 'Not on the list of debtors',
    listOf: (day: string) => `list of ${day}`,
    debtsNotLoaded: 'The list of debtors is not loaded here. It does not mean that the firm has no debts.',
    account: 'Published account',
    state: 'State at the tax office',
    pending: 'Reading VAT from the tax office. The rest of the page is complete.',
  },
} as const;

export function fiscal(company: Company, meta: Meta, now: number, language: Language): Html {
  const words = texts[language];
  const truth = (value: boolean | null, start: string | null, end: string | null): Html | null =>
    value === null
      ? null
      : html`${value ? words.yes : words.no}${start !== null && html`<small>${span({ start, end }, language)}</small>`}`;
  return html`${(meta.pending ?? []).length > 0 && stateNote('pending', words.pending)}${line(company, now, language)}
${facts(
  [
    [shared[language].vat, periodsOf(company, language)],
    [words.cash, truth(company.cashBasisVat, company.cashBasisVatStart, company.cashBasisVatEnd)],
    [words.split, truth(company.splitVat, company.splitVatStart, company.splitVatEnd)],
    [shared[language].eInvoice, eInvoice(company, language)],
    [words.inactive, inactivity(company, language)],
    [words.debts, debtsOf(company, language)],
    [words.office, company.fiscalAuthority],
    [words.state, company.registrationState],
    ...(company.iban === null ? [] : [[words.account, company.iban] as const]),
  ],
  language,
)}`;
}

/** From the founding until today; nothing where the tax office never told. */
function line({ vatPeriods, registrationDate }: Company, now: number, language: Language): Html | null {
  const words = texts[language];
  const first = registrationDate ?? vatPeriods?.[0]?.start ?? null;
  if (vatPeriods === null || vatPeriods.length === 0 || first === null) return null;
  const today = bucharestDay(now);
  const told = `${words.payer}: ${vatPeriods.map((period) => span(period, language)).join('; ')}`;
  return html`${periodBar({ periods: vatPeriods, from: { day: first, label: words.founded(shortDay(first, language)) }, until: { day: today, label: words.today }, told })}
<p class="key"><span><svg aria-hidden="true"><rect width="14" height="12" class="held"/></svg>${words.payer}</span><span><svg aria-hidden="true"><rect x="0.5" y="0.5" width="13" height="11" class="hollow"/></svg>${words.noPayer}</span></p>`;
}

function periodsOf({ vatPeriods, vatStatus }: Company, language: Language): Html | string | null {
  const words = texts[language];
  if (vatPeriods === null || vatStatus === 'unknown') return null;
  if (vatPeriods.length === 0) return words.never;
  return html`${vatPeriods.map((period) => html`<span class="period">${span(period, language)}${period.canceledAt !== null && html`, ${words.canceled(shortDay(period.canceledAt, language))}`}${period.message !== null && html`<small>${period.message}</small>`}</span>`)}`;
}

function span({ start, end }: { start: string | null; end: string | null }, language: Language): string {
  const words = texts[language];
  const from = start === null ? '?' : shortDay(start, language);
  return end === null ? words.from(from) : words.between(from, shortDay(end, language));
}

function eInvoice({ eFacturaRegistered: is, eFacturaSince: since }: Company, language: Language): string | null {
  const words = texts[language];
  if (is === null) return null;
  if (!is) return words.notEnrolled;
  return since === null ? words.enrolled : `${words.enrolled} ${shared[language].since(shortDay(since, language))}`;
}

function inactivity({ inactive, inactiveSince, reactivatedSince }: Company, language: Language): string | null {
  const words = texts[language];
  if (inactive === null) return null;
  if (inactive)
    return words.isInactive(
      inactiveSince === null ? '' : ` ${shared[language].since(shortDay(inactiveSince, language))}`,
    );
  return reactivatedSince === null
    ? words.notInactive
    : `${words.notInactive}, ${words.reactivated(shortDay(reactivatedSince, language))}`;
}

/** On the list, not on the list, or no list at all: three different things. */
function debtsOf({ datoriiAnaf, datoriiAnafAsOf }: Company, language: Language): Html {
  const words = texts[language];
  if (datoriiAnaf !== null)
    return html`<b>${lei(datoriiAnaf.total, language)}</b><small>${words.listOf(shortDay(datoriiAnaf.asOf, language))}</small>`;
  return datoriiAnafAsOf === null
    ? stateNote('notLoaded', words.debtsNotLoaded)
    : html`${words.noDebts}<small>${words.listOf(shortDay(datoriiAnafAsOf, language))}</small>`;
}
