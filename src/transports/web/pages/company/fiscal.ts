/** The sheet of VAT and taxes: periods of registration as a line, and what the tax office says by name. */

import { shortDay } from '#lib/i18n/dates.ts';
import type { Language } from '#lib/i18n/message.ts';
import { lei } from '#lib/i18n/numbers.ts';
import { bucharestDay } from '#lib/values/date.ts';
import { textsOf } from '#locales/texts.ts';
import { facts } from '#transports/web/components/facts.ts';
import { periodBar } from '#transports/web/components/period-bar.ts';
import { stateNote } from '#transports/web/components/state-note.ts';
import { type Html, html } from '#transports/web/html.ts';

import type { Company, Meta } from './told.ts';

export function fiscal(company: Company, meta: Meta, now: number, language: Language): Html {
  const words = textsOf(language).company.fiscal;
  const truth = (value: boolean | null, start: string | null, end: string | null): Html | null =>
    value === null
      ? null
      : html`${value ? words.yes : words.no}${start !== null && html`<small>${span({ start, end }, language)}</small>`}`;
  return html`${(meta.pending ?? []).length > 0 && stateNote('pending', words.pending)}${line(company, now, language)}
${facts(
  [
    [textsOf(language).company.page.vat, periodsOf(company, language)],
    [words.cash, truth(company.cashBasisVat, company.cashBasisVatStart, company.cashBasisVatEnd)],
    [words.split, truth(company.splitVat, company.splitVatStart, company.splitVatEnd)],
    [textsOf(language).company.page.eInvoice, eInvoice(company, language)],
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
  const words = textsOf(language).company.fiscal;
  const first = registrationDate ?? vatPeriods?.[0]?.start ?? null;
  if (vatPeriods === null || vatPeriods.length === 0 || first === null) return null;
  const today = bucharestDay(now);
  const told = `${words.payer}: ${vatPeriods.map((period) => span(period, language)).join('; ')}`;
  return html`${periodBar({ periods: vatPeriods, from: { day: first, label: words.founded(shortDay(first, language)) }, until: { day: today, label: words.today }, told })}
<p class="key"><span><svg aria-hidden="true"><rect width="14" height="12" class="held"/></svg>${words.payer}</span><span><svg aria-hidden="true"><rect x="0.5" y="0.5" width="13" height="11" class="hollow"/></svg>${words.noPayer}</span></p>`;
}

function periodsOf({ vatPeriods, vatStatus }: Company, language: Language): Html | string | null {
  const words = textsOf(language).company.fiscal;
  if (vatPeriods === null || vatStatus === 'unknown') return null;
  if (vatPeriods.length === 0) return words.never;
  return html`${vatPeriods.map((period) => html`<span class="period">${span(period, language)}${period.canceledAt !== null && html`, ${words.canceled(shortDay(period.canceledAt, language))}`}${period.message !== null && html`<small>${period.message}</small>`}</span>`)}`;
}

function span({ start, end }: { start: string | null; end: string | null }, language: Language): string {
  const words = textsOf(language).company.fiscal;
  const from = start === null ? '?' : shortDay(start, language);
  return end === null ? words.from(from) : words.between(from, shortDay(end, language));
}

function eInvoice({ eFacturaRegistered: is, eFacturaSince: since }: Company, language: Language): string | null {
  const words = textsOf(language).company.fiscal;
  if (is === null) return null;
  if (!is) return words.notEnrolled;
  return since === null
    ? words.enrolled
    : `${words.enrolled} ${textsOf(language).company.page.since(shortDay(since, language))}`;
}

function inactivity({ inactive, inactiveSince, reactivatedSince }: Company, language: Language): string | null {
  const words = textsOf(language).company.fiscal;
  if (inactive === null) return null;
  if (inactive)
    return words.isInactive(
      inactiveSince === null ? '' : ` ${textsOf(language).company.page.since(shortDay(inactiveSince, language))}`,
    );
  return reactivatedSince === null
    ? words.notInactive
    : `${words.notInactive}, ${words.reactivated(shortDay(reactivatedSince, language))}`;
}

/** On the list, not on the list, or no list at all: three different things. */
function debtsOf({ datoriiAnaf, datoriiAnafAsOf }: Company, language: Language): Html {
  const words = textsOf(language).company.fiscal;
  if (datoriiAnaf !== null)
    return html`<b>${lei(datoriiAnaf.total, language)}</b><small>${words.listOf(shortDay(datoriiAnaf.asOf, language))}</small>`;
  return datoriiAnafAsOf === null
    ? stateNote('notLoaded', words.debtsNotLoaded)
    : html`${words.noDebts}<small>${words.listOf(shortDay(datoriiAnafAsOf, language))}</small>`;
}
