/** One small sample of every source: expected and found content, and the differences. */

import { parseBalance } from '#data/sources/anaf/balance.ts';
import { companyRequest, parseCompanies } from '#data/sources/anaf/company.ts';
import { fetchRates } from '#data/sources/bnr/rates.ts';
import { type Client, isAnswer } from '#data/sources/client.ts';
import { parseJson } from '#data/sources/json.ts';
import type { SiteLock } from '#data/sources/procurement/site/site.ts';
import type { AddressBook } from '#data/sources/source-addresses.ts';
import { sources } from '#data/sources/sources.ts';
import type { Request } from '#lib/safe-fetch/exchange.ts';
import type { Answer, Outcome, Unavailable } from '#lib/safe-fetch/outcome.ts';
import type { WrongShape } from '#lib/safe-fetch/wrong-shape.ts';
import { type Day, daysBetween, yearOf } from '#lib/values/date.ts';
import {
  balanceAnswer,
  type Comparison,
  companyAnswer,
  compared,
  type Difference,
  type Shape,
} from './answer-shapes.ts';

export interface SampleContext {
  client: Client;
  addresses: AddressBook;
  today: Day;
  /** A company that files balance sheets. */
  cui: string;
  /** Passes on the procurement system's block of this installation. Absent: there is none. */
  withBlock?<Result extends object>(use: (block: SiteLock | undefined) => Promise<Result>): Promise<Result>;
}

export interface Result extends Comparison {
  found: string;
  /** Without any answer its shape is unknown. */
  silent: boolean;
}

export interface Sample extends Result {
  source: string;
  address: string;
  expected: string;
}

export const found = (text: string, problems: readonly string[] = [], unread: readonly string[] = []): Result => ({
  found: text,
  silent: false,
  differences: problems.map((problem) => ({ field: null, problem })),
  unread: [...unread],
});

/** A difference of the whole answer. */
export const differs = (
  text: string,
  { silent = false, shareable }: { silent?: boolean; shareable?: string } = {},
): Result => ({
  ...found(text),
  silent,
  differences: [{ field: null, problem: text, ...(shareable !== undefined && { shareable }) }],
});

/** Messages quote the source, and columns are named by the program. */
export const wrongShape = ({ message, expected, missing }: WrongShape): Result => ({
  ...differs(message, { shareable: `not ${expected}` }),
  ...(missing.length > 0 && { differences: missing.map((field): Difference => ({ field, problem: 'is missing' })) }),
});

/** The bank pauses over Easter and Christmas, never longer than this. */
const RATES_DAYS_MAX = 7;
/** The bank quotes 37 currencies; it has dropped some before, never many. */
const CURRENCIES_MIN = 25;

export async function sampleCompany({ client, addresses, today, cui }: SampleContext): Promise<Sample> {
  const request = {
    url: addresses.anafCompany,
    method: 'POST' as const,
    headers: { 'content-type': 'application/json' },
    body: companyRequest([cui], today),
  };
  const answer = await send(client, 'anafCompany', request);
  const outcome = isAnswer(answer) ? parseCompanies(answer, [cui], today).get(cui) : answer;
  return {
    source: sources.anafCompany.title,
    address: addresses.anafCompany,
    expected: `the record of ${cui} from web service v9`,
    ...compare(outcome, isAnswer(answer) ? answer : null, companyAnswer, ({ name }) => name),
  };
}

export async function sampleBalance({ client, addresses, today, cui }: SampleContext): Promise<Sample> {
  // The year before the last: all companies have filed.
  const year = yearOf(today) - 2;
  const answer = await send(client, 'anafBalance', { url: `${addresses.anafBalance}?an=${year}&cui=${cui}` });
  const outcome = isAnswer(answer) ? parseBalance(answer, cui, year) : answer;
  return {
    source: sources.anafBalance.title,
    address: addresses.anafBalance,
    expected: `the balance sheet of ${cui} for ${year}`,
    ...compare(outcome, isAnswer(answer) ? answer : null, balanceAnswer, (record) => {
      return `${record.indicators.length} indicators`;
    }),
  };
}

export async function sampleRates({ client, addresses, today }: SampleContext): Promise<Sample> {
  const about = {
    source: sources.bnr.title,
    address: addresses.bnr.join(' '),
    expected: `the day’s rates, EUR and USD among at least ${CURRENCIES_MIN}`,
  };
  const outcome = await fetchRates(client, addresses.bnr, 'day');
  if (outcome.outcome === 'unavailable') return { ...about, ...notAnswered(outcome) };
  if (outcome.outcome === 'notFound') return { ...about, ...differs('a file without rates') };
  const day = outcome.value[0]?.day ?? '';
  const currencies = outcome.value.map(({ currency }) => currency);
  const lacking = ['EUR', 'USD'].filter((currency) => !currencies.includes(currency));
  return {
    ...about,
    ...found(`${currencies.length} currencies of ${day}`, [
      ...lacking.map((currency) => `${currency} is missing`),
      ...(currencies.length < CURRENCIES_MIN ? [`${currencies.length} currencies, expected ${CURRENCIES_MIN}`] : []),
      ...(daysBetween(day, today) > RATES_DAYS_MAX ? [`the newest rates are of ${day}`] : []),
    ]),
  };
}

const send = (client: Client, source: 'anafCompany' | 'anafBalance', request: Omit<Request, 'userAgent'>) =>
  client.send({ ...request, userAgent: sources[source].userAgent }, sources[source].limits);

/** A refusal or a web page is an answer; an unknown host name, a closed port or a timeout is not. */
export function notAnswered({ reason, detail }: Unavailable): Result {
  const silent = reason === 'network' || reason === 'timeout';
  return differs(silent ? `no answer (${detail})` : detail, { silent, shareable: `refused or unusable: ${reason}` });
}

/** Compares by the reader of the source, which decides whether the answer is usable, and by the shape, which also finds moved fields. */
function compare<Value>(
  outcome: Outcome<Value> | undefined,
  answer: Answer | null,
  expected: Shape,
  describe: (value: Value) => string,
): Result {
  if (outcome === undefined || outcome.outcome === 'notFound')
    return differs('the source does not know it: name another company with --cui');
  if (outcome.outcome === 'unavailable') return notAnswered(outcome);
  const partial = outcome.outcome === 'partial' ? [`could not be read: ${outcome.missing}`] : [];
  const read = found(describe(outcome.value), partial);
  if (answer === null) return read;
  const { differences, unread } = compared(expected, parseJson(answer.bytes));
  return { ...read, differences: [...read.differences, ...differences], unread };
}
