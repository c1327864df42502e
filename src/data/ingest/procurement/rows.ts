/** Records as published to rows of their tables. */
import { remembered } from '#data/sources/procurement/cell-meanings.ts';
import type {
  AwardRecord,
  CpvRecord,
  ModificationRecord,
  NoticeRecord,
  PartyRecord,
  PurchaseRecord,
  ReportRecord,
} from '#data/sources/procurement/records.ts';
import { type LoadTarget, type Row, table, text } from '#data/store/table.ts';
import { foldNumber } from '#domain/procurement/contract-id.ts';
import { isTitled } from '#domain/procurement/cpv.ts';
import { dayNumber } from '#domain/procurement/day-number.ts';
import { indexedWordsOf } from '#domain/procurement/notice-index.ts';
import {
  award,
  modification,
  NUMBER_LETTERS,
  notice,
  PURCHASE_STATES,
  purchase,
  report,
} from '#domain/procurement/tables.ts';
import { findCounty } from '#lib/values/county.ts';
import { bucharestDay, bucharestInstant } from '#lib/values/date.ts';
import { notNegative } from './books.ts';
import type { NamedParties, Parties } from './parties.ts';
import { DIGESTS_FROM, digest48, publishedKey } from './row-numbers.ts';

/** The column with the value of a row. */
type Worth = 'value' | 'estimated_value' | 'damages_amount' | 'value_after';

/** A row of any of the tables. */
export type StoredRow<T extends LoadTarget> = Row<T> & { key: number; day: number | string } & NamedParties &
  Partial<Record<Worth, number | null>>;

/** How records of one kind are stored. */
export interface RowShape<Published, T extends LoadTarget> {
  table: T;
  worth: Worth;
  row(record: Published, parties: Parties): StoredRow<T>;
}

/** Readers take the title of the vocabulary, where it has the code. */
export function cpvColumns(cpv: CpvRecord | null): { cpv: number | null; cpv_title: string | null } {
  if (cpv === null) return { cpv: null, cpv_title: null };
  const code = Number(cpv.code);
  return { cpv: code, cpv_title: isTitled(code) ? null : cpv.title };
}

/** The columns that all trades have. Written out, because a country has ten million. */
function tradeColumns(
  letters: string,
  {
    id,
    systemId,
    authority,
    supplier,
    cpv: published,
    value,
  }: Pick<PurchaseRecord, 'id' | 'systemId' | 'authority' | 'supplier' | 'cpv' | 'value'>,
  parties: Parties,
) {
  const key = publishedKey(id, letters);
  const buyer = parties.spelled(authority);
  const seller = supplier === null ? null : parties.spelled(supplier);
  const { cpv, cpv_title } = cpvColumns(published);
  return {
    key,
    // Null where the key tells it.
    id: key < DIGESTS_FROM && id === `${letters}${key}` ? null : id,
    system_id: systemId ?? null,
    authority_id: buyer.id,
    authority_spelling: buyer.key,
    supplier_id: seller === null ? null : seller.id,
    supplier_spelling: seller === null ? null : seller.key,
    cpv,
    cpv_title,
    value,
  };
}

/** A purchase that is not finalized has no day: it is in no range of days, and last in lists. */
export const purchases: RowShape<PurchaseRecord, typeof purchase> = {
  table: purchase,
  worth: 'value',
  row(record, parties) {
    const { title, estimatedValue, state, publishedOn, finalizedOn, items } = record;
    return Object.assign(tradeColumns(NUMBER_LETTERS.purchase, record, parties), {
      title,
      estimated_value: estimatedValue,
      state: PURCHASE_STATES.indexOf(state),
      published_on: publishedOn === null ? null : dayNumber(publishedOn),
      day: dayNumber(finalizedOn),
      items: items ? JSON.stringify(items) : null,
    });
  },
};

export const awards: RowShape<AwardRecord, typeof award> = {
  table: award,
  worth: 'value',
  row: (record, parties) =>
    Object.assign(tradeColumns(NUMBER_LETTERS.award, record, parties), {
      object: record.object,
      day: dayNumber(record.publishedOn),
    }),
};

const authorityColumns = (party: PartyRecord, parties: Parties) => {
  const { id, key } = parties.spelled(party);
  return { authority_id: id, authority_spelling: key };
};

const supplierColumns = (party: PartyRecord, parties: Parties) => {
  const { id, key } = parties.spelled(party);
  return { supplier_id: id, supplier_spelling: key };
};

/** Modifications have no number: all that is published identifies one. */
export const modifications: RowShape<ModificationRecord, typeof modification> = {
  table: modification,
  worth: 'value_after',
  row: (record, parties) => ({
    key: DIGESTS_FROM + digest48(JSON.stringify(record)),
    number_folded: foldNumber(record.number),
    ...authorityColumns(record.authority, parties),
    award_notice: record.awardNotice,
    contract_day: record.date,
    day: dayNumber(record.publishedOn),
    description: record.description,
    currency: record.currency,
    value_before: record.valueBefore,
    value_after: record.valueAfter,
  }),
};

export const reports: RowShape<ReportRecord, typeof report> = {
  table: report,
  worth: 'damages_amount',
  row: (record, parties) => ({
    key: publishedKey(record.ackDocId),
    ack_doc_id: record.ackDocId,
    ...supplierColumns(record.supplier, parties),
    ...authorityColumns(record.authority, parties),
    contract_number: record.contractNumber,
    contract_date: record.contractDate,
    notice: record.notice,
    day: dayNumber(record.issuedOn),
    kind: record.kind,
    rating: record.rating,
    damages_claimed: record.damagesClaimed,
    damages_amount: notNegative(record.damagesAmount),
    text: record.text,
    document_id: record.documentId,
  }),
};

const { rank: _, ...withoutRank } = notice.columns;

/** A table of notices with their words, in the order of the files; they are ranked once all files are read (notices.ts). */
export const noticesAs = (name: string) => table(name, { ...withoutRank, words: text().notNull() });

const gatheredNotice = noticesAs('notice_gathered');

export type NoticeRow = Row<typeof gatheredNotice>;

export const notices: RowShape<NoticeRecord, typeof gatheredNotice> = {
  table: gatheredNotice,
  worth: 'estimated_value',
  row: (record, parties) => ({
    key: publishedKey(record.notice),
    notice: record.notice,
    system_id: record.systemId,
    type: record.type,
    title: record.title,
    ...authorityColumns(record.authority, parties),
    authority_county: countyName(record.authority.county),
    cpv: record.cpv?.code ?? null,
    cpv_title: record.cpv?.title ?? null,
    estimated_value: record.estimatedValue,
    currency: record.currency,
    procedure_type: record.procedureType,
    published_at: record.publishedAt,
    day: dayOf(record),
    moment: momentOf(record),
    deadline_at: record.deadlineAt,
    state: record.state,
    lots: JSON.stringify(record.lots),
    has_documents: record.hasDocuments,
    general: record.general ? JSON.stringify(record.general) : null,
    words: wordsOf(record),
  }),
};

const dayOf = ({ publishedOn, publishedAt }: NoticeRecord): string =>
  publishedOn ?? (publishedAt === null ? '' : bucharestDay(Date.parse(publishedAt)));

/** Sorts notices with an hour before those with the day only, newest first. */
function momentOf(record: NoticeRecord): string {
  const day = dayOf(record);
  const seconds = record.publishedAt === null || day === '' ? -1 : secondsInto(day, Date.parse(record.publishedAt));
  return seconds >= 0 && seconds < DAY_SECONDS_MAX ? `${day}T${String(seconds).padStart(5, '0')}` : day;
}

const secondsInto = (day: string, instant: number): number => Math.floor((instant - bucharestInstant(day, 0)) / 1_000);

/** The longest day has an hour more. */
const DAY_SECONDS_MAX = 25 * 3_600;

export const countyName = (county: string | null): string | null => (county === null ? null : knownCounty(county));

const knownCounty = remembered((county): string | null => findCounty(county)?.name ?? null);

const wordsOf = ({ title, authority, notice, cpv, lots }: NoticeRecord): string =>
  indexedWordsOf({
    notice,
    title,
    authority: authority.name,
    authorityCode: authority.code,
    cpv: cpv?.code ?? null,
    cpvTitle: cpv?.title ?? null,
    lots: (lots ?? []).map((lot) => lot.title),
  }).join(' ');
