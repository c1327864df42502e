/** A notice that begins a procedure, with the state of its documentation: its shape, made of its row. */

import { Type } from 'typebox';
import type { Call } from '#api/endpoint.ts';
import { parsedAs, withPatternMessage } from '#api/parameters.ts';
import { type Translate, translator } from '#lib/i18n/message.ts';
import { bucharestDay } from '#lib/values/date.ts';
import { msOf } from '#lib/values/instant.ts';
import { leiOrNull } from '#lib/values/money.ts';
import { closed, oneOf, orNull } from '#lib/values/schema.ts';
import type { Static } from '#lib/values/static.ts';
import { messages } from '#locales/messages.ts';
import { Cpv, cpvOf } from './cpv.ts';
import { noticeStateOf, noticeStates, procedureTypeOf, procedureTypes } from './notice-words.ts';
import { Party } from './party.ts';
import { noticePage } from './public-pages.ts';
import { authorityOf } from './purchase.ts';

export interface NoticeRow {
  key: number;
  notice: string;
  system_id: number | null;
  type: string;
  title: string;
  authority_code: string | null;
  authority_cui: number | null;
  authority_name: string;
  authority_county: string | null;
  cpv: string | null;
  cpv_title: string | null;
  estimated_value: number | null;
  currency: string;
  procedure_type: string | null;
  published_at: string | null;
  day: string;
  /** The day, and seconds into it where the hour is known: the order of lists. */
  moment: string;
  deadline_at: string | null;
  state: string | null;
  /** JSON. */
  lots: string;
  has_documents: number | null;
}

export const NoticeNumber = parsedAs(
  withPatternMessage(
    Type.String({
      pattern: '^[A-Za-z]{1,6}[0-9]{1,12}$|^[0-9]{4,12}$',
      description:
        'Notice number: up to six letters and digits, any case; until 2018 four digits or more without letters.',
      examples: ['CN1062325'],
    }),
    messages.procurement.noticeNumber(),
  ),
  (text) => text.toUpperCase(),
);

const Lot = Type.Object(
  {
    number: Type.String({ description: 'Number of the lot.' }),
    title: orNull(Type.String(), 'Title.'),
    estimatedValue: orNull(Type.Number(), 'Estimated value.'),
    cpv: orNull(Type.String(), 'Its CPV code, eight digits.'),
  },
  { ...closed, title: 'NoticeLot' },
);

/** What is stored of a documentation, by whoever collects it. */
export interface StoredDocumentation {
  state: 'none' | 'announced' | 'collecting' | 'available' | 'partial' | 'failed' | 'withdrawn' | 'superseded';
  /** ISO instant. */
  since: string;
  /** Documents of the version, as the lists name them. */
  documentsCount: number;
  /** Null before the first. */
  version: number | null;
}

/** By notice number; a notice that nobody looked at is not among them. */
export type StoredDocumentations = ReadonlyMap<string, StoredDocumentation>;

/** What stands in lists because of files that are stored, or were looked for; newest first: (moment, notice) descending. */
export interface ListedDocumentations {
  places(
    question: ListedQuestion,
    after: ListedPlace | null,
    skip: number,
    limit: number,
  ): Promise<readonly ListedPlace[]>;
  /** At most `max`. */
  count(question: ListedQuestion, max: number): Promise<number>;
  /** Numbers of all notices that were looked at, as a JSON list. */
  looked(): Promise<string>;
}

interface ListedQuestion {
  /** Whether files came, at least once. */
  hasFiles: boolean;
  states: readonly ('available' | 'partial' | 'collecting' | 'failed')[];
}

interface ListedPlace {
  moment: string;
  notice: string;
}

const Documentation = Type.Object(
  {
    state: oneOf(
      ['none', 'announced', 'collecting', 'available', 'partial', 'failed', 'withdrawn', 'superseded', 'unknown'],
      '`announced`: the source says that there are files, and nobody has looked yet; `none`: a look found no file; `unknown`: the source of this notice does not say.',
    ),
    since: orNull(Type.String(), 'Day since when, as far as known.'),
    documentsCount: orNull(
      Type.Integer(),
      'Documents that this version lists, those that could not be had included; null before the lists were read.',
    ),
    version: orNull(
      Type.Integer(),
      'Version of the documentation, from 1: the newest that we began to collect; null before the first.',
    ),
  },
  { ...closed, title: 'NoticeDocumentation', description: 'The state of its documentation.' },
);

export const Notice = Type.Object(
  {
    notice: Type.String({ description: 'Notice number.', examples: ['CN1062325'] }),
    type: Type.String({ description: 'Kind of notice: CN, SCN, RFQ, DC, PC …' }),
    title: Type.String({
      description: 'Title as published; exports before 2023 have none: the CPV title or the number stands for it.',
    }),
    authority: Party,
    cpv: orNull(Cpv, 'Main object.'),
    estimatedValue: orNull(Type.Number(), 'Estimated value in `currency`.'),
    currency: Type.String({ description: 'Currency.', examples: ['RON'] }),
    procedureType: orNull(Type.String(), 'Kind of procedure as published.'),
    procedureTypeCode: orNull(
      oneOf(procedureTypes, 'A code that stays the same.'),
      'The same as a code: spellings, additions such as “accelerata” and what stands in brackets make no difference. `other` for words that we do not know; null when the source says nothing.',
    ),
    procedureTypeLabel: orNull(Type.String(), 'The code in words; for `other` the source’s own.'),
    publishedAt: orNull(Type.String(), 'Day of publication.'),
    publishedTime: orNull(Type.String(), 'Instant of publication, where the source tells the hour.'),
    deadlineAt: orNull(
      Type.String(),
      'Until when tenders are received, ISO instant; null when the source does not say.',
    ),
    state: orNull(Type.String(), 'State as published.'),
    stateCode: orNull(
      oneOf(noticeStates, 'A code that stays the same.'),
      'The same as a code; `other` for words that we do not know, null when the source says nothing. Whether tenders are still received says `open`.',
    ),
    stateLabel: orNull(Type.String(), 'The code in words; for `other` the source’s own.'),
    open: orNull(Type.Boolean(), 'Whether tenders are still received; null when the deadline is unknown.'),
    lots: orNull(Type.Array(Lot), 'Lots; empty when it has none, null when the source does not list them.'),
    county: orNull(Type.String(), 'County of the authority, where known.'),
    documentation: Documentation,
    url: orNull(
      Type.String(),
      'Its page in the procurement system; null where it is not known, as of what only exports publish. In the demo a name, `urn:firmoteca:demo:…`: nobody published its invented data.',
    ),
  },
  { ...closed, title: 'Notice' },
);
export type Notice = Static<typeof Notice>;

export const notice = (
  row: NoticeRow,
  names: Map<number, string>,
  stored: StoredDocumentations,
  { now, dataset, language }: Call,
): Notice => ({
  notice: row.notice,
  type: row.type,
  title: row.title,
  authority: authorityOf(row, names),
  cpv: cpvOf(row.cpv, row.cpv_title),
  estimatedValue: leiOrNull(row.estimated_value),
  currency: row.currency,
  procedureType: row.procedure_type,
  ...procedureWords(row.procedure_type, translator(language)),
  publishedAt: row.day || null,
  publishedTime: row.published_at,
  deadlineAt: row.deadline_at,
  state: row.state,
  ...stateWords(row.state, translator(language)),
  open: row.deadline_at === null ? null : Date.parse(row.deadline_at) > now && !CLOSED.test(row.state ?? ''),
  lots: lotsOf(row),
  county: row.authority_county,
  documentation: documentationOf(row, stored.get(row.notice)),
  url: noticePage(dataset, row.type, row.system_id),
});

/** Where nobody looked yet, what the notice itself said stands. */
function documentationOf(row: NoticeRow, stored: StoredDocumentation | undefined): Notice['documentation'] {
  if (stored)
    return {
      state: stored.state,
      since: bucharestDay(msOf(stored.since)),
      documentsCount: stored.version === null && stored.state !== 'none' ? null : stored.documentsCount,
      version: stored.version,
    };
  return {
    state: row.has_documents === null ? 'unknown' : row.has_documents === 1 ? 'announced' : 'none',
    since: row.has_documents === 1 ? row.day || null : null,
    documentsCount: null,
    version: null,
  };
}

/** Words that we do not know are told as they are. */
function procedureWords(published: string | null, t: Translate) {
  const code = procedureTypeOf(published);
  return {
    procedureTypeCode: code,
    procedureTypeLabel: labelOf(code, published, (known) => t(messages.procedureTypes[known]())),
  };
}

function stateWords(published: string | null, t: Translate) {
  const code = noticeStateOf(published);
  return { stateCode: code, stateLabel: labelOf(code, published, (known) => t(messages.noticeStates[known]())) };
}

const labelOf = <Code extends string>(
  code: Code | null,
  published: string | null,
  label: (known: Exclude<Code, 'other'>) => string,
): string | null => (code === null || code === 'other' ? code && published : label(code as Exclude<Code, 'other'>));

const lotsOf = ({ lots }: NoticeRow): Notice['lots'] =>
  (JSON.parse(lots) as StoredLot[] | null)?.map((lot) => ({
    ...lot,
    estimatedValue: leiOrNull(lot.estimatedValue),
  })) ?? null;

/** Money in bani. */
interface StoredLot {
  number: string;
  title: string | null;
  estimatedValue: number | null;
  cpv: string | null;
}

/** Awarded or cancelled before its deadline came. */
const CLOSED = /^(atribuit|anulat|suspendat)/i;
