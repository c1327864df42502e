import assert from 'node:assert/strict';
import { test } from 'node:test';
import { verdictText } from './documents.ts';

test('a revoked certificate is said once', () => {
  const facts = { integrity: 'intact', chain: 'revoked', revocation: 'revoked' } as const;
  assert.equal(verdictText('indeterminate', facts, 'ro'), 'nedeterminată: intactă, certificat revocat');
  assert.equal(verdictText('indeterminate', facts, 'en'), 'undetermined: intact, certificate revoked');
});

test('the facts of an undetermined signature are all said', () => {
  const facts = { integrity: 'intact', chain: 'trusted', revocation: 'notChecked' } as const;
  assert.equal(verdictText('indeterminate', facts, 'en'), 'undetermined: intact, trusted, revocation not checked');
});
