/** Records as published to rows of their tables. */
import type {
  AwardRecord,
  CpvRecord,
  ModificationRecord,
  NoticeRecord,
  PurchaseRecord,
  ReportRecord,
} from '#data/sources/procurement/records.ts';
import { type LoadTarget, type Row, table, text } from '#data/store/table.ts';
import { foldNumber } from '#domain/procurement/contract-id.ts';
import { entries } from '#domain/procurement/cpv.ts';
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
import { type NamedParties, NO_SUPPLIER, type Parties } from './parties.ts';
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

/** The key of a published number, beside the number where the key does not tell it. */
function numberColumns(id: string, letters: string): { key: number; id: string | null } {
  const key = publishedKey(id, letters);
  return { key, id: id === `${letters}${key}` ? null : id };
}

/** Readers take the title of the vocabulary, where it has the code. */
export const cpvColumns = (cpv: CpvRecord | null): { cpv: number | null; cpv_title: string | null } =>
  cpv === null
    ? { cpv: null, cpv_title: null }
    : { cpv: Number(cpv.code), cpv_title: entries().has(cpv.code) ? null : cpv.title };

/** A purchase that is not finalized has no day: it is in no range of days, and last in lists. */
export const purchases: RowShape<PurchaseRecord, typeof purchase> = {
  table: purchase,
  worth: 'value',
  row: (record, parties) => ({
    ...numberColumns(record.id, NUMBER_LETTERS.purchase),
    system_id: record.systemId ?? null,
    title: record.title,
    ...parties.authority(record.authority),
    ...(record.supplier ? parties.supplier(record.supplier) : NO_SUPPLIER),
    ...cpvColumns(record.cpv),
    value: record.value,
    estimated_value: record.estimatedValue,
    state: PURCHASE_STATES.indexOf(record.state),
    published_on: record.publishedOn === null ? null : dayNumber(record.publishedOn),
    day: dayNumber(record.finalizedOn),
    items: record.items ? JSON.stringify(record.items) : null,
  }),
};

export const awards: RowShape<AwardRecord, typeof award> = {
  table: award,
  worth: 'value',
  row: (record, parties) => ({
    ...numberColumns(record.id, NUMBER_LETTERS.award),
    system_id: record.systemId ?? null,
    object: record.object,
    ...parties.authority(record.authority),
    ...(record.supplier ? parties.supplier(record.supplier) : NO_SUPPLIER),
    ...cpvColumns(record.cpv),
    value: record.value,
    day: dayNumber(record.publishedOn),
  }),
};

/** Modifications have no number: all that is published identifies one. */
export const modifications: RowShape<ModificationRecord, typeof modification> = {
  table: modification,
  worth: 'value_after',
  row: (record, parties) => ({
    key: DIGESTS_FROM + digest48(JSON.stringify(record)),
    number_folded: foldNumber(record.number),
    ...parties.authority(record.authority),
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
    ...parties.supplier(record.supplier),
    ...parties.authority(record.authority),
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
    ...parties.authority(record.authority),
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

export const countyName = (county: string | null): string | null =>
  county === null ? null : (findCounty(county)?.name ?? null);

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
