/** Tables of text: one header, one record a line, no quoting. A broken line is a counted skip; a wrong header stops with WrongShape. */

import { notAHeader, WrongShape } from '#lib/safe-fetch/wrong-shape.ts';
import { type Input, LINE_LENGTH_MAX, readLines } from './lines.ts';

/** The records of one chunk of a file. `lines[i]` is the line number of `records[i]`. */
export interface Batch<Row> {
  records: Row[];
  lines: number[];
  skips: Skip[];
  /** Bytes of the file read so far, for progress. */
  bytesRead: number;
}

/** A line without a record. `reason` is one of a few fixed phrases, for counting; `found` is its content. */
export interface Skip {
  line: number;
  reason: string;
  found: string;
  /** Understood, and left out on purpose. */
  isIntended?: boolean;
  /** The value of the row, in tables of amounts, if readable. */
  bani?: number | null;
}

/** The reason why a line has no record. */
export class Refusal {
  readonly reason: string;
  readonly found: string;
  /** Understood, and left out on purpose. */
  readonly isIntended: boolean;

  constructor(reason: string, found: string, isIntended = false) {
    this.reason = reason;
    this.found = found;
    this.isIntended = isIntended;
  }
}

/** A record, the reason why there is none, or null for a line to ignore. */
export type RowReader<Row> = (cells: string[]) => Row | Refusal | null;

export interface TableShape<Row> {
  /** The delimiters of real files; the most frequent one in the header counts. */
  delimiters: readonly string[];
  /** Describes a valid header, for WrongShape. */
  expected: string;
  /** The reader of lines for this header (names trimmed, upper case); null when columns are missing. */
  readerFor(header: string[]): RowReader<Row> | null;
}

/** More broken lines before the first good one mean that the content does not match the header. */
const BROKEN_START_LINES_MAX = 1000;

/** Characters of a broken line in a report. */
const FOUND_LENGTH_MAX = 80;

const TOO_LONG = new Refusal('line too long', `more than ${LINE_LENGTH_MAX} characters`);

export async function* readTable<Row extends object>(input: Input, shape: TableShape<Row>): AsyncGenerator<Batch<Row>> {
  let readLine: ((line: string) => Row | Refusal | null) | undefined;
  let anyRecord = false;
  let skipped = 0;
  const noRecord = () => new WrongShape(input.name, shape.expected, `${skipped} lines after the header, none readable`);

  for await (const { first, lines, bytesRead } of readLines(input.bytes)) {
    const batch: Batch<Row> = { records: [], lines: [], skips: [], bytesRead };
    for (let i = 0; i < lines.length; i++) {
      const line = lines[i] ?? null;
      if (line !== null && isBlank(line)) continue;
      if (readLine === undefined) {
        readLine = lineReader(input.name, line ?? '', shape);
        continue;
      }
      const row = line === null ? TOO_LONG : readLine(line);
      if (row instanceof Refusal) {
        batch.skips.push({ line: first + i, reason: row.reason, found: row.found.slice(0, FOUND_LENGTH_MAX) });
      } else if (row !== null) {
        batch.records.push(row);
        batch.lines.push(first + i);
      }
    }
    anyRecord ||= batch.records.length > 0;
    skipped += batch.skips.length;
    if (!anyRecord && skipped > BROKEN_START_LINES_MAX) throw noRecord();
    yield batch;
  }
  if (readLine === undefined) throw new WrongShape(input.name, shape.expected, 'an empty file');
  if (!anyRecord && skipped > 0) throw noRecord();
}

function lineReader<Row>(file: string, header: string, shape: TableShape<Row>): (line: string) => Row | Refusal | null {
  const other = notAHeader(header);
  if (other) throw new WrongShape(file, shape.expected, other);

  const delimiter = mostFrequent(header, shape.delimiters);
  const names = header.split(delimiter).map((name) => name.trim().toUpperCase());
  const read = shape.readerFor(names);
  if (!read) throw new WrongShape(file, shape.expected, `the header ${header.slice(0, 200)}`);

  // A delimiter too many at the end of the header or of a line makes an unnamed last column: tolerated while it is empty.
  const width = names.findLastIndex((name) => name !== '') + 1;
  return (line) => {
    const cells = line.split(delimiter);
    if (cells.length === width || (cells.length > width && cells.slice(width).every(isBlank))) return read(cells);
    return new Refusal('wrong number of columns', `${cells.length} instead of ${width}: ${line}`);
  };
}

/** Checks the first character before trimming: hardly any line is blank. */
const isBlank = (text: string): boolean => text === '' || (text.charCodeAt(0) <= 32 && text.trim() === '');

function mostFrequent(header: string, delimiters: readonly string[]): string {
  const count = (delimiter: string) => header.split(delimiter).length;
  return delimiters.reduce((best, delimiter) => (count(delimiter) > count(best) ? delimiter : best));
}
