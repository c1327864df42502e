/** The import format of the Official Gazette, which has no open interface: one JSON object a line (docs/import-formats.md). */

import { type JsonObject, numberOf, textOf } from '#data/sources/json.ts';
import type { Input } from '#data/sources/lines.ts';
import { readNdjson } from '#data/sources/ndjson.ts';
import { type Batch, Refusal } from '#data/sources/text-table.ts';
import { parseCui } from '#lib/values/cui.ts';
import { parseRomanianDay } from '#lib/values/date.ts';
import { parseRegistrationNumber } from '#lib/values/registration-number.ts';
import { type DecisionKind, decisionKinds, type GazetteRecord, kindOf, TEXT_LENGTH_MAX } from './records.ts';

const EXPECTED = 'one JSON object a line with issueNumber, issueDate, companyName, title and text';

export const readGazette = (input: Input): AsyncGenerator<Batch<GazetteRecord>> =>
  readNdjson(input, EXPECTED, recordOf);

function recordOf(value: JsonObject): GazetteRecord | Refusal {
  const number = numberOf(value.issueNumber);
  if (number === null || !Number.isInteger(number) || number < 1 || number > ISSUE_MAX)
    return new Refusal('unreadable issue number', String(value.issueNumber));
  const date = typeof value.issueDate === 'string' ? parseRomanianDay(value.issueDate) : null;
  if (date === null) return new Refusal('unreadable issue date', String(value.issueDate));
  const companyName = textOf(value.companyName);
  if (companyName === null) return new Refusal('decision without a company', JSON.stringify(value));
  const text = typeof value.text === 'string' ? value.text.trim() : '';
  const title = textOf(value.title) ?? textOf(text.split('\n')[0]);
  if (title === null) return new Refusal('decision without a title and a text', companyName);
  return {
    part: textOf(value.part) ?? 'IV',
    number,
    bis: value.bis === true,
    date,
    page: pageOf(value.page),
    kind: decisionKinds.find((kind): kind is DecisionKind => kind === value.kind) ?? kindOf(title),
    companyName,
    registrationNumber: parseRegistrationNumber(textOf(value.registrationNumber) ?? ''),
    cui: parseCui(textOf(value.cui) ?? ''),
    title,
    text: text.slice(0, TEXT_LENGTH_MAX),
    url: addressOf(value.sourceUrl),
  };
}

/** Pages count from 1: a zero, a fraction or a word means unknown. */
function pageOf(value: unknown): number | null {
  const page = numberOf(value);
  return page !== null && Number.isInteger(page) && page > 0 && page <= PAGE_MAX ? page : null;
}

/** An issue has some dozens. */
const PAGE_MAX = 10_000;
/** Issues of a year are some seven thousand. */
const ISSUE_MAX = 100_000;

const addressOf = (value: unknown): string | null =>
  typeof value === 'string' && /^https?:$/.test(URL.parse(value)?.protocol ?? '') ? value : null;
