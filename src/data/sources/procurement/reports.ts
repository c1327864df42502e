/** The import format of supplier-performance reports, which no open source publishes: one JSON object a line (docs/import-formats.md). */

import { booleanOf, dayOf, isObject, type JsonObject, textOf } from '#data/sources/json.ts';
import type { Input } from '#data/sources/lines.ts';
import { readNdjson } from '#data/sources/ndjson.ts';
import { type Batch, Refusal } from '#data/sources/text-table.ts';
import { parseRomanianDay } from '#lib/values/date.ts';
import { parseDealBani } from '#lib/values/money.ts';
import { codeOf, noticeNumber } from './exports/values.ts';
import { stripPersons } from './persons-in-texts.ts';
import type { PartyRecord, ReportRecord } from './records.ts';

const EXPECTED = 'one JSON object a line with ackDocId, supplier, authority, issuedOn and text';

export const readReports = (input: Input): AsyncGenerator<Batch<ReportRecord>> => readNdjson(input, EXPECTED, reportOf);

const RATINGS = ['fulfilled', 'partly', 'notFulfilled'] as const;

function reportOf(value: JsonObject): ReportRecord | Refusal {
  const ackDocId = textOf(value.ackDocId);
  if (ackDocId === null || !ID.test(ackDocId)) return new Refusal('unreadable report id', String(value.ackDocId));
  const supplier = partyOf(value.supplier);
  if (supplier === null) return new Refusal('report without a supplier', ackDocId);
  const authority = partyOf(value.authority);
  if (authority === null) return new Refusal('report without an authority', ackDocId);
  const issuedOn = typeof value.issuedOn === 'string' ? parseRomanianDay(value.issuedOn) : null;
  if (issuedOn === null) return new Refusal('unreadable day of issue', String(value.issuedOn));
  const text = typeof value.text === 'string' ? value.text.trim() : '';
  if (text === '') return new Refusal('report without a text', ackDocId);
  const damagesAmount = leiOf(value.damagesLei);
  if (damagesAmount === undefined) return new Refusal('damages are no amount', String(value.damagesLei));
  const rating = textOf(value.rating);
  const validRating = RATINGS.find((each) => each === rating) ?? null;
  if (rating !== null && validRating === null) return new Refusal('unknown rating', rating);
  return {
    ackDocId,
    supplier,
    authority,
    contractNumber: textOf(value.contractNumber),
    contractDate: dayOf(value.contractDate),
    notice: noticeNumber(textOf(value.notice)),
    issuedOn,
    kind: textOf(value.kind) ?? 'final',
    rating: validRating,
    damagesClaimed: booleanOf(value.damagesClaimed) ?? (damagesAmount === null ? null : damagesAmount > 0),
    damagesAmount,
    text: stripPersons(text),
    documentId: textOf(value.documentId),
  };
}

/** Safe characters for paths. */
const ID = /^[\w.~-]{1,100}$/;

function partyOf(value: unknown): PartyRecord | null {
  if (!isObject(value)) return null;
  const code = codeOf(textOf(value.code));
  const name = textOf(value.name) ?? code;
  if (name === null) return null;
  return { code, name, city: textOf(value.city), county: textOf(value.county), country: textOf(value.country) };
}

/** Bani; null when absent, undefined when it is no amount. */
function leiOf(value: unknown): number | null | undefined {
  const text = textOf(value);
  if (text === null) return null;
  const bani = parseDealBani(text);
  return bani === null || bani < 0 ? undefined : bani;
}
