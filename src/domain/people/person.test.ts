import assert from 'node:assert/strict';
import { test } from 'node:test';
import { translator } from '#lib/i18n/message.ts';
import { hiddenNames, noHiddenPersons } from '#lib/redaction/hidden-names.ts';
import { NAMESAKES_MAX } from './identity.ts';
import { personRow } from './person.ts';

const somebody = {
  rank: 1,
  id: 'p1',
  name: 'POPA ANA',
  companies: 1,
  run: 1,
  active: 1,
  counties: '',
  tied: 0,
  namesakes: 1,
};
const names = hiddenNames(['Ana Popa']);
const reasons = (namesakes: number, hidden = { ...noHiddenPersons, names, version: 'x' }): string[] =>
  personRow({ ...somebody, namesakes }, translator(), hidden).identityConfidence.reasons;

test('a hidden namesake is not counted, so that other persons of the name do not reveal the hidden one', () => {
  assert.deepEqual(reasons(1), reasons(0, noHiddenPersons));
  assert.deepEqual(reasons(3), reasons(2, noHiddenPersons));
  assert.deepEqual(reasons(NAMESAKES_MAX), reasons(NAMESAKES_MAX, noHiddenPersons));
});
