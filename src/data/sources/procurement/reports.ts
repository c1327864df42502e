/** Our own import format for supplier-performance reports, which no open source publishes: one JSON object a line (docs/import-formats.md). */

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

function reportOf(given: JsonObject): ReportRecord | Refusal {
  const ackDocId = textOf(given.ackDocId);
  if (ackDocId === null || !ID.test(ackDocId)) return new Refusal('unreadable report id', String(given.ackDocId));
  const supplier = partyOf(given.supplier);
  if (supplier === null) return new Refusal('report without a supplier', ackDocId);
  const authority = partyOf(given.authority);
  if (authority === null) return new Refusal('report without an authority', ackDocId);
  const issuedOn = typeof given.issuedOn === 'string' ? parseRomanianDay(given.issuedOn) : null;
  if (issuedOn === null) return new Refusal('unreadable day of issue', String(given.issuedOn));
  const text = typeof given.text === 'string' ? given.text.trim() : '';
  if (text === '') return new Refusal('report without a text', ackDocId);
  const damagesAmount = leiOf(given.damagesLei);
  if (damagesAmount === undefined) return new Refusal('damages are no amount', String(given.damagesLei));
  const rating = textOf(given.rating);
  const known = RATINGS.find((each) => each === rating) ?? null;
  if (rating !== null && known === null) return new Refusal('unknown rating', rating);
  return {
    ackDocId,
    supplier,
    authority,
    contractNumber: textOf(given.contractNumber),
    contractDate: dayOf(given.contractDate),
    notice: noticeNumber(textOf(given.notice)),
    issuedOn,
    kind: textOf(given.kind) ?? 'final',
    rating: known,
    damagesClaimed: booleanOf(given.damagesClaimed) ?? (damagesAmount === null ? null : damagesAmount > 0),
    damagesAmount,
    text: stripPersons(text),
    documentId: textOf(given.documentId),
  };
}

/** It stands in paths. */
const ID = /^[\w.~-]{1,100}$/;

function partyOf(value: unknown): PartyRecord | null {
  if (!isObject(value)) return null;
  const code = codeOf(textOf(value.code));
  const name = textOf(value.name) ?? code;
  if (name === null) return null;
  return { code, name, city: textOf(value.city), county: textOf(value.county), country: textOf(value.country) };
}

/** Bani; null when not told, undefined when it is no amount. */
function leiOf(value: unknown): number | null | undefined {
  const text = textOf(value);
  if (text === null) return null;
  const bani = parseDealBani(text);
  return bani === null || bani < 0 ? undefined : bani;
}
