/** What a series of years says in words: against the year before, and over all of them. */

import type { Language } from '#lib/i18n/message.ts';
import { number, percent, wholeNumber } from '#lib/i18n/numbers.ts';
import { textsOf } from '#locales/texts.ts';
import type { YearValue } from '#transports/web/components/year-bars.ts';
import type { Line } from './told.ts';

/** From this many times on a percentage says less than the factor. */
const FACTOR_FROM = 2;
const AROUND_DOUBLE = 0.1;

/** The newest against the year before; never a percentage across a change of sign. */
export function changeOf(values: readonly YearValue[], line: Line, language: Language): string {
  const texts = textsOf(language).company.change;
  const value = values.at(-1)?.value ?? null;
  const before = values.at(-2);
  if (value !== null && line === 'equity') return negativeYears(values, language);
  if (value === null || before === undefined) return '';
  const { value: earlier, year } = before;
  if (earlier === null) return texts.unknownBefore(year);
  if (value === earlier) return texts.same(year);
  if (line === 'employees') return texts.against(signed(value - earlier, language), year);
  if (value < 0 && earlier < 0) return value > earlier ? texts.smaller(year) : texts.larger(year);
  if (value >= 0 && earlier < 0) return texts.lossBefore(year);
  // Neither a profit nor a loss came before.
  if (value < 0 && earlier === 0) return texts.from('0', year);
  if (value < 0) return texts.profitBefore(year);
  return ratioOf(value, earlier, year, language);
}

/** The newest against the first of them: what the chart shows, said. */
export function findingOf(values: readonly YearValue[], line: Line, language: Language): string {
  const texts = textsOf(language).company.change;
  const known = values.filter((one): one is { year: number; value: number } => one.value !== null);
  const [first] = known;
  const last = known.at(-1);
  if (!first || !last) return '';
  if (known.length === 1) return texts.single(last.year);
  if (line === 'netProfit') {
    const losses = known.filter(({ value }) => value < 0).length;
    const all = texts.allYears(known.length);
    if (losses === 0) return `${known.every(({ value }) => value > 0) ? texts.profit : texts.noLoss} ${all}`;
    return losses === known.length ? `${texts.loss} ${all}` : texts.losses(losses, known.length);
  }
  if (first.value === last.value) return texts.same(first.year);
  if (Math.abs(last.value / first.value - FACTOR_FROM) < AROUND_DOUBLE && line === 'turnover')
    return texts.double(first.year);
  if (line === 'employees' && first.value > 0 && last.value / first.value < FACTOR_FROM)
    return texts.from(wholeNumber(first.value, language), first.year);
  return ratioOf(last.value, first.value, first.year, language);
}

function ratioOf(value: number, earlier: number, year: number, language: Language): string {
  const texts = textsOf(language).company.change;
  // From nothing to something is no percentage.
  if (earlier <= 0) return texts.from(number(earlier, language), year);
  const times = value / earlier;
  if (times >= FACTOR_FROM) return texts.times(number(Math.round(times * 10) / 10, language), year);
  const change = Math.round((times - 1) * 1_000) / 10;
  return texts.against(`${change > 0 ? '+' : ''}${percent(change, language)}`, year);
}

function negativeYears(values: readonly YearValue[], language: Language): string {
  const texts = textsOf(language).company.change;
  const known = values.flatMap(({ value }) => value ?? []);
  const negative = known.filter((value) => value < 0).length;
  return negative === known.length
    ? `${texts.below} ${texts.allYears(negative)}`
    : texts.negative(negative, known.length);
}

const signed = (value: number, language: Language): string => `${value > 0 ? '+' : ''}${wholeNumber(value, language)}`;
