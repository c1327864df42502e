import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dayReader, legalForm, postalCode, website } from './cells.ts';

test('days are read with or without a time, and anything else is null', () => {
  const dayOf = dayReader();
  for (let time = 0; time < 2; time++) {
    assert.equal(dayOf('03/09/2024'), '2024-09-03');
    assert.equal(dayOf('03/09/2024 14:05:00'), '2024-09-03');
    assert.equal(dayOf('3/9/2024'), '2024-09-03');
    for (const cell of ['', '   ', '31/02/2024', '03/09/2024x', 'necunoscut', undefined])
      assert.equal(dayOf(cell), null);
  }
});

test('postal codes lose their padding and keep their length, and zeros are null', () => {
  assert.deepEqual(['  29862', '510001', '3400', '      0', '', undefined].map(postalCode), [
    '29862',
    '510001',
    '3400',
    null,
    null,
    null,
  ]);
});

test('a web site needs a host name, and telephone numbers, email addresses and remarks are null', () => {
  const sites = ['www.exemplu.example', 'http://exemplu.example', 'https://a.b.example/cale?x=1', 'mărțișor.example'];
  assert.deepEqual(sites.map(website), sites);
  for (const cell of [
    '0248555123',
    '0248.555.123',
    '0248/555123',
    'office@exemplu.example',
    'nu are',
    '-',
    'www',
    '',
  ]) {
    assert.equal(website(cell), null, cell);
  }
});

test('a legal form is read unchanged, and a placeholder is null', () => {
  assert.deepEqual(['SRL', ' OC1 ', 'N/A', '', undefined].map(legalForm), ['SRL', 'OC1', null, null, null]);
});
