/** Rows as CSV by RFC 4180: UTF-8 with a byte order mark, which Excel needs to see letters of Romanian, dots in numbers, ISO days. */
import { type Cell, type Column, cellOf } from './columns.ts';

const BYTE_ORDER_MARK = '\uFEFF';
const LINE_END = '\r\n';

/** The first line names the fields as the documentation does, so that programs find them in every language. */
export async function* csv(
  columns: readonly Column[],
  pages: AsyncIterable<readonly unknown[]>,
): AsyncGenerator<Uint8Array> {
  yield Buffer.from(BYTE_ORDER_MARK + lineOf(columns.map((column) => column.join('.'))));
  for await (const rows of pages)
    yield Buffer.from(rows.map((row) => lineOf(columns.map((column) => cellOf(row, column)))).join(''));
}

const lineOf = (cells: readonly Cell[]): string => cells.map(field).join(',') + LINE_END;

function field(cell: Cell): string {
  if (cell === null) return '';
  if (typeof cell !== 'string') return String(cell);
  const text = harmless(cell);
  return /[",\r\n]|^ | $/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/**
 * A spreadsheet would run a text that begins so as a formula: who named a company `=HYPERLINK(…)` meant somebody else to. Some skip
 * blanks, marks that nobody sees and quotes before it, and take the wide signs of East Asian keyboards for the plain ones.
 */
const harmless = (text: string): string => (/^[\t\r\n]|^[\s\p{Cf}"]*[=+\-@＝＋－＠]/u.test(text) ? `'${text}` : text);
