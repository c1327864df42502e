/** The figures of one balance sheet as they leave the house: lei, heads, camelCase. The tables keep them in bani. */

import { Type } from 'typebox';
import type { SummaryColumn } from '#domain/companies/tables.ts';
import { toLei } from '#lib/values/money.ts';
import { closed, orNull } from '#lib/values/schema.ts';
import type { Static } from '#lib/values/static.ts';

const lei = (what: string) => orNull(Type.Number(), `${what}, RON; null where the form does not define it.`);

export const BalanceSummary = Type.Object(
  {
    turnover: lei('Net turnover'),
    netProfit: lei('Net profit, negative for a loss'),
    grossProfit: lei('Result before tax, negative for a loss'),
    totalRevenue: lei('Total income'),
    totalExpenses: lei('Total expenses'),
    employees: orNull(
      Type.Integer(),
      'Average number of employees; null where the form does not define it or it cannot be.',
    ),
    fixedAssets: lei('Fixed assets'),
    currentAssets: lei('Current assets'),
    inventories: lei('Stocks'),
    receivables: lei('Receivables of every kind'),
    cash: lei('Cash and bank accounts'),
    prepaid: lei('Prepaid expenses'),
    debts: lei('Debts of every maturity'),
    deferredIncome: lei('Deferred income'),
    provisions: lei('Provisions'),
    equity: lei('Equity, negative when losses used it up'),
    capital: lei('Subscribed and paid-in capital'),
    patrimony: lei('Patrimony of a state-run "regie"'),
    totalAssets: lei('Fixed and current assets and prepaid expenses, added by us'),
  },
  { ...closed, title: 'BalanceSummary', description: 'The main figures, where the chart of the form defines them.' },
);

export type Figures = Static<typeof BalanceSummary>;
export type FigureName = keyof Figures;

/** Field outside, column inside. */
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

/** What the table keeps to what leaves. */
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
