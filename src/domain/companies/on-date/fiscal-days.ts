/**
 * Facts about an earlier day from a record of the tax authority. The record lists periods by their days. It does not state whether
 * a period includes its last day, nor, except for VAT, the state before the last period: those days need a query.
 */

import type { FiscalRecord, VatPeriod } from '#data/sources/anaf/records.ts';
import type { Day } from '#lib/values/date.ts';
import { fold } from '#lib/values/text.ts';
import type { Basis, DayFacts } from './on-date.ts';

/** Undefined: unknown. */
type Tristate = boolean | undefined;

/** Facts about `day` from a record of another day; none for days after the record's. */
export function factsByPeriods(record: FiscalRecord, day: Day): DayFacts {
  if (record.day < day) return {};
  const vat = vatOn(record, day);
  const cash = lastPeriodContains(
    record.cashBasisVat,
    record.cashBasisVatStart,
    record.cashBasisVatEnd,
    day,
    record.day,
  );
  return factsFrom('anafPeriod', {
    vatRegistered: vat,
    // Cash accounting requires registration: a period of it without registration is contradictory.
    cashBasisVat: cash === true && vat !== true ? undefined : cash,
    splitVat: lastPeriodContains(record.splitVat, record.splitVatStart, record.splitVatEnd, day, record.day),
    inactive: inactiveOn(record, day),
    registered: registeredBetween(record, day),
  });
}

export const factsOfDay = (record: FiscalRecord): DayFacts => ({
  ...factsFrom('anafAsked', {
    vatRegistered: record.vatRegistered ?? undefined,
    cashBasisVat: record.cashBasisVat ?? undefined,
    splitVat: record.splitVat ?? undefined,
    inactive: record.inactive ?? undefined,
    registered: registeredOnItsDay(record),
  }),
  name: { value: record.name, basis: 'anafAsked' },
});

/** For a day on which the authority has no such taxpayer. */
export const factsOfAbsence = (): DayFacts =>
  factsFrom('anafAsked', {
    vatRegistered: false,
    cashBasisVat: false,
    splitVat: false,
    inactive: false,
    registered: false,
  });

const factsFrom = (basis: Basis, fields: Record<string, Tristate>): DayFacts =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([field, value]) => (value === undefined ? [] : [[field, { value, basis }]])),
  );

/** All periods are listed, so a day outside of them is known too; unless they contradict the record's state on its own day. */
function vatOn({ vatRegistered, vatPeriods, day: today }: FiscalRecord, day: Day): Tristate {
  if (vatRegistered === null || anyContains(vatPeriods, today) === !vatRegistered) return undefined;
  if (vatRegistered && vatPeriods.length === 0) return undefined;
  return anyContains(vatPeriods, day);
}

function anyContains(periods: readonly VatPeriod[], day: Day): Tristate {
  const each = periods.map((period) => vatPeriodContains(period, day));
  if (each.includes(true)) return true;
  return each.includes(undefined) ? undefined : false;
}

/** A cancelled registration has two ends, the legal one and the recorded one: the days between are unknown. */
function vatPeriodContains({ start, end, canceledAt }: VatPeriod, day: Day): Tristate {
  if (start === null) return end !== null && day > later(end, canceledAt) ? false : undefined;
  if (day < start) return false;
  if (end === null) return canceledAt === null ? true : undefined;
  if (day < earlier(end, canceledAt)) return true;
  return day > later(end, canceledAt) ? false : undefined;
}

const later = (a: Day, b: Day | null): Day => (b !== null && b > a ? b : a);
const earlier = (a: Day, b: Day | null): Day => (b !== null && b < a ? b : a);

/** Only the last period is listed: the state before it is known only when there never was a period. */
function lastPeriodContains(now: boolean | null, start: Day | null, end: Day | null, day: Day, today: Day): Tristate {
  if (now === null) return undefined;
  if (start === null) return now || end !== null ? undefined : false;
  const isOver = end !== null && end <= today;
  if (now === isOver || start > today) return undefined;
  if (day < start) return undefined;
  if (end === null || day < end) return true;
  return day > end ? false : undefined;
}

function inactiveOn(
  { inactive, inactiveSince: since, reactivatedSince, day: today }: FiscalRecord,
  day: Day,
): Tristate {
  // A reactivation before the start belongs to an earlier period, which is not listed.
  const until = reactivatedSince !== null && since !== null && reactivatedSince < since ? null : reactivatedSince;
  return lastPeriodContains(inactive, since, until, day, today);
}

function registeredBetween({ registeredOn, deregisteredOn }: FiscalRecord, day: Day): Tristate {
  if (registeredOn === null) return undefined;
  if (day < registeredOn) return false;
  if (deregisteredOn === null || day < deregisteredOn) return true;
  return day > deregisteredOn ? false : undefined;
}

/** The text of the state may be that of today; the dates take precedence. */
function registeredOnItsDay({ registrationState, registeredOn, deregisteredOn, day }: FiscalRecord): Tristate {
  if (registeredOn !== null && day < registeredOn) return false;
  if (deregisteredOn !== null) return day < deregisteredOn;
  if (registrationState === null) return undefined;
  return !/^radi(ere|at)/.test(fold(registrationState));
}
