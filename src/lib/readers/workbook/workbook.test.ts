import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { isLongTier, longTest } from '#test/support/tier.ts';
import { zipOf } from '#test/support/zip-file.ts';
import { odsRows } from './ods.ts';
import { read } from './read.ts';
import { type WorkbookSandbox, workbookRows, workbookSandbox } from './rows.ts';
import { BrokenWorkbook, type Cell, Extent, type Numbers } from './worksheet.ts';
import { xlsRows } from './xls.ts';
import { xlsxRows } from './xlsx.ts';

const folder = mkdtempSync(join(tmpdir(), 'firmoteca-workbook-'));
after(() => rmSync(folder, { recursive: true }));

const sample = (name: string): string => join(import.meta.dirname, 'samples', name);

let files = 0;
function fileOf(content: string | Uint8Array): string {
  const path = join(folder, `file-${files++}`);
  writeFileSync(path, content);
  return path;
}

async function rowsOf(
  path: string,
  sandbox = workbookSandbox(),
): Promise<[sheet: number, line: number, cells: Cell[]][]> {
  const rows = await workbookRows(path, sandbox);
  assert.ok(rows !== null);
  const all: [number, number, Cell[]][] = [];
  for await (const { worksheet: sheet, rows: cells, lines } of rows) {
    for (const [i, row] of cells.entries()) all.push([sheet, lines[i] ?? 0, row]);
  }
  return all;
}

const WORKBOOK = {
  'xl/workbook.xml':
    '<workbook xmlns:r="x"><sheets><sheet name="B" sheetId="2" r:id="rId9"/><sheet name="A" r:id="rId1"/></sheets></workbook>',
  'xl/_rels/workbook.xml.rels':
    '<Relationships><Relationship Id="rId1" Target="worksheets/one.xml"/><Relationship Target="/xl/worksheets/two.xml" Id="rId9"/></Relationships>',
};
const sheet = (rows: string): string =>
  `<?xml version="1.0"?><worksheet><dimension ref="A1"/><sheetData>${rows}</sheetData></worksheet>`;
const xlsx = (one: string, two = '', more: Record<string, string> = {}, sizes = {}): Buffer =>
  zipOf({ ...WORKBOOK, 'xl/worksheets/one.xml': sheet(one), 'xl/worksheets/two.xml': sheet(two), ...more }, sizes);

const HEADER = [
  'Autoritate contractanta',
  'CUI autoritate contractanta',
  'Numar achizitie directa',
  'Data publicare',
  'Denumire achizitie',
  'Cod CPV',
  'Denumire CPV',
  'Tip contract',
  'Data finalizare',
  'Valoare achizitie (RON)',
  'Ofertant castigator',
  'CUI ofertant castigator',
];
const row = (i: number): Cell[] => [
  'COMUNA VALEA MICĂ',
  4317975,
  `DA3400000${i}`,
  45110 + i,
  'Hârtie "A4" & <toner>',
  '03200000-3',
  'Cereale',
  'Furnizare',
  45120 + i,
  1234.5 + i,
  ...(i % 2 ? ['ALFA FICTIV SRL', 'RO 6865630'] : []),
];

for (const name of ['purchases.xls', 'purchases-shared.xlsx', 'purchases-ods.xlsx']) {
  test(`${name} of another program gives every row of every worksheet`, async () => {
    assert.deepEqual(await rowsOf(sample(name)), [
      [1, 1, ['Raport achiziţii directe']],
      [1, 3, HEADER],
      [1, 4, row(1)],
      [1, 5, row(2)],
      [2, 1, HEADER],
      [2, 2, row(3)],
    ]);
  });
}

/** Written by another program: formats `dd.mm.yyyy`, `hh:mm`, `0%`, none, `#,##0.00`. */
for (const [name, rows] of [
  ['formats.xls', xlsRows],
  ['formats.xlsx', xlsxRows],
] as const)
  test(`${name} gives numbers to programs, and dates, times and percentages to people`, async () => {
    const rowOf = async (numbers?: Numbers): Promise<Cell[] | undefined> =>
      (await Array.fromAsync(rows(sample(name), numbers)))[0]?.rows[1];
    assert.deepEqual(await rowOf(), [46_093, 0.273_61, 0.21, 'abc', 1_234.5]);
    assert.deepEqual(await rowOf('displayed'), ['12.03.2026', '06:34', '21%', 'abc', 1_234.5]);
  });

test('people get the texts that an ODS displays', async () => {
  const cell = (type: string, text: string): string =>
    `<table:table-cell office:value-type="${type}" office:value="0.21" office:date-value="2026-03-12">${text}</table:table-cell>`;
  const row =
    cell('date', '<text:p>12.03.2026</text:p>') + cell('percentage', '<text:p>21 %</text:p>') + cell('date', '');
  const content = `<office:document><table:table><table:table-row>${row}</table:table-row></table:table></office:document>`;
  const [batch] = await Array.fromAsync(odsRows(fileOf(zipOf({ 'content.xml': content })), 'displayed'));
  assert.deepEqual(batch?.rows, [['12.03.2026', '21 %', '2026-03-12']]);
});

test('worksheets are read in workbook order, with any dimensions, prefixes and cell types', async () => {
  const shared = {
    'xl/sharedStrings.xml':
      '<sst><si><t>unu</t></si><si><r><t xml:space="preserve">do </t></r><r><t>i&#238;</t></r><rPh><t>x</t></rPh></si></sst>',
  };
  const first = `<x:row r="1"><x:c r="A1" t="s"><x:v>1</x:v></x:c><x:c r="C1"><x:f>A&gt;1</x:f><x:v>1.5E2</x:v></x:c></x:row>`;
  const second = `<row><c t="inlineStr"><is><t>a</t><t>b</t></is></c><c t="str"><v>c&amp;d</v></c><c t="e"><v>#REF!</v></c><c/><c t="b"><v>1</v></c></row><!-- > --><row r="7"><c r="B7" t="s"><v>0</v></c></row>`;
  assert.deepEqual(await rowsOf(fileOf(xlsx(second, first, shared))), [
    [1, 1, ['do iî', null, 150]],
    [2, 1, ['ab', 'c&d', null, null, '1']],
    [2, 7, [null, 'unu']],
  ]);
});

test('a cell in a far column does not extend the row', async () => {
  const [found] = await rowsOf(fileOf(xlsx('<row r="1"><c r="A1"><v>1</v></c><c r="XFD1"><v>2</v></c></row>')));
  assert.deepEqual(found, [2, 1, [1]]);
});

test('repeated cells and rows of an ODS are expanded, without its trailing padding and annotations', async () => {
  const cell = (text: string, more = ''): string =>
    `<table:table-cell ${more}><text:p>${text}</text:p></table:table-cell>`;
  const remark = '<office:annotation><text:p>remark</text:p></office:annotation>';
  const content = `<office:document><table:table table:name="T"><table:table-row>${cell('a', 'table:number-columns-repeated="2"')}<table:covered-table-cell/><table:table-cell office:value-type="float" office:value="2.5">${remark}<text:p>2,50</text:p></table:table-cell><table:table-cell table:number-columns-repeated="16000"/></table:table-row><table:table-row table:number-rows-repeated="2"><table:table-cell office:value-type="date" office:date-value="2026-05-04"><text:p>04.05.26</text:p></table:table-cell>${cell('x<text:s text:c="2"/>y</text:p><text:p>z')}</table:table-row><table:table-row table:number-rows-repeated="1048570"><table:table-cell table:number-columns-repeated="16384"/></table:table-row></table:table></office:document>`;
  assert.deepEqual(await rowsOf(fileOf(zipOf({ 'content.xml': content }))), [
    [1, 1, ['a', 'a', null, 2.5]],
    [1, 2, ['2026-05-04', 'x y z']],
    [1, 3, ['2026-05-04', 'x y z']],
  ]);
});

test('a file that is not a workbook gives null', async () => {
  assert.equal(await workbookRows(fileOf('Castigator^CastigatorCUI\n')), null);
  assert.equal(await workbookRows(fileOf('')), null);
});

const whole = readFileSync(sample('purchases.xls'));
const cyclic = Buffer.from(whole);
// The first sector of the allocation table (per the header), changed so that every sector leads to the first one.
cyclic.fill(0, (cyclic.readUInt32LE(76) + 1) * 512, (cyclic.readUInt32LE(76) + 2) * 512);

/** Each worksheet in a file of its own. */
function manySheets(count: number): Buffer {
  const numbers = Array.from({ length: count }, (_, i) => i);
  return zipOf({
    'xl/workbook.xml': `<workbook xmlns:r="x"><sheets>${numbers.map((i) => `<sheet r:id="r${i}"/>`).join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships>${numbers.map((i) => `<Relationship Id="r${i}" Target="s${i}.xml"/>`).join('')}</Relationships>`,
    ...Object.fromEntries(numbers.map((i) => [`xl/s${i}.xml`, '<worksheet/>'])),
  });
}

const BROKEN: Record<string, Uint8Array> = {
  'a truncated archive': xlsx('<row/>').subarray(0, 300),
  'an archive of other files': zipOf({ 'readme.txt': 'x' }),
  'an entry that declares a size beyond the limit': xlsx('<row/>', '', {}, { 'xl/worksheets/two.xml': 4_294_967_290 }),
  'an entry larger than its declared size': xlsx('<row/>', '', {}, { 'xl/worksheets/two.xml': 10 }),
  'entity declarations': xlsx('', '', {
    'xl/worksheets/two.xml': '<!DOCTYPE a [<!ENTITY b "bbb">]><worksheet>&b;</worksheet>',
  }),
  'a truncated worksheet': xlsx('', '', { 'xl/worksheets/two.xml': '<worksheet><sheetData><row>' }),
  'an endless cell': xlsx('', `<row><c t="inlineStr"><is>${'<t>abcdefgh</t>'.repeat(10_000)}</is></c></row>`),
  'an ODS with an endless cell': zipOf({
    'content.xml': `<a><table:table><table:table-row><table:table-cell>${'<text:p>abcdefgh</text:p>'.repeat(10_000)}</table:table-cell></table:table-row></table:table></a>`,
  }),
  'a truncated compound file': whole.subarray(0, whole.length >> 1),
  'a compound file with a cyclic chain': cyclic,
  'a compound file without a workbook': Buffer.concat([whole.subarray(0, 8), Buffer.alloc(2048)]),
  'an ODS that repeats a long cell': zipOf({
    'content.xml': `<a><table:table><table:table-row><table:table-cell table:number-columns-repeated="200"><text:p>${'x'.repeat(9_000)}</text:p></table:table-cell></table:table-row></table:table></a>`,
  }),
  'a zip bomb': xlsx('', '', { 'xl/worksheets/two.xml': Buffer.alloc(60_000_000, ' ').toString('latin1') }),
  'a bomb of shared strings': xlsx('<row/>', '', {
    'xl/sharedStrings.xml': `<sst>${'<si><t>x</t></si>'.repeat(2_000_000)}</sst>`,
  }),
  'a billion-laughs attack': xlsx('', '', {
    'xl/sharedStrings.xml': `<!DOCTYPE s [<!ENTITY a "ha">${Array.from({ length: 20 }, (_, i) => `<!ENTITY a${i} "${`&a${i ? i - 1 : ''};`.repeat(10)}">`).join('')}]><sst><si><t>&a19;</t></si></sst>`,
  }),
  'deeply nested tags': xlsx('', '', { 'xl/worksheets/two.xml': '<a>'.repeat(500_000) }),
  'deeply nested tags in the list of worksheets': xlsx('', '', { 'xl/workbook.xml': '<a>'.repeat(500_000) }),
  'ten thousand worksheets': manySheets(9_000),
  'an ODS of ten thousand tables': zipOf({ 'content.xml': `<a>${'<table:table></table:table>'.repeat(10_000)}</a>` }),
  'an ODS of repeated rows': zipOf({
    'content.xml': `<a><table:table>${'<table:table-row table:number-rows-repeated="1000000"><table:table-cell table:number-columns-repeated="256"><text:p>x</text:p></table:table-cell></table:table-row>'.repeat(1_000)}</table:table></a>`,
  }),
  'one long text in every cell': xlsx('', `${`<row>${'<c t="s"><v>0</v></c>'.repeat(3)}</row>`.repeat(2_000)}`, {
    'xl/sharedStrings.xml': `<sst><si><t>${'x'.repeat(60_000)}</t></si></sst>`,
  }),
  'a truncated ODS': zipOf({ 'content.xml': '<a><table:table><table:table-row>' }),
};

/** The same reader in this process, since starting a process takes longer than all cases together. */
const here: WorkbookSandbox = {
  async *messages(input) {
    yield* read(input, '');
  },
  close() {},
};
const SANDBOXED: ReadonlySet<string> = new Set(['a truncated archive', 'a zip bomb', 'one long text in every cell']);

for (const [what, content] of Object.entries(BROKEN)) {
  test(`${what} is refused as a broken workbook`, async () => {
    const isSandboxed = isLongTier || SANDBOXED.has(what);
    await assert.rejects(rowsOf(fileOf(content), isSandboxed ? workbookSandbox() : here), BrokenWorkbook);
  });
}

for (const name of ['purchases.xls', 'purchases-shared.xlsx', 'purchases-ods.xlsx']) {
  (name === 'purchases.xls' ? test : longTest)(
    `${name} is refused with too little memory or time, without other effects`,
    async () => {
      for (const caps of [{ heapBytes: 2_000_000 }, { inputBytes: 100 }, { outputBytes: 100 }])
        await assert.rejects(rowsOf(sample(name), workbookSandbox(caps)), /more memory or time/);
      // Large, so that its rows arrive in many messages: a small one may be read before the timer runs.
      const large = fileOf(xlsx('<row><c><v>1</v></c></row>'.repeat(300_000)));
      await assert.rejects(rowsOf(large, workbookSandbox({ timeoutMs: 1 })), /more memory or time/);
    },
  );
}

test('a worksheet listed many times is read once', async () => {
  const again = '<sheet r:id="rId1"/>'.repeat(100_000);
  const list = `<workbook xmlns:r="x"><sheets>${again}</sheets></workbook>`;
  const rows = await rowsOf(fileOf(xlsx('<row><c><v>1</v></c></row>', '', { 'xl/workbook.xml': list })));
  assert.deepEqual(rows, [[1, 1, [1]]]);
});

test('worksheets, cells and repeated cells are counted over the whole workbook', () => {
  const extent = (): Extent => new Extent({ worksheets: 2, cells: 10, repeatedCells: 5 });
  const many = extent();
  many.addWorksheet();
  many.addWorksheet();
  assert.throws(() => many.addWorksheet(), BrokenWorkbook);
  const large = extent();
  for (let i = 0; i < 5; i++) large.addCells(2);
  assert.throws(() => large.addCells(1), /more than 10 cells/);
  const repeating = extent();
  repeating.addRepeated(5);
  assert.throws(() => repeating.addRepeated(1), BrokenWorkbook);
});

longTest('an XLSX whose shared strings exceed the memory is refused outside of this process', async () => {
  // Varied text: an archive with a compression ratio of several hundred is refused earlier.
  const text = Array.from({ length: 300 }, (_, i) => `${i * 7919}`.padEnd(200, String(i))).join('');
  const texts = `<sst>${Array.from({ length: 3_000 }, (_, i) => `<si><t>${i} ${text}</t></si>`).join('')}</sst>`;
  const file = fileOf(xlsx('<row/>', '', { 'xl/sharedStrings.xml': texts }));
  await assert.rejects(rowsOf(file, workbookSandbox({ memoryBytes: 120_000_000 })), /more memory or time/);
});
