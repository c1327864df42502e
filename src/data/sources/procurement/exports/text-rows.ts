/**
 * Rows of the exports that are text: divided by `^` (until 2018, without quoting) or `|` (2023, with quotes around fields that contain
 * one), some by `;` or `,`, or each field wrapped in pipes with commas between (2022, which also has American
 * days). A text may contain a line end, which splits its row.
 */
import { type Input, readLines } from '#data/sources/lines.ts';
import type { Skip } from '#data/sources/text-table.ts';
import { notAHeader, WrongShape } from '#lib/safe-fetch/wrong-shape.ts';
import type { RowBatch } from './rows.ts';

interface Dialect {
  monthFirst: boolean;
  /** Null when the line ends inside a field. */
  split(line: string, width: number): string[] | null;
}

const EXPECTED = 'a table divided by ^, |, ; or a comma, or with fields wrapped in pipes';

/** Every table of the exports has more; a title may contain a comma or two. */
const COLUMNS_MIN = 4;
/** Lines above a table. */
const TITLES_MAX = 20;

/** A row with more lines than this is broken; the limit saves the rows after it. */
const JOINED_LINES_MAX = 20;

export async function* textRows(input: Input): AsyncGenerator<RowBatch> {
  let dialect: Dialect | null = null;
  let title: string | null = null;
  let titles = 0;
  let width = 0;
  let pending: { line: number; lines: number; text: string } | null = null;
  let batch: RowBatch = emptyBatch(0, false);

  const emit = (cells: string[], line: number): void => {
    batch.rows.push(cells);
    batch.lines.push(line);
  };
  const skip = (line: number, reason: string, found: string): void => {
    batch.skips.push({ line, reason, found: found.slice(0, FOUND_LENGTH_MAX) } satisfies Skip);
  };
  /** Ends the pending row: it lacks the empty fields at its end, or is broken. */
  const flush = (by: Dialect): void => {
    if (pending === null) return;
    const cells = by.split(pending.text, width);
    if (cells === null) skip(pending.line, 'row without an end', pending.text);
    else emit(cells, pending.line);
    pending = null;
  };
  const addLine = (by: Dialect, line: string, number: number): void => {
    const joined: string = pending === null ? line : `${pending.text} ${line}`;
    const cells = by.split(joined, width);
    // An extra delimiter at the end of a line is an empty last field.
    while (cells !== null && cells.length > width && cells.at(-1) === '') cells.pop();
    if (cells !== null && cells.length === width) {
      emit(cells, pending?.line ?? number);
      pending = null;
    } else if (pending === null) {
      if (cells !== null && cells.length > width) skip(number, 'wrong number of columns', `${cells.length}: ${line}`);
      else pending = { line: number, lines: 1, text: line };
    } else if ((cells !== null && cells.length > width) || pending.lines === JOINED_LINES_MAX) {
      flush(by);
      addLine(by, line, number);
    } else pending = { line: pending.line, lines: pending.lines + 1, text: joined };
  };

  for await (const { first, lines, bytesRead } of readLines(input.bytes)) {
    batch = emptyBatch(bytesRead, dialect?.monthFirst ?? false);
    for (let i = 0; i < lines.length; i++) {
      const line = lines[i] ?? null;
      if (line === '') continue;
      if (line === null) skip(first + i, 'line too long', '');
      else if (dialect === null) {
        const found = dialectOf(input.name, line);
        if (found === null) {
          title ??= line;
          if (++titles > TITLES_MAX) throw noTable(input.name, title);
          continue;
        }
        dialect = found;
        const header = dialect.split(line, 0) ?? [];
        width = header.findLastIndex((name) => name.trim() !== '') + 1;
        batch.monthFirst = dialect.monthFirst;
        emit(header, first + i);
      } else addLine(dialect, line, first + i);
    }
    yield batch;
  }
  if (dialect === null) throw noTable(input.name, title);
  batch = emptyBatch(batch.bytesRead, dialect.monthFirst);
  flush(dialect);
  yield batch;
}

const FOUND_LENGTH_MAX = 80;

const emptyBatch = (bytesRead: number, monthFirst: boolean): RowBatch => ({
  sheet: null,
  rows: [],
  lines: [],
  skips: [],
  bytesRead,
  monthFirst,
});

const noTable = (file: string, title: string | null): WrongShape =>
  new WrongShape(file, EXPECTED, title === null ? 'an empty file' : `the line ${title.slice(0, 200)}`);

/** Null for a title above the table. */
function dialectOf(file: string, header: string): Dialect | null {
  const other = notAHeader(header);
  if (other) throw new WrongShape(file, EXPECTED, other);
  if (/^\s*\|.*\|\s*,\s*\|/.test(header)) return { monthFirst: true, split: splitWrapped };
  const delimiter = ['^', '|', ';', ','].find((mark) => header.split(mark).length >= COLUMNS_MIN);
  if (delimiter === undefined) return null;
  if (delimiter === '^') return { monthFirst: false, split: (line) => line.split(delimiter) };
  return { monthFirst: false, split: (line, width) => splitQuoted(line, delimiter, width) };
}

/**
 * Names contain quotes of their own, also at their start. So a line with the right number of fields without regard to quotes is split
 * that way, and a wholly quoted field loses its quotes; only in other lines do quotes join fields.
 */
function splitQuoted(line: string, delimiter: string, width: number): string[] {
  const plain = line.split(delimiter);
  if (!line.includes('"')) return plain;
  if (plain.length <= width) return plain.map(unquoted);
  const fields: string[] = [];
  for (let i = 0; i < plain.length; i++) {
    let field = plain[i] ?? '';
    if (field.startsWith('"')) {
      let last = i;
      while (last < plain.length && !isClosed(plain[last] ?? '', last === i)) last++;
      if (last < plain.length) {
        field = plain.slice(i, last + 1).join(delimiter);
        i = last;
      }
    }
    fields.push(unquoted(field));
  }
  return fields;
}

/** Whether a quoted field ends with this chunk: quotes inside are doubled. */
function isClosed(chunk: string, isFirst: boolean): boolean {
  let quotes = 0;
  for (let at = chunk.length - 1; at >= (isFirst ? 1 : 0) && chunk[at] === '"'; at--) quotes++;
  return quotes % 2 === 1;
}

const unquoted = (field: string): string =>
  field.length > 1 && field.startsWith('"') && field.endsWith('"') ? field.slice(1, -1).replaceAll('""', '"') : field;

/** Nearly all lines have every field wrapped; others need a parser. */
function splitWrapped(line: string, width: number): string[] | null {
  const trimmed = line.endsWith(' ') ? line.trimEnd() : line;
  if (trimmed.startsWith('|') && trimmed.endsWith('|')) {
    const fields = trimmed.slice(1, -1).split('|,|');
    if (fields.length === width) return trimmed.includes('||') ? fields.map(unwrapped) : fields;
  }
  const fields: string[] = [];
  const FIELD = /\s*\|((?:[^|]|\|\|)*)\|\s*(,|$)|([^,|]*)(,|$)/y;
  for (FIELD.lastIndex = 0; ; ) {
    const match = FIELD.exec(trimmed);
    if (match === null) return null;
    fields.push(match[1] === undefined ? (match[3]?.trim() ?? '') : unwrapped(match[1]));
    if ((match[2] ?? match[4]) === '') return fields;
  }
}

/** A pipe inside a field is doubled. */
const unwrapped = (field: string): string => (field.includes('||') ? field.replaceAll('||', '|') : field);
