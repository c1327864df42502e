/** Our own import format for the Official Gazette, which has no open interface: one JSON object a line (docs/import-formats.md). */
import { parseCui } from '#base/cui.ts';
import { parseRomanianDay } from '#base/date.ts';
import { parseRegistrationNumber } from '#base/registration-number.ts';
import { isObject, type JsonObject, numberOf, textOf } from '#sources/json.ts';
import { type Input, readLines } from '#sources/lines.ts';
import { WrongShape } from '#sources/shape.ts';
import { type Batch, Refusal } from '#sources/table.ts';
import { type DecisionKind, decisionKinds, type GazetteRecord, kindOf, TEXT_LENGTH_MAX } from './records.ts';

const EXPECTED = 'one JSON object a line with issueNumber, issueDate, companyName, title and text';

export async function* readGazette(input: Input): AsyncGenerator<Batch<GazetteRecord>> {
  let anyRecord = false;
  let skipped = 0;
  for await (const { first, lines, bytesRead } of readLines(input.bytes)) {
    const batch: Batch<GazetteRecord> = { records: [], lines: [], skips: [], bytesRead };
    for (const [i, line] of lines.entries()) {
      if (line !== null && line.trim() === '') continue;
      const record = line === null ? new Refusal('line too long', '') : recordOf(line);
      if (record instanceof Refusal) batch.skips.push({ line: first + i, ...record });
      else {
        batch.records.push(record);
        batch.lines.push(first + i);
      }
    }
    anyRecord ||= batch.records.length > 0;
    skipped += batch.skips.length;
    yield batch;
  }
  if (!anyRecord && skipped > 0) throw new WrongShape(input.name, EXPECTED, `${skipped} lines, none readable`);
}

function recordOf(line: string): GazetteRecord | Refusal {
  const given = parsed(line);
  if (given === null) return new Refusal('no JSON object', line.slice(0, 80));
  const number = numberOf(given.issueNumber);
  if (number === null || !Number.isInteger(number) || number < 1)
    return new Refusal('unreadable issue number', String(given.issueNumber));
  const date = typeof given.issueDate === 'string' ? parseRomanianDay(given.issueDate) : null;
  if (date === null) return new Refusal('unreadable issue date', String(given.issueDate));
  const companyName = textOf(given.companyName);
  if (companyName === null) return new Refusal('decision without a company', line.slice(0, 80));
  const text = typeof given.text === 'string' ? given.text.trim() : '';
  const title = textOf(given.title) ?? textOf(text.split('\n')[0]);
  if (title === null) return new Refusal('decision without a title and a text', companyName);
  return {
    part: textOf(given.part) ?? 'IV',
    number,
    bis: given.bis === true,
    date,
    page: numberOf(given.page),
    kind: decisionKinds.find((kind): kind is DecisionKind => kind === given.kind) ?? kindOf(title),
    companyName,
    registrationNumber: parseRegistrationNumber(textOf(given.registrationNumber) ?? ''),
    cui: parseCui(textOf(given.cui) ?? ''),
    title,
    text: text.slice(0, TEXT_LENGTH_MAX),
    url: addressOf(given.sourceUrl),
  };
}

function parsed(line: string): JsonObject | null {
  try {
    const value: unknown = JSON.parse(line);
    return isObject(value) ? value : null;
  } catch {
    return null;
  }
}

const addressOf = (value: unknown): string | null =>
  typeof value === 'string' && /^https?:$/.test(URL.parse(value)?.protocol ?? '') ? value : null;
