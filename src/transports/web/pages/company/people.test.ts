import assert from 'node:assert/strict';
import { test } from 'node:test';
import { omittedNote } from './people.ts';

const note = (kinds: Parameters<typeof omittedNote>[1]['omittedKinds'], language: 'ro' | 'en' = 'en'): string =>
  omittedNote('90000049', { omitted: 3, omittedKinds: kinds }, language)?.markup ?? '';

test('omitted firms are linked under the kinds that have some', () => {
  const practitioner = '<a href="/en/company/90000049/related?kind=insolvencyPractitioner">';
  const representative = '<a href="/en/company/90000049/related?kind=representative">';
  assert.ok(note(['insolvencyPractitioner']).endsWith(` ${practitioner}Firms of the same practitioner</a></p>`));
  assert.ok(
    note(['representative']).endsWith(
      `companies. ${representative}Firms of the same liquidator, auditor or the like</a></p>`,
    ),
  );
  assert.match(
    note(['insolvencyPractitioner', 'representative'], 'ro'),
    /practician<\/a> · <a [^>]+>Firmele aceluiași lichidator, cenzor/,
  );
  assert.doesNotMatch(note([]), /<a /);
});

test('no link without omitted firms', () => {
  assert.equal(omittedNote('90000049', { omitted: 0, omittedKinds: [] }, 'en'), null);
});
