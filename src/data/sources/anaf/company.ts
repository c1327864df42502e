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
  parseJsonVerbatim,
  textOf,
} from '#data/sources/json.ts';
import { type Answer, type Outcome, type Unavailable, unavailable, unusable } from '#lib/safe-fetch/outcome.ts';
import { parseCui } from '#lib/values/cui.ts';
import type { Day } from '#lib/values/date.ts';
import { readFiscalRecord } from './fiscal-record.ts';
import type { FiscalRecord } from './records.ts';
import { anafCompany } from './source.ts';

/** By requested fiscal code. */
export type CompanyOutcomes = Map<string, Outcome<FiscalRecord>>;

/** A fiscal code, and the day of the requested state. */
export interface CompanyQuery {
  cui: string;
  day: Day;
}

/** The outcome of one query. `raw`: the source's own JSON of the record, with its characters and order of fields; null without one. */
export interface CompanyAnswer {
  outcome: Outcome<FiscalRecord>;
  raw: string | null;
}

export const queryKey = ({ cui, day }: CompanyQuery): string => `${cui}/${day}`;

export async function fetchCompanies(
  client: Client,
  address: string,
  cuis: readonly string[],
  day: Day,
  signal?: AbortSignal,
): Promise<CompanyOutcomes> {
  const queries = cuis.map((cui) => ({ cui, day }));
  return ofOneDay(await fetchCompaniesOn(client, address, queries, signal));
}

/** One request for queries about different days. The result is by `queryKey`. */
export async function fetchCompaniesOn(
  client: Client,
  address: string,
  queries: readonly CompanyQuery[],
  signal?: AbortSignal,
): Promise<Map<string, CompanyAnswer>> {
  const { limits, userAgent } = anafCompany;
  const answer = await client.send(
    {
      url: address,
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: requestBody(queries),
      userAgent,
      signal,
    },
    limits,
  );
  return isAnswer(answer) ? parseCompaniesOn(answer, queries) : forAll(queries, answer);
}

export const companyRequest = (cuis: readonly string[], day: Day): string =>
  requestBody(cuis.map((cui) => ({ cui, day })));

/** The service requires numbers without RO. */
function requestBody(queries: readonly CompanyQuery[]): string {
  const { batchMax } = anafCompany;
  if (queries.length === 0 || queries.length > batchMax)
    throw new RangeError(`1 to ${batchMax} fiscal codes, not ${queries.length}`);
  return JSON.stringify(queries.map(({ cui, day }) => ({ cui: Number(cui), data: day })));
}

export const parseCompanies = (answer: Answer, cuis: readonly string[], day: Day): CompanyOutcomes =>
  ofOneDay(
    parseCompaniesOn(
      answer,
      cuis.map((cui) => ({ cui, day })),
    ),
  );

/** A 404 with this body is a normal answer: none of the codes exists. A code that the answer omits is unavailable, never unknown. */
function parseCompaniesOn(answer: Answer, queries: readonly CompanyQuery[]): Map<string, CompanyAnswer> {
  const body = unusable(answer) ?? readBody(answer);
  if ('outcome' in body) return forAll(queries, body);

  const verbatim = listsIn(objectOf(parseJsonVerbatim(answer.bytes)));
  const answers = forAll(queries, unavailable('malformed', 'the answer leaves this code out'));
  const daysOf = Map.groupBy(queries, ({ cui }) => cui);
  const ambiguous = new Set(body.found.filter((one) => dayAnswered(one, daysOf) === null).map(cuiIn));
  for (const [i, code] of body.notFound.entries()) {
    // Numbers in version 9; objects with the day, under another spelling of the key, in what older ones leave behind.
    const cui = parseCui(textOf(isObject(code) ? code.cui : code) ?? '');
    // It names no day: where `found` has the same code with a day of no query, the absence may be of any day.
    if (ambiguous.has(cui)) continue;
    for (const query of daysOf.get(cui ?? '') ?? [])
      answers.set(queryKey(query), { outcome: { outcome: 'notFound' }, raw: JSON.stringify(verbatim.notFound[i]) });
  }
  // Last, because a code that exists on one of the requested days is in both lists.
  for (const [i, found] of body.found.entries()) {
    const day = dayAnswered(found, daysOf);
    const value = day === null ? null : readFiscalRecord(found, day);
    if (day === null || value === null) continue;
    answers.set(queryKey({ cui: value.cui, day }), {
      outcome: { outcome: 'found', value },
      raw: JSON.stringify(verbatim.found[i]),
    });
  }
  return answers;
}

/** The requested day of an element of `found`; null for a code that was not requested. */
function dayAnswered(found: unknown, daysOf: ReadonlyMap<string, readonly CompanyQuery[]>): Day | null {
  const requested = daysOf.get(cuiIn(found) ?? '') ?? [];
  const day = dayOf(objectOf(objectOf(found).date_generale).data);
  if (requested.length > 1) return requested.find((query) => query.day === day)?.day ?? null;
  return requested[0]?.day ?? null;
}

const cuiIn = (found: unknown): string | null => parseCui(textOf(objectOf(objectOf(found).date_generale).cui) ?? '');

const forAll = (queries: readonly CompanyQuery[], outcome: Unavailable): Map<string, CompanyAnswer> =>
  new Map(queries.map((query) => [queryKey(query), { outcome, raw: null }]));

const ofOneDay = (answers: ReadonlyMap<string, CompanyAnswer>): CompanyOutcomes =>
  new Map([...answers].map(([key, { outcome }]) => [key.split('/', 1)[0] ?? '', outcome]));

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
