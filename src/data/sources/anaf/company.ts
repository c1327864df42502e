/** The tax authority's company service (v9): up to 100 fiscal codes in one request, one outcome for each of them. */

import { type Client, isAnswer } from '#data/sources/client.ts';
import {
  dayOf,
  excerpt,
  isObject,
  type JsonObject,
  listOf,
  numberOf,
  objectOf,
  parseJson,
  parseJsonAsGiven,
  textOf,
} from '#data/sources/json.ts';
import { type Answer, type Outcome, type Unavailable, unavailable, unusable } from '#lib/safe-fetch/outcome.ts';
import { parseCui } from '#lib/values/cui.ts';
import type { Day } from '#lib/values/date.ts';
import { readFiscalRecord } from './fiscal-record.ts';
import type { FiscalRecord } from './records.ts';
import { anafCompany } from './source.ts';

/** Keyed by the fiscal codes asked for, each of them exactly once. */
export type CompanyOutcomes = Map<string, Outcome<FiscalRecord>>;

/** A fiscal code, and the day that the answer is to speak of. */
export interface CompanyQuestion {
  cui: string;
  day: Day;
}

/** What was said of one question, and its record as the source gave it: its JSON, letters and order of fields the source's own. Null: none came. */
export interface Said {
  outcome: Outcome<FiscalRecord>;
  raw: string | null;
}

export const questionKey = ({ cui, day }: CompanyQuestion): string => `${cui}/${day}`;

export async function fetchCompanies(
  client: Client,
  address: string,
  cuis: readonly string[],
  day: Day,
  signal?: AbortSignal,
): Promise<CompanyOutcomes> {
  const questions = cuis.map((cui) => ({ cui, day }));
  return ofOneDay(await fetchCompaniesOn(client, address, questions, signal));
}

/** Questions about different days travel in one request: each carries its own. By `questionKey`. */
export async function fetchCompaniesOn(
  client: Client,
  address: string,
  questions: readonly CompanyQuestion[],
  signal?: AbortSignal,
): Promise<Map<string, Said>> {
  const { limits, userAgent } = anafCompany;
  const answer = await client.send(
    {
      url: address,
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: requestBody(questions),
      userAgent,
      signal,
    },
    limits,
  );
  return isAnswer(answer) ? parseCompaniesOn(answer, questions) : forAll(questions, answer);
}

export const companyRequest = (cuis: readonly string[], day: Day): string =>
  requestBody(cuis.map((cui) => ({ cui, day })));

/** The service wants numbers without RO. */
function requestBody(questions: readonly CompanyQuestion[]): string {
  const { batchMax } = anafCompany;
  if (questions.length === 0 || questions.length > batchMax)
    throw new RangeError(`1 to ${batchMax} fiscal codes, not ${questions.length}`);
  return JSON.stringify(questions.map(({ cui, day }) => ({ cui: Number(cui), data: day })));
}

export const parseCompanies = (answer: Answer, cuis: readonly string[], day: Day): CompanyOutcomes =>
  ofOneDay(
    parseCompaniesOn(
      answer,
      cuis.map((cui) => ({ cui, day })),
    ),
  );

/** A 404 with this body is an answer like any other: none of the codes is known. A code that the answer leaves out is unavailable, never unknown. */
function parseCompaniesOn(answer: Answer, questions: readonly CompanyQuestion[]): Map<string, Said> {
  const body = unusable(answer) ?? readBody(answer);
  if ('outcome' in body) return forAll(questions, body);

  const given = listsIn(objectOf(parseJsonAsGiven(answer.bytes)));
  const said = forAll(questions, unavailable('malformed', 'the answer leaves this code out'));
  const daysOf = Map.groupBy(questions, ({ cui }) => cui);
  const confused = new Set(body.found.filter((one) => dayAnswered(one, daysOf) === null).map(cuiIn));
  for (const [i, code] of body.notFound.entries()) {
    // Numbers in version 9; objects with the day, under another spelling of the key, in what older ones leave behind.
    const cui = parseCui(textOf(isObject(code) ? code.cui : code) ?? '');
    // It names no day: where the same code is also told of on a day that nobody asked about, the absence may be of any.
    if (confused.has(cui)) continue;
    for (const question of daysOf.get(cui ?? '') ?? [])
      said.set(questionKey(question), { outcome: { outcome: 'notFound' }, raw: JSON.stringify(given.notFound[i]) });
  }
  // Last, because a code that is known on one of the days asked for stands in both lists.
  for (const [i, found] of body.found.entries()) {
    const day = dayAnswered(found, daysOf);
    const value = day === null ? null : readFiscalRecord(found, day);
    if (day === null || value === null) continue;
    said.set(questionKey({ cui: value.cui, day }), {
      outcome: { outcome: 'found', value },
      raw: JSON.stringify(given.found[i]),
    });
  }
  return said;
}

/** Which of the days that were asked for an element of `found` speaks of; null when it is about a code that nobody asked for. */
function dayAnswered(found: unknown, daysOf: ReadonlyMap<string, readonly CompanyQuestion[]>): Day | null {
  const asked = daysOf.get(cuiIn(found) ?? '') ?? [];
  const told = dayOf(objectOf(objectOf(found).date_generale).data);
  if (asked.length > 1) return asked.find(({ day }) => day === told)?.day ?? null;
  return asked[0]?.day ?? null;
}

const cuiIn = (found: unknown): string | null => parseCui(textOf(objectOf(objectOf(found).date_generale).cui) ?? '');

const forAll = (questions: readonly CompanyQuestion[], outcome: Unavailable): Map<string, Said> =>
  new Map(questions.map((question) => [questionKey(question), { outcome, raw: null }]));

const ofOneDay = (said: ReadonlyMap<string, Said>): CompanyOutcomes =>
  new Map([...said].map(([key, { outcome }]) => [key.split('/', 1)[0] ?? '', outcome]));

/** Plain text, an empty body and error messages inside a 200 all occur. */
function readBody(answer: Answer): Lists | Unavailable {
  const body = parseJson(answer.bytes);
  if (!isObject(body)) return unavailable('malformed', `HTTP ${answer.status}: ${excerpt(answer.bytes)}`);
  const code = numberOf(body.cod);
  if (code !== null && code !== 200)
    return unavailable('rejected', `code ${code}: ${textOf(body.message) ?? 'no message'}`);
  if (!('found' in body) && !('notFound' in body) && !('notfound' in body)) {
    return unavailable('malformed', `HTTP ${answer.status}: ${excerpt(answer.bytes)}`);
  }
  return listsIn(body);
}

interface Lists {
  found: unknown[];
  notFound: unknown[];
}

const listsIn = (body: JsonObject): Lists => ({
  found: listOf(body.found),
  notFound: [...listOf(body.notFound), ...listOf(body.notfound)],
});
