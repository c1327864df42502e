/** Rows as CSV by RFC 4180: UTF-8 with the byte order mark that Excel needs for Romanian letters, decimal points, ISO days. */
import { type Cell, type Column, cellOf } from './columns.ts';

const BYTE_ORDER_MARK = '\uFEFF';
const LINE_END = '\r\n';

/** The first line has the field names of the documentation, in every language. */
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
  const text = neutralize(cell);
  // Programs that guess the separator also split at semicolons and tabs.
  return /[",;\t\r\n]|^ | $/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

const SIGN = /[=+\-@＝＋－＠]/;

/**
 * A spreadsheet runs such a text as a formula (a company named `=HYPERLINK(…)`). Some programs skip blanks, invisible marks and
 * quotes before the sign, and accept its wide forms of East Asian keyboards. A cell may begin within ours: a Romanian Excel that
 * opens the file by itself splits at semicolons, and quotes that do not begin a cell then hold nothing together, not even lines.
 */
function neutralize(text: string): string {
  const neutral = SIGN.test(text)
    ? text
        .split(/([;\t\r\n])/)
        .map(neutralizeCell)
        .join('')
    : text;
  return /^[\t\r\n]/.test(neutral) ? `'${neutral}` : neutral;
}

const neutralizeCell = (part: string): string => (/^[\s\p{Cf}"]*[=+\-@＝＋－＠]/u.test(part) ? `'${part}` : part);
