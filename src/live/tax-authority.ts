/** The tax authority's two services as the lanes want them: what it said of each record, and whether it is in trouble. */
import { bucharestDay } from '#base/date.ts';
import { fetchBalance } from '#sources/anaf/balance.ts';
import { fetchCompanies } from '#sources/anaf/company.ts';
import type { Client } from '#sources/client.ts';
import type { Outcome } from '#sources/outcome.ts';
import type { AddressBook } from '#sources/source-addresses.ts';
import type { SourceReply } from './lane-needs.ts';
import { balanceKey } from './observations-table.ts';
import type { TaxAuthority } from './refresher.ts';

export const taxAuthority = (
  client: Client,
  { anafCompany, anafBalance }: Pick<AddressBook, 'anafCompany' | 'anafBalance'>,
  now: () => number = Date.now,
): TaxAuthority => ({
  companies: async (cuis, signal) =>
    toReply(await fetchCompanies(client, anafCompany, cuis, bucharestDay(now()), signal)),
  balance: async ({ cui, year }, signal) => {
    const outcome = await fetchBalance(client, anafBalance, cui, year, signal);
    return toReply(new Map([[balanceKey({ cui, year }), outcome]]));
  },
});

/** A source that answered for some records works; the others are asked for again. Half a balance sheet counts as none. */
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
