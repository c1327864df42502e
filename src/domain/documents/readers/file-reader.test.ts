/** Files of every kind as text, read by real processes of the sandbox. */
import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { textPdf } from '#demo-country/pdf.ts';
import { madeDoc } from '#test/support/compound-file.ts';
import { madeDocx, madeOdt, madePptx, madeZip, paragraph, relations } from '#test/support/raw-zip.ts';
import { createFileReader } from './file-reader.ts';
import type { Reading } from './reading.ts';

const folder = mkdtempSync(join(tmpdir(), 'firmoteca-files-'));
const reader = createFileReader({ folder });
after(() => {
  reader.close();
  rmSync(folder, { recursive: true });
});

let files = 0;
function read(bytes: Uint8Array | string): Promise<Reading> {
  const path = join(folder, `file-${files++}`);
  writeFileSync(path, bytes);
  return reader.read(path);
}

/** The text page by page, cut at the offsets. */
const pagesOf = ({ text }: Reading): string[] => text?.pages.map(({ start, end }) => text.text.slice(start, end)) ?? [];

const TEXT = 'Ședința de licitație: 12 bucăți în 30 de zile.';

test('a PDF gives its pages with their offsets', async () => {
  const reading = await read(
    textPdf(
      Array.from({ length: 60 }, () => TEXT),
      { title: 'x' },
    ),
  );
  assert.deepEqual([reading.kind, reading.mediaType, reading.state], ['pdf', 'application/pdf', 'read']);
  assert.equal(reading.pagesCount, 3);
  assert.deepEqual(
    reading.text?.pages.map(({ number, source }) => [number, source]),
    [
      [1, 'text'],
      [2, 'text'],
      [3, 'text'],
    ],
  );
  const pages = pagesOf(reading);
  assert.equal(pages.join('\f'), reading.text?.text);
  assert.ok(pages.every((page) => page.startsWith(TEXT)));
});

test('values of PDF form fields are text of their page, and hidden fields are not', async () => {
  const stream = (number: number, more: string, content: string): string =>
    `${number} 0 obj\n<< ${more} /Length ${content.length} >>\nstream\n${content}\nendstream\nendobj\n`;
  const drawn = (text: string): string => `BT /F1 12 Tf 2 4 Td (${text}) Tj ET`;
  const font = '/Resources << /Font << /F1 << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >> >>';
  const field = (number: number, flags: number): string =>
    `${number} 0 obj\n<< /Type /Annot /Subtype /Widget /FT /Tx /T (f${number}) /F ${flags} /P 3 0 R /Rect [50 500 300 520] /AP << /N ${number + 1} 0 R >> >>\nendobj\n`;
  const visible = '/Type /XObject /Subtype /Form /BBox [0 0 250 20]';
  const objects = [
    '1 0 obj\n<< /Type /Catalog /Pages 2 0 R /AcroForm << /Fields [5 0 R 7 0 R] >> >>\nendobj\n',
    '2 0 obj\n<< /Type /Pages /Kids [3 0 R] /Count 1 >>\nendobj\n',
    `3 0 obj\n<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R ${font} /Annots [5 0 R 7 0 R] >>\nendobj\n`,
    stream(4, '', 'BT /F1 12 Tf 50 700 Td (Formular de oferta) Tj ET'),
    field(5, 4),
    stream(6, `${visible} ${font}`, drawn('Pretul oferit: 1.200 lei')),
    field(7, 2),
    stream(8, `${visible} ${font}`, drawn('Ascuns')),
  ];
  const reading = await read(`%PDF-1.7\n${objects.join('')}trailer\n<< /Size 9 /Root 1 0 R >>\n%%EOF\n`);
  assert.equal(reading.state, 'read');
  assert.match(reading.text?.text ?? '', /Formular de oferta[\s\S]*Pretul oferit: 1\.200 lei/);
  assert.doesNotMatch(reading.text?.text ?? '', /Ascuns/);
});

test('a DOCX gives paragraphs, table rows, notes and pages, without deleted text', async () => {
  const cell = (text: string): string => `<w:tc>${paragraph(text)}</w:tc>`;
  const body = [
    paragraph(TEXT),
    `<w:tbl><w:tr>${cell('Lot')}${cell('Cantitate')}</w:tr><w:tr>${cell('1')}${cell('12')}</w:tr></w:tbl>`,
    '<w:p><w:pPr><w:tabs><w:tab w:val="left"/></w:tabs></w:pPr><w:r><w:t>rămâne</w:t></w:r><w:del><w:r><w:delText>șters</w:delText></w:r></w:del><w:r><w:instrText>PAGE</w:instrText></w:r></w:p>',
    '<w:p><w:r><w:br w:type="page"/></w:r></w:p><w:p><w:r><w:lastRenderedPageBreak/><w:t>pagina a doua</w:t></w:r></w:p>',
    `<mc:AlternateContent><mc:Choice>${paragraph('o dată')}</mc:Choice><mc:Fallback>${paragraph('o dată')}</mc:Fallback></mc:AlternateContent>`,
  ].join('');
  const note = `<w:footnotes xmlns:w="w">${paragraph('nota 1')}</w:footnotes>`;
  const reading = await read(madeDocx(body, { 'word/footnotes.xml': note }));
  assert.deepEqual([reading.kind, reading.state, reading.pagesCount], ['docx', 'read', null]);
  assert.deepEqual(pagesOf(reading), [`${TEXT}\nLot\tCantitate\n1\t12\nrămâne`, 'pagina a doua\no dată\nnota 1']);
});

test('slides are in presentation order', async () => {
  const reading = await read(madePptx(['primul', 'al doilea', 'al treilea']));
  assert.deepEqual([reading.kind, reading.pagesCount], ['pptx', 3]);
  assert.deepEqual(pagesOf(reading), ['primul', 'al doilea', 'al treilea']);
});

test('an ODT gives paragraphs, rows and pages, without comments and deleted text', async () => {
  const body =
    '<text:tracked-changes><text:p>șters</text:p></text:tracked-changes><text:h>Titlu</text:h><text:p>doi<text:s text:c="2"/>trei<office:annotation><text:p>remarcă</text:p></office:annotation></text:p><table:table><table:table-row><table:table-cell><text:p>a</text:p></table:table-cell><table:table-cell><text:p>b</text:p></table:table-cell></table:table-row></table:table><text:soft-page-break/><text:p>pagina a doua</text:p>';
  const reading = await read(madeOdt(body));
  assert.deepEqual([reading.kind, reading.state], ['odt', 'read']);
  assert.deepEqual(pagesOf(reading), ['Titlu\ndoi  trei\na\tb', 'pagina a doua']);
});

test('hidden text of a DOCX and of an ODT is no text', async () => {
  const run = (properties: string, text: string): string => `<w:r><w:rPr>${properties}</w:rPr><w:t>${text}</w:t></w:r>`;
  const former = '<w:rPrChange><w:rPr><w:vanish/></w:rPr></w:rPrChange>';
  const body = `<w:p><w:pPr><w:rPr><w:vanish/></w:rPr></w:pPr>${run('', 'unu')}${run('<w:vanish/>', 'ascuns')}${run('<w:vanish w:val="0"/>', ' doi')}${run(former, ' trei')}</w:p>`;
  assert.deepEqual(pagesOf(await read(madeDocx(body))), ['unu doi trei']);
  const style = (name: string, display: string): string =>
    `<style:style style:name="${name}"><style:text-properties text:display="${display}"/></style:style>`;
  const open = `<office:automatic-styles>${style('T1', 'none')}${style('T2', 'true')}</office:automatic-styles><text:p>unu<text:span text:style-name="T1">ascuns<text:span>tot</text:span></text:span><text:span text:style-name="T2"> doi</text:span></text:p><text:p text:style-name="T1">ascuns</text:p><text:section text:display="none"><text:p>ascuns</text:p></text:section><text:p>trei</text:p>`;
  assert.deepEqual(pagesOf(await read(madeOdt(open))), ['unu doi\ntrei']);
});

test('text of a DOCX and of an ODT that a named style hides is no text', async () => {
  const style = (id: string, basedOn: string, vanish: string): string =>
    `<w:style w:styleId="${id}"><w:basedOn w:val="${basedOn}"/><w:rPr>${vanish}</w:rPr></w:style>`;
  const parts = {
    'word/_rels/document.xml.rels': relations([['rId1', 'styles', 'styles.xml']]),
    'word/styles.xml': `<w:styles xmlns:w="w">${style('Ascuns', 'Normal', '<w:vanish/>')}${style('CaAscuns', 'Ascuns', '')}${style('Vizibil', 'CaAscuns', '<w:vanish w:val="0"/>')}${style('Cerc', 'Cerc', '')}</w:styles>`,
  };
  const run = (properties: string, text: string): string => `<w:r><w:rPr>${properties}</w:rPr><w:t>${text}</w:t></w:r>`;
  const named = (style: string, text: string): string => run(`<w:rStyle w:val="${style}"/>`, text);
  const inHidden = `${run('', 'ascuns')}${run('<w:vanish w:val="0"/>', 'trei')}${named('CaAscuns', ' patru')}`;
  const box = `<w:r><w:t>cinci</w:t><w:txbxContent><w:p><w:pPr><w:pStyle w:val="Ascuns"/><w:rPr><w:vanish/></w:rPr></w:pPr>${run('', 'ascuns')}</w:p></w:txbxContent><w:t>șase</w:t></w:r>`;
  const body = `<w:p>${named('Ascuns', 'ascuns')}${named('CaAscuns', 'ascuns')}${named('Vizibil', 'unu')}${named('Cerc', ' doi')}</w:p><w:p><w:pPr><w:pStyle w:val="CaAscuns"/></w:pPr>${inHidden}</w:p><w:p>${box}</w:p>`;
  assert.deepEqual(pagesOf(await read(madeDocx(body, parts))), ['unu doi\ntrei patru\ncinci\nșase']);

  const common = `<office:document-styles xmlns:office="o" xmlns:style="s" xmlns:text="t"><style:style style:name="Ascuns"><style:text-properties text:display="none"/></style:style></office:document-styles>`;
  const derived = (name: string, properties: string): string =>
    `<style:style style:name="${name}" style:parent-style-name="Ascuns">${properties}</style:style>`;
  const open = `<office:automatic-styles>${derived('P1', '')}${derived('P2', '<style:text-properties text:display="true"/>')}</office:automatic-styles><text:p text:style-name="Ascuns">ascuns</text:p><text:p text:style-name="P1">ascuns</text:p><text:p text:style-name="P2">vizibil</text:p>`;
  assert.deepEqual(pagesOf(await read(madeOdt(open, { 'styles.xml': common }))), ['vizibil']);
});

test('a DOC is assembled from its pieces, with the results of its fields', async () => {
  const reading = await read(
    madeDoc([
      { text: 'Ședința \x13 PAGE \x1412\x15\r' },
      { text: 'caf\xe9\x07b\x07\x07', isNarrow: true },
      { text: '\x0cpagina a doua' },
    ]),
  );
  assert.deepEqual([reading.kind, reading.state], ['doc', 'read']);
  assert.deepEqual(pagesOf(reading), ['Ședința 12\ncafé\tb', 'pagina a doua']);
  assert.equal((await read(madeDoc([{ text: 'x' }], { flags: 0x0300 }))).state, 'encrypted');
  assert.equal((await read(madeDoc([{ text: 'x' }], { version: 0x65 }))).state, 'unsupported');
});

test('a DOC is read without deleted and hidden characters', async () => {
  const reading = await read(
    madeDoc([
      { text: 'Garanția este de ' },
      { text: '5', hidden: 'deleted' },
      { text: '2%', isNarrow: true },
      { text: ' din valoare', isNarrow: true, hidden: 'hidden' },
      { text: ' din preț', hidden: 'deletedPiece' },
      { text: ' din ofert\u0103.\r', hidden: 'hiddenPiece' },
      // A field whose begin is hidden hides only itself.
      { text: '\x13 PAGE ', hidden: 'deleted' },
      { text: '\x1412\x15 pagini' },
    ]),
  );
  assert.deepEqual(pagesOf(reading), ['Garanția este de 2%12 pagini']);
});

test('an RTF has the default font where it names none, and no hidden text', async () => {
  const fonts = '{\\fonttbl{\\f0\\fcharset0 A;}{\\f1\\fcharset238 A CE;}}';
  const body =
    "\\pard Condi\\'feii \\'bai {\\f0 caf\\'e9}{\\f0\\plain\\'fe}\\v ascuns\\plain  da{\\*\\necunoscut\\v0 ascuns}\\deleted\\u537? sters\\deleted0 .";
  const reading = await read(`{\\rtf1\\ansi\\ansicpg1252\\deff1${fonts}${body}}`);
  assert.deepEqual(pagesOf(reading), ['Condiții și caféț da.']);
});

test('an RTF is read in the code page of each font', async () => {
  const rtf =
    "{\\rtf1\\ansi\\ansicpg1252\\deff0{\\fonttbl{\\f0\\fcharset0 Arial;}{\\f1\\fcharset238 Arial CE;}}{\\*\\generator x;}{\\info{\\title ascuns}}\\f1 \\'aaedin\\'feS\\par\\f0 caf\\'e9 \\u537?\\u539?\\par{\\v ascuns}{\\pict\\bin4 ab}c}\\page a doua\\cell x\\row}";
  const reading = await read(rtf);
  assert.deepEqual([reading.kind, reading.state], ['rtf', 'read']);
  assert.deepEqual(pagesOf(reading), ['ȘedințS\ncafé șț', 'a doua\tx']);
});

test('HTML gives the visible text, in its declared encoding', async () => {
  const html =
    '<!DOCTYPE html><meta charset=windows-1250><title>T</title><script>if (a<b) x="</p>"</script><style>p{}</style><p>unu&nbsp;&ndash; doi<br>trei<table><tr><td>a<td>b</table>';
  const reading = await read(
    Buffer.concat([Buffer.from(html), Buffer.from([0xba, 0x69, 0x20, 0xfe, 0x61, 0x72, 0xe3])]),
  );
  assert.deepEqual([reading.kind, reading.state], ['html', 'read']);
  assert.deepEqual(pagesOf(reading)[0]?.split('\n').filter(Boolean), ['T', 'unu – doi', 'trei', '\ta\tb', 'și țară']);
});

test('XML gives the words of its elements', async () => {
  const xml = '<?xml version="1.0"?><!DOCTYPE a [<!ENTITY x "y">]><a><b>Țară</b><c>&amp; <![CDATA[<și>]]></c>&x;</a>';
  const reading = await read(xml);
  assert.deepEqual([reading.kind, reading.state], ['xml', 'read']);
  assert.ok(pagesOf(reading)[0]?.startsWith('Țară\n& <și>'));
});

test('plain text is split into pages at form feeds', async () => {
  const reading = await read('Întâi\fa doua\f\fa treia');
  assert.deepEqual([reading.kind, reading.mediaType], ['text', 'text/plain']);
  assert.deepEqual(pagesOf(reading), ['Întâi', 'a doua', 'a treia']);
});

test('a worksheet is a page of rows', async () => {
  const sheet = (value: string): string =>
    `<worksheet><sheetData><row r="1"><c r="A1" t="inlineStr"><is><t>${value}</t></is></c><c r="B1"><v>12.5</v></c></row></sheetData></worksheet>`;
  const zip = madeZip(
    Object.entries({
      '[Content_Types].xml': '<Types/>',
      'xl/workbook.xml': '<workbook xmlns:r="r"><sheets><sheet r:id="a"/><sheet r:id="b"/></sheets></workbook>',
      'xl/_rels/workbook.xml.rels':
        '<R><Relationship Id="a" Target="worksheets/sheet1.xml"/><Relationship Id="b" Target="worksheets/sheet2.xml"/></R>',
      'xl/worksheets/sheet1.xml': sheet('Ţiglă'),
      'xl/worksheets/sheet2.xml': sheet('Var'),
    }).map(([name, text]) => ({ name, content: Buffer.from(text) })),
  );
  const reading = await read(zip);
  assert.deepEqual([reading.kind, reading.state], ['xlsx', 'read']);
  assert.deepEqual(pagesOf(reading), ['Țiglă\t12.5', 'Var\t12.5']);
});

test('nested archives give each file with its name, size, digest and reading', async () => {
  const inner = madeZip([{ name: 'anexă/țară.txt', content: Buffer.from('Înăuntru') }]);
  const reading = await read(
    madeZip([
      { name: 'anexă/', content: Buffer.alloc(0) },
      { name: 'document.pdf', content: Buffer.from('nu e un PDF') },
      { name: 'a.zip', content: inner },
      { name: 'gol.txt', content: Buffer.alloc(0) },
      // As in archives of Windows: in the DOS code page.
      { name: Buffer.from('ad6172c7', 'hex'), content: Buffer.from('x'), isOldName: true },
    ]),
  );
  assert.deepEqual([reading.kind, reading.state, reading.missing], ['zip', 'archive', []]);
  assert.deepEqual(
    reading.entries?.map(({ name, sizeBytes, reading: { kind, state } }) => [name, sizeBytes, kind, state]),
    [
      ['document.pdf', 11, 'text', 'read'],
      ['a.zip', inner.length, 'zip', 'archive'],
      ['gol.txt', 0, 'empty', 'none'],
      ['şară', 1, 'text', 'read'],
    ],
  );
  const [deep] = reading.entries?.[1]?.reading.entries ?? [];
  assert.equal(deep?.name, 'anexă/țară.txt');
  assert.deepEqual(deep && pagesOf(deep.reading), ['Înăuntru']);
  assert.match(deep?.sha256 ?? '', /^[0-9a-f]{64}$/);
});

test('a signature container is opened by the unwrap function, also inside an archive', async () => {
  const seal = Buffer.concat([Buffer.from('308006092a864886f70d010702', 'hex'), Buffer.from('Conținut')]);
  const opening = createFileReader({
    folder,
    async unwrap(path, into) {
      const { readFileSync } = await import('node:fs');
      writeFileSync(into, readFileSync(path).subarray(13));
      return true;
    },
  });
  const path = join(folder, 'sealed');
  writeFileSync(path, madeZip([{ name: 'x.p7s', content: seal }]));
  const reading = (await opening.read(path)).entries?.[0]?.reading;
  opening.close();
  assert.deepEqual([reading?.kind, reading?.state], ['text', 'read']);
  assert.deepEqual([(await read(seal)).kind, (await read(seal)).state], ['cms', 'unsupported']);
});

test('no temporary file remains', () => {
  assert.deepEqual(
    readdirSync(folder).filter((name) => name.startsWith('firmoteca')),
    [],
  );
});

test('a signature container gives the text of its contents, not of files beside the signatures', async () => {
  const files = (...names: string[]): Buffer =>
    madeZip(
      names.map((name) => ({
        name,
        content: Buffer.from(name === 'mimetype' ? 'application/vnd.etsi.asic-e+zip' : 'PRET TOTAL: 9999999 LEI'),
      })),
      { stored: true },
    );
  const signed = ['META-INF/ASiCManifest001.xml', 'META-INF/signature001.p7s', 'META-INF/oferta-corectata.txt'];
  for (const bytes of [files('mimetype', 'oferta.txt', ...signed), files('oferta.txt', ...signed)]) {
    const { kind, state, entries, missing } = await read(bytes);
    assert.deepEqual([kind, state, entries?.map(({ name }) => name), missing], ['asic', 'archive', ['oferta.txt'], []]);
  }
  // A container with an Office content-types file that is not an Office document.
  const list = await read(files('[Content_Types].xml', 'oferta.txt', ...signed, 'META-INF/manifest.xml'));
  assert.deepEqual([list.kind, list.entries?.map(({ name }) => name)], ['asic', ['[Content_Types].xml', 'oferta.txt']]);
  const plain = await read(files('META-INF/citeste.txt', 'Meta-Inf/oferta.txt'));
  assert.deepEqual([plain.kind, plain.entries?.length], ['zip', 2]);
});
