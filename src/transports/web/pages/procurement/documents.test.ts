import assert from 'node:assert/strict';
import { test } from 'node:test';
import { verdictText } from './documents.ts';

test('a revoked certificate is said once', () => {
  const facts = { integrity: 'intact', chain: 'revoked', revocation: 'revoked' } as const;
  assert.equal(verdictText('indeterminate', facts, 'ro'), 'nedeterminată: conținut semnat intact, certificat revocat');
  assert.equal(verdictText('indeterminate', facts, 'en'), 'undetermined: signed content intact, certificate revoked');
});

test('the facts of an undetermined signature are all said', () => {
  const facts = { integrity: 'intact', chain: 'trusted', revocation: 'notChecked' } as const;
  assert.equal(
    verdictText('indeterminate', facts, 'en'),
    'undetermined: signed content intact, trusted, revocation not checked',
  );
});
