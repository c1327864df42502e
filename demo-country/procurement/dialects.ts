/** How each quarter was published. The real years changed format often; here the quarters since the beginning do, in the same order. */
import type { TableFile, TableShape } from './table.ts';
import { writeDelimited } from './write-delimited.ts';
import { writeXls } from './write-xls.ts';
import { writeOds, writeXlsx } from './write-xlsx.ts';

export interface Dialect {
  /** Which list of columns. */
  columns: '2018' | 'with state' | '2026';
  /** Spelling of a header of 2026, or of 2018, in this one. */
  header(header: string): string;
  /** Columns of its list that it does not have. */
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

const caret: Dialect = {
  columns: '2018',
  header: asIs,
  extension: 'csv',
  consortium: 'rows',
  write: writeDelimited('caret'),
};
/** Purchases have nearly the columns of contracts then. */
const caretBare: Dialect = { ...caret, without: ['Descriere'] };
const caretRenamed: Dialect = { ...caretBare, header: misspelt(OTHER_NAMES) };
const caretCp1250: Dialect = { ...caret, write: writeDelimited('caretCp1250') };
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
  write: writeDelimited('wrapped'),
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
  write: writeDelimited('piped'),
};
const pipedTitled: Dialect = { ...piped, write: writeDelimited('pipedTitled') };
const pipedQuoted: Dialect = { ...piped, write: writeDelimited('pipedQuoted') };
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

export const dialectOf = (quarter: number): Dialect => QUARTERS[quarter] ?? xlsx2024;
