/** Balance sheets of a company, year by year, with ratios. */
import Type from 'typebox';
import { parseCui } from '#base/cui.ts';
import { closed, oneOf, orNull } from '#base/schema.ts';
import { Cited, cited } from '#mcp/telling/citing.ts';
import { type ToolCall, tool } from '#mcp/tool.ts';
import { attempted } from '#mcp/tools/attempted.ts';
import { companyPage } from '#mcp/tools/company-item.ts';
import { Cui, Year } from '#operations/parameters.ts';
import { Problem } from '#operations/problem.ts';
import { type Balance, FinancialYear, financialYear } from './financial-year.ts';
import { pro, said } from './sentences.ts';

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
    'Turnover, profit, employees, assets, debts and equity of a company by year, as filed with the Ministry of Finance, newest first; with Pro also ratios of the newest year and their place among peers. For "how much did X make in 2024". Whether it is solvent tells `assess_company_solvency`; the largest companies `get_rankings`. Amounts are lei.',
  effect: 'reads',
  input: Type.Object({
    cui: Cui,
    fromYear: Type.Optional({ ...Year, description: 'First year, `YYYY`; left out: the oldest that is told.' }),
    toYear: Type.Optional({ ...Year, description: 'Last year, `YYYY`; left out: the newest.' }),
  }),
  output: Type.Object({
    cui: Type.String({ description: 'Fiscal code.' }),
    name: orNull(Type.String(), 'Name of the company; null: no balance sheet is known.'),
    years: Type.Array(FinancialYear, { description: 'Newest first. Empty: none is known.' }),
    missingYears: Type.Array(Type.Integer(), {
      description: 'Years that should be public by now and are not there; or were asked for and are not.',
    }),
    ratiosYear: orNull(Type.Integer(), 'Year of `ratios`.'),
    ratios: orNull(Type.Array(Ratio), 'Of the newest year; null: see `notes`.'),
    ...Cited,
  }),
  async call({ cui, fromYear, toYear }, call) {
    if (fromYear !== undefined && toYear !== undefined && (toYear < fromYear || toYear - fromYear >= YEARS_MAX))
      throw new Problem('INVALID_PARAMETER', said.yearsMax({ most: YEARS_MAX }));
    const { data, meta } = await call.client.getFinancials({ cui });
    const older = await olderYears(cui, fromYear, data, call);
    const years = [...data, ...older.balances].filter(
      ({ year }) => year >= (fromYear ?? 0) && year <= (toYear ?? Number.MAX_SAFE_INTEGER),
    );
    const missingYears = [...new Set([...(meta.financialsMissingYears as number[]), ...older.missing])]
      .filter((year) => year >= (fromYear ?? 0) && year <= (toYear ?? Number.MAX_SAFE_INTEGER))
      .toSorted((a, b) => b - a);
    const health = call.visit.caller.pro ? await attempted('ratios', () => call.client.getHealth({ cui })) : null;
    const ratios = health?.part && !health.part.preview ? health.part.data : null;
    return {
      cui: parseCui(cui) ?? cui,
      name: data[0]?.companyName ?? null,
      years: years.map(financialYear),
      missingYears,
      ratiosYear: ratios?.year ?? null,
      ratios:
        ratios?.ratios.map(({ code, label, unit, value, betterWhen, percentile }) => ({
          ...{ code, label, unit, value, betterWhen, percentile },
        })) ?? null,
      ...cited(call, companyPage('company', cui), [meta, ...older.metas, ...(health?.part ? [health.part.meta] : [])], {
        also: [...(call.visit.caller.pro ? [] : [pro.ratios()]), ...(health?.missing ? [health.missing] : [])],
      }),
    };
  },
});

/** Of years before those that are told by themselves, where somebody asks for them. */
async function olderYears(cui: string, from: number | undefined, known: readonly Balance[], call: ToolCall) {
  const oldest = known.at(-1)?.year;
  if (from === undefined || oldest === undefined || from >= oldest) return { balances: [], missing: [], metas: [] };
  const wanted = Array.from({ length: Math.min(oldest - from, YEARS_MAX) }, (_, i) => from + i).toReversed();
  const found = await Promise.all(wanted.map((year) => balanceOf(cui, year, call)));
  return {
    balances: found.flatMap((one) => (one ? [one.data] : [])),
    missing: wanted.filter((_, i) => !found[i]),
    metas: found.flatMap((one) => (one ? [one.meta] : [])),
  };
}

/** Null: nobody filed one. */
async function balanceOf(cui: string, year: number, call: ToolCall) {
  try {
    return await call.client.getBalance({ cui, year });
  } catch (error) {
    if (error instanceof Problem && error.code === 'NOT_FOUND') return null;
    throw error;
  }
}
