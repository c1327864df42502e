/** A company's history, joined from what every source says, ordered, each event once. */

import { Type } from 'typebox';
import { isLoaded } from '#api/provenance.ts';
import type { FiscalRecord } from '#data/sources/anaf/records.ts';
import type { Dataset } from '#data/store/dataset.ts';
import type { Message, Translate } from '#lib/i18n/message.ts';
import { closed, field, oneOf, orNull } from '#lib/schema/fields.ts';
import type { Static } from '#lib/schema/static.ts';
import { inRomanian } from '#lib/values/sort-key.ts';
import { messages } from '#locales/messages.ts';
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
    date: field(Type.String(), {
      en: 'The day that orders the list: `eventDate`, or where it is not known `seenOn`.',
      ro: 'Ziua după care se ordonează lista: `eventDate` sau, unde nu se știe, `seenOn`.',
    }),
    eventDate: orNull(Type.String(), {
      en: 'Day of the event, as its source tells it; of a balance sheet, the last day of its year. Null for changes that were only seen between two snapshots of the registry: they happened after the older one, on `seenOn` at the latest.',
      ro: 'Ziua faptului, cum o spune sursa; la un bilanț, ultima zi a anului. Null pentru schimbările văzute doar între două publicații ale registrului: s-au petrecut după cea mai veche, cel târziu la `seenOn`.',
      heading: { en: 'Day of the event', ro: 'Data evenimentului' },
    }),
    seenOn: orNull(Type.String(), {
      en: 'Day of the first snapshot of the registry that shows it; null for what is not told by snapshots, and for what was there before our first one.',
      ro: 'Ziua primei publicații a registrului care îl arată; null pentru ce nu se află din publicații și pentru ce era acolo înainte de prima noastră.',
      heading: { en: 'First seen on', ro: 'Constatat prima dată la' },
    }),
    kind: oneOf(kinds, { en: 'What kind of event.', ro: 'Ce fel de fapt.' }),
    title: field(Type.String(), { en: 'The event in a few words.', ro: 'Faptul în câteva cuvinte.' }),
    details: orNull(Type.String(), {
      en: 'What it was before and after, or what the source says.',
      ro: 'Cum era înainte și după, sau ce spune sursa.',
    }),
    source: oneOf(['onrc', 'anaf', 'gazette', 'seap'], { en: 'Who says so.', ro: 'Cine o spune.' }),
    decisionId: orNull(Type.String(), {
      en: 'Of a Gazette event: the act, for `/api/decisions/{id}`.',
      ro: 'La un fapt din Monitor: actul, pentru `/api/decisions/{id}`.',
      heading: { en: 'Gazette act', ro: 'Act în Monitorul Oficial' },
    }),
    contractId: orNull(Type.String(), {
      en: 'Of a contract: its id, for `/api/seap/contracts/{number}`.',
      ro: 'La un contract: identificatorul lui, pentru `/api/seap/contracts/{number}`.',
      heading: { en: 'Contract', ro: 'Contract' },
    }),
    purchaseId: orNull(Type.String(), {
      en: 'Of a direct purchase: its id.',
      ro: 'La o achiziție directă: identificatorul ei.',
      heading: { en: 'Direct purchase', ro: 'Achiziție directă' },
    }),
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
  t: Translate,
): Promise<TimelineEvent[]> {
  const { firm } = company;
  const names = await namesOf(dataset);
  const events: TimelineEvent[] = [];
  const text = (words: Message | string): string => (typeof words === 'string' ? words : t(words));
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
  const compared = firm && isLoaded(dataset, 'history') ? await eventsOf(dataset.db, firm.registration_number) : [];
  if (firm) {
    const seenOn = compared.find(({ kind }) => kind === 'registered')?.day ?? null;
    add(firm.registered_on, 'registration', messages.timeline.registered(), firm.registration_number, 'onrc', {
      seenOn,
    });
    for (const row of compared) {
      const shown = hidden.has(row.person_id ?? '') ? { ...row, before: null, after: null } : row;
      registryEvent(shown, add, (codes) =>
        codes
          .split(',')
          .map((code) => names.status(code) ?? code)
          .join(', '),
      );
    }
  } else add(company.registeredOn, 'registration', messages.timeline.registeredForTax(), null, 'anaf');
  const filed = isLoaded(dataset, 'finances') ? await filingsOf(dataset.db, company.cui) : [];
  for (const { year, form } of [...filed, ...seenSince(filed, observed.balances)])
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

/** Of one day, in the order of `kinds`. */
export const newestFirst = (a: Moment, b: Moment): number =>
  a.date === b.date ? kinds.indexOf(a.kind) - kinds.indexOf(b.kind) : a.date < b.date ? 1 : -1;

/** Filings that only the web service told of: of years whose file is not loaded. */
function seenSince(filed: readonly Filing[], observations: readonly BalanceObservation[]): Filing[] {
  const known = new Set(filed.map(({ year }) => year));
  return observations.flatMap(({ year, record }) => (record === null || known.has(year) ? [] : [record]));
}

/** What is not a sentence of ours is in the words of the source. */
type Add = (
  date: string | null,
  kind: TimelineEvent['kind'],
  title: Message | string,
  details: Message | string | null,
  source: TimelineEvent['source'],
  more?: Partial<Pick<TimelineEvent, 'seenOn' | 'decisionId' | 'contractId' | 'purchaseId'>>,
) => void;

/** What is compared between snapshots of the registry. */
const changes = ['name', 'status', 'address', 'legalForm', 'officerAdded', 'officerRemoved', 'removed'] as const;

function registryEvent(row: EventRow, add: Add, labels: (codes: string) => string): void {
  const kind = changes.find((each) => each === row.kind);
  if (kind === undefined) return;
  const shown = (text: string | null): string | null => (text !== null && kind === 'status' ? labels(text) : text);
  const details = [shown(row.before), shown(row.after)].filter((text) => text !== null).join(' → ');
  // An officer with several titles may lose one and stay, or change one for another: the name alone would say that he left.
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
