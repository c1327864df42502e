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
  // Programs that are not told what stands between cells split at semicolons and tabs as well.
  return /[",;\t\r\n]|^ | $/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

const SIGN = /[=+\-@＝＋－＠]/;

/**
 * A spreadsheet would run a text that begins so as a formula: who named a company `=HYPERLINK(…)` meant somebody else to. Some skip
 * blanks, marks that nobody sees and quotes before it, and take the wide signs of East Asian keyboards for the plain ones. A cell
 * may begin within ours: a Romanian Excel that opens the file by itself splits at semicolons, and for it quotes that do not begin
 * a cell keep nothing together, line ends neither.
 */
function harmless(text: string): string {
  const marked = SIGN.test(text)
    ? text
        .split(/([;\t\r\n])/)
        .map(defused)
        .join('')
    : text;
  return /^[\t\r\n]/.test(marked) ? `'${marked}` : marked;
}

const defused = (piece: string): string => (/^[\s\p{Cf}"]*[=+\-@＝＋－＠]/u.test(piece) ? `'${piece}` : piece);
