/** Warnings above the answers, the most serious first, with the day that a source gives or on which the registry's file first had the status. */

import { shortDay } from '#lib/i18n/dates.ts';
import type { Language } from '#lib/i18n/message.ts';
import { isInCharge } from '#lib/values/officer-roles.ts';
import { textsOf } from '#locales/texts.ts';
import type { Alert } from '#transports/web/components/notices.ts';
import { html } from '#transports/web/html.ts';
import type { Company } from './data.ts';
import { isBankrupt, type RegistryState, statusesOf } from './four-answers.ts';
import { personOrFirm } from './people.ts';

export function alertsOf(company: Company, language: Language): Alert[] {
  const texts = textsOf(language).company.alerts;
  const alerts: Alert[] = [];
  const isThere = !company.struckOff;
  const registry = (state: RegistryState): string | null => registryLine(company, state, language);
  const since = (day: string | null): string =>
    day === null ? '' : ` ${textsOf(language).company.page.since(shortDay(day, language))}`;
  if (company.insolvency && isThere)
    alerts.push({
      grade: 'stop',
      heading: isBankrupt(company) ? texts.bankruptcy : texts.insolvency,
      lines: [...practitioners(company, language), texts.claims],
      note: registry('insolvency'),
    });
  if (company.dissolution && isThere)
    alerts.push({
      grade: 'stop',
      heading: texts.dissolution,
      lines: practitioners(company, language),
      note: registry('dissolution'),
    });
  if (company.inactive)
    alerts.push({
      grade: 'stop',
      heading: `${texts.inactive}${since(company.inactiveSince)}`,
      lines: company.active
        ? [`${texts.running} ${texts.taxInactive(since(company.inactiveSince))} ${texts.apart}`]
        : [],
    });
  if (company.vatStatus === 'canceled') alerts.push(canceled(company, language));
  const struckOffThere = company.active === true && /radier/i.test(company.registrationState ?? '');
  if (struckOffThere)
    alerts.push({
      grade: 'check',
      heading: texts.disagree,
      lines: [`${texts.running} ANAF: ${company.registrationState}. ${texts.apart}`],
    });
  if (company.suspended && isThere)
    alerts.push({ grade: 'check', heading: texts.suspended, lines: [], note: registry('suspended') });
  if (company.struckOff)
    alerts.push({
      grade: 'note',
      heading: `${texts.struckOff}${since(company.deregistrationDate)}`,
      lines: [texts.struckOffLine],
      note: [company.deregistrationDate !== null && texts.ofTaxOffice, registry('struckOff')].filter(Boolean).join(' '),
    });
  return alerts;
}

function canceled({ vatPeriods }: Company, language: Language): Alert {
  const last = vatPeriods?.at(-1);
  const day = last?.canceledAt ?? last?.end ?? null;
  return {
    grade: 'stop',
    heading: `${textsOf(language).company.alerts.canceled}${day === null ? '' : `, ${textsOf(language).company.page.since(shortDay(day, language))}`}`,
    lines: last?.message ? [last.message] : [],
  };
}

/** Persons in charge, with the registry's title. */
const practitioners = ({ administrators }: Company, language: Language) =>
  (administrators ?? [])
    .filter(({ role }) => isInCharge(role))
    .map((one) => html`${capital(one.role ?? '')}: <b>${personOrFirm(one, language)}</b>`);

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** Each status with the day of the first file that has it; without a day where the oldest imported file has it. */
function registryLine(company: Company, state: RegistryState, language: Language): string | null {
  const statuses = statusesOf(company, state).map(({ label, since }) =>
    [label, since && textsOf(language).company.page.seen(shortDay(since, language))].filter(Boolean).join(', '),
  );
  return statuses.length === 0 ? null : textsOf(language).company.alerts.registry(statuses.join(' · '));
}
