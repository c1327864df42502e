/** How a company stands: the four answers under its name, and what a reader must not miss. */

import type { Declared } from '#app/slices.ts';
import type { Client } from '#operations/client.ts';
import type { Language } from '#sentences/sentence.ts';
import type { Alert } from '#web/parts/alert.ts';
import type { Answered } from '#web/parts/answers.ts';
import { shortDay } from '#web/words/dates.ts';
import { shortLei } from '#web/words/numbers.ts';
import { texts } from './texts.ts';

export type Company = Awaited<ReturnType<Client<Declared>['getCompany']>>['data'];

export function fourAnswers(company: Company, pending: readonly string[], language: Language): Answered[] {
  const words = texts[language];
  const since = (day: string | null): string | null => (day === null ? null : words.since(shortDay(day, language)));
  const waiting = pending.length > 0 ? words.pending : null;
  const vatSince = company.vatPeriods?.at(-1)?.start ?? null;
  return [
    { question: words.registry, ...registryAnswer(company, language) },
    {
      question: words.vat,
      ...{
        registered: { word: words.payer, standing: 'fine' as const, since: since(vatSince) },
        notRegistered: { word: words.noPayer, standing: 'closed' as const },
        canceled: { word: words.vatCanceled, standing: 'stop' as const },
        unknown: { word: words.unknown, standing: 'unknown' as const, since: waiting },
      }[company.vatStatus],
    },
    {
      question: words.fiscal,
      ...(company.inactive === null
        ? { word: words.unknown, standing: 'unknown', since: waiting }
        : company.inactive
          ? { word: words.inactive, standing: 'stop', since: since(company.inactiveSince) }
          : { word: words.active, standing: 'fine', since: words.neverInactive }),
    },
    {
      question: words.eInvoice,
      ...(company.eFacturaRegistered === null
        ? { word: words.unknown, standing: 'unknown', since: waiting }
        : company.eFacturaRegistered
          ? { word: words.enrolled, standing: 'fine', since: since(company.eFacturaSince) }
          : { word: words.notEnrolled, standing: 'closed' }),
    },
  ];
}

/** The registry publishes no days: what changed between two of its files is "first seen". */
function registryAnswer(company: Company, language: Language): Omit<Answered, 'question'> {
  const words = texts[language];
  const status = company.onrcStatuses?.find(({ code }) => code === company.onrcStatus);
  const seen = status?.since ? words.seen(shortDay(status.since, language)) : null;
  if (company.struckOff)
    return {
      word: words.struckOff,
      standing: 'closed',
      since: company.deregistrationDate === null ? seen : words.since(shortDay(company.deregistrationDate, language)),
    };
  if (company.insolvency) return { word: words.insolvency, standing: 'stop', since: seen };
  if (company.dissolution) return { word: words.dissolution, standing: 'stop', since: seen };
  if (company.suspended) return { word: words.suspended, standing: 'check', since: seen };
  if (company.active)
    return {
      word: words.running,
      standing: 'fine',
      since: company.registrationDate === null ? null : words.since(shortDay(company.registrationDate, language)),
    };
  if (!company.inTradeRegistry) return { word: words.outside, standing: 'closed' };
  return company.active === null
    ? { word: words.unknown, standing: 'unknown' }
    : { word: company.onrcStatusLabel ?? words.notRunning, standing: 'check', since: seen };
}

/** Gravest first. */
export function alertsOf(company: Company, language: Language): Alert[] {
  const words = texts[language];
  const { alerts } = words;
  const found: Alert[] = [];
  const label = company.onrcStatusLabel === null ? [] : [company.onrcStatusLabel];
  if (company.insolvency && !company.struckOff) found.push({ grade: 'stop', heading: alerts.insolvency, lines: label });
  if (company.dissolution && !company.struckOff)
    found.push({ grade: 'stop', heading: alerts.dissolution, lines: label });
  if (company.inactive) {
    const since = company.inactiveSince === null ? [] : [words.since(shortDay(company.inactiveSince, language))];
    found.push({ grade: 'stop', heading: alerts.inactive, lines: since });
  }
  if (company.vatStatus === 'canceled')
    found.push({
      grade: 'stop',
      heading: alerts.vatCanceled,
      lines: company.vatPeriods?.at(-1)?.message ? [company.vatPeriods.at(-1)?.message ?? ''] : [],
    });
  if (company.active && company.inactive)
    found.push({ grade: 'check', heading: alerts.disagree, lines: [alerts.disagreeLine] });
  if (company.suspended && !company.struckOff) found.push({ grade: 'check', heading: alerts.suspended, lines: label });
  if (company.datoriiAnaf !== null)
    found.push({
      grade: 'check',
      heading: alerts.debts,
      lines: [`${shortLei(company.datoriiAnaf.total, language)}, ${shortDay(company.datoriiAnaf.asOf, language)}`],
    });
  if (company.struckOff) found.push({ grade: 'note', heading: alerts.struckOff, lines: label });
  return found;
}
