import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { test } from 'node:test';
import { keyedDigest } from './hash.ts';

test('a keyed digest is HMAC-SHA256, for secrets and texts of any length', () => {
  const letters = 'aț€\u{1F44B}\ud800';
  for (const secret of ['', 'key', 'ș'.repeat(32), 'x'.repeat(64), 'x'.repeat(65)])
    for (const length of [0, 1, 55, 64, 999, 1_000, 1_001, 5_000]) {
      const text = letters.repeat(length).slice(0, length);
      const expected = createHmac('sha256', secret).update(text).digest('base64url');
      assert.equal(keyedDigest(secret, text), expected, `${secret.length}, ${length}`);
    }
});
