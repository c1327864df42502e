import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { WrongShape } from '#lib/safe-fetch/wrong-shape.ts';
import { inputOf, readAll } from '#test/support/source-input.ts';
import { readReports } from './reports.ts';

const sample = readFileSync(`${import.meta.dirname}/samples/supplier-reports.ndjson`, 'utf8');
const [RIGHT] = sample.split('\n').map((line) => JSON.parse(line || '{}') as Record<string, unknown>);
const line = (more: object): string => `${JSON.stringify({ ...RIGHT, ...more })}\n`;

test('the sample gives its reports, with amounts in bani and persons removed from the text', async () => {
  const { records, skips } = await readAll(readReports(inputOf(sample)));
  assert.deepEqual(skips, []);
  assert.deepEqual(records[0], {
    ackDocId: 'DC100234',
    supplier: {
      code: 'RO90000022',
      name: 'LUMINIȘ DIGITAL S.R.L.',
      city: 'Cluj-Napoca',
      county: 'Cluj',
      country: null,
    },
    authority: { code: '4317975', name: 'COMUNA VALEA MICĂ', city: null, county: null, country: null },
    contractNumber: '118/A/2025',
    contractDate: '2025-01-28',
    notice: 'CN1096282',
    issuedOn: '2026-02-15',
    kind: 'final',
    rating: 'notFulfilled',
    damagesClaimed: true,
    damagesAmount: 1_250_050,
    text: 'Contractantul a întârziat 45 de zile.\nPersoana de contact: […], tel. […].',
    documentId: null,
  });
  assert.deepEqual(
    records
      .slice(1)
      .map(({ ackDocId, kind, rating, damagesClaimed, damagesAmount, contractNumber }) => [
        ackDocId,
        kind,
        rating,
        damagesClaimed,
        damagesAmount,
        contractNumber,
      ]),
    [['DC100235', 'final', null, null, null, null]],
  );
});

test('lines without a report are reported with number and reason', async () => {
  const text = [
    line({}),
    '{broken\n',
    line({ ackDocId: 'a/b' }),
    line({ supplier: {} }),
    line({ authority: 'COMUNA' }),
    line({ issuedOn: '2026-02-30' }),
    line({ text: ' ' }),
    line({ damagesLei: 'multe' }),
    line({ rating: 'bun' }),
  ].join('');
  const { records, skips } = await readAll(readReports(inputOf(text)));
  assert.equal(records.length, 1);
  assert.deepEqual(
    skips.map((skip) => [skip.line, skip.reason]),
    [
      [2, 'no JSON object'],
      [3, 'unreadable report id'],
      [4, 'report without a supplier'],
      [5, 'report without an authority'],
      [6, 'unreadable day of issue'],
      [7, 'report without a text'],
      [8, 'damages are no amount'],
      [9, 'unknown rating'],
    ],
  );
});

test('a file without a readable line is of the wrong shape', async () => {
  await assert.rejects(readAll(readReports(inputOf('<html>\n</html>\n'))), WrongShape);
});
