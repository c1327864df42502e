/** Exports that are text: divided by `^` (until 2018), wrapped in pipes (2022), divided by pipes (2023, some with quotes). */
import { dayText, romanianDay } from '#demo-country/days.ts';
import { createText, type TextShape } from '#demo-country/write-text.ts';
import { type ColumnKind, decimals, type TableFile, type TableShape, type Value } from './table.ts';

interface Style extends TextShape {
  /** Lines above the table. */
  titles?: readonly string[];
  row(cells: string[], kinds: readonly (ColumnKind | 'header')[]): string;
  day(day: number): string;
  money(bani: number): string;
}

/** No quoting: what divides the fields must not stand in them. */
const without = (mark: RegExp) => (cell: string) => cell.replace(mark, ' ');

const caret: Style = {
  row: (cells) => cells.map(without(/\^/g)).join('^'),
  day: (day) => `${dayText(day)} 00:00:00.000`,
  money: decimals,
};
const piped: Style = {
  row: (cells) => cells.map(without(/\|/g)).join('|'),
  day: (day) => romanianDay(day, '.'),
  money: romanianAmount,
};
/** Only fields that hold what divides them; quotes inside of them are written twice. */
const quoted = (cell: string): string => (cell.includes('|') ? `"${cell.replaceAll('"', '""')}"` : cell);

const wrapped = (cell: string): string => `|${cell.replaceAll('|', '||')}|`;
const isFigure = (kind: ColumnKind | 'header' | undefined): boolean => kind === 'money' || kind === 'number';

const styles = {
  caret: { ...caret, bom: true },
  caretCp1250: { ...caret, charset: 'cp1250', lineEnd: '\r\n' },
  wrapped: {
    lineEnd: '\r\n',
    // Amounts and counts are not wrapped.
    row: (cells, kinds) => cells.map((cell, i) => (isFigure(kinds[i]) ? cell : wrapped(cell))).join(','),
    day: (day) => romanianDay(day).replace(/^(\d+)\/(\d+)/, '$2/$1'),
    money: decimals,
  },
  piped,
  pipedTitled: { ...piped, titles: ['Raport SEAP, trimestrial', ''] },
  pipedQuoted: { ...piped, row: (cells) => cells.map(quoted).join('|') },
} satisfies Record<string, Style>;

export const writeDelimited =
  (name: keyof typeof styles) =>
  async (path: string, { headers, kinds }: TableShape): Promise<TableFile> => {
    const style: Style = styles[name];
    const file = await createText(path, style);
    for (const title of style.titles ?? []) file.line(title);
    file.line(
      style.row(
        [...headers],
        headers.map(() => 'header'),
      ),
    );
    const cell = (value: Value, i: number): string => {
      if (value === null) return '';
      if (typeof value === 'string') return value;
      if (kinds[i] === 'day') return style.day(value);
      return kinds[i] === 'money' ? style.money(value) : String(value);
    };
    return {
      row: (values) => file.line(style.row(values.map(cell), kinds)),
      flush: file.flush,
      close: file.close,
    };
  };

/** `1.234,56`; whole lei without decimals, so that a point before three digits divides thousands: `1.234`. */
function romanianAmount(bani: number): string {
  const [whole = '', rest] = decimals(bani).split('.');
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, '.');
  return rest === '00' ? grouped : `${grouped},${rest}`;
}
