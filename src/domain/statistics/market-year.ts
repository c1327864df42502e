/** What the filers of a year make together. */

import { Type } from 'typebox';
import { leiOrNull } from '#lib/values/money.ts';
import { closed, orNull } from '#lib/values/schema.ts';
import type { Static } from '#lib/values/static.ts';
import type { MarketYearRow } from './market-table.ts';

const sumOf = (title: string, what: string) =>
  Type.Object(
    {
      sum: orNull(Type.Number(), `${what}; null when nobody’s is known.`),
      firms: Type.Integer({ description: 'Companies whose figure is known.' }),
    },
    { ...closed, title, description: `${what}, and of how many companies.` },
  );

export const MarketYear = Type.Object(
  {
    year: Type.Integer({ description: 'Financial year.' }),
    companies: Type.Integer({ description: 'Companies that filed turnover, profit or employees; associations apart.' }),
    turnover: sumOf('TurnoverSum', 'Turnover together, lei'),
    profit: sumOf('ProfitSum', 'Net profits less losses, lei'),
    employees: sumOf('EmployeesSum', 'Employees together, averages of the year'),
    growth: Type.Object(
      {
        turnover: orNull(
          Type.Number(),
          'Turnover together against that of the year before, of the companies that filed in both, as a share; null when there are none.',
        ),
        firms: Type.Integer({ description: 'Companies whose turnover is known in both years.' }),
      },
      { ...closed, title: 'MarketGrowth', description: 'Of the same companies, so that who files does not matter.' },
    ),
  },
  { ...closed, title: 'MarketYear' },
);
export type MarketYear = Static<typeof MarketYear>;

export const marketYearOf = (row: MarketYearRow): MarketYear => ({
  year: row.year,
  companies: row.companies,
  turnover: { sum: leiOrNull(row.turnover), firms: row.turnover_known },
  profit: { sum: leiOrNull(row.profit), firms: row.profit_known },
  employees: { sum: row.employees, firms: row.employees_known },
  growth: { turnover: growthOf(row.compared_turnover, row.compared_before), firms: row.compared },
});

/** To a hundredth of a percent. */
const growthOf = (now: number | null, before: number | null): number | null =>
  now === null || before === null || before <= 0 ? null : Math.round((now / before - 1) * 10_000) / 10_000;
