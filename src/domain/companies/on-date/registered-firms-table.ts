/** Firms of the trade registry by fiscal code, with the change log of their names and strike-offs. */

import type { Dataset } from '#data/store/dataset.ts';
import { STRUCK_OFF } from '#domain/companies/company-status.ts';
import type { Day } from '#lib/values/date.ts';
import type { RegisteredFirm } from './registry-days.ts';

interface FirmRow {
  cui: number;
  id: number;
  name: string;
  registration_number: string;
  registered_on: Day | null;
  struck_off: boolean | number;
}

const containsStrikeOff = (statuses: string | null): boolean => (statuses ?? '').split(',').includes(STRUCK_OFF);

/** By fiscal code; at most one batch of codes. */
export async function registeredFirms(
  { db, manifest }: Dataset,
  cuis: readonly string[],
): Promise<Map<string, RegisteredFirm[]>> {
  if (cuis.length === 0 || !manifest.parts.some(({ name }) => name === 'registry')) return new Map();
  const firms = await db.all<FirmRow>(
    `select f.cui, f.id, f.name, f.registration_number, f.registered_on,
       exists (select 1 from firm_status s where s.firm_id = f.id and s.code = '${STRUCK_OFF}') as struck_off
     from firm f where f.cui in (${placeholders(cuis)}) order by f.id desc`,
    cuis.map(Number),
  );
  const numbers = firms.map((firm) => firm.registration_number);
  const hasHistory = numbers.length > 0 && manifest.parts.some(({ name }) => name === 'history');
  const names = hasHistory
    ? await db.all<{ registration_number: string; name: string; until: Day }>(
        `select registration_number, name, until from former_name where registration_number in (${placeholders(numbers)})`,
        numbers,
      )
    : [];
  const changes = hasHistory
    ? await db.all<{ registration_number: string; day: Day; before: string | null; after: string | null }>(
        `select registration_number, day, before, after from firm_event
         where kind = 'status' and registration_number in (${placeholders(numbers)})`,
        numbers,
      )
    : [];
  const rows = firms.map((firm) => ({
    cui: String(firm.cui),
    name: firm.name,
    registeredOn: firm.registered_on,
    struckOff: Boolean(firm.struck_off),
    formerNames: names.filter((each) => each.registration_number === firm.registration_number),
    strikes: changes
      .filter((each) => each.registration_number === firm.registration_number)
      .map(({ day, before, after }) => ({ day, before: containsStrikeOff(before), after: containsStrikeOff(after) }))
      .filter(({ before, after }) => before !== after),
  }));
  return Map.groupBy(rows, ({ cui }) => cui);
}

const placeholders = (values: readonly unknown[]): string => values.map((_, i) => `$${i + 1}`).join(', ');
