/** Adapts the tax authority's two services to the upstream queues: an answer per record, and whether the source is in trouble. */

import { fetchBalance } from '#data/sources/anaf/balance.ts';
import { type CompanyAnswer, fetchCompaniesOn, queryKey } from '#data/sources/anaf/company.ts';
import type { FiscalRecord } from '#data/sources/anaf/records.ts';
import type { Client } from '#data/sources/client.ts';
import type { AddressBook } from '#data/sources/source-addresses.ts';
import { type Outcome, unavailable } from '#lib/safe-fetch/outcome.ts';
import { bucharestDay } from '#lib/values/date.ts';
import { balanceKey, type FiscalUnit, fiscalKey } from './observations-table.ts';
import type { TaxAuthority } from './refresher.ts';
import type { SourceReply } from './upstream-queue.ts';

export const taxAuthority = (
  client: Client,
  { anafCompany, anafBalance }: Pick<AddressBook, 'anafCompany' | 'anafBalance'>,
  now: () => number = Date.now,
): TaxAuthority => ({
  companies: async (units, signal) => {
    const today = bucharestDay(now());
    const lookups = units.map((unit) => ({ unit, question: { cui: unit.cui, day: unit.day ?? today } }));
    const questions = new Map(lookups.map(({ question }) => [queryKey(question), question]));
    const answers = await fetchCompaniesOn(client, anafCompany, [...questions.values()], signal);
    return companiesReply(lookups.map(({ unit, question }) => [unit, answers.get(queryKey(question))]));
  },
  balance: async ({ cui, year }, signal) => {
    const outcome = await fetchBalance(client, anafBalance, cui, year, signal);
    return toReply(new Map([[balanceKey({ cui, year }), outcome]]));
  },
});

/** A query about a past day must not get the answer of another day. */
function companiesReply(
  results: readonly (readonly [FiscalUnit, CompanyAnswer | undefined])[],
): SourceReply<FiscalRecord> {
  const outcomes = results.map(([unit, result]) => [fiscalKey(unit), sameDay(unit, result?.outcome)] as const);
  const reply = toReply(new Map(outcomes));
  for (const [unit, result] of results) {
    const answer = reply.answers.get(fiscalKey(unit));
    // Receipts are made over answers about a day only.
    if (answer && unit.day !== null && typeof result?.raw === 'string') answer.raw = result.raw;
  }
  return reply;
}

function sameDay(
  { day }: FiscalUnit,
  outcome: Outcome<FiscalRecord> = unavailable('malformed', 'not answered'),
): Outcome<FiscalRecord> {
  if (day === null || outcome.outcome !== 'found' || outcome.value.day === day) return outcome;
  return unavailable('malformed', `asked about ${day}, answered about ${outcome.value.day}`);
}

/** A source that answered for some records works; the others are requested again. Half a balance sheet counts as none. */
function toReply<Rec>(outcomes: Map<string, Outcome<Rec>>): SourceReply<Rec> {
  const answers: SourceReply<Rec>['answers'] = new Map();
  let trouble: SourceReply<Rec>['trouble'] = null;
  for (const [key, result] of outcomes) {
    if (result.outcome === 'found') answers.set(key, { outcome: 'found', record: result.value });
    else if (result.outcome === 'notFound') answers.set(key, { outcome: 'notFound' });
    else if (result.outcome === 'unavailable') trouble ??= { reason: result.reason, retryAfterMs: result.retryAfterMs };
    else trouble ??= { reason: 'malformed', retryAfterMs: null };
  }
  return { answers, trouble: answers.size > 0 ? null : trouble };
}
