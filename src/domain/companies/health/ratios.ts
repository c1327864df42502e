/** The ratios computed from a balance sheet. A ratio without a positive denominator has no value but a reason. */

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
  /** All required, but for lines that may be empty. */
  inputs: readonly Input[];
  /** Must be above zero. */
  denominator: Input | null;
  compute(read: (name: FigureName, yearsBack?: number) => number): number;
}

interface Input {
  name: FigureName;
  yearsBack: number;
  /** An empty line counts as zero, as in Altman's score. */
  emptyIsZero?: true;
}

/** The figures of `yearsBack` years before the current one; null without a balance sheet. */
export type FiguresBack = (yearsBack: number) => Partial<Figures> | null;

const DAYS = 365;
const ALL_SHORT = messages.formula.allShort();
const END_OF_YEAR = messages.formula.endOfYear();

export const ratios: readonly Ratio[] = [
  over('currentAssets', 'debts', 'times', 'high', ALL_SHORT)('currentRatio'),
  {
    ...over('currentAssets', 'debts', 'times', 'high', ALL_SHORT)('quickRatio'),
    formula: messages.formula.noted({ formula: '(currentAssets − inventories) / debts', note: ALL_SHORT }),
    inputs: ofYear('currentAssets', 'inventories', 'debts'),
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
    inputs: [...ofYear('currentAssets', 'debts'), ...orEmpty('prepaid', 'deferredIncome')],
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

/** The value alone, for statistics of the country; null when it cannot be computed. */
export function ratioValue(ratio: Ratio, figures: FiguresBack): number | null {
  const figure = ({ name, yearsBack }: Input) => figures(yearsBack)?.[name] ?? null;
  for (const input of ratio.inputs) if (!input.emptyIsZero && figure(input) === null) return null;
  if (ratio.denominator !== null && Number(figure(ratio.denominator)) <= 0) return null;
  const value = ratio.compute((name, yearsBack = 0) => Number(figures(yearsBack)?.[name]));
  return Number.isFinite(value) ? significant(value) : null;
}

/** The value with its inputs, or the reason for none. */
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

/** Rounds to six digits, or to whole numbers above: more than a filing's precision. Arithmetic, since formatting the country's hundred million ratios takes three times as long. */
export function significant(value: number): number {
  if (value === 0) return 0;
  const digits = Math.max(0, SIGNIFICANT_DIGITS - 1 - Math.floor(Math.log10(Math.abs(value))));
  // Powers of ten are exact up to 10^22, so the division gives the number that parsing the decimals would.
  if (digits > 22) return Number(value.toPrecision(SIGNIFICANT_DIGITS));
  const power = Number(powers[digits]);
  return Math.round(value * power) / power;
}

const SIGNIFICANT_DIGITS = 6;
const powers = Array.from({ length: 23 }, (_, digits) => 10 ** digits);

type RatioOf = (code: keyof typeof messages.ratio) => Ratio;

function ofYear(...names: FigureName[]): Input[] {
  return names.map((name) => ({ name, yearsBack: 0 }));
}

function orEmpty(...names: FigureName[]): Input[] {
  return ofYear(...names).map((input) => ({ ...input, emptyIsZero: true }));
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
): RatioOf {
  return (code) => ({
    code,
    label: messages.ratio[code](),
    unit,
    betterWhen,
    formula: withNote(`${above} / ${below}`, note),
    inputs: ofYear(above, below),
    denominator: { name: below, yearsBack: 0 },
    compute: (read) => read(above) / read(below),
  });
}

function daysOfTurnover(above: FigureName, note: Message): RatioOf {
  return (code) => ({
    ...over(above, 'turnover', 'days', 'low')(code),
    formula: withNote(`${above} × ${DAYS} / turnover`, note),
    compute: (read) => (read(above) * DAYS) / read('turnover'),
  });
}

/** Growth over one year; over more years the compound annual rate (CAGR). */
function growth(name: FigureName, years: number): RatioOf {
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
