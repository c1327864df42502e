/** Our own import format for the Official Gazette, which has no open interface: one JSON object a line (docs/import-formats.md). */

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

function recordOf(given: JsonObject): GazetteRecord | Refusal {
  const number = numberOf(given.issueNumber);
  if (number === null || !Number.isInteger(number) || number < 1 || number > ISSUE_MAX)
    return new Refusal('unreadable issue number', String(given.issueNumber));
  const date = typeof given.issueDate === 'string' ? parseRomanianDay(given.issueDate) : null;
  if (date === null) return new Refusal('unreadable issue date', String(given.issueDate));
  const companyName = textOf(given.companyName);
  if (companyName === null) return new Refusal('decision without a company', JSON.stringify(given));
  const text = typeof given.text === 'string' ? given.text.trim() : '';
  const title = textOf(given.title) ?? textOf(text.split('\n')[0]);
  if (title === null) return new Refusal('decision without a title and a text', companyName);
  return {
    part: textOf(given.part) ?? 'IV',
    number,
    bis: given.bis === true,
    date,
    page: pageOf(given.page),
    kind: decisionKinds.find((kind): kind is DecisionKind => kind === given.kind) ?? kindOf(title),
    companyName,
    registrationNumber: parseRegistrationNumber(textOf(given.registrationNumber) ?? ''),
    cui: parseCui(textOf(given.cui) ?? ''),
    title,
    text: text.slice(0, TEXT_LENGTH_MAX),
    url: addressOf(given.sourceUrl),
  };
}

/** Pages count from 1: a zero, a fraction or a word says that nobody knows. */
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
