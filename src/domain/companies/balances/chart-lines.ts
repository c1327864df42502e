/** The lines of the charts of balance sheets, by position and by label, as in the files of FY2015 to FY2025. */

import type { SummaryColumn } from '#domain/companies/tables.ts';
import { words } from '#lib/values/text.ts';

/** The column that a line counts in, and its sign: a loss is a separate line, filed as a positive number. */
export interface Meaning {
  column: SummaryColumn;
  sign: 1 | -1;
}

const plus = (column: SummaryColumn): Meaning => ({ column, sign: 1 });
const minus = (column: SummaryColumn): Meaning => ({ column, sign: -1 });

/** I1 … I20 of companies since FY2019. */
export const standardChart: readonly (Meaning | null)[] = [
  plus('fixed_assets'),
  plus('current_assets'),
  plus('inventories'),
  plus('receivables'),
  plus('cash'),
  plus('prepaid'),
  plus('debts'),
  plus('deferred_income'),
  plus('provisions'),
  plus('equity'),
  plus('capital'),
  plus('patrimony'),
  plus('turnover'),
  plus('total_revenue'),
  plus('total_expenses'),
  plus('gross_profit'),
  minus('gross_profit'),
  plus('net_profit'),
  minus('net_profit'),
  plus('employees'),
];

/** FY2015 of the small companies: without the patrimony of state companies, and with a wrong label for the gross loss (I16). */
export const smallChart2015: readonly (Meaning | null)[] = standardChart.toSpliced(11, 1);

/** FY2015 of the larger companies: "Patrimoniul public" stands at I13 and shifts the lines after it by one. */
export const chart2015: readonly (Meaning | null)[] = standardChart.toSpliced(12, 0, null);

const meanings = new Map<string, Meaning>([
  ['active imobilizate total', plus('fixed_assets')],
  ['active imobilizate', plus('fixed_assets')],
  ['active circulante total', plus('current_assets')],
  ['active circulante', plus('current_assets')],
  ['stocuri', plus('inventories')],
  ['creante', plus('receivables')],
  ['casa si conturi la banci', plus('cash')],
  ['cheltuieli in avans', plus('prepaid')],
  ['datorii', plus('debts')],
  ['datorii total', plus('debts')],
  // Associations, up to FY2023, split their debts at one year; the printed form has the second wording.
  ['datorii ce trebuie platite intr o perioada de pana la un an', plus('debts')],
  ['datorii ce trebuie platite intr o perioada mai mare de un an', plus('debts')],
  ['datorii sumele care trebuie platite intr o perioada de pana la un an', plus('debts')],
  ['datorii sumele care trebuie platite intr o perioada mai mare de un an', plus('debts')],
  ['venituri in avans', plus('deferred_income')],
  ['provizioane', plus('provisions')],
  ['capitaluri total', plus('equity')],
  ['capitaluri', plus('equity')],
  // Insurers.
  ['capital si rezerve total', plus('equity')],
  ['capital subscris varsat', plus('capital')],
  // Label in the short form of FY2015.
  ['capital', plus('capital')],
  ['patrimoniul regiei', plus('patrimony')],
  ['cifra de afaceri neta', plus('turnover')],
  ['venituri totale', plus('total_revenue')],
  ['cheltuieli totale', plus('total_expenses')],
  ['profit brut', plus('gross_profit')],
  ['pierdere bruta', minus('gross_profit')],
  ['profit net', plus('net_profit')],
  ['pierdere neta', minus('net_profit')],
  // Associations: a surplus beside the profit of their sales, and separate counts of staff.
  ['excedent profit', plus('net_profit')],
  ['deficit pierdere', minus('net_profit')],
  ['efectivul de personal privind activitatile fara scop patrimonial', plus('employees')],
  ['efectivul de personal privind activitatea fara scop patrimonial', plus('employees')],
  ['efectivul de personal privind activitatile economice', plus('employees')],
  ['efectivul de personal privind activitatile economice sau financiare', plus('employees')],
  ['numar mediu de salariati', plus('employees')],
  ['numarul mediu de salariati', plus('employees')],
  // Banks.
  ['total activ', plus('total_assets')],
  ['total active', plus('total_assets')],
  ['active total', plus('total_assets')],
]);

/** Case, diacritics, spaces, `A. `, `, din care:` and `- la 31.12.2024` do not distinguish lines. */
const bare = (label: string | null): string =>
  words(label ?? '')
    .join(' ')
    .replace(/^[a-j] /, '')
    .replace(/ la 31 12 [0-9]{4}$/, '')
    .replace(/ din care$/, '')
    // `Profitul net`, `Pierderea neta`: some years have the article.
    .replace(/^profitul (?=brut|net)/, 'profit ')
    .replace(/^pierderea (?=brut|net)/, 'pierdere ');

export const isTurnover = (label: string | null): boolean => bare(label) === 'cifra de afaceri neta';

/** Equity when no other line is equity: associations have it beside a larger "Capitaluri - total". */
const OWN_EQUITY = 'capitaluri proprii total';

const LOSS = /^pierdere (bruta|neta)$/;

/**
 * The meaning of each line by its label, lines in the order of their codes. A label that occurs twice is ignored. Losses are
 * matched to the profit line before them: IFRS forms call the net loss "Pierdere bruta", and the short form of FY2015 calls the
 * gross loss "Pierdere neta".
 */
export function meaningsByLabel(labels: readonly (string | null)[]): (Meaning | null)[] {
  const texts = labels.map(bare).map((text, i, all) => {
    if (!LOSS.test(text)) return text;
    if (all[i - 1] === 'profit brut') return 'pierdere bruta';
    return all[i - 1] === 'profit net' ? 'pierdere neta' : text;
  });
  const matches = texts.map((text) =>
    texts.indexOf(text) === texts.lastIndexOf(text) ? (meanings.get(text) ?? null) : null,
  );
  if (matches.some((meaning) => meaning?.column === 'equity')) return matches;
  return matches.map((meaning, i) => (texts[i] === OWN_EQUITY ? plus('equity') : meaning));
}
