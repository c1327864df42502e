import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fileInput } from '#data/sources/lines.ts';
import { WrongShape } from '#lib/safe-fetch/wrong-shape.ts';
import { inputOf, readAll } from '#test/support/source-input.ts';
import { readShareholders } from './shareholders.ts';
import { readTaxDebts } from './tax-debts.ts';

const sample = (file: string) => fileInput(`${import.meta.dirname}/samples/${file}`);

test('shareholders are persons or companies, with their share in hundredths of a percent', async () => {
  const { records, skips } = await readAll(readShareholders(sample('shareholders.csv')));
  assert.deepEqual(records[0], {
    cui: '90000014',
    kind: 'person',
    name: 'Popescu Ana-Maria',
    holderCui: null,
    country: null,
    percent: 6667,
    since: '2019-05-02',
    birthDate: '1980-02-09',
    birthPlace: 'Blaj',
  });
  assert.deepEqual([records[1]?.kind, records[1]?.holderCui, records[1]?.since], ['company', '90000022', null]);
  assert.deepEqual([records[2]?.percent, records[2]?.birthDate, records[2]?.birthPlace], [null, '1981-02-09', null]);
  assert.deepEqual(
    skips.map(({ line, reason }) => [line, reason]),
    [
      [5, 'unknown kind of holder'],
      [6, 'unreadable percentage'],
      [7, 'unreadable fiscal code'],
      [8, 'holder without a name'],
    ],
  );
});

test('tax debts are read in bani, and zero stays zero', async () => {
  const { records, skips } = await readAll(readTaxDebts(sample('tax-debts.csv')));
  assert.deepEqual(records, [
    { cui: '90000014', total: 1_234_567, asOf: '2026-09-30' },
    { cui: '90000022', total: 0, asOf: '2026-09-30' },
  ]);
  assert.deepEqual(
    skips.map(({ line, reason }) => [line, reason]),
    [
      [4, 'unreadable amount'],
      [5, 'unreadable day'],
      [6, 'unreadable amount'],
    ],
  );
});

test('a file with other columns is of the wrong shape', async () => {
  await assert.rejects(readAll(readTaxDebts(sample('shareholders.csv'))), WrongShape);
  await assert.rejects(readAll(readShareholders(inputOf('cui,holder_kind,holder_name\n'))), WrongShape);
});
