/** The tax authority's balance service: one company, one year. */

import { caenCode } from '#data/sources/cells.ts';
import { type Client, isAnswer } from '#data/sources/client.ts';
import { excerpt, isObject, listOf, numberOf, objectOf, parseJson, textOf } from '#data/sources/json.ts';
import { type Answer, type Outcome, unavailable, unusable } from '#lib/safe-fetch/outcome.ts';
import { parseCui } from '#lib/values/cui.ts';
import { fold } from '#lib/values/text.ts';
import { isStandardChart, standardChart } from './balance-chart.ts';
import type { BalanceRecord, Indicator } from './records.ts';
import { anafBalance } from './source.ts';

export async function fetchBalance(
  client: Client,
  address: string,
  cui: string,
  year: number,
  signal?: AbortSignal,
): Promise<Outcome<BalanceRecord>> {
  const { limits, userAgent } = anafBalance;
  const url = `${address}?an=${year}&cui=${cui}`;
  const answer = await client.send({ url, userAgent, signal }, limits);
  return isAnswer(answer) ? parseBalance(answer, cui, year) : answer;
}

/** The service reports a missing balance in three forms: `{}`, an empty list of indicators, or an empty body. */
export function parseBalance(answer: Answer, cui: string, year: number): Outcome<BalanceRecord> {
  const refusal = unusable(answer);
  if (refusal) return refusal;
  const body = parseJson(answer.bytes);
  if (body !== null && !isObject(body)) return unavailable('malformed', excerpt(answer.bytes));

  const { i, cui: answeredCui, an: answeredYear, caen, ...others } = objectOf(body);
  const items = listOf(i);
  if (items.length === 0) {
    if (answer.status !== 200) return unavailable('rejected', `HTTP ${answer.status}`);
    const hasOtherFields = i === undefined && Object.keys(others).length > 0;
    return hasOtherFields ? unavailable('malformed', excerpt(answer.bytes)) : { outcome: 'notFound' };
  }
  if (parseCui(textOf(answeredCui) ?? '') !== cui || numberOf(answeredYear) !== year) {
    return unavailable('malformed', `asked for ${cui} in ${year}, answered ${answeredCui} in ${answeredYear}`);
  }
  const indicators = withRightLabels(inOrder(items.map(readIndicator).filter((indicator) => indicator !== null)));
  const value: BalanceRecord = { cui, year, form: null, caenCode: caenCode(textOf(caen) ?? ''), indicators };
  const missing = items.length - indicators.length + missingOfStandardChart(indicators);
  return missing === 0 ? { outcome: 'found', value } : { outcome: 'partial', value, missing: `${missing} indicators` };
}

/** An ordinary company's balance always has all codes; other charts have any number. I19 is sometimes mislabelled. */
function missingOfStandardChart(indicators: readonly Indicator[]): number {
  const isOrdinary = ({ code, label }: Indicator) =>
    code === 'I19' || (label !== null && fold(label) === fold(standardChart.get(code) ?? ''));
  const codes = new Set(indicators.map(({ code }) => code));
  return indicators.every(isOrdinary) ? standardChart.size - codes.size : 0;
}

function readIndicator(item: unknown): Indicator | null {
  const { indicator, val_indicator, val_den_indicator } = objectOf(item);
  const code = textOf(indicator)?.toUpperCase() ?? '';
  return /^I[0-9]+$/.test(code) ? { code, label: textOf(val_den_indicator), value: numberOf(val_indicator) } : null;
}

/** The service sends I5 … I20, I1 … I4 for some charts. */
const inOrder = (indicators: Indicator[]): Indicator[] =>
  indicators.toSorted((a, b) => Number(a.code.slice(1)) - Number(b.code.slice(1)));

/** Companies under IFRS get I19 labelled `Pierdere bruta`, the name of I17. With exactly the standard codes, the code is right. */
function withRightLabels(indicators: Indicator[]): Indicator[] {
  const gross = indicators.find(({ code }) => code === 'I17')?.label;
  if (!gross || !isStandardChart(indicators.map(({ code }) => code))) return indicators;
  return indicators.map((indicator) =>
    indicator.code === 'I19' && indicator.label === gross
      ? { ...indicator, label: standardChart.get('I19') ?? null }
      : indicator,
  );
}
