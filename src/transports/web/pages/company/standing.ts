/** How a company stands: the four answers under its name, each with who says so. */

import { shortDay } from '#lib/i18n/dates.ts';
import type { Language } from '#lib/i18n/message.ts';
import { textsOf } from '#locales/texts.ts';
import { sources } from '#transports/web/components/sources.ts';
import type { StatusRow } from '#transports/web/components/status.ts';

import type { Company, Meta } from './told.ts';

/** Without `now` the sources are left out, as where several companies stand side by side. */
export function fourAnswers(company: Company, meta: Meta, language: Language, now?: number): StatusRow[] {
  const texts = textsOf(language).company.page;
  const from = (part: 'registry' | 'fiscal') => {
    const stamps = meta.sources.filter(({ covers }) => covers.includes(part));
    return now === undefined || stamps.length === 0 ? {} : { sources: sources(stamps, now, language) };
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

type Said = Omit<StatusRow, 'question'> | null;

const sinceDay = (day: string | null, language: Language): string | null =>
  day === null ? null : textsOf(language).company.page.since(shortDay(day, language));

function vatAnswer({ vatStatus, vatPeriods }: Company, language: Language): Said {
  const texts = textsOf(language).company.standing;
  const last = vatPeriods?.at(-1);
  if (vatStatus === 'registered')
    return { word: texts.payer, status: 'fine', since: sinceDay(last?.start ?? null, language) };
  if (vatStatus === 'canceled')
    return { word: texts.canceled, status: 'stop', since: sinceDay(last?.canceledAt ?? last?.end ?? null, language) };
  return vatStatus === 'notRegistered' ? { word: texts.noPayer, status: 'closed' } : null;
}

function fiscalAnswer(company: Company, language: Language): Said {
  const texts = textsOf(language).company.standing;
  const { inactive, inactiveSince, reactivatedSince, struckOff } = company;
  if (inactive === null) return null;
  // What no longer exists is not called active by anybody.
  if (struckOff && !inactive) return { word: texts.noMore, status: 'closed', since: texts.neverInactive };
  if (inactive) return { word: texts.inactive, status: 'stop', since: sinceDay(inactiveSince, language) };
  const since =
    reactivatedSince === null ? texts.neverInactive : texts.reactivated(shortDay(reactivatedSince, language));
  return { word: texts.active, status: 'fine', since };
}

function invoiceAnswer({ eFacturaRegistered, eFacturaSince }: Company, language: Language): Said {
  const texts = textsOf(language).company.standing;
  if (eFacturaRegistered === null) return null;
  return eFacturaRegistered
    ? { word: texts.enrolled, status: 'fine', since: sinceDay(eFacturaSince, language) }
    : { word: texts.notEnrolled, status: 'closed' };
}

/** That nobody asked yet and that nobody answers are two things. */
function whyUnknown({ pending = [], sources: stamps }: Meta, language: Language): string | null {
  const texts = textsOf(language).company.standing;
  const state = stamps.find(({ covers }) => covers.includes('fiscal'))?.state;
  if (pending.length > 0 || state === 'pending') return texts.pending;
  return state === 'unreachable' ? texts.away : null;
}

/** The registry publishes no days: what changed between two of its files is "first seen". */
function registryAnswer(company: Company, language: Language): Omit<StatusRow, 'question'> {
  const texts = textsOf(language).company.standing;
  const seen = (state: RegistryState): string | null => seenOf(company, state, language);
  if (company.struckOff)
    return { word: texts.struckOff, status: 'closed', since: struckOffSince(company, language) ?? seen('struckOff') };
  if (company.insolvency)
    return isBankrupt(company)
      ? { word: texts.bankruptcy, status: 'stop', since: seen('bankruptcy') }
      : { word: texts.insolvency, status: 'stop', since: seen('insolvency') };
  if (company.dissolution) return { word: texts.dissolution, status: 'stop', since: seen('dissolution') };
  if (company.suspended) return { word: texts.suspended, status: 'check', since: seen('suspended') };
  // What the tax office says of a town hall is no answer of the registry.
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

/** The tax office gives the day of striking off, the registry does not: the day is told as its own. */
export function struckOffSince({ deregistrationDate }: Company, language: Language): string | null {
  const since = sinceDay(deregistrationDate, language);
  return since === null ? null : textsOf(language).company.standing.byTaxOffice(since);
}

/** A firm has several statuses at once: each state by the registry's own words, which are Romanian in every language. */
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

/** When the state was first seen; null where a part of it was there before our first file. */
export function seenOf(company: Company, state: RegistryState, language: Language): string | null {
  const days = statusesOf(company, state).map(({ since }) => since);
  const known = days.filter((day) => day !== null).toSorted();
  return seenDay(known.length === days.length ? known[0] : null, language);
}

/** Of the status that decides. */
const sinceOf = ({ onrcStatuses, onrcStatus }: Company): string | null | undefined =>
  onrcStatuses?.find(({ code }) => code === onrcStatus)?.since;

const seenDay = (day: string | null | undefined, language: Language): string | null =>
  day ? textsOf(language).company.page.seen(shortDay(day, language)) : null;

export const isBankrupt = (company: Company): boolean => statusesOf(company, 'bankruptcy').length > 0;
