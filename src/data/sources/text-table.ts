/**
 * Tables of text: one header, one record a line, no quoting; a record that a line end inside a text splits is joined again. A broken line is
 * a counted skip; a wrong header stops with WrongShape.
 */

import { notAHeader, WrongShape } from '#lib/safe-fetch/wrong-shape.ts';
import { isBlank, JoinedRows } from './joined-rows.ts';
import { type Input, LINE_LENGTH_MAX, readLines } from './lines.ts';

/** The records of one chunk of a file. `lines[i]` is the line number of `records[i]`. */
export interface Batch<Row> {
  records: Row[];
  lines: number[];
  skips: Skip[];
  /** Bytes of the file read so far, for progress. */
  bytesRead: number;
  /** Columns of the header that are not read. Absent for files without known names of columns. */
  unread?: readonly string[];
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
  /** The known columns; alternative spellings are separated by `|`. */
  columns?: Readonly<Record<'required' | 'optional', readonly string[]>>;
  /** The reader of lines for this header (names trimmed, upper case); null when columns are missing. */
  readerFor(header: string[]): RowReader<Row> | null;
}

/** More broken lines before the first good one mean that the content does not match the header. */
const BROKEN_START_LINES_MAX = 1000;

/** Characters of a broken line in a report. */
const FOUND_LENGTH_MAX = 80;

const TOO_LONG = new Refusal('line too long', `more than ${LINE_LENGTH_MAX} characters`);

export async function* readTable<Row extends object>(input: Input, shape: TableShape<Row>): AsyncGenerator<Batch<Row>> {
  let batch: Batch<Row> = { records: [], lines: [], skips: [], bytesRead: 0 };
  let rows: JoinedRows | undefined;
  let unread: readonly string[] | undefined;
  let anyRecord = false;
  let skipped = 0;
  const noRecord = () => new WrongShape(input.name, shape.expected, `${skipped} lines after the header, none readable`);
  const skip = ({ reason, found }: Refusal, line: number): void => {
    batch.skips.push({ line, reason, found: found.slice(0, FOUND_LENGTH_MAX) });
  };
  const reader = (header: string): JoinedRows => {
    const { read, delimiter, width, names } = layoutOf(input.name, header, shape);
    if (shape.columns) unread = names.filter((name) => name !== '' && !isKnown(name, shape.columns));
    return new JoinedRows({
      width,
      split: (text) => text.split(delimiter),
      take(cells, line, isJoined) {
        const row = read(cells);
        if (row instanceof Refusal) {
          if (isJoined) return false;
          skip(row, line);
        } else if (row !== null) {
          batch.records.push(row);
          batch.lines.push(line);
        }
        return true;
      },
      refuse(lines) {
        for (const { text, line } of lines) {
          const found = `${text.split(delimiter).length} instead of ${width}: ${text}`;
          skip(new Refusal('wrong number of columns', found), line);
        }
      },
    });
  };

  for await (const { first, lines, bytesRead } of readLines(input.bytes)) {
    batch = { records: [], lines: [], skips: [], bytesRead };
    for (let i = 0; i < lines.length; i++) {
      const line = lines[i] ?? null;
      if (line !== null && isBlank(line)) continue;
      if (rows === undefined) rows = reader(line ?? '');
      else if (line !== null) rows.add(line, first + i);
      else {
        rows.end();
        skip(TOO_LONG, first + i);
      }
    }
    anyRecord ||= batch.records.length > 0;
    skipped += batch.skips.length;
    if (!anyRecord && skipped > BROKEN_START_LINES_MAX) throw noRecord();
    if (unread) batch.unread = unread;
    yield batch;
  }
  if (rows === undefined) throw new WrongShape(input.name, shape.expected, 'an empty file');
  batch = { records: [], lines: [], skips: [], bytesRead: batch.bytesRead };
  rows.end();
  skipped += batch.skips.length;
  if (!anyRecord && skipped > 0) throw noRecord();
  yield batch;
}

function layoutOf<Row>(file: string, header: string, shape: TableShape<Row>) {
  const other = notAHeader(header);
  if (other) throw new WrongShape(file, shape.expected, other);

  const delimiter = mostFrequent(header, shape.delimiters);
  const names = header.split(delimiter).map((name) => name.trim().toUpperCase());
  const read = shape.readerFor(names);
  const missing = shape.columns?.required.filter(
    (spellings) => !spellings.split('|').some((name) => names.includes(name)),
  );
  if (!read) throw new WrongShape(file, shape.expected, `the header ${header.slice(0, 200)}`, missing);
  return { read, delimiter, names, width: names.findLastIndex((name) => name !== '') + 1 };
}

const isKnown = (name: string, columns: TableShape<unknown>['columns']): boolean =>
  Object.values(columns ?? {}).some((all) => all.some((spellings) => spellings.split('|').includes(name)));

function mostFrequent(header: string, delimiters: readonly string[]): string {
  const count = (delimiter: string) => header.split(delimiter).length;
  return delimiters.reduce((best, delimiter) => (count(delimiter) > count(best) ? delimiter : best));
}
