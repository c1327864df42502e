/** What the filers of a year make together. */

import { Type } from 'typebox';
import type { Bilingual } from '#lib/i18n/message.ts';
import { about, closed, field, orNull } from '#lib/schema/fields.ts';
import type { Static } from '#lib/schema/static.ts';
import { leiOrNull } from '#lib/values/money.ts';
import type { MarketYearRow } from './market-table.ts';

const sumOf = (title: string, what: Bilingual) =>
  Type.Object(
    {
      sum: orNull(Type.Number(), {
        en: `${what.en}; null when nobody’s is known.`,
        ro: `${what.ro}; null când nu se știe la niciuna.`,
      }),
      firms: field(Type.Integer(), { en: 'Companies with this figure.', ro: 'Firme la care cifra se cunoaște.' }),
    },
    {
      ...closed,
      title,
      ...about({ en: `${what.en}, and of how many companies.`, ro: `${what.ro}, și din câte firme.` }),
    },
  );

export const MarketYear = Type.Object(
  {
    year: field(Type.Integer(), { en: 'Financial year.', ro: 'Anul financiar.' }),
    companies: field(Type.Integer(), {
      en: 'Companies that filed turnover, profit or employees; associations apart.',
      ro: 'Firme care au depus cifra de afaceri, profit sau salariați; fără asociații.',
    }),
    turnover: sumOf('TurnoverSum', { en: 'Turnover together, lei', ro: 'Cifra de afaceri împreună, lei' }),
    profit: sumOf('ProfitSum', { en: 'Net profits less losses, lei', ro: 'Profituri nete minus pierderi, lei' }),
    employees: sumOf('EmployeesSum', {
      en: 'Employees together, averages of the year',
      ro: 'Salariați împreună, medii ale anului',
    }),
    growth: Type.Object(
      {
        turnover: orNull(Type.Number(), {
          en: 'Turnover together against that of the year before, of the companies that filed in both, as a share; null when there are none.',
          ro: 'Cifra de afaceri împreună față de cea din anul dinainte, a firmelor care au depus în amândoi, ca parte; null când nu există.',
        }),
        firms: field(Type.Integer(), {
          en: 'Companies with a turnover in both years.',
          ro: 'Firme la care cifra de afaceri se cunoaște în ambii ani.',
        }),
      },
      {
        ...closed,
        title: 'MarketGrowth',
        ...about({
          en: 'Of the same companies, so that a change of filers has no effect.',
          ro: 'Ale acelorași firme, ca să nu conteze cine depune.',
        }),
      },
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
