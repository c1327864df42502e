/** Import formats with one JSON object a line. An unreadable line is a counted skip. */
import { WrongShape } from '#lib/safe-fetch/wrong-shape.ts';
import { jsonWithoutNul } from '#lib/values/text.ts';
import { isObject, type JsonObject } from './json.ts';
import { type Input, readLines } from './lines.ts';
import { type Batch, Refusal } from './text-table.ts';

/** Characters of a line in a report. */
const FOUND_LENGTH_MAX = 80;

/** `expected`: describes a valid line, for the error about a file without one. */
export async function* readNdjson<Row>(
  input: Input,
  expected: string,
  recordOf: (value: JsonObject) => Row | Refusal,
): AsyncGenerator<Batch<Row>> {
  let anyRecord = false;
  let skipped = 0;
  for await (const { first, lines, bytesRead } of readLines(input.bytes)) {
    const batch: Batch<Row> = { records: [], lines: [], skips: [], bytesRead };
    for (const [i, line] of lines.entries()) {
      if (line !== null && line.trim() === '') continue;
      const value = line === null ? null : parseLine(line);
      const record =
        value !== null ? recordOf(value) : new Refusal(line === null ? 'line too long' : 'no JSON object', line ?? '');
      if (record instanceof Refusal) {
        batch.skips.push({ line: first + i, reason: record.reason, found: record.found.slice(0, FOUND_LENGTH_MAX) });
      } else {
        batch.records.push(record);
        batch.lines.push(first + i);
      }
    }
    anyRecord ||= batch.records.length > 0;
    skipped += batch.skips.length;
    yield batch;
  }
  if (!anyRecord && skipped > 0) throw new WrongShape(input.name, expected, `${skipped} lines, none readable`);
}

function parseLine(line: string): JsonObject | null {
  try {
    const value = jsonWithoutNul(line);
    return isObject(value) ? value : null;
  } catch {
    return null;
  }
}
