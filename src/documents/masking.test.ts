import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hiddenNames } from '#base/hidden-names.ts';
import { maskedText } from './masking.ts';

test('names of hidden persons and personal numbers are masked, other words stay', () => {
  const hidden = hiddenNames(['Popescu Ana']);
  const text = 'Reprezentant ANA POPESCU, CNP 1800101221443, contract nr. 12';
  assert.equal(maskedText(text, hidden), 'Reprezentant […], CNP [CNP], contract nr. 12');
  assert.equal(maskedText('Po-\npescu Ana', hidden), '[…]');
  assert.equal(maskedText('Popescu Ion', hidden), 'Popescu Ion');
});
