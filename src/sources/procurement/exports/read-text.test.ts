import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { WrongShape } from '#sources/wrong-shape.ts';
import { inputOf, readAll } from '#test/source-input.ts';
import type { ExportBatch } from './batch.ts';
import { readExport, readRows } from './read.ts';
import { textRows } from './text-rows.ts';

const sample = (name: string): string => join(import.meta.dirname, 'samples', name);
const readText = (content: string | Uint8Array, chunkBytes?: number) =>
  readAll<unknown>(readRows('FILE.CSV', textRows(inputOf(content, chunkBytes))) as AsyncIterable<ExportBatch>);

test('the export of 2016 gives contracts with their parties, kinds and values', async () => {
  const batches = await Array.fromAsync(readExport(sample('contracte-2016-t1.csv')));
  assert.deepEqual([...new Set(batches.map(({ kind }) => kind))], ['contracts']);
  const records = batches.flatMap((batch) => (batch.kind === 'contracts' ? batch.records : []));
  assert.deepEqual(records[0], {
    number: '118/A/2016',
    title: 'Autobuz pentru elevi',
    date: '2016-01-28',
    kind: 'contract',
    value: 15_000_050,
    currency: 'RON',
    valueRon: 15_000_050,
    authority: { code: '4317975', name: 'PRIMĂRIA COMUNEI VALEA MICĂ', city: null, county: null, country: null },
    suppliers: [
      { code: 'RO 90000014', name: 'ZIMBRUL AURIU INDUSTRII S.A.', city: 'Pitești', county: null, country: 'Romania' },
    ],
    cpv: { code: '34121100', title: null },
    notice: '167623',
    procedureType: 'Licitatie deschisa',
    awardNotice: '145023',
    awardedOn: '2016-02-11',
    lots: null,
    offersReceived: 3,
    euFunded: true,
  });
  assert.deepEqual(
    records.slice(1).map(({ kind, value, valueRon, currency }) => [kind, value, valueRon, currency]),
    [
      ['framework', null, null, 'EUR'],
      ['callOff', 2_500_050, 2_500_050, 'RON'],
    ],
  );
  assert.deepEqual(
    records.slice(1).map(({ suppliers, title }) => [suppliers[0]?.code, title]),
    [
      ['DE811569869', 'Acord-cadru de furnizare medicamente'],
      ['90000022', 'Lucrări de reparații la acoperiș'],
    ],
  );
});

test('lines that make no contract are told with their number and reason', async () => {
  const { skips, lines } = await readText(readFileSync(sample('contracte-2016-t1.csv')), 50);
  assert.deepEqual(lines, [2, 3, 4]);
  assert.deepEqual(skips.map(({ line, reason }) => [line, reason]).sort(), [
    [6, 'wrong number of columns'],
    [7, 'contract without an authority'],
    [8, 'value is no amount'],
  ]);
});

test('cp1250 and a byte order mark are read like plain UTF-8', async () => {
  const text = readFileSync(sample('contracte-2016-t1.csv'), 'utf8');
  const plain = await readText(text);
  const bytes = Buffer.from([...text].map((letter) => CP1250[letter] ?? letter.charCodeAt(0)));
  assert.deepEqual((await readText(bytes)).records, plain.records);
  assert.deepEqual((await readText(`\ufeff${text.replaceAll('\n', '\r\n')}`)).records, plain.records);
});

const CP1250: Record<string, number> = {
  Ă: 0xc3,
  ă: 0xe3,
  Â: 0xc2,
  â: 0xe2,
  ş: 0xba,
  Ş: 0xaa,
  ţ: 0xfe,
  Ţ: 0xde,
  Î: 0xce,
  î: 0xee,
};

test('fields wrapped in pipes have American days, commas and line ends inside, and misspelt headers', async () => {
  const batches = await Array.fromAsync(readExport(sample('achizitii-directe-2022-t3.csv')));
  const records = batches.flatMap((batch) => (batch.kind === 'purchases' ? batch.records : []));
  assert.deepEqual(records, [
    {
      id: 'DA31518890',
      title: 'Hartie, A4 | toner; tel. […]',
      authority: {
        code: '16054368',
        name: 'SCOALA GIMNAZIALA "ION CREANGA"',
        city: null,
        county: null,
        country: null,
      },
      supplier: { code: 'RO 6865630', name: 'ALFA FICTIV SRL', city: 'Cluj-Napoca', county: null, country: null },
      cpv: { code: '30197630', title: 'Hartie de tipar' },
      value: 123_450,
      estimatedValue: null,
      state: 'accepted',
      publishedOn: '2022-09-30',
      finalizedOn: '2022-10-03',
    },
    {
      id: 'DA31518891',
      title: 'Servicii de pază',
      authority: { code: '4317975', name: 'COMUNA VALEA', city: null, county: null, country: null },
      supplier: null,
      cpv: { code: '79713000', title: 'Servicii de paza' },
      value: 98_000,
      estimatedValue: null,
      state: 'refused',
      publishedOn: '2022-05-06',
      finalizedOn: null,
    },
  ]);
});

test('the export divided by pipes gives notices, with diacritics in its header', async () => {
  const batches = await Array.fromAsync(readExport(sample('anunturi-de-initiere-2023-t3.csv')));
  const records = batches.flatMap((batch) => (batch.kind === 'notices' ? batch.records : []));
  assert.deepEqual(
    records.map(({ notice, type, title, publishedOn, estimatedValue }) => [
      notice,
      type,
      title,
      publishedOn,
      estimatedValue,
    ]),
    [
      ['CN1058123', 'CN', 'Reabilitare termică bloc A', '2023-07-03', 125_000_075],
      ['SCN1130200', 'SCN', 'Servicii de catering', '2023-08-31', null],
    ],
  );
  assert.deepEqual(
    batches.flatMap(({ skips }) => skips).map(({ line, reason }) => [line, reason]),
    [[4, 'notice without a number']],
  );
});

test('a header that repeats inside the file is no record, wherever it stands', async () => {
  const text = readFileSync(sample('anunturi-de-initiere-2023-t3.csv'), 'utf8');
  const { records, skips } = await readText(text + text);
  assert.equal(records.length, 4);
  assert.equal(skips.length, 2);
});

test('a file that is none of the tables is refused with what was expected', async () => {
  for (const content of [
    '',
    '<html><body>mentenanta</body></html>',
    'a;b;c\n1;2;3\n',
    'Nume^Prenume\nA^B\n',
    '%PDF-1.4\n',
  ]) {
    await assert.rejects(readText(content), (error) => {
      assert.ok(error instanceof WrongShape);
      assert.match(error.expected, /table|contracts/);
      return true;
    });
  }
});

test('a table of changes to contracts is passed over and told, not refused', async () => {
  const header = 'Autoritate contractanta|Numar contract|VII.2.1 Descrierea modificărilor|Valoarea după modificări';
  const { records, skips } = await readText(`${header}\nCOMUNA|12|Prelungire|5\n`);
  assert.deepEqual(records, []);
  assert.deepEqual(
    skips.map(({ line, reason }) => [line, reason]),
    [[1, 'a table of changes to contracts, which is not read']],
  );
});

test('columns that hold something else than their names say are a wrong shape', async () => {
  const rows = 'COMUNA|DA1|Pixuri|cinci lei\n'.repeat(3);
  const header = 'Autoritate contractanta|Numar achizitie directa|Denumire achizitie|Valoare achizitie (RON)';
  await assert.rejects(readText(`${header}\n${rows}`), /3 rows under the right header, none readable/);
  await assert.rejects(readText(`${header}\n${rows.repeat(1_000)}`), WrongShape);
});
