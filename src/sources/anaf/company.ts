/** The tax authority's company service (v9): up to 100 fiscal codes in one request, one outcome for each of them. */
import { parseCui } from '#base/cui.ts';
import type { Day } from '#base/date.ts';
import { type Client, isAnswer } from '#sources/client.ts';
import { excerpt, isObject, listOf, numberOf, parseJson, textOf } from '#sources/json.ts';
import { type Answer, type Outcome, type Unavailable, unavailable, unusable } from '#sources/outcome.ts';
import { readFiscalRecord } from './fiscal-record.ts';
import type { FiscalRecord } from './records.ts';
import { anafCompany } from './source.ts';

/** Keyed by the fiscal codes asked for, each of them exactly once. */
export type CompanyOutcomes = Map<string, Outcome<FiscalRecord>>;

export async function fetchCompanies(
  client: Client,
  address: string,
  cuis: readonly string[],
  day: Day,
  signal?: AbortSignal,
): Promise<CompanyOutcomes> {
  const { limits, userAgent } = anafCompany;
  const answer = await client.send(
    {
      url: address,
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: companyRequest(cuis, day),
      userAgent,
      signal,
    },
    limits,
  );
  return isAnswer(answer) ? parseCompanies(answer, cuis, day) : forAll(cuis, answer);
}

/** The service wants numbers without RO. */
export function companyRequest(cuis: readonly string[], day: Day): string {
  const { batchMax } = anafCompany;
  if (cuis.length === 0 || cuis.length > batchMax)
    throw new RangeError(`1 to ${batchMax} fiscal codes, not ${cuis.length}`);
  return JSON.stringify(cuis.map((cui) => ({ cui: Number(cui), data: day })));
}

/** A 404 with this body is an answer like any other: none of the codes is known. A code that the answer leaves out is unavailable, never unknown. */
export function parseCompanies(answer: Answer, cuis: readonly string[], day: Day): CompanyOutcomes {
  const body = unusable(answer) ?? readBody(answer);
  if ('outcome' in body) return forAll(cuis, body);

  const outcomes = forAll(cuis, unavailable('malformed', 'the answer leaves this code out'));
  for (const code of body.notFound) {
    // Numbers in version 9; objects with the day, under another spelling of the key, in what older ones leave behind.
    const cui = parseCui(textOf(isObject(code) ? code.cui : code) ?? '');
    if (cui !== null && outcomes.has(cui)) outcomes.set(cui, { outcome: 'notFound' });
  }
  for (const found of body.found) {
    const value = readFiscalRecord(found, day);
    if (value !== null && outcomes.has(value.cui)) outcomes.set(value.cui, { outcome: 'found', value });
  }
  return outcomes;
}

const forAll = (cuis: readonly string[], outcome: Unavailable): CompanyOutcomes =>
  new Map(cuis.map((cui) => [cui, outcome]));

/** Plain text, an empty body and error messages inside a 200 all occur. */
function readBody(answer: Answer): { found: unknown[]; notFound: unknown[] } | Unavailable {
  const body = parseJson(answer.bytes);
  if (!isObject(body)) return unavailable('malformed', `HTTP ${answer.status}: ${excerpt(answer.bytes)}`);
  const code = numberOf(body.cod);
  if (code !== null && code !== 200)
    return unavailable('rejected', `code ${code}: ${textOf(body.message) ?? 'no message'}`);
  if (!('found' in body) && !('notFound' in body) && !('notfound' in body)) {
    return unavailable('malformed', `HTTP ${answer.status}: ${excerpt(answer.bytes)}`);
  }
  return { found: listOf(body.found), notFound: [...listOf(body.notFound), ...listOf(body.notfound)] };
}
