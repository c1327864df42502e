/** The ratios we compute from a balance sheet. One without a positive denominator has no value, and says why. */

import type { FigureName, Figures } from '#domain/companies/balances/figures.ts';
import type { FigureInput } from '#domain/companies/balances/remark.ts';
import type { Message } from '#lib/i18n/message.ts';
import { messages } from '#locales/messages.ts';

export interface Ratio {
  code: string;
  label: Message;
  unit: 'times' | 'share' | 'days' | 'RON';
  betterWhen: 'high' | 'low';
  formula: Message;
  /** All of them must be known, but for lines that may be left empty. */
  inputs: readonly Input[];
  /** Must be above zero, or the ratio says nothing. */
  denominator: Input | null;
  compute(read: (name: FigureName, yearsBack?: number) => number): number;
}

interface Input {
  name: FigureName;
  yearsBack: number;
  /** A firm that has none of it leaves the line empty: counted as zero, as in Altman's score. */
  emptyIsZero?: true;
}

/** The figures of the year that many years before the one looked at; null when there is no balance sheet of it. */
export type FiguresBack = (yearsBack: number) => Partial<Figures> | null;

const DAYS = 365;
const ALL_SHORT = messages.formula.allShort();
const END_OF_YEAR = messages.formula.endOfYear();

export const ratios: readonly Ratio[] = [
  over('currentAssets', 'debts', 'times', 'high', ALL_SHORT)('currentRatio'),
  {
    ...over('currentAssets', 'debts', 'times', 'high', ALL_SHORT)('quickRatio'),
    formula: messages.formula.noted({ formula: '(currentAssets − inventories) / debts', note: ALL_SHORT }),
    inputs: now('currentAssets', 'inventories', 'debts'),
    compute: (read) => (read('currentAssets') - read('inventories')) / read('debts'),
  },
  over('cash', 'debts', 'times', 'high', ALL_SHORT)('cashRatio'),
  {
    code: 'workingCapital',
    label: messages.ratio.workingCapital(),
    unit: 'RON',
    betterWhen: 'high',
    formula: messages.formula.noted({
      formula: messages.formula.emptyIsZero({
        formula: 'currentAssets + prepaid − debts − deferredIncome',
        names: ['prepaid', 'deferredIncome'],
      }),
      note: ALL_SHORT,
    }),
    inputs: [...now('currentAssets', 'debts'), ...orEmpty('prepaid', 'deferredIncome')],
    denominator: null,
    compute: (read) => read('currentAssets') + read('prepaid') - read('debts') - read('deferredIncome'),
  },
  over('equity', 'totalAssets', 'share', 'high')('equityRatio'),
  over('debts', 'totalAssets', 'share', 'low')('debtRatio'),
  over('debts', 'equity', 'times', 'low')('debtToEquity'),
  over('totalAssets', 'debts', 'times', 'high')('generalSolvency'),
  over('netProfit', 'turnover', 'share', 'high')('netMargin'),
  over('grossProfit', 'turnover', 'share', 'high', messages.formula.operatingMargin())('grossMargin'),
  over('netProfit', 'totalAssets', 'share', 'high', END_OF_YEAR)('returnOnAssets'),
  over('netProfit', 'equity', 'share', 'high', END_OF_YEAR)('returnOnEquity'),
  over('turnover', 'totalAssets', 'times', 'high')('assetTurnover'),
  daysOfTurnover('receivables', messages.formula.receivables())('receivableDays'),
  daysOfTurnover('inventories', messages.formula.costOfGoods())('inventoryDays'),
  over('turnover', 'employees', 'RON', 'high')('turnoverPerEmployee'),
  growth('turnover', 1)('turnoverGrowth'),
  growth('employees', 1)('employeesGrowth'),
  growth('turnover', 3)('turnoverCagr3'),
  growth('turnover', 5)('turnoverCagr5'),
];

/** The value alone, as comparing the country needs it; null when it cannot be computed. */
export function ratioValue(ratio: Ratio, figures: FiguresBack): number | null {
  const known = ({ name, yearsBack }: Input) => figures(yearsBack)?.[name] ?? null;
  for (const input of ratio.inputs) if (!input.emptyIsZero && known(input) === null) return null;
  if (ratio.denominator !== null && Number(known(ratio.denominator)) <= 0) return null;
  const value = ratio.compute((name, yearsBack = 0) => Number(figures(yearsBack)?.[name]));
  return Number.isFinite(value) ? significant(value) : null;
}

/** The value with what it was made of, or the reason why there is none. */
export function explainRatio(
  ratio: Ratio,
  figures: FiguresBack,
  year: number,
): { value: number | null; reason: Message | null; inputs: FigureInput[] } {
  const inputs = ratio.inputs.map(({ name, yearsBack }) => ({
    name,
    year: year - yearsBack,
    value: figures(yearsBack)?.[name] ?? null,
  }));
  const value = ratioValue(ratio, figures);
  return { value, reason: value === null ? whyNone(ratio, inputs, year) : null, inputs };
}

function whyNone(ratio: Ratio, inputs: readonly FigureInput[], year: number): Message {
  const missing = inputs.find((input, i) => input.value === null && !ratio.inputs[i]?.emptyIsZero);
  if (missing) return messages.noValue.notKnown({ name: missing.name, year: missing.year });
  const { denominator } = ratio;
  const divisor = inputs.find((i) => i.name === denominator?.name && i.year === year - (denominator?.yearsBack ?? 0));
  if (divisor && Number(divisor.value) <= 0)
    return messages.noValue.notPositive({ name: divisor.name, year: divisor.year });
  return messages.noValue.negative({ name: String(inputs[0]?.name), year });
}

/** Six digits say more than a filing does, and keep equal values equal; what is larger is whole, so that lei add up. Counted: a country has a hundred million ratios, and printing each takes three times as long. */
export function significant(value: number): number {
  if (value === 0) return 0;
  const digits = Math.max(0, SIGNIFICANT_DIGITS - 1 - Math.floor(Math.log10(Math.abs(value))));
  // Powers of ten are exact up to 10^22: dividing whole numbers by them gives the number that the decimals would be read as.
  if (digits > 22) return Number(value.toPrecision(SIGNIFICANT_DIGITS));
  return Math.round(value * 10 ** digits) / 10 ** digits;
}

const SIGNIFICANT_DIGITS = 6;

type Named = (code: keyof typeof messages.ratio) => Ratio;

function now(...names: FigureName[]): Input[] {
  return names.map((name) => ({ name, yearsBack: 0 }));
}

function orEmpty(...names: FigureName[]): Input[] {
  return now(...names).map((input) => ({ ...input, emptyIsZero: true }));
}

function withNote(formula: string, note: Message | undefined): Message {
  return note ? messages.formula.noted({ formula, note }) : messages.formula.plain({ formula });
}

function over(
  above: FigureName,
  below: FigureName,
  unit: Ratio['unit'],
  betterWhen: Ratio['betterWhen'],
  note?: Message,
): Named {
  return (code) => ({
    code,
    label: messages.ratio[code](),
    unit,
    betterWhen,
    formula: withNote(`${above} / ${below}`, note),
    inputs: now(above, below),
    denominator: { name: below, yearsBack: 0 },
    compute: (read) => read(above) / read(below),
  });
}

function daysOfTurnover(above: FigureName, note: Message): Named {
  return (code) => ({
    ...over(above, 'turnover', 'days', 'low')(code),
    formula: withNote(`${above} × ${DAYS} / turnover`, note),
    compute: (read) => (read(above) * DAYS) / read('turnover'),
  });
}

/** Over one year plainly, over more as the yearly rate that leads there (CAGR). */
function growth(name: FigureName, years: number): Named {
  return (code) => ({
    code,
    label: messages.ratio[code](),
    unit: 'share',
    betterWhen: 'high',
    formula: years === 1 ? messages.formula.growth({ name }) : messages.formula.yearlyGrowth({ name, years }),
    inputs: [
      { name, yearsBack: 0 },
      { name, yearsBack: years },
    ],
    denominator: { name, yearsBack: years },
    compute: (read) => (read(name) / read(name, years)) ** (1 / years) - 1,
  });
}
