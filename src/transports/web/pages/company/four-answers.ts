/** The four answers under the name of a company: registry, VAT, tax status and e-invoicing. */
import { shortDay } from '#lib/i18n/dates.ts';
import type { Language } from '#lib/i18n/message.ts';
import { textsOf } from '#locales/texts.ts';
import { sources } from '#transports/web/components/sources.ts';
import type { StatusRow } from '#transports/web/components/status.ts';
import type { Company, Meta } from './data.ts';

/** Without `now` the answers have no sources, as in the comparison. */
export function fourAnswers(company: Company, meta: Meta, language: Language, now?: number): StatusRow[] {
  const texts = textsOf(language).company.page;
  const from = (part: 'registry' | 'fiscal') => {
    const provenance = meta.sources.filter(({ covers }) => covers.includes(part));
    return now === undefined || provenance.length === 0 ? {} : { sources: sources(provenance, now, language) };
  };
  const fiscal = from('fiscal');
  const unknown = { word: texts.unknown, status: 'unknown' as const, since: whyUnknown(meta, language) };
  return [
    { question: texts.registry, ...registryAnswer(company, language), ...from('registry') },
    { question: texts.vat, ...(vatAnswer(company, language) ?? unknown), ...fiscal },
    { question: texts.fiscal, ...(fiscalAnswer(company, language) ?? unknown), ...fiscal },
    { question: texts.eInvoice, ...(invoiceAnswer(company, language) ?? unknown), ...fiscal },
  ];
}

type Answer = Omit<StatusRow, 'question'> | null;

const sinceDay = (day: string | null, language: Language): string | null =>
  day === null ? null : textsOf(language).company.page.since(shortDay(day, language));

function vatAnswer({ vatStatus, vatPeriods }: Company, language: Language): Answer {
  const texts = textsOf(language).company.status;
  const last = vatPeriods?.at(-1);
  if (vatStatus === 'registered')
    return { word: texts.payer, status: 'fine', since: sinceDay(last?.start ?? null, language) };
  if (vatStatus === 'canceled')
    return { word: texts.canceled, status: 'stop', since: sinceDay(last?.canceledAt ?? last?.end ?? null, language) };
  return vatStatus === 'notRegistered' ? { word: texts.noPayer, status: 'closed' } : null;
}

function fiscalAnswer(company: Company, language: Language): Answer {
  const texts = textsOf(language).company.status;
  const { inactive, inactiveSince, reactivatedSince, struckOff } = company;
  if (inactive === null) return null;
  // A deregistered company is not called active.
  if (struckOff && !inactive) return { word: texts.noMore, status: 'closed', since: texts.neverInactive };
  if (inactive) return { word: texts.inactive, status: 'stop', since: sinceDay(inactiveSince, language) };
  const since =
    reactivatedSince === null ? texts.neverInactive : texts.reactivated(shortDay(reactivatedSince, language));
  return { word: texts.active, status: 'fine', since };
}

function invoiceAnswer({ eFacturaRegistered, eFacturaSince }: Company, language: Language): Answer {
  const texts = textsOf(language).company.status;
  if (eFacturaRegistered === null) return null;
  return eFacturaRegistered
    ? { word: texts.enrolled, status: 'fine', since: sinceDay(eFacturaSince, language) }
    : { word: texts.notEnrolled, status: 'closed' };
}

/** "Not requested yet" and "the source does not respond" are two states. */
function whyUnknown({ pending = [], sources: provenance }: Meta, language: Language): string | null {
  const texts = textsOf(language).company.status;
  const state = provenance.find(({ covers }) => covers.includes('fiscal'))?.state;
  if (pending.length > 0 || state === 'pending') return texts.pending;
  return state === 'unreachable' ? texts.away : null;
}

/** The registry publishes no dates: a status is "first seen" between two of its files. */
function registryAnswer(company: Company, language: Language): Omit<StatusRow, 'question'> {
  const texts = textsOf(language).company.status;
  const seen = (state: RegistryState): string | null => seenOf(company, state, language);
  if (company.struckOff)
    return { word: texts.struckOff, status: 'closed', since: struckOffSince(company, language) ?? seen('struckOff') };
  if (company.insolvency)
    return isBankrupt(company)
      ? { word: texts.bankruptcy, status: 'stop', since: seen('bankruptcy') }
      : { word: texts.insolvency, status: 'stop', since: seen('insolvency') };
  if (company.dissolution) return { word: texts.dissolution, status: 'stop', since: seen('dissolution') };
  if (company.suspended) return { word: texts.suspended, status: 'check', since: seen('suspended') };
  // The tax office has a status of public institutions; the registry has none.
  if (company.inTradeRegistry === false) return { word: texts.outside, status: 'closed', since: texts.known };
  if (company.active)
    return { word: texts.running, status: 'fine', since: sinceDay(company.registrationDate, language) };
  return company.active === null
    ? { word: textsOf(language).company.page.unknown, status: 'unknown' }
    : {
        word: company.onrcStatusLabel ?? texts.notRunning,
        status: 'check',
        since: seenDay(sinceOf(company), language),
      };
}

/** The tax office gives the day of deregistration, the registry does not: the source is named. */
export function struckOffSince({ deregistrationDate }: Company, language: Language): string | null {
  const since = sinceDay(deregistrationDate, language);
  return since === null ? null : textsOf(language).company.status.byTaxOffice(since);
}

/** A company can have several statuses: each state by the registry's own Romanian words. */
const STATES = {
  struckOff: /radiat|radiere/i,
  bankruptcy: /faliment/i,
  insolvency: /insolv|faliment|reorganizare judiciar/i,
  dissolution: /dizolvare|lichidare/i,
  suspended: /suspend|[iî]ntrerupere temporar/i,
} as const;
export type RegistryState = keyof typeof STATES;

type Status = NonNullable<Company['onrcStatuses']>[number];

export const statusesOf = ({ onrcStatuses }: Company, state: RegistryState): Status[] =>
  (onrcStatuses ?? []).filter(({ label }) => label !== null && STATES[state].test(label));

/** The first day of the state; null where the oldest imported file already had a part of it. */
export function seenOf(company: Company, state: RegistryState, language: Language): string | null {
  const days = statusesOf(company, state).map(({ since }) => since);
  const dated = days.filter((day) => day !== null).toSorted();
  return seenDay(dated.length === days.length ? dated[0] : null, language);
}

/** The day of the main status. */
const sinceOf = ({ onrcStatuses, onrcStatus }: Company): string | null | undefined =>
  onrcStatuses?.find(({ code }) => code === onrcStatus)?.since;

const seenDay = (day: string | null | undefined, language: Language): string | null =>
  day ? textsOf(language).company.page.seen(shortDay(day, language)) : null;

export const isBankrupt = (company: Company): boolean => statusesOf(company, 'bankruptcy').length > 0;
