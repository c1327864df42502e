/** VAT and taxes: periods of registration as a bar, and the tax office's details. */

import { shortDay } from '#lib/i18n/dates.ts';
import type { Language } from '#lib/i18n/message.ts';
import { lei } from '#lib/i18n/numbers.ts';
import { bucharestDay } from '#lib/values/date.ts';
import { textsOf } from '#locales/texts.ts';
import { facts } from '#transports/web/components/card.ts';
import { stateNote } from '#transports/web/components/notices.ts';
import { periodBar } from '#transports/web/components/rulers.ts';
import { type Html, html } from '#transports/web/html.ts';
import type { Company, Meta } from './data.ts';

export function fiscal(company: Company, meta: Meta, now: number, language: Language): Html {
  const texts = textsOf(language).company.fiscal;
  const truth = (value: boolean | null, start: string | null, end: string | null): Html | null =>
    value === null
      ? null
      : html`${value ? texts.yes : texts.no}${start !== null && html`<small>${span({ start, end }, language)}</small>`}`;
  return html`${(meta.pending ?? []).length > 0 && stateNote('pending', texts.pending)}${line(company, now, language)}
${facts(
  [
    [textsOf(language).company.page.vat, periodsOf(company, language)],
    [texts.cash, truth(company.cashBasisVat, company.cashBasisVatStart, company.cashBasisVatEnd)],
    [texts.split, truth(company.splitVat, company.splitVatStart, company.splitVatEnd)],
    [textsOf(language).company.page.eInvoice, eInvoice(company, language)],
    [texts.inactive, inactivity(company, language)],
    [texts.debts, debtsOf(company, language)],
    [texts.office, company.fiscalAuthority],
    [texts.state, company.registrationState],
    ...(company.iban === null ? [] : [[texts.account, company.iban] as const]),
  ],
  language,
)}`;
}

/** From incorporation until today; null without data of the tax office. */
function line({ vatPeriods, registrationDate }: Company, now: number, language: Language): Html | null {
  const texts = textsOf(language).company.fiscal;
  const first = registrationDate ?? vatPeriods?.[0]?.start ?? null;
  if (vatPeriods === null || vatPeriods.length === 0 || first === null) return null;
  const today = bucharestDay(now);
  const text = `${texts.payer}: ${vatPeriods.map((period) => span(period, language)).join('; ')}`;
  return html`${periodBar({ periods: vatPeriods, from: { day: first, label: texts.founded(shortDay(first, language)) }, until: { day: today, label: texts.today }, label: text })}
<p class="key"><span><svg aria-hidden="true"><rect width="14" height="12" class="held-period"/></svg>${texts.payer}</span><span><svg aria-hidden="true"><rect x="0.5" y="0.5" width="13" height="11" class="hollow"/></svg>${texts.noPayer}</span></p>`;
}

function periodsOf({ vatPeriods, vatStatus }: Company, language: Language): Html | string | null {
  const texts = textsOf(language).company.fiscal;
  if (vatPeriods === null || vatStatus === 'unknown') return null;
  if (vatPeriods.length === 0) return texts.never;
  return html`${vatPeriods.map((period) => html`<span class="period">${span(period, language)}${period.canceledAt !== null && html`, ${texts.canceled(shortDay(period.canceledAt, language))}`}${period.message !== null && html`<small>${period.message}</small>`}</span>`)}`;
}

function span({ start, end }: { start: string | null; end: string | null }, language: Language): string {
  const texts = textsOf(language).company.fiscal;
  const from = start === null ? '?' : shortDay(start, language);
  return end === null ? texts.from(from) : texts.between(from, shortDay(end, language));
}

function eInvoice({ eFacturaRegistered: is, eFacturaSince: since }: Company, language: Language): string | null {
  const texts = textsOf(language).company.fiscal;
  if (is === null) return null;
  if (!is) return texts.notEnrolled;
  return since === null
    ? texts.enrolled
    : `${texts.enrolled} ${textsOf(language).company.page.since(shortDay(since, language))}`;
}

function inactivity({ inactive, inactiveSince, reactivatedSince }: Company, language: Language): string | null {
  const texts = textsOf(language).company.fiscal;
  if (inactive === null) return null;
  if (inactive)
    return texts.isInactive(
      inactiveSince === null ? '' : ` ${textsOf(language).company.page.since(shortDay(inactiveSince, language))}`,
    );
  return reactivatedSince === null
    ? texts.notInactive
    : `${texts.notInactive}, ${texts.reactivated(shortDay(reactivatedSince, language))}`;
}

/** On the list, not on the list, and no list loaded are three states. */
function debtsOf({ datoriiAnaf, datoriiAnafAsOf }: Company, language: Language): Html {
  const texts = textsOf(language).company.fiscal;
  if (datoriiAnaf !== null)
    return html`<b>${lei(datoriiAnaf.total, language)}</b><small>${texts.listOf(shortDay(datoriiAnaf.asOf, language))}</small>`;
  return datoriiAnafAsOf === null
    ? stateNote('notLoaded', texts.debtsNotLoaded)
    : html`${texts.noDebts}<small>${texts.listOf(shortDay(datoriiAnafAsOf, language))}</small>`;
}
