/** A balance sheet in tools: its main figures. */

import Type from 'typebox';
import { orNull } from '#lib/schema/fields.ts';
import { type Picked, pick } from '#transports/mcp/format/pick.ts';

const lei = (what: string) => orNull(Type.Number(), `${what}, lei.`);

export const financialYear = pick(
  'getBalance',
  {
    year: Type.Integer({ description: 'Financial year.' }),
    turnover: lei('Net turnover'),
    netProfit: lei('Net profit, negative for a loss'),
    grossProfit: lei('Result before tax'),
    totalRevenue: lei('Total income'),
    totalExpenses: lei('Total expenses'),
    employees: orNull(Type.Integer(), 'Average number of employees.'),
    fixedAssets: lei('Fixed assets'),
    currentAssets: lei('Current assets'),
    inventories: lei('Stocks'),
    receivables: lei('Receivables'),
    cash: lei('Cash and bank accounts'),
    totalAssets: lei('All assets, added by us'),
    debts: lei('Debts of every maturity'),
    equity: lei('Equity, negative when losses used it up'),
    capital: lei('Subscribed capital'),
    eurRate: orNull(Type.Number(), 'Lei for one euro at the end of the year.'),
    caenCode: orNull(Type.String(), 'Activity as filed.'),
    caenRevision: orNull(Type.String(), 'Its revision.'),
    warnings: Type.Array(Type.String(), { description: 'What does not add up in the filing.' }),
  },
  {
    turnover: 'summary.turnover',
    netProfit: 'summary.netProfit',
    grossProfit: 'summary.grossProfit',
    totalRevenue: 'summary.totalRevenue',
    totalExpenses: 'summary.totalExpenses',
    employees: 'summary.employees',
    fixedAssets: 'summary.fixedAssets',
    currentAssets: 'summary.currentAssets',
    inventories: 'summary.inventories',
    receivables: 'summary.receivables',
    cash: 'summary.cash',
    totalAssets: 'summary.totalAssets',
    debts: 'summary.debts',
    equity: 'summary.equity',
    capital: 'summary.capital',
    warnings: ({ warnings }) => warnings.map(({ label }) => label),
  },
  'Null: the form of that year does not have it.',
);

export type Balance = Picked<'getBalance'>;
