/** Keys and signatures of the demo country: deterministic, and valid for node:crypto. */
import assert from 'node:assert/strict';
import { constants, createPublicKey, verify } from 'node:crypto';
import { test } from 'node:test';
import { longTest } from '#test/support/tier.ts';
import { ellipticKey, inverse, PRIME_STEPS, rsaKey, signBytes, stepsToPrime } from './keys.ts';

const text = Buffer.from('Semnat la Piatra Vulturului');

test('a seed word always gives the same key, and another word another key', () => {
  assert.deepEqual(rsaKey('root').publicKey, rsaKey('root').publicKey);
  assert.notDeepEqual(rsaKey('root').publicKey, rsaKey('authority').publicKey);
  assert.equal(rsaKey('root').privateKey.asymmetricKeyDetails?.modulusLength, 2_048);
  assert.equal(inverse(3n, 7n), 5n);
});

const known = Object.entries(PRIME_STEPS);
const searched = (words: typeof known) => words.map(([word]) => [word, stepsToPrime(word)]);

test('the stored prime of a seed word is the first one that the search finds', () => {
  assert.deepEqual(searched(known.slice(0, 2)), known.slice(0, 2));
});

longTest('all stored primes equal those that the search finds', () => assert.deepEqual(searched(known), known));

test('signatures are deterministic and valid', () => {
  const rsa = rsaKey('root');
  const elliptic = ellipticKey('clerk');
  for (const [key, padding] of [
    [rsa, 'plain'],
    [rsa, 'pss'],
    [elliptic, 'plain'],
  ] as const) {
    const value = signBytes(text, key, padding);
    assert.deepEqual(signBytes(text, key, padding), value);
    const publicKey = createPublicKey({ key: key.publicKey, type: 'spki', format: 'der' });
    const options = padding === 'pss' ? { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: 0 } : {};
    assert.ok(verify('sha256', text, { key: publicKey, ...options }, value));
    assert.ok(!verify('sha256', Buffer.from('altceva'), { key: publicKey, ...options }, value));
  }
});
