import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dayReader, legalForm, postalCode, website } from './cells.ts';

test('days are read with and without a time, again and again, and what is no day is null', () => {
  const dayOf = dayReader();
  for (let time = 0; time < 2; time++) {
    assert.equal(dayOf('03/09/2024'), '2024-09-03');
    assert.equal(dayOf('03/09/2024 14:05:00'), '2024-09-03');
    assert.equal(dayOf('3/9/2024'), '2024-09-03');
    for (const cell of ['', '   ', '31/02/2024', '03/09/2024x', 'necunoscut', undefined])
      assert.equal(dayOf(cell), null);
  }
});

test('postal codes lose their padding and keep their length; zeros are none', () => {
  assert.deepEqual(['  29862', '510001', '3400', '      0', '', undefined].map(postalCode), [
    '29862',
    '510001',
    '3400',
    null,
    null,
    null,
  ]);
});

test('a web site is one with a host name, not a telephone number, a mail address or a remark', () => {
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

test('a legal form is read as it is, and what stands for none is unknown', () => {
  assert.deepEqual(['SRL', ' OC1 ', 'N/A', '', undefined].map(legalForm), ['SRL', 'OC1', null, null, null]);
});
