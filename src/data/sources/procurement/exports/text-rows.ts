/**
 * Rows of the exports that are text: divided by `^` (until 2018, without quoting) or `|` (2023, with quotes around fields that contain
 * one), some by `;` or `,`, or each field wrapped in pipes with commas between (2022, which also has American
 * days). A text may contain a line end, which splits its row.
 */
import { JoinedRows, joined } from '#data/sources/joined-rows.ts';
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

export async function* textRows(input: Input): AsyncGenerator<RowBatch> {
  let dialect: Dialect | null = null;
  let title: string | null = null;
  let titles = 0;
  let rows: JoinedRows | undefined;
  let batch: RowBatch = emptyBatch(0, false);

  const emit = (cells: string[], line: number): true => {
    batch.rows.push(cells);
    batch.lines.push(line);
    return true;
  };
  const skip = (line: number, reason: string, found: string): void => {
    batch.skips.push({ line, reason, found: found.slice(0, FOUND_LENGTH_MAX) } satisfies Skip);
  };
  const rowsOf = (by: Dialect, width: number): JoinedRows =>
    new JoinedRows({
      width,
      split: (text) => by.split(text, width),
      take: emit,
      refuse(lines) {
        const line = lines[0]?.line ?? 0;
        const text = joined(lines);
        const cells = by.split(text, width);
        if (cells === null) skip(line, 'row without an end', text);
        else if (cells.length > width) skip(line, 'wrong number of columns', `${cells.length}: ${text}`);
        // It lacks the empty fields at its end.
        else emit(cells, line);
      },
    });

  for await (const { first, lines, bytesRead } of readLines(input.bytes)) {
    batch = emptyBatch(bytesRead, dialect?.monthFirst ?? false);
    for (let i = 0; i < lines.length; i++) {
      const line = lines[i] ?? null;
      if (line === '') continue;
      if (line === null) {
        rows?.end();
        skip(first + i, 'line too long', '');
      } else if (rows === undefined) {
        const found = dialectOf(input.name, line);
        if (found === null) {
          title ??= line;
          if (++titles > TITLES_MAX) throw noTable(input.name, title);
          continue;
        }
        dialect = found;
        const header = dialect.split(line, 0) ?? [];
        rows = rowsOf(dialect, header.findLastIndex((name) => name.trim() !== '') + 1);
        batch.monthFirst = dialect.monthFirst;
        emit(header, first + i);
      } else rows.add(line, first + i);
    }
    yield batch;
  }
  if (dialect === null) throw noTable(input.name, title);
  batch = emptyBatch(batch.bytesRead, dialect.monthFirst);
  rows?.end();
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
  // What no later chunk closes, none closes for the fields behind it either.
  let mayClose = true;
  for (let i = 0; i < plain.length; i++) {
    let field = plain[i] ?? '';
    if (mayClose && field.startsWith('"')) {
      let last = i;
      while (last < plain.length && !isClosed(plain[last] ?? '', last === i)) last++;
      mayClose = last < plain.length;
      if (mayClose) {
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
  for (let start = 0; ; ) {
    const first = behindBlanks(trimmed, start);
    const isWrapped = trimmed[first] === '|';
    const last = isWrapped ? closingPipe(trimmed, first) : -1;
    if (isWrapped && last < 0) return null;
    const comma = isWrapped ? behindBlanks(trimmed, last + 1) : trimmed.indexOf(',', start);
    const end = comma < 0 ? trimmed.length : comma;
    const field = isWrapped ? unwrapped(trimmed.slice(first + 1, last)) : trimmed.slice(start, end).trim();
    if (isWrapped ? end < trimmed.length && trimmed[end] !== ',' : field.includes('|')) return null;
    fields.push(field);
    if (end === trimmed.length) return fields;
    start = end + 1;
  }
}

function behindBlanks(text: string, start: number): number {
  let at = start;
  while (at < text.length && text.charCodeAt(at) <= 32) at++;
  return at;
}

/** The next one that is not doubled. */
function closingPipe(text: string, opening: number): number {
  let at = text.indexOf('|', opening + 1);
  while (at >= 0 && text[at + 1] === '|') at = text.indexOf('|', at + 2);
  return at;
}

/** A pipe inside a field is doubled. */
const unwrapped = (field: string): string => (field.includes('||') ? field.replaceAll('||', '|') : field);
