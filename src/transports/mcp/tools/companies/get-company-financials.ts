/** Balance sheets of a company, year by year, with ratios. */

import Type from 'typebox';
import { ApiError } from '#api/api-error.ts';
import { Cui, YEAR_MIN, YearFor } from '#api/parameters.ts';
import type { Message } from '#lib/i18n/message.ts';
import { oneOf, orNull } from '#lib/schema/fields.ts';
import { parseCui } from '#lib/values/cui.ts';
import { yearOf } from '#lib/values/date.ts';
import { messages } from '#locales/messages.ts';
import { CitationFields, citationOf } from '#transports/mcp/format/citation.ts';
import { pick } from '#transports/mcp/format/pick.ts';
import { BYTES_USUAL, sizeOf } from '#transports/mcp/format/result.ts';
import { type ToolCall, tool } from '#transports/mcp/tool.ts';
import { companyPage } from '#transports/mcp/tools/company-item.ts';
import { settle } from '#transports/mcp/tools/optional-part.ts';
import { type Balance, financialYear } from './financial-year.ts';

const ratio = pick(
  'getHealth.ratios',
  {
    code: Type.String({ description: 'Stable name.' }),
    label: Type.String({ description: 'Its name in words.' }),
    unit: oneOf(['times', 'share', 'days', 'RON'], '`share`: 0.25 is 25 %.'),
    value: orNull(Type.Number(), 'Null: it cannot be computed.'),
    betterWhen: oneOf(['high', 'low'], 'The healthy end.'),
    percentile: orNull(Type.Number(), 'Share of comparable companies with a lower value, 0 to 100.'),
  },
  {},
);

/** The years that fit into an answer, and the default of the operation. */
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
    years: Type.Array(financialYear.schema, { description: 'Newest first. Empty: there is none.' }),
    missingYears: Type.Array(Type.Integer(), {
      description:
        'Years of the life of the company that should be public by now and are not there; or were asked for and are not.',
    }),
    ratiosYear: orNull(Type.Integer(), 'Year of `ratios`.'),
    ratios: orNull(Type.Array(ratio.schema), 'Of the newest year; null: see `notes`.'),
    ...CitationFields,
  }),
  async call({ cui, fromYear, toYear }, call) {
    if (fromYear !== undefined && toYear !== undefined && (toYear < fromYear || toYear - fromYear >= YEARS_MAX))
      throw new ApiError('INVALID_PARAMETER', messages.agents.companies.yearsMax({ most: YEARS_MAX }));
    const { data, meta } = await call.client.getFinancials({ cui });
    const requested = requestedYears({ fromYear, toYear }, data);
    const older = await olderYears(cui, requested.older, call);
    const isRequested = (year: number): boolean => year >= requested.from && year <= requested.to;
    const years = [...data, ...older.balances].filter(({ year }) => isRequested(year));
    const knownYears = new Set(years.map(({ year }) => year));
    const gaps = await yearsOfExistence(
      cui,
      requested.byName.filter((year) => !knownYears.has(year)),
      call,
    );
    const missingYears = [...new Set([...(meta.financialsMissingYears as number[]), ...gaps.years])]
      .filter((year) => isRequested(year) && !knownYears.has(year))
      .toSorted((a, b) => b - a);
    const health = call.context.caller.pro ? await settle('ratios', () => call.client.getHealth({ cui })) : null;
    const ratios = health?.part && !health.part.preview ? health.part.data : null;
    const metas = [meta, ...older.metas, ...(health?.part ? [health.part.meta] : [])];
    const notes = [...older.unread, ...gaps.notes, ...(health?.missing ? [health.missing] : [])];
    const answerOf = (visible: readonly Balance[]) => {
      const isCut = requested.isCut || visible.length < years.length;
      const first = visible.length < years.length ? (visible.at(-1)?.year ?? requested.from) : requested.from;
      return {
        cui: parseCui(cui) ?? cui,
        name: data[0]?.companyName ?? null,
        years: visible.map((year) => financialYear.of(year, call)),
        missingYears: missingYears.filter((year) => year >= first),
        ratiosYear: ratios?.year ?? null,
        ratios: ratios?.ratios.map((row) => ratio.of(row, call)) ?? null,
        ...citationOf(call, companyPage('company', cui), metas, {
          pro: messages.agents.companies.pro.ratios(),
          isHidden: !call.context.caller.pro,
          warnings: [...(isCut ? [messages.agents.companies.yearsCut({ first, last: first - 1 })] : []), ...notes],
        }),
      };
    };
    let answer = answerOf(years);
    for (let count = years.length - 1; count > 0 && sizeOf(answer) > BYTES_USUAL; count--)
      answer = answerOf(years.slice(0, count));
    return answer;
  },
});

interface RequestedYears {
  from: number;
  to: number;
  /** Years before those of the default answer, newest first. */
  older: number[];
  /** Every requested year, whether or not it exists. */
  byName: number[];
  /** The request also has years before `from`. */
  isCut: boolean;
}

/** `fromYear` alone: up to the newest; `toYear` alone: the years before it; at most YEARS_MAX. */
function requestedYears(
  { fromYear, toYear }: { fromYear: number | undefined; toYear: number | undefined },
  known: readonly Balance[],
): RequestedYears {
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
  const settled = await Promise.all(years.map((year) => settle(`years.${year}`, () => balanceOf(cui, year, call))));
  return {
    balances: settled.flatMap(({ part }) => (part ? [part.data] : [])),
    metas: settled.flatMap(({ part }) => (part ? [part.meta] : [])),
    unread: settled.flatMap(({ missing }) => (missing ? [missing] : [])),
  };
}

/** Null without a balance sheet. */
async function balanceOf(cui: string, year: number, call: ToolCall) {
  try {
    return await call.client.getBalance({ cui, year });
  } catch (error) {
    if (error instanceof ApiError && error.code === 'NOT_FOUND') return null;
    throw error;
  }
}

/** The requested missing years in which the company existed: before its registration none is missing. */
async function yearsOfExistence(
  cui: string,
  years: readonly number[],
  call: ToolCall,
): Promise<{ years: readonly number[]; notes: Message[] }> {
  if (years.length === 0) return { years, notes: [] };
  const { part, missing } = await settle('company', () => call.client.getCompany({ cui }));
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
