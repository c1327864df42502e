/** The figures of one balance sheet in answers: lei, heads, camelCase. The tables have bani. */

import { Type } from 'typebox';
import type { SummaryColumn } from '#domain/companies/tables.ts';
import { about, closed, type FieldTexts, orNull } from '#lib/schema/fields.ts';
import type { Static } from '#lib/schema/static.ts';
import { toLei } from '#lib/values/money.ts';

/** `pronoun`: that of the Romanian noun. */
const lei = (what: FieldTexts, pronoun: 'o' | 'îl' | 'le' = 'le') =>
  orNull(Type.Number(), {
    en: `${what.en}, RON; null where the form does not define it.`,
    ro: `${what.ro}, lei; null unde formularul nu ${pronoun} definește.`,
    ...(what.heading && { heading: what.heading }),
  });

export const BalanceSummary = Type.Object(
  {
    turnover: lei({ en: 'Net turnover', ro: 'Cifra de afaceri netă' }, 'o'),
    netProfit: lei({ en: 'Net profit, negative for a loss', ro: 'Profitul net, negativ pentru pierdere' }, 'îl'),
    grossProfit: lei(
      {
        en: 'Result before tax, negative for a loss',
        ro: 'Rezultatul brut, negativ pentru pierdere',
        heading: { en: 'Gross profit', ro: 'Profit brut' },
      },
      'îl',
    ),
    totalRevenue: lei({
      en: 'Total income',
      ro: 'Venituri totale',
      heading: { en: 'Total revenue', ro: 'Venituri totale' },
    }),
    totalExpenses: lei({
      en: 'Total expenses',
      ro: 'Cheltuieli totale',
      heading: { en: 'Total expenses', ro: 'Cheltuieli totale' },
    }),
    employees: orNull(Type.Integer(), {
      en: 'Average number of employees; null where the form does not define it or it cannot be.',
      ro: 'Numărul mediu de salariați; null unde formularul nu îl definește sau nu poate fi adevărat.',
    }),
    fixedAssets: lei({
      en: 'Fixed assets',
      ro: 'Active imobilizate',
      heading: { en: 'Fixed assets', ro: 'Active imobilizate' },
    }),
    currentAssets: lei({
      en: 'Current assets',
      ro: 'Active circulante',
      heading: { en: 'Current assets', ro: 'Active circulante' },
    }),
    inventories: lei({ en: 'Stocks', ro: 'Stocuri', heading: { en: 'Inventories', ro: 'Stocuri' } }),
    receivables: lei({
      en: 'Receivables of every kind',
      ro: 'Creanțe de orice fel',
      heading: { en: 'Receivables', ro: 'Creanțe' },
    }),
    cash: lei({
      en: 'Cash and bank accounts',
      ro: 'Casa și conturi la bănci',
      heading: { en: 'Cash', ro: 'Casa și conturi la bănci' },
    }),
    prepaid: lei({
      en: 'Prepaid expenses',
      ro: 'Cheltuieli în avans',
      heading: { en: 'Prepaid expenses', ro: 'Cheltuieli în avans' },
    }),
    debts: lei({
      en: 'Debts of every maturity',
      ro: 'Datorii cu orice scadență',
      heading: { en: 'Debts', ro: 'Datorii' },
    }),
    deferredIncome: lei({
      en: 'Deferred income',
      ro: 'Venituri în avans',
      heading: { en: 'Deferred income', ro: 'Venituri în avans' },
    }),
    provisions: lei({ en: 'Provisions', ro: 'Provizioane', heading: { en: 'Provisions', ro: 'Provizioane' } }),
    equity: lei({
      en: 'Equity, negative when losses used it up',
      ro: 'Capitaluri proprii, negative când pierderile le-au consumat',
      heading: { en: 'Equity', ro: 'Capitaluri proprii' },
    }),
    capital: lei(
      {
        en: 'Subscribed and paid-in capital',
        ro: 'Capital subscris vărsat',
        heading: { en: 'Share capital', ro: 'Capital subscris vărsat' },
      },
      'îl',
    ),
    patrimony: lei(
      {
        en: 'Patrimony of a state-run "regie"',
        ro: 'Patrimoniul regiei',
        heading: { en: 'Patrimony', ro: 'Patrimoniul regiei' },
      },
      'îl',
    ),
    totalAssets: lei({
      en: 'Fixed and current assets and prepaid expenses, added by us',
      ro: 'Active imobilizate, active circulante și cheltuieli în avans, adunate de noi',
      heading: { en: 'Total assets', ro: 'Total active' },
    }),
  },
  {
    ...closed,
    title: 'BalanceSummary',
    ...about({
      en: 'The main figures, where the chart of the form defines them.',
      ro: 'Cifrele principale, unde formularul le definește.',
    }),
  },
);

export type Figures = Static<typeof BalanceSummary>;
export type FigureName = keyof Figures;

/** API field to table column. */
const columns = {
  turnover: 'turnover',
  netProfit: 'net_profit',
  grossProfit: 'gross_profit',
  totalRevenue: 'total_revenue',
  totalExpenses: 'total_expenses',
  employees: 'employees',
  fixedAssets: 'fixed_assets',
  currentAssets: 'current_assets',
  inventories: 'inventories',
  receivables: 'receivables',
  cash: 'cash',
  prepaid: 'prepaid',
  debts: 'debts',
  deferredIncome: 'deferred_income',
  provisions: 'provisions',
  equity: 'equity',
  capital: 'capital',
  patrimony: 'patrimony',
  totalAssets: 'total_assets',
} as const satisfies Record<FigureName, SummaryColumn>;

const pairs = Object.entries(columns) as [FigureName, SummaryColumn][];

export function figuresOf(summary: Record<SummaryColumn, number | null>): Figures {
  const figures = {} as Figures;
  for (const [name, column] of pairs) {
    figures[name] = figureOf(name, summary[column]);
  }
  return figures;
}

export const figureOf = (name: FigureName, stored: number | null): number | null =>
  stored === null || name === 'employees' ? stored : toLei(stored);

export const columnOf = (name: FigureName): SummaryColumn => columns[name];
