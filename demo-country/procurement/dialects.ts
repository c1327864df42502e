/** The format of each quarter. The real years changed format often; here quarters do, in the same order. */
import { dayText, romanianDay } from '#demo-country/days.ts';
import { createText, type TextShape } from '#demo-country/write-text.ts';
import { type ColumnKind, decimals, type TableFile, type TableShape, type Value } from './table.ts';
import { writeXls } from './write-xls.ts';
import { writeOds, writeXlsx } from './write-xlsx.ts';

export interface Dialect {
  /** Which list of columns. */
  columns: '2018' | 'with state' | '2026';
  /** Spelling of a header of the list. */
  header(header: string): string;
  /** Missing columns of the list. */
  without?: readonly string[];
  extension: 'csv' | 'xlsx' | 'xls';
  consortium: 'one cell' | 'rows';
  /** CPV codes as numbers, which lose their leading zero and their check digit. */
  cpvNumbers?: boolean;
  write(path: string, shape: TableShape): Promise<TableFile>;
}

/** Mistakes that stand in the published headers. */
const TYPOS_2022: Record<string, string> = {
  'Numar achizitie directa': 'Numar achizite',
  'Ofertant castigator': 'Ofertant catigator',
  'Autoritate contractanta': 'Autoritate conractanta',
  'Tip incheiere contract': 'Tip inchiere contract',
};
const TYPOS_2023: Record<string, string> = {
  'CUI ofertant castigator': 'CUI Catigator',
  'Data contract': 'Dtaa contract',
  'CUI autoritate contractanta': 'CUI autoritate conractanta',
  'Valoare contract (RON)': 'Valoare atribuita (RON)',
};

/** Seen in exports before 2018. */
const OTHER_NAMES: Record<string, string> = {
  NumarAnunt: 'NUMAR',
  NumarAnuntParticipare: 'NumarInvitatie',
  ValoareRON: 'Valoare atribuita',
};

const asIs = (header: string): string => header;
const misspelt = (typos: Record<string, string>) => (header: string) => typos[header] ?? header;
const snake = (header: string): string =>
  header
    .toUpperCase()
    .replace(/[^A-Z]+/g, '_')
    .replace(/_$/, '');

/** Text exports: separated by `^` (until 2018), wrapped in pipes (2022), separated by pipes (2023, some with quotes). */
interface Style extends TextShape {
  /** Lines above the table. */
  titles?: readonly string[];
  row(cells: string[], kinds: readonly (ColumnKind | 'header')[]): string;
  day(day: number): string;
  money(bani: number): string;
}

/** The format has no quoting: separators inside fields become blanks. */
const without = (mark: RegExp) => (cell: string) => cell.replace(mark, ' ');

const caretCells: Style = {
  row: (cells) => cells.map(without(/\^/g)).join('^'),
  day: (day) => `${dayText(day)} 00:00:00.000`,
  money: decimals,
};
const pipedStyle: Style = {
  row: (cells) => cells.map(without(/\|/g)).join('|'),
  day: (day) => romanianDay(day, '.'),
  money: romanianAmount,
};
/** Quotes only fields with a separator; quotes inside are doubled. */
const quoted = (cell: string): string => (cell.includes('|') ? `"${cell.replaceAll('"', '""')}"` : cell);

const inPipes = (cell: string): string => `|${cell.replaceAll('|', '||')}|`;
const isFigure = (kind: ColumnKind | 'header' | undefined): boolean => kind === 'money' || kind === 'number';

const caretStyle: Style = { ...caretCells, bom: true };
const caretCp1250Style: Style = { ...caretCells, charset: 'cp1250', lineEnd: '\r\n' };
const wrappedStyle: Style = {
  lineEnd: '\r\n',
  // Amounts and counts are not wrapped.
  row: (cells, kinds) => cells.map((cell, i) => (isFigure(kinds[i]) ? cell : inPipes(cell))).join(','),
  day: (day) => romanianDay(day).replace(/^(\d+)\/(\d+)/, '$2/$1'),
  money: decimals,
};
const titledStyle: Style = { ...pipedStyle, titles: ['Raport SEAP, trimestrial', ''] };
const quotedStyle: Style = { ...pipedStyle, row: (cells) => cells.map(quoted).join('|') };

const writeDelimited =
  (style: Style) =>
  async (path: string, { headers, kinds }: TableShape): Promise<TableFile> => {
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

const caret: Dialect = {
  columns: '2018',
  header: asIs,
  extension: 'csv',
  consortium: 'rows',
  write: writeDelimited(caretStyle),
};
/** Purchases have nearly the columns of contracts then. */
const caretBare: Dialect = { ...caret, without: ['Descriere'] };
const caretRenamed: Dialect = { ...caretBare, header: misspelt(OTHER_NAMES) };
const caretCp1250: Dialect = { ...caret, write: writeDelimited(caretCp1250Style) };
const xlsx2019: Dialect = {
  columns: '2026',
  header: snake,
  extension: 'xlsx',
  consortium: 'rows',
  write: writeXlsx('shared'),
};
const wrapped: Dialect = {
  columns: 'with state',
  header: misspelt(TYPOS_2022),
  extension: 'csv',
  consortium: 'rows',
  write: writeDelimited(wrappedStyle),
};
const xls: Dialect = {
  columns: '2026',
  header: misspelt(TYPOS_2023),
  extension: 'xls',
  consortium: 'rows',
  cpvNumbers: true,
  write: writeXls,
};
const piped: Dialect = {
  columns: '2026',
  header: asIs,
  extension: 'csv',
  consortium: 'one cell',
  write: writeDelimited(pipedStyle),
};
const pipedTitled: Dialect = { ...piped, write: writeDelimited(titledStyle) };
const pipedQuoted: Dialect = { ...piped, write: writeDelimited(quotedStyle) };
const xlsx2024: Dialect = {
  columns: '2026',
  header: asIs,
  extension: 'xlsx',
  consortium: 'rows',
  write: writeXlsx('inline'),
};
const ods: Dialect = { ...xlsx2024, write: writeOds };

/**
 * By quarters since the first; those after the list are as the newest real ones. Workbooks cost their reader several times what text
 * does, and a first start reads all of them: each kind of them once or twice.
 */
const QUARTERS: Dialect[] = [
  ...[caret, caretCp1250, xlsx2019, caretBare, caretRenamed],
  ...[wrapped, wrapped, wrapped, wrapped],
  ...[xls, xlsx2024, piped, pipedQuoted, piped, pipedQuoted, pipedTitled, piped, xlsx2024, ods],
];

export function dialectOf(quarter: number, purchases = 0): Dialect {
  const dialect = QUARTERS[quarter] ?? xlsx2024;
  return dialect === xls && purchases > XLS_ROWS_MAX ? piped : dialect;
}

/** An XLS is written as a whole: a quarter with more purchases is a text export. */
const XLS_ROWS_MAX = 100_000;
