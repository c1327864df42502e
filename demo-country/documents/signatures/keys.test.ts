/** Keys and signatures of the invented country: without chance, and right by the judgement of node:crypto. */
import assert from 'node:assert/strict';
import { constants, createPublicKey, verify } from 'node:crypto';
import { test } from 'node:test';
import { longTest } from '#test/support/tier.ts';
import { ellipticKey, inverse, PRIME_STEPS, rsaKey, signBytes, stepsToPrime } from './keys.ts';

const text = Buffer.from('Semnat la Piatra Vulturului');

test('a key is the same for the same word, and another for another', () => {
  assert.deepEqual(rsaKey('root').publicKey, rsaKey('root').publicKey);
  assert.notDeepEqual(rsaKey('root').publicKey, rsaKey('authority').publicKey);
  assert.equal(rsaKey('root').privateKey.asymmetricKeyDetails?.modulusLength, 2_048);
  assert.equal(inverse(3n, 7n), 5n);
});

const known = Object.entries(PRIME_STEPS);
const searched = (words: typeof known) => words.map(([word]) => [word, stepsToPrime(word)]);

test('the prime that is known of a word is the first that is found', () => {
  assert.deepEqual(searched(known.slice(0, 2)), known.slice(0, 2));
});

longTest('so are all of them', () => assert.deepEqual(searched(known), known));

test('signatures are the same every time, and hold', () => {
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
