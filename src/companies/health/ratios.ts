/** The ratios we compute from a balance sheet. One without a positive denominator has no value, and says why. */
import type { FigureName, Figures } from '#companies/balances/figures.ts';
import type { FigureInput } from '#companies/balances/remark.ts';

export interface Ratio {
  code: string;
  label: string;
  labelEn: string;
  unit: 'times' | 'share' | 'days' | 'RON';
  betterWhen: 'high' | 'low';
  formula: string;
  /** All of them must be known, but for lines that may be left empty. */
  inputs: readonly Input[];
  /** Must be above zero, or the ratio says nothing. */
  denominator: Input | null;
  compute(read: (name: FigureName, yearsBack?: number) => number): number;
}

interface Input {
  name: FigureName;
  yearsBack: number;
  /** Who has none of it leaves the line empty: counted as zero, as in Altman's score. */
  emptyIsZero?: true;
}

/** The figures of the year that many years before the one looked at; null when there is no balance sheet of it. */
export type FiguresBack = (yearsBack: number) => Partial<Figures> | null;

const DAYS = 365;
const ALL_SHORT = 'Approximation: debts are published without their maturity, so all count as due within a year.';
const END_OF_YEAR = 'Both at the end of the year.';

export const ratios: readonly Ratio[] = [
  over('currentAssets', 'debts', 'times', 'high', ALL_SHORT)('currentRatio', 'Lichiditate curentă', 'Current ratio'),
  {
    ...over('currentAssets', 'debts', 'times', 'high', ALL_SHORT)('quickRatio', 'Lichiditate rapidă', 'Quick ratio'),
    formula: `(currentAssets − inventories) / debts. ${ALL_SHORT}`,
    inputs: now('currentAssets', 'inventories', 'debts'),
    compute: (read) => (read('currentAssets') - read('inventories')) / read('debts'),
  },
  over('cash', 'debts', 'times', 'high', ALL_SHORT)('cashRatio', 'Lichiditate imediată', 'Cash ratio'),
  {
    code: 'workingCapital',
    label: 'Fond de rulment',
    labelEn: 'Working capital',
    unit: 'RON',
    betterWhen: 'high',
    formula: `currentAssets + prepaid − debts − deferredIncome; prepaid and deferredIncome left empty count as zero. ${ALL_SHORT}`,
    inputs: [...now('currentAssets', 'debts'), ...orEmpty('prepaid', 'deferredIncome')],
    denominator: null,
    compute: (read) => read('currentAssets') + read('prepaid') - read('debts') - read('deferredIncome'),
  },
  over('equity', 'totalAssets', 'share', 'high')('equityRatio', 'Autonomie financiară', 'Equity ratio'),
  over('debts', 'totalAssets', 'share', 'low')('debtRatio', 'Rata îndatorării', 'Debt ratio'),
  over('debts', 'equity', 'times', 'low')('debtToEquity', 'Datorii la capitaluri proprii', 'Debt to equity'),
  over('totalAssets', 'debts', 'times', 'high')('generalSolvency', 'Solvabilitate generală', 'General solvency'),
  over('netProfit', 'turnover', 'share', 'high')('netMargin', 'Marja profitului net', 'Net margin'),
  over(
    'grossProfit',
    'turnover',
    'share',
    'high',
    'Approximation of the operating margin: the result before tax is after interest, and the operating result is not published.',
  )('grossMargin', 'Marja profitului brut', 'Margin before tax'),
  over(
    'netProfit',
    'totalAssets',
    'share',
    'high',
    END_OF_YEAR,
  )('returnOnAssets', 'Rentabilitatea activelor (ROA)', 'Return on assets'),
  over(
    'netProfit',
    'equity',
    'share',
    'high',
    END_OF_YEAR,
  )('returnOnEquity', 'Rentabilitatea capitalurilor (ROE)', 'Return on equity'),
  over('turnover', 'totalAssets', 'times', 'high')('assetTurnover', 'Rotația activelor', 'Asset turnover'),
  daysOfTurnover('receivables', 'Approximation: receivables hold more than what customers owe, and VAT.')(
    'receivableDays',
    'Durata de încasare a creanțelor',
    'Receivable days',
  ),
  daysOfTurnover(
    'inventories',
    'Approximation: the cost of goods sold is not published, so stocks are set against turnover.',
  )('inventoryDays', 'Durata de rotație a stocurilor', 'Stock days'),
  over(
    'turnover',
    'employees',
    'RON',
    'high',
  )('turnoverPerEmployee', 'Cifra de afaceri pe salariat', 'Turnover per employee'),
  growth('turnover', 1)('turnoverGrowth', 'Creșterea cifrei de afaceri', 'Turnover growth'),
  growth('employees', 1)('employeesGrowth', 'Creșterea numărului de salariați', 'Headcount growth'),
  growth('turnover', 3)('turnoverCagr3', 'Creșterea medie anuală pe 3 ani', 'Turnover growth a year over 3 years'),
  growth('turnover', 5)('turnoverCagr5', 'Creșterea medie anuală pe 5 ani', 'Turnover growth a year over 5 years'),
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
): { value: number | null; reason: string | null; inputs: FigureInput[] } {
  const inputs = ratio.inputs.map(({ name, yearsBack }) => ({
    name,
    year: year - yearsBack,
    value: figures(yearsBack)?.[name] ?? null,
  }));
  const value = ratioValue(ratio, figures);
  return { value, reason: value === null ? whyNone(ratio, inputs, year) : null, inputs };
}

function whyNone(ratio: Ratio, inputs: readonly FigureInput[], year: number): string {
  const missing = inputs.find((input, i) => input.value === null && !ratio.inputs[i]?.emptyIsZero);
  if (missing) return `${missing.name} of ${missing.year} is not known`;
  const { denominator } = ratio;
  const divisor = inputs.find((i) => i.name === denominator?.name && i.year === year - (denominator?.yearsBack ?? 0));
  if (divisor && Number(divisor.value) <= 0) return `${divisor.name} of ${divisor.year} is not positive`;
  return `${inputs[0]?.name} of ${year} is negative`;
}

/** Six digits say more than a filing does, and keep equal values equal. Counted: a country has a hundred million ratios, and printing each takes three times as long. */
export function significant(value: number): number {
  if (value === 0) return 0;
  const digits = SIGNIFICANT_DIGITS - 1 - Math.floor(Math.log10(Math.abs(value)));
  // Powers of ten are exact up to 10^22: dividing whole numbers by them gives the number that the decimals would be read as.
  if (digits > 22 || digits < -22) return Number(value.toPrecision(SIGNIFICANT_DIGITS));
  return digits >= 0
    ? Math.round(value * 10 ** digits) / 10 ** digits
    : Math.round(value / 10 ** -digits) * 10 ** -digits;
}

const SIGNIFICANT_DIGITS = 6;

type Named = (code: string, label: string, labelEn: string) => Ratio;

function now(...names: FigureName[]): Input[] {
  return names.map((name) => ({ name, yearsBack: 0 }));
}

function orEmpty(...names: FigureName[]): Input[] {
  return now(...names).map((input) => ({ ...input, emptyIsZero: true }));
}

function over(
  above: FigureName,
  below: FigureName,
  unit: Ratio['unit'],
  betterWhen: Ratio['betterWhen'],
  note?: string,
): Named {
  return (code, label, labelEn) => ({
    code,
    label,
    labelEn,
    unit,
    betterWhen,
    formula: `${above} / ${below}${note ? `. ${note}` : ''}`,
    inputs: now(above, below),
    denominator: { name: below, yearsBack: 0 },
    compute: (read) => read(above) / read(below),
  });
}

function daysOfTurnover(above: FigureName, note: string): Named {
  return (...names) => ({
    ...over(above, 'turnover', 'days', 'low')(...names),
    formula: `${above} × ${DAYS} / turnover. ${note}`,
    compute: (read) => (read(above) * DAYS) / read('turnover'),
  });
}

/** Over one year plainly, over more as the yearly rate that leads there (CAGR). */
function growth(name: FigureName, years: number): Named {
  const quotient = `${name} / ${name} ${years === 1 ? 'of the year before' : `${years} years before`}`;
  return (code, label, labelEn) => ({
    code,
    label,
    labelEn,
    unit: 'share',
    betterWhen: 'high',
    formula: years === 1 ? `${quotient} − 1` : `(${quotient}) to the power of 1/${years}, − 1`,
    inputs: [
      { name, yearsBack: 0 },
      { name, yearsBack: years },
    ],
    denominator: { name, yearsBack: years },
    compute: (read) => (read(name) / read(name, years)) ** (1 / years) - 1,
  });
}
