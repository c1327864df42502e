import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import type { Cell } from '#lib/readers/workbook/worksheet.ts';
import { WrongShape } from '#lib/safe-fetch/wrong-shape.ts';
import { zipOf } from '#test/support/zip-file.ts';
import { readExport } from './read.ts';

const folder = mkdtempSync(join(tmpdir(), 'firmoteca-exports-'));
after(() => rmSync(folder, { recursive: true }));

const workbook = (name: string): string => join(import.meta.dirname, '../../../../lib/readers/workbook/samples', name);

for (const name of ['purchases.xls', 'purchases-shared.xlsx', 'purchases-ods.xlsx']) {
  test(`${name} gives the purchases of all its worksheets, below a title and repeated headers`, async () => {
    const batches = await Array.fromAsync(readExport(workbook(name)));
    const records = batches.flatMap((batch) => (batch.kind === 'purchases' ? batch.records : []));
    assert.deepEqual(
      records.map(({ id }) => id),
      ['DA34000001', 'DA34000002', 'DA34000003'],
    );
    assert.deepEqual(records[0], {
      id: 'DA34000001',
      title: 'Hârtie "A4" & <toner>',
      authority: { code: '4317975', name: 'COMUNA VALEA MICĂ', city: null, county: null, country: null },
      supplier: { code: 'RO 6865630', name: 'ALFA FICTIV SRL', city: null, county: null, country: null },
      cpv: { code: '03200000', title: 'Cereale' },
      value: 123_550,
      estimatedValue: null,
      state: 'unknown',
      publishedOn: '2023-07-04',
      finalizedOn: '2023-07-14',
    });
    assert.deepEqual(
      batches.flatMap(({ skips }) => skips),
      [],
    );
  });
}

const cell = (value: Cell): string =>
  typeof value === 'number' ? `<c><v>${value}</v></c>` : `<c t="inlineStr"><is><t>${value ?? ''}</t></is></c>`;
const sheet = (rows: Cell[][]): string =>
  `<worksheet><dimension ref="A1"/><sheetData>${rows.map((row) => `<row>${row.map(cell).join('')}</row>`).join('')}</sheetData></worksheet>`;

function xlsx(...sheets: Cell[][][]): string {
  const path = join(folder, 'export.xlsx');
  const list = sheets.map((_, i) => `<sheet r:id="r${i}"/>`).join('');
  const relations = sheets.map((_, i) => `<Relationship Id="r${i}" Target="s${i}.xml"/>`).join('');
  writeFileSync(
    path,
    zipOf({
      'xl/workbook.xml': `<workbook><sheets>${list}</sheets></workbook>`,
      'xl/_rels/workbook.xml.rels': `<Relationships>${relations}</Relationships>`,
      ...Object.fromEntries(sheets.map((rows, i) => [`xl/s${i}.xml`, sheet(rows)])),
    }),
  );
  return path;
}

const PURCHASES_2021 =
  'CASTIGATOR CASTIGATOR_CUI CASTIGATOR_TARA CASTIGATOR_LOCALITATE TIP_PROCEDURA AUTORITATE_CONTRACTANTA AUTORITATE_CONTRACTANTA_CUI NUMAR_ANUNT DATA_ANUNT DESCRIERE TIP_INCHEIERE_CONTRACT NUMAR_CONTRACT DATA_CONTRACT TITLU_CONTRACT VALOARE MONEDA VALOARE_RON VALOARE_EUR CPV_CODE_ID CPV_CODE'.split(
    ' ',
  );
const CONTRACTS_2024 =
  'Autoritate contractantă|CUI autoritate contractanta|Tip procedura|Numar anunt initiere|Numar anunt atribuire|Data publicare|Cod CPV|Denumire CPV|Numar lot|Tip inchiere contract|Încheiat prin|Dtaa contract|Numar contract|Valoare contract (RON)|Ofertant castigator|CUI ofertant castigator'.split(
    '|',
  );

test('a workbook can contain different tables: each batch has its kind, and a skip names its worksheet', async () => {
  const purchase = ['ALFA SRL', 'RO 1', 'Romania', 'Iaşi', null, 'ORAŞUL', 4317975, 'DA25000001', 44199, 'Pixuri'];
  const path = xlsx(
    [
      PURCHASES_2021,
      [...purchase, null, '12', 44200, 'Pixuri albastre', 100, 'RON', 100, 20, 15113, '30192121-5'],
      [...purchase.slice(0, 5), null, null, 'DA25000002', 44199],
    ],
    [
      CONTRACTS_2024,
      [
        'MUNICIPIUL',
        '4305857',
        'Licitatie deschisa',
        'CN1058123',
        'CAN1100001',
        '2024-02-05T00:00:00',
        34121100,
        'Autobuze',
        2,
      ].concat([
        'Acord-cadru',
        'Contract subsecvent',
        45327.5,
        'CS 1/2024',
        '1.000,00',
        'A SRL; B SRL',
        'RO 1; 22',
      ] as never[]),
    ],
  );
  const batches = await Array.fromAsync(readExport(path));
  const [purchases] = batches.flatMap((batch) => (batch.kind === 'purchases' ? batch.records : []));
  assert.deepEqual(
    [purchases?.id, purchases?.title, purchases?.value, purchases?.finalizedOn, purchases?.supplier?.city],
    ['DA25000001', 'Pixuri albastre', 10_000, '2021-01-04', 'Iași'],
  );
  const [contract] = batches.flatMap((batch) => (batch.kind === 'contracts' ? batch.records : []));
  assert.deepEqual(
    [contract?.kind, contract?.date, contract?.valueRon, contract?.lots, contract?.cpv?.code, contract?.awardedOn],
    ['callOff', '2024-02-05', 100_000, ['2'], '34121100', '2024-02-05'],
  );
  assert.deepEqual(
    contract?.suppliers.map(({ name, code }) => [name, code]),
    [
      ['A SRL', 'RO 1'],
      ['B SRL', '22'],
    ],
  );
  assert.deepEqual(
    batches.flatMap(({ skips }) => skips),
    [{ line: 3, reason: 'purchase without an authority', found: 'sheet 1: DA25000002' }],
  );
});

test('a workbook without a known table and a broken one are refused with the expected tables', async () => {
  const noTable = xlsx([['Nume', 'Prenume'], ...Array.from({ length: 30 }, () => ['a', 'b'])]);
  await assert.rejects(Array.fromAsync(readExport(noTable)), (error) => {
    assert.ok(error instanceof WrongShape);
    assert.match(error.expected, /contracts .* direct purchases|direct purchases .* contracts/);
    assert.match(error.found, /Nume Prenume/);
    return true;
  });
  const broken = join(folder, 'broken.xlsx');
  writeFileSync(broken, 'PK\x03\x04 and then nothing of the kind');
  await assert.rejects(Array.fromAsync(readExport(broken)), WrongShape);
});
