/** A company's history, joined from what every source says, ordered, each event once. */
import { type Static, Type } from 'typebox';
import { closed, oneOf, orNull } from '#base/schema.ts';
import { isLoaded } from '#operations/stamps.ts';
import type { FiscalRecord } from '#sources/anaf/records.ts';
import type { Dataset } from '#store/dataset.ts';
import type { KnownCompany } from './company-basics.ts';
import { namesOf } from './facts-table.ts';
import type { BalanceObservation, CompanyNeeds, FiscalObservation } from './needs.ts';
import type { Hidden } from './render.ts';
import { type EventRow, eventsOf, type Filing, filingsOf } from './timeline-table.ts';

const kinds = [
  'registration',
  'name',
  'status',
  'address',
  'legalForm',
  'officerAdded',
  'officerRemoved',
  'removed',
  'vatStart',
  'vatEnd',
  'vatCanceled',
  'inactive',
  'reactivated',
  'eFactura',
  'deregistration',
  'balance',
  'gazette',
  'procurement',
] as const;

export const TimelineEvent = Type.Object(
  {
    date: Type.String({
      description:
        'Day of the event; of a change between two snapshots, the day of the newer one; of a balance sheet, the last day of its year.',
    }),
    kind: oneOf(kinds, 'What kind of event.'),
    title: Type.String({ description: 'The event in a few words.' }),
    details: orNull(Type.String(), 'What it was before and after, or what the source says.'),
    source: oneOf(['onrc', 'anaf', 'gazette', 'seap'], 'Who says so.'),
  },
  { ...closed, title: 'TimelineEvent' },
);
export type TimelineEvent = Static<typeof TimelineEvent>;

/** What the tax authority's web services said when they were last asked. */
export interface Observed {
  fiscal: FiscalObservation | null;
  balances: readonly BalanceObservation[];
}

export async function timelineOf(
  company: KnownCompany,
  observed: Observed,
  dataset: Dataset,
  hidden: Hidden,
  { gazetteMentions, procurementFirsts }: Pick<CompanyNeeds, 'gazetteMentions' | 'procurementFirsts'>,
): Promise<TimelineEvent[]> {
  const { firm } = company;
  const names = await namesOf(dataset);
  const events: TimelineEvent[] = [];
  const add = (
    date: string | null,
    kind: TimelineEvent['kind'],
    title: string,
    details: string | null,
    source: TimelineEvent['source'],
  ): void => {
    if (date !== null) events.push({ date, kind, title, details, source });
  };
  if (firm)
    add(firm.registered_on, 'registration', 'Registered in the trade registry', firm.registration_number, 'onrc');
  else add(company.registeredOn, 'registration', 'Registered with the tax authority', null, 'anaf');
  if (firm && isLoaded(dataset, 'history')) {
    for (const row of await eventsOf(dataset.db, firm.registration_number)) {
      const shown = hidden.has(row.person_id ?? '') ? { ...row, before: null, after: null } : row;
      const event = registryEvent(shown, (codes) =>
        codes
          .split(',')
          .map((code) => names.status(code) ?? code)
          .join(', '),
      );
      if (event) events.push(event);
    }
  }
  const filed = isLoaded(dataset, 'finances') ? await filingsOf(dataset.db, company.cui) : [];
  for (const { year, form } of [...filed, ...seenSince(filed, observed.balances)])
    add(`${year}-12-31`, 'balance', `Balance sheet of ${year}`, form === null ? null : `form ${form}`, 'anaf');
  if (observed.fiscal?.record) fiscalEvents(observed.fiscal.record, add);
  for (const { date, title, details } of await gazetteMentions(dataset, company.cui))
    add(date, 'gazette', title, details, 'gazette');
  for (const { date, title, details } of await procurementFirsts(dataset, company.cui))
    add(date, 'procurement', title, details, 'seap');
  const seen = new Set<string>();
  return events
    .filter((event) => !seen.has(JSON.stringify(event)) && seen.add(JSON.stringify(event)))
    .toSorted((a, b) => b.date.localeCompare(a.date) || a.kind.localeCompare(b.kind) || a.title.localeCompare(b.title));
}

/** Filings that only the web service told of: of years whose file is not loaded. */
function seenSince(filed: readonly Filing[], observations: readonly BalanceObservation[]): Filing[] {
  const known = new Set(filed.map(({ year }) => year));
  return observations.flatMap(({ year, record }) => (record === null || known.has(year) ? [] : [record]));
}

const titles: Partial<Record<string, string>> = {
  name: 'Name changed',
  status: 'Registry status changed',
  address: 'Seat moved',
  legalForm: 'Legal form changed',
  officerAdded: 'New legal representative',
  officerRemoved: 'Legal representative gone',
  removed: 'No longer in the registry’s snapshot',
};

function registryEvent(row: EventRow, labels: (codes: string) => string): TimelineEvent | null {
  const title = titles[row.kind];
  if (title === undefined) return null;
  const say = (text: string | null): string | null => (text !== null && row.kind === 'status' ? labels(text) : text);
  const details = [say(row.before), say(row.after)].filter((text) => text !== null).join(' → ');
  return { date: row.day, kind: row.kind as TimelineEvent['kind'], title, details: details || null, source: 'onrc' };
}

function fiscalEvents(
  record: FiscalRecord,
  add: (
    date: string | null,
    kind: TimelineEvent['kind'],
    title: string,
    details: string | null,
    source: 'anaf',
  ) => void,
): void {
  for (const period of record.vatPeriods) {
    add(period.start, 'vatStart', 'Registered for VAT', null, 'anaf');
    add(period.end, 'vatEnd', 'VAT registration ended', period.message, 'anaf');
    add(period.canceledAt, 'vatCanceled', 'VAT registration canceled by the authority', period.message, 'anaf');
  }
  add(record.inactiveSince, 'inactive', 'Declared inactive by the tax authority', null, 'anaf');
  add(record.reactivatedSince, 'reactivated', 'Reactivated by the tax authority', null, 'anaf');
  add(record.eFacturaSince, 'eFactura', 'Entered in the RO e-Factura register', null, 'anaf');
  add(record.deregisteredOn, 'deregistration', 'Deregistered by the tax authority', null, 'anaf');
}
