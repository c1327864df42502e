/** A company's history, merged from all sources: ordered, each event once. */

import { Type } from 'typebox';
import { isLoaded } from '#api/provenance.ts';
import type { FiscalRecord } from '#data/sources/anaf/records.ts';
import type { Dataset } from '#data/store/dataset.ts';
import type { Message, Translate } from '#lib/i18n/message.ts';
import { closed, field, oneOf, orNone, orNull } from '#lib/schema/fields.ts';
import type { Static } from '#lib/schema/static.ts';
import { inRomanian } from '#lib/values/sort-key.ts';
import { messages } from '#locales/messages.ts';
import type { CompanyBasics } from './company-basics.ts';
import type { BalanceObservation, CompanyContext, FiscalObservation } from './context.ts';
import { type EventRow, eventsOf, type Filing, filingsOf, namesOf } from './facts-table.ts';
import type { Hidden } from './render.ts';

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
    date: field(Type.String(), {
      en: 'The day that orders the list: `eventDate`, or `seenOn` where that is null.',
      ro: 'Ziua după care se ordonează lista: `eventDate` sau, unde acela este null, `seenOn`.',
    }),
    eventDate: orNull(Type.String(), {
      en: 'Day of the event according to its source; of a balance sheet, the last day of its year. Null for changes that were only observed between two snapshots of the registry: they happened after the older snapshot, on `seenOn` at the latest.',
      ro: 'Ziua faptului după sursa lui; la un bilanț, ultima zi a anului. Null pentru schimbările văzute doar între două publicații ale registrului: s-au petrecut după cea mai veche, cel târziu la `seenOn`.',
      heading: { en: 'Day of the event', ro: 'Data evenimentului' },
    }),
    seenOn: orNull(Type.String(), {
      en: 'Day of the first snapshot of the registry that has it; null for events from other sources, and for facts older than the first snapshot.',
      ro: 'Ziua primei publicații a registrului care îl arată; null pentru fapte din alte surse și pentru cele mai vechi decât prima publicație.',
      heading: { en: 'First seen on', ro: 'Constatat prima dată la' },
    }),
    kind: oneOf(kinds, { en: 'What kind of event.', ro: 'Ce fel de fapt.' }),
    title: field(Type.String(), { en: 'The event in a few words.', ro: 'Faptul în câteva cuvinte.' }),
    details: orNull(Type.String(), {
      en: 'The values before and after, or the text of the source.',
      ro: 'Valorile dinainte și de după sau textul sursei.',
    }),
    source: oneOf(['onrc', 'anaf', 'gazette', 'seap'], { en: 'The source of the statement.', ro: 'Sursa afirmației.' }),
    decisionId: orNone(Type.String(), {
      en: 'Of a Gazette event: the act, for `/api/decisions/{id}`.',
      ro: 'La un fapt din Monitor: actul, pentru `/api/decisions/{id}`.',
      heading: { en: 'Gazette act', ro: 'Act în Monitorul Oficial' },
    }),
    contractId: orNone(Type.String(), {
      en: 'Of a contract: its id, for `/api/seap/contracts/{number}`.',
      ro: 'La un contract: identificatorul lui, pentru `/api/seap/contracts/{number}`.',
      heading: { en: 'Contract', ro: 'Contract' },
    }),
    purchaseId: orNone(Type.String(), {
      en: 'Of a direct purchase: its id.',
      ro: 'La o achiziție directă: identificatorul ei.',
      heading: { en: 'Direct purchase', ro: 'Achiziție directă' },
    }),
  },
  { ...closed, title: 'TimelineEvent' },
);
export type TimelineEvent = Static<typeof TimelineEvent>;

/** The last observations of the tax authority's web services. */
interface Observed {
  fiscal: FiscalObservation | null;
  balances: readonly BalanceObservation[];
}

export async function timelineOf(
  company: CompanyBasics,
  observed: Observed,
  dataset: Dataset,
  hidden: Hidden,
  { gazetteMentions, procurementFirsts }: Pick<CompanyContext, 'gazetteMentions' | 'procurementFirsts'>,
  t: Translate,
): Promise<TimelineEvent[]> {
  const { firm } = company;
  const names = await namesOf(dataset);
  const events: TimelineEvent[] = [];
  const text = (message: Message | string): string => (typeof message === 'string' ? message : t(message));
  const add: Add = (eventDate, kind, title, details, source, more = {}) => {
    const date = eventDate ?? more.seenOn ?? null;
    if (date === null) return;
    events.push({
      date,
      eventDate,
      seenOn: more.seenOn ?? null,
      kind,
      title: text(title),
      details: details === null ? null : text(details),
      source,
      decisionId: more.decisionId ?? null,
      contractId: more.contractId ?? null,
      purchaseId: more.purchaseId ?? null,
    });
  };
  const changes = firm && isLoaded(dataset, 'history') ? await eventsOf(dataset.db, firm.registration_number) : [];
  if (firm) {
    const seenOn = changes.find(({ kind }) => kind === 'registered')?.day ?? null;
    add(firm.registered_on, 'registration', messages.timeline.registered(), firm.registration_number, 'onrc', {
      seenOn,
    });
    for (const row of changes) {
      const redacted = hidden.has(row.person_id ?? '') ? { ...row, before: null, after: null } : row;
      registryEvent(redacted, add, (codes) =>
        codes
          .split(',')
          .map((code) => names.status(code) ?? code)
          .join(', '),
      );
    }
  } else add(company.registeredOn, 'registration', messages.timeline.registeredForTax(), null, 'anaf');
  const filed = isLoaded(dataset, 'finances') ? await filingsOf(dataset.db, company.cui) : [];
  for (const { year, form } of [...filed, ...observedFilings(filed, observed.balances)])
    add(
      `${year}-12-31`,
      'balance',
      messages.timeline.balance({ year }),
      form === null ? null : messages.timeline.form({ form }),
      'anaf',
    );
  if (observed.fiscal?.record) fiscalEvents(observed.fiscal.record, add);
  for (const { date, title, details, decisionId } of await gazetteMentions(dataset, company.cui))
    add(date, 'gazette', title, details, 'gazette', { decisionId });
  for (const { date, title, details, ...ids } of await procurementFirsts(dataset, company.cui))
    add(date, 'procurement', title, details, 'seap', ids);
  return [...new Map(events.map((event) => [JSON.stringify(event), event])).values()].toSorted(
    (a, b) => newestFirst(a, b) || inRomanian(a.title, b.title) || inRomanian(a.details ?? '', b.details ?? ''),
  );
}

type Moment = Pick<TimelineEvent, 'date' | 'kind'>;

/** Events of one day are in the order of `kinds`. */
const newestFirst = (a: Moment, b: Moment): number =>
  a.date === b.date ? kinds.indexOf(a.kind) - kinds.indexOf(b.kind) : a.date < b.date ? 1 : -1;

/** Filings of years whose file is not loaded, as the web service reports them. */
function observedFilings(filed: readonly Filing[], observations: readonly BalanceObservation[]): Filing[] {
  const loaded = new Set(filed.map(({ year }) => year));
  return observations.flatMap(({ year, record }) => (record === null || loaded.has(year) ? [] : [record]));
}

/** A string, unlike a `Message`, is the source's text. */
type Add = (
  date: string | null,
  kind: TimelineEvent['kind'],
  title: Message | string,
  details: Message | string | null,
  source: TimelineEvent['source'],
  more?: Partial<Pick<TimelineEvent, 'seenOn' | 'decisionId' | 'contractId' | 'purchaseId'>>,
) => void;

/** Changes between snapshots of the registry. */
const changeKinds = ['name', 'status', 'address', 'legalForm', 'officerAdded', 'officerRemoved', 'removed'] as const;

function registryEvent(row: EventRow, add: Add, labels: (codes: string) => string): void {
  const kind = changeKinds.find((each) => each === row.kind);
  if (kind === undefined) return;
  const labelled = (text: string | null): string | null => (text !== null && kind === 'status' ? labels(text) : text);
  const details = [labelled(row.before), labelled(row.after)].filter((text) => text !== null).join(' → ');
  // The title distinguishes an officer who loses or changes one of several titles from one who leaves.
  const title = details && row.title ? `, ${row.title}` : '';
  add(null, kind, messages.timeline[kind](), `${details}${title}` || null, 'onrc', { seenOn: row.day });
}

function fiscalEvents(record: FiscalRecord, add: Add): void {
  for (const period of record.vatPeriods) {
    add(period.start, 'vatStart', messages.timeline.vatStart(), null, 'anaf');
    add(period.end, 'vatEnd', messages.timeline.vatEnd(), period.message, 'anaf');
    add(period.canceledAt, 'vatCanceled', messages.timeline.vatCanceled(), period.message, 'anaf');
  }
  add(record.inactiveSince, 'inactive', messages.timeline.inactive(), null, 'anaf');
  add(record.reactivatedSince, 'reactivated', messages.timeline.reactivated(), null, 'anaf');
  add(record.eFacturaSince, 'eFactura', messages.timeline.eFactura(), null, 'anaf');
  add(record.deregisteredOn, 'deregistration', messages.timeline.deregistration(), null, 'anaf');
}

/** Start of the next page: the number of events before it, and the last of these. */
interface PagePosition extends Pick<TimelineEvent, 'date' | 'kind'> {
  before: number;
  /** Events of that day and kind before the page. */
  same: number;
}

interface TimelinePage {
  events: TimelineEvent[];
  offset: number;
  /** Null at the end. */
  position: string | null;
}

/**
 * The page after a position. A position names its event besides the count, so a new observation or another language moves no
 * event from one page to another.
 */
export function timelinePage(events: TimelineEvent[], position: string | null, limit: number): TimelinePage {
  const start = position === null ? null : readPosition(position);
  const first = start === null ? 0 : firstAfter(events, start);
  const page = events.slice(first, first + limit);
  const last = page.at(-1);
  const offset = start?.before ?? 0;
  if (last === undefined || first + page.length === events.length) return { events: page, offset, position: null };
  const same = events.slice(0, first + page.length).filter((event) => newestFirst(event, last) === 0).length;
  return { events: page, offset, position: `${offset + page.length} ${last.date} ${last.kind} ${same}` };
}

function readPosition(position: string): PagePosition {
  const [before, date = '', kind, same] = position.split(' ');
  return { before: Number(before), date, kind: kind as TimelineEvent['kind'], same: Number(same) };
}

function firstAfter(events: readonly TimelineEvent[], position: PagePosition): number {
  const earlier = events.filter((event) => newestFirst(event, position) < 0).length;
  const same = events.filter((event) => newestFirst(event, position) === 0).length;
  return earlier + Math.min(same, position.same);
}
