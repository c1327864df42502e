/** Balance sheets of a company, year by year, with ratios. */

import Type from 'typebox';
import { ApiError } from '#api/api-error.ts';
import { Cui, YEAR_MIN, YearFor } from '#api/parameters.ts';
import type { Message } from '#lib/i18n/message.ts';
import { closed, oneOf, orNull } from '#lib/schema/fields.ts';
import { parseCui } from '#lib/values/cui.ts';
import { yearOf } from '#lib/values/date.ts';
import { messages } from '#locales/messages.ts';
import { Cited, cited } from '#transports/mcp/format/citing.ts';
import { BYTES_USUAL, sizeOf } from '#transports/mcp/format/result.ts';
import { type ToolCall, tool } from '#transports/mcp/tool.ts';
import { attempted } from '#transports/mcp/tools/attempted.ts';
import { companyPage } from '#transports/mcp/tools/company-item.ts';
import { type Balance, FinancialYear, financialYear } from './financial-year.ts';

const Ratio = Type.Object(
  {
    code: Type.String({ description: 'Stable name.' }),
    label: Type.String({ description: 'Its name in words.' }),
    unit: oneOf(['times', 'share', 'days', 'RON'], '`share`: 0.25 is 25 %.'),
    value: orNull(Type.Number(), 'Null: it cannot be computed.'),
    betterWhen: oneOf(['high', 'low'], 'The healthy end.'),
    percentile: orNull(Type.Number(), 'Share of comparable companies with a lower value, 0 to 100.'),
  },
  closed,
);

/** As many as an answer has room for, and as the operation gives by itself. */
const YEARS_MAX = 8;

export const getCompanyFinancials = tool({
  name: 'get_company_financials',
  title: 'Balance sheets of a company',
  about:
    'Turnover, profit, employees, assets, debts and equity of a company by year, as filed with the Ministry of Finance, newest first; for accounts with full access also ratios of the newest year and their place among peers. For "how much did X make in 2024". Whether it is solvent tells `assess_company_solvency`; the largest companies `get_rankings`. Amounts are lei.',
  effect: 'reads',
  input: Type.Object({
    cui: Cui,
    fromYear: Type.Optional(YearFor(`First year, \`YYYY\`; alone: to the newest, the last ${YEARS_MAX} at most.`)),
    toYear: Type.Optional(YearFor(`Last year; alone: the ${YEARS_MAX} years up to it.`)),
  }),
  output: Type.Object({
    cui: Type.String({ description: 'Fiscal code.' }),
    name: orNull(Type.String(), 'Name of the company; null: no balance sheet is known.'),
    years: Type.Array(FinancialYear, { description: 'Newest first. Empty: none is known.' }),
    missingYears: Type.Array(Type.Integer(), {
      description:
        'Years of the life of the company that should be public by now and are not there; or were asked for and are not.',
    }),
    ratiosYear: orNull(Type.Integer(), 'Year of `ratios`.'),
    ratios: orNull(Type.Array(Ratio), 'Of the newest year; null: see `notes`.'),
    ...Cited,
  }),
  async call({ cui, fromYear, toYear }, call) {
    if (fromYear !== undefined && toYear !== undefined && (toYear < fromYear || toYear - fromYear >= YEARS_MAX))
      throw new ApiError('INVALID_PARAMETER', messages.agents.companies.yearsMax({ most: YEARS_MAX }));
    const { data, meta } = await call.client.getFinancials({ cui });
    const asked = askedYears({ fromYear, toYear }, data);
    const older = await olderYears(cui, asked.older, call);
    const isAsked = (year: number): boolean => year >= asked.from && year <= asked.to;
    const years = [...data, ...older.balances].filter(({ year }) => isAsked(year));
    const told = new Set(years.map(({ year }) => year));
    const gaps = await lived(
      cui,
      asked.byName.filter((year) => !told.has(year)),
      call,
    );
    const missingYears = [...new Set([...(meta.financialsMissingYears as number[]), ...gaps.years])]
      .filter((year) => isAsked(year) && !told.has(year))
      .toSorted((a, b) => b - a);
    const health = call.context.caller.pro ? await attempted('ratios', () => call.client.getHealth({ cui })) : null;
    const ratios = health?.part && !health.part.preview ? health.part.data : null;
    const metas = [meta, ...older.metas, ...(health?.part ? [health.part.meta] : [])];
    const notes = [...older.unread, ...gaps.notes, ...(health?.missing ? [health.missing] : [])];
    const answerOf = (shown: readonly Balance[]) => {
      const isCut = asked.isCut || shown.length < years.length;
      const first = shown.length < years.length ? (shown.at(-1)?.year ?? asked.from) : asked.from;
      return {
        cui: parseCui(cui) ?? cui,
        name: data[0]?.companyName ?? null,
        years: shown.map(financialYear),
        missingYears: missingYears.filter((year) => year >= first),
        ratiosYear: ratios?.year ?? null,
        ratios:
          ratios?.ratios.map(({ code, label, unit, value, betterWhen, percentile }) => ({
            code,
            label,
            unit,
            value,
            betterWhen,
            percentile,
          })) ?? null,
        ...cited(call, companyPage('company', cui), metas, {
          pro: messages.agents.companies.pro.ratios(),
          isHidden: !call.context.caller.pro,
          also: [...(isCut ? [messages.agents.companies.yearsCut({ first, last: first - 1 })] : []), ...notes],
        }),
      };
    };
    let answer = answerOf(years);
    for (let count = years.length - 1; count > 0 && sizeOf(answer) > BYTES_USUAL; count--)
      answer = answerOf(years.slice(0, count));
    return answer;
  },
});

interface AskedYears {
  from: number;
  to: number;
  /** Before those that are told by themselves, newest first. */
  older: number[];
  /** Each one that is asked for, whether or not it is there. */
  byName: number[];
  /** Years before `from` were asked for, too. */
  isCut: boolean;
}

/** From a year on means up to the newest, up to a year means those before it; as many as there is room for. */
function askedYears(
  { fromYear, toYear }: { fromYear: number | undefined; toYear: number | undefined },
  known: readonly Balance[],
): AskedYears {
  const to = toYear ?? Number.MAX_SAFE_INTEGER;
  if (fromYear === undefined && toYear === undefined) return { from: 0, to, older: [], byName: [], isCut: false };
  const [newest = 0, oldest = 0] = [known[0]?.year, known.at(-1)?.year];
  const last = toYear ?? Math.max(newest, fromYear ?? 0);
  const from = Math.max(fromYear ?? YEAR_MIN, last - YEARS_MAX + 1);
  const byName = Array.from({ length: last - from + 1 }, (_, i) => last - i);
  const older = byName.filter((year) => year < oldest);
  return { from, to, older, byName, isCut: fromYear !== undefined && from > fromYear };
}

async function olderYears(cui: string, years: readonly number[], call: ToolCall) {
  const found = await Promise.all(years.map((year) => attempted(`years.${year}`, () => balanceOf(cui, year, call))));
  return {
    balances: found.flatMap(({ part }) => (part ? [part.data] : [])),
    metas: found.flatMap(({ part }) => (part ? [part.meta] : [])),
    unread: found.flatMap(({ missing }) => (missing ? [missing] : [])),
  };
}

/** Null: nobody filed one. */
async function balanceOf(cui: string, year: number, call: ToolCall) {
  try {
    return await call.client.getBalance({ cui, year });
  } catch (error) {
    if (error instanceof ApiError && error.code === 'NOT_FOUND') return null;
    throw error;
  }
}

/** Of years that were asked for and are not there, those in which the company could have filed: nothing is missing before it was registered. */
async function lived(
  cui: string,
  years: readonly number[],
  call: ToolCall,
): Promise<{ years: readonly number[]; notes: Message[] }> {
  if (years.length === 0) return { years, notes: [] };
  const { part, missing } = await attempted('company', () => call.client.getCompany({ cui }));
  const registered = part?.data.registrationDate ?? null;
  const struckOff = part?.data.deregistrationDate ?? null;
  const first = registered === null ? 0 : yearOf(registered);
  const last = struckOff === null ? Number.MAX_SAFE_INTEGER : yearOf(struckOff) - 1;
  return {
    years: years.filter((year) => year >= first && year <= last),
    notes: [
      ...(missing ? [missing] : []),
      ...(registered !== null && years.some((year) => year < first)
        ? [messages.agents.companies.yearsBefore({ day: registered })]
        : []),
      ...(struckOff !== null && years.some((year) => year > last)
        ? [messages.agents.companies.yearsAfter({ day: struckOff })]
        : []),
    ],
  };
}
