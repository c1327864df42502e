/** What a balance sheet is made of before it is written in the chart of its form. */
import type { Item } from './charts.ts';

export type Figures = Partial<Record<Item, number>>;

/** The year's profit and loss account, and heads. */
export interface Result {
  turnover: number;
  revenue: number;
  expenses: number;
  grossProfit: number;
  grossLoss: number;
  netProfit: number;
  netLoss: number;
  employees: number;
}
