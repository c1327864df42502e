/** The verdict of every combination of partial facts. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Facts, verdictFrom } from './verdict.ts';

const integrities = ['intact', 'altered', 'unknown'] as const;
const chains = ['trusted', 'untrusted', 'expired', 'revoked', 'unknown'] as const;
const revocations = ['good', 'revoked', 'later', 'not_checked'] as const;
const either = [false, true] as const;

const all: Facts[] = integrities.flatMap((integrity) =>
  chains.flatMap((chain) =>
    revocations.flatMap((revocation) =>
      either.flatMap((hasFault) => either.map((hasDoubt) => ({ integrity, chain, revocation, hasFault, hasDoubt }))),
    ),
  ),
);

test('valid needs every fact to be known and good, and invalid a proof', () => {
  assert.equal(all.length, 240);
  const of = (verdict: string): Facts[] => all.filter((facts) => verdictFrom(facts) === verdict);
  const good = { integrity: 'intact', chain: 'trusted', hasFault: false, hasDoubt: false };
  assert.deepEqual(of('valid'), [
    { ...good, revocation: 'good' },
    { ...good, revocation: 'later' },
  ]);
  for (const facts of of('invalid')) assert.ok(facts.hasFault || facts.integrity === 'altered', JSON.stringify(facts));
  assert.equal(of('invalid').length, 80 + 80 + 80 - 3 * 40 + 40, 'each altered one, and each other one with a fault');
});
