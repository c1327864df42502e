/**
 * What a record of the tax authority tells of an earlier day. It lists periods by their days, but does not say whether a period
 * still holds on its last day, nor, but for VAT, what was before the last period: there it tells nothing, and must be asked.
 */

import type { FiscalRecord, VatPeriod } from '#data/sources/anaf/records.ts';
import type { Day } from '#lib/values/date.ts';
import { fold } from '#lib/values/text.ts';
import type { Basis, Told } from './on-date.ts';

/** True or false; undefined where the days do not tell. */
type Holds = boolean | undefined;

/** What a record that was fetched for another day tells of this one. Of days after its own it knows nothing. */
export function toldByPeriods(record: FiscalRecord, day: Day): Told {
  if (record.day < day) return {};
  const vat = vatHeld(record, day);
  const cash = lastPeriodHeld(record.cashBasisVat, record.cashBasisVatStart, record.cashBasisVatEnd, day, record.day);
  return told('anafPeriod', {
    vatRegistered: vat,
    // Cash basis is for those who are registered: a period that goes on while they are not is not what was on the day.
    cashBasisVat: cash === true && vat !== true ? undefined : cash,
    splitVat: lastPeriodHeld(record.splitVat, record.splitVatStart, record.splitVatEnd, day, record.day),
    inactive: inactiveHeld(record, day),
    registered: registeredHeld(record, day),
  });
}

/** What a record that was fetched for this very day tells. */
export const toldOfDay = (record: FiscalRecord): Told => ({
  ...told('anafAsked', {
    vatRegistered: record.vatRegistered ?? undefined,
    cashBasisVat: record.cashBasisVat ?? undefined,
    splitVat: record.splitVat ?? undefined,
    inactive: record.inactive ?? undefined,
    registered: registeredOnItsDay(record),
  }),
  name: { value: record.name, basis: 'anafAsked' },
});

/** The authority has no such taxpayer on that day. */
export const toldAbsent = (): Told =>
  told('anafAsked', { vatRegistered: false, cashBasisVat: false, splitVat: false, inactive: false, registered: false });

const told = (basis: Basis, fields: Record<string, Holds>): Told =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([field, value]) => (value === undefined ? [] : [[field, { value, basis }]])),
  );

/** All periods are listed, so that a day outside them is told too; unless they contradict what the record says of its own day. */
function vatHeld({ vatRegistered, vatPeriods, day: today }: FiscalRecord, day: Day): Holds {
  if (vatRegistered === null || anyHolds(vatPeriods, today) === !vatRegistered) return undefined;
  if (vatRegistered && vatPeriods.length === 0) return undefined;
  return anyHolds(vatPeriods, day);
}

function anyHolds(periods: readonly VatPeriod[], day: Day): Holds {
  const each = periods.map((period) => vatPeriodHolds(period, day));
  if (each.includes(true)) return true;
  return each.includes(undefined) ? undefined : false;
}

/** A registration that was canceled ended for the law on one day and in the books on another: between them it is not told. */
function vatPeriodHolds({ start, end, canceledAt }: VatPeriod, day: Day): Holds {
  if (start === null) return end !== null && day > later(end, canceledAt) ? false : undefined;
  if (day < start) return false;
  if (end === null) return canceledAt === null ? true : undefined;
  if (day < earlier(end, canceledAt)) return true;
  return day > later(end, canceledAt) ? false : undefined;
}

const later = (a: Day, b: Day | null): Day => (b !== null && b > a ? b : a);
const earlier = (a: Day, b: Day | null): Day => (b !== null && b < a ? b : a);

/** Only the last period is listed: what was before it is told only where there never was one. */
function lastPeriodHeld(now: boolean | null, start: Day | null, end: Day | null, day: Day, today: Day): Holds {
  if (now === null) return undefined;
  if (start === null) return now || end !== null ? undefined : false;
  const over = end !== null && end <= today;
  if (now === over || start > today) return undefined;
  if (day < start) return undefined;
  if (end === null || day < end) return true;
  return day > end ? false : undefined;
}

function inactiveHeld(
  { inactive, inactiveSince: since, reactivatedSince: back, day: today }: FiscalRecord,
  day: Day,
): Holds {
  // Declared inactive again after an earlier return: the return belongs to a period that is not listed.
  const until = back !== null && since !== null && back < since ? null : back;
  return lastPeriodHeld(inactive, since, until, day, today);
}

function registeredHeld({ registeredOn, deregisteredOn }: FiscalRecord, day: Day): Holds {
  if (registeredOn === null) return undefined;
  if (day < registeredOn) return false;
  if (deregisteredOn === null || day < deregisteredOn) return true;
  return day > deregisteredOn ? false : undefined;
}

/** Its text of the state may be that of today, whatever the day: where it names one, that counts. */
function registeredOnItsDay({ registrationState, registeredOn, deregisteredOn, day }: FiscalRecord): Holds {
  if (registeredOn !== null && day < registeredOn) return false;
  if (deregisteredOn !== null) return day < deregisteredOn;
  if (registrationState === null) return undefined;
  return !/^radi(ere|at)/.test(fold(registrationState));
}
