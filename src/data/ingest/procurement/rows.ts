/** Records as published to rows of their tables. */

import type {
  AwardRecord,
  CpvRecord,
  NoticeRecord,
  PurchaseRecord,
  ReportRecord,
} from '#data/sources/procurement/records.ts';
import type { Value } from '#data/store/database.ts';
import { BETWEEN } from '#data/store/word-index.ts';
import { bucharestInstant } from '#lib/values/bank-time.ts';
import { findCounty } from '#lib/values/county.ts';
import { bucharestDay } from '#lib/values/date.ts';
import { unbroken } from '#lib/values/indexed-words.ts';
import { words } from '#lib/values/text.ts';
import { notNegative } from './books.ts';
import { partyColumns, partyValues } from './parties.ts';
import { publishedKey } from './row-numbers.ts';

/** The first value is the key. */
export interface RowShape<Row> {
  table: string;
  columns: string[];
  row(record: Row): Value[];
}

const cpvValues = (cpv: CpvRecord | null): Value[] => [cpv?.code ?? null, cpv?.title ?? null];
const flag = (value: boolean | null): Value => (value === null ? null : Number(value));

const trade = [...partyColumns('authority'), ...partyColumns('supplier'), 'cpv', 'cpv_title', 'value'];
const tradeValues = ({ authority, supplier, cpv, value }: PurchaseRecord | AwardRecord): Value[] => [
  ...partyValues(authority),
  ...partyValues(supplier),
  ...cpvValues(cpv),
  notNegative(value),
];

/** What is not finalized has no day: it lies in no range, and last in lists. */
export const purchases: RowShape<PurchaseRecord> = {
  table: 'purchase',
  columns: ['key', 'id', 'system_id', 'title', ...trade, 'estimated_value', 'state', 'published_on', 'day'],
  row: (record) => [
    publishedKey(record.id, 'DA'),
    record.id,
    record.systemId ?? null,
    record.title,
    ...tradeValues(record),
    notNegative(record.estimatedValue),
    record.state,
    record.publishedOn,
    record.finalizedOn ?? '',
  ],
};

export const awards: RowShape<AwardRecord> = {
  table: 'award',
  columns: ['key', 'id', 'system_id', 'object', ...trade, 'day'],
  row: (record) => [
    publishedKey(record.id, 'DAN'),
    record.id,
    record.systemId ?? null,
    record.object,
    ...tradeValues(record),
    record.publishedOn ?? '',
  ],
};

export const reports: RowShape<ReportRecord> = {
  table: 'report',
  columns: [
    ...['key', 'ack_doc_id', ...partyColumns('supplier'), ...partyColumns('authority')],
    ...'contract_number contract_date notice day kind rating damages_claimed damages_amount text document_id'.split(
      ' ',
    ),
  ],
  row: (record) => [
    publishedKey(record.ackDocId),
    record.ackDocId,
    ...partyValues(record.supplier),
    ...partyValues(record.authority),
    record.contractNumber,
    record.contractDate,
    record.notice,
    record.issuedOn,
    record.kind,
    record.rating,
    flag(record.damagesClaimed),
    notNegative(record.damagesAmount),
    record.text,
    record.documentId,
  ],
};

/** Gathered with their words, and ranked once all are there (notices.ts). */
export const notices: RowShape<NoticeRecord> = {
  table: 'notice_gathered',
  columns: [
    ...['key', 'notice', 'system_id', 'type', 'title', ...partyColumns('authority'), 'authority_county'],
    ...'cpv cpv_title estimated_value currency procedure_type published_at day moment deadline_at state lots'.split(
      ' ',
    ),
    ...['has_documents', 'words'],
  ],
  row: (record) => [
    publishedKey(record.notice),
    record.notice,
    record.systemId,
    record.type,
    record.title,
    ...partyValues(record.authority),
    countyName(record.authority.county),
    ...cpvValues(record.cpv),
    notNegative(record.estimatedValue),
    record.currency,
    record.procedureType,
    record.publishedAt,
    dayOf(record),
    momentOf(record),
    record.deadlineAt,
    record.state,
    JSON.stringify(record.lots),
    flag(record.hasDocuments),
    wordsOf(record),
  ],
};

const dayOf = ({ publishedOn, publishedAt }: NoticeRecord): string =>
  publishedOn ?? (publishedAt === null ? '' : bucharestDay(Date.parse(publishedAt)));

/** What has an hour comes before what has none, newest first: its day alone is the beginning of it. */
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

/** A notice with hundreds of lots is found by the first ones; PostgreSQL counts places of words up to 16,383. */
const WORDS_MAX = 3_000;

/** Numbers are words too, without the letters before them: people type the digits of a notice or of a fiscal code. */
function wordsOf({ title, authority, notice, cpv, lots }: NoticeRecord): string {
  const digits = (text: string | null): string => text?.replace(/\D/g, '') ?? '';
  const numbers = [notice, digits(notice), digits(authority.code), cpv?.code];
  const texts = [title, authority.name, ...numbers, cpv?.title, ...(lots ?? []).map((lot) => lot.title)];
  // Words that are broken are found in pieces and whole.
  const whole = texts.map((text) => unbroken(text ?? '')).filter((text, i) => text !== (texts[i] ?? ''));
  return [...texts, ...whole]
    .map((text) => words(text ?? ''))
    .filter((found) => found.length > 0)
    .flatMap((found) => [...found, BETWEEN])
    .slice(0, WORDS_MAX)
    .join(' ');
}
