/** Decides from a company's data on a day whether to stop, check or accept its invoice, and why. */
import { hasRightCheckDigit } from '#lib/values/cui.ts';
import type { Day } from '#lib/values/date.ts';
import type { CheckedCompany, CheckedRow, CheckedSource, Reason, RegistryState, RowStatus } from './check.ts';

/** The used part of a batch look-up's answer. */
export interface AnsweredRow {
  cui: string | null;
  company: AnsweredCompany | null;
  error: { code: string } | null;
  pending: boolean;
  receipt?: string | null;
}

export interface AnsweredCompany {
  cui: string;
  name: string;
  onrcStatus: string | null;
  onrcStatusLabel: string | null;
  onrcStatuses: { code: string; since: string | null }[] | null;
  active: boolean | null;
  insolvency: boolean | null;
  dissolution: boolean | null;
  suspended: boolean | null;
  struckOff: boolean | null;
  deregistrationDate: string | null;
  inTradeRegistry: boolean | null;
  vatPeriods: { start: string | null; end: string | null; canceledAt: string | null }[] | null;
  vatCheckedAt: string | null;
  inactive: boolean | null;
  inactiveSince: string | null;
  eFacturaRegistered: boolean | null;
  datoriiAnaf: { total: number } | null;
  provenance: Record<string, { source: string; asOf: string | null }>;
  onDate?: { vatRegistered: boolean | null; inactive: boolean | null; registered: boolean | null };
}

const STOPPING: ReadonlySet<Reason> = new Set([
  'struckOff',
  'notRegisteredThen',
  'bankruptcy',
  'inactive',
  'vatCanceled',
  'vatEnded',
]);

const BANKRUPTCY = '1070';

export function verdictOf(cui: string, row: AnsweredRow | undefined, day: Day, checkedAt: string): CheckedRow {
  const company = row?.company ?? null;
  if (row === undefined || company === null)
    return { cui, status: 'check', reasons: [whyNone(cui, row)], company: null, receipt: null, checkedAt };
  const checked = checkedCompany(company, day);
  const reasons = reasonsOf(company, checked, day, row.pending);
  return { cui, status: statusOf(reasons), reasons, company: checked, receipt: row.receipt ?? null, checkedAt };
}

/** A later look-up may well be answered. */
export const isIncomplete = ({ reasons }: CheckedRow): boolean =>
  reasons.some((reason) => reason === 'silent' || reason === 'vatUnknown' || reason === 'fiscalUnknown');

const statusOf = (reasons: readonly Reason[]): RowStatus =>
  reasons.some((reason) => STOPPING.has(reason)) ? 'stop' : reasons.length > 0 ? 'check' : 'fine';

function whyNone(cui: string, row: AnsweredRow | undefined): Reason {
  if (row?.error?.code !== 'NOT_FOUND') return 'silent';
  return hasRightCheckDigit(cui) ? 'unknownCode' : 'wrongDigit';
}

/** Most serious first. */
function reasonsOf(company: AnsweredCompany, checked: CheckedCompany, day: Day, pending: boolean): Reason[] {
  const { onDate } = company;
  const { state } = checked.registry;
  const candidates: (Reason | false)[] = [
    onDate?.registered === false && state !== 'struckOff' && 'notRegisteredThen',
    state === 'struckOff' && (onDate?.registered ? 'struckOffSince' : 'struckOff'),
    state === 'bankruptcy' && 'bankruptcy',
    checked.inactive === true && 'inactive',
    checked.inactive === false && company.inactive === true && 'inactiveNow',
    checked.vat.payer === false && vatReason(company, day),
    state === 'insolvency' && 'insolvency',
    state === 'dissolution' && 'dissolution',
    state === 'suspended' && 'suspended',
    state === 'notRunning' && 'notRunning',
    checked.debts !== null && 'debts',
    state === 'unknown' && 'registryUnknown',
    pending && checked.vat.payer === null ? 'silent' : checked.vat.payer === null && 'vatUnknown',
    !pending && checked.inactive === null && checked.vat.payer !== null && 'fiscalUnknown',
  ];
  return candidates
    .filter((reason) => reason !== false)
    .toSorted((a, b) => Number(STOPPING.has(b)) - Number(STOPPING.has(a)));
}

/**
 * A company that was never registered may send invoices without VAT; one whose registration ended must not be mistaken
 * for it.
 */
function vatReason({ vatPeriods }: AnsweredCompany, day: Day): Reason {
  const before = (vatPeriods ?? []).filter(({ start }) => start !== null && start <= day);
  if (before.length === 0) return 'noVat';
  return before.some(({ canceledAt }) => canceledAt !== null && canceledAt <= day) ? 'vatCanceled' : 'vatEnded';
}

function checkedCompany(company: AnsweredCompany, day: Day): CheckedCompany {
  const { onDate, vatPeriods } = company;
  const payer = onDate?.vatRegistered ?? null;
  const period = (vatPeriods ?? []).findLast(({ start }) => start !== null && start <= day);
  const since = company.onrcStatuses?.find(({ code }) => code === company.onrcStatus)?.since ?? null;
  return {
    name: company.name,
    registry: {
      state: registryState(company),
      label: company.onrcStatusLabel,
      since: company.struckOff ? (company.deregistrationDate ?? since) : since,
    },
    vat: {
      payer,
      since: payer ? (period?.start ?? null) : null,
      until: payer === false ? (period?.canceledAt ?? period?.end ?? null) : null,
    },
    inactive: onDate?.inactive ?? null,
    inactiveSince: company.inactive ? company.inactiveSince : null,
    eInvoice: company.eFacturaRegistered,
    debts: company.datoriiAnaf?.total ?? null,
    sources: sourcesOf(company),
  };
}

function registryState(company: AnsweredCompany): RegistryState {
  if (company.struckOff) return 'struckOff';
  if (company.onrcStatus === BANKRUPTCY) return 'bankruptcy';
  if (company.insolvency) return 'insolvency';
  if (company.dissolution) return 'dissolution';
  if (company.suspended) return 'suspended';
  if (company.inTradeRegistry === false) return 'outside';
  if (company.active === null) return 'unknown';
  return company.active ? 'running' : 'notRunning';
}

/** Each source once: the registry by its day, the tax authority by the instant of its answer. */
function sourcesOf({ provenance, vatCheckedAt }: AnsweredCompany): CheckedSource[] {
  const days = new Map<string, string | null>();
  for (const { source, asOf } of Object.values(provenance)) {
    const previous = days.get(source);
    if (previous === undefined || (asOf !== null && (previous === null || asOf > previous))) days.set(source, asOf);
  }
  if (vatCheckedAt !== null) days.set('anaf', vatCheckedAt);
  return ['onrc', 'anaf'].flatMap((name) => (days.has(name) ? { name, asOf: days.get(name) ?? null } : []));
}
