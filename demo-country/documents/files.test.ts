/** Every file format, opened by independent programs: Python’s zipfile and XML, poppler, PDFium, text decoders. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { PDFiumLibrary } from '@hyzyla/pdfium';
import { country } from '#demo-country/country.ts';
import { installed } from '#test/support/programs.ts';
import { notRun } from '#test/support/skip-report.ts';
import { documentedProcedures } from './documentation.ts';
import { renderDocument, textOf } from './formats.ts';
import { factsOf } from './texts/facts.ts';
import type { Format, Topic } from './types.ts';

const system = country({ seed: 'files', companies: 400, founded: '2026-11-15' }).procurement();
const documented = documentedProcedures(system);
const facts = factsOf(
  (documented.find(({ procedure }) => procedure.lots.length > 1) ?? documented[0] ?? assert.fail()).procedure,
  1,
);
const make = (topic: Exclude<Topic, 'report'>, format: Format): Promise<Buffer> =>
  renderDocument(format, textOf(topic, facts), facts);
const [python = '', pdftotext = ''] = [installed('python3'), installed('pdftotext')].map((path) => path ?? '');
const [item] = facts.items;

const unopened = python ? false : notRun('office files, opened by Python', 'apt-get install -y python3');
test('office files are valid archives of XML parts with the text', { skip: unopened }, async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'files-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const script = `
import sys, zipfile, xml.dom.minidom
z = zipfile.ZipFile(sys.argv[1])
assert z.testzip() is None
for n in z.namelist():
    if n.endswith(('.xml', '.rels')): print(xml.dom.minidom.parseString(z.read(n)).toxml())
    else: print(n)
`;
  const opened = async (topic: Exclude<Topic, 'report'>, format: Format): Promise<string> => {
    const path = join(folder, format);
    writeFileSync(path, await make(topic, format));
    return execFileSync(python, ['-c', script, path], {
      env: { ...process.env, PYTHONIOENCODING: 'utf8' },
    }).toString();
  };
  assert.ok((await opened('specification', 'docx')).includes('CAIET DE SARCINI'));
  assert.ok((await opened('contract', 'odt')).includes('Garanția de bună execuție'));
  assert.ok((await opened('quantities', 'xlsx')).includes(`<v>${item?.quantity}</v>`));
  assert.ok((await opened('annexes', 'zip')).includes('planșe/Cuprins planșe.txt'));
});

test('PDF files have pages of text, and a scan has none', async () => {
  const library = await PDFiumLibrary.init();
  const pages = async (pdf: Buffer): Promise<string[]> => {
    const document = await library.loadDocument(pdf);
    const texts = [...document.pages()].map((page) => page.getText());
    document.destroy();
    return texts;
  };
  const specification = await pages(await make('specification', 'pdf'));
  assert.ok(specification.length >= 2);
  assert.match(specification.join(' '), /Cantități|CANTITĂȚI/);
  const scan = await pages(await make('decision', 'scan'));
  assert.ok(scan.length > 0 && scan.every((text) => text.trim() === ''));
  library.destroy();
});

const poppler = pdftotext ? false : notRun('PDF files, read by poppler', 'apt-get install -y poppler-utils');
test('poppler extracts the same text', { skip: poppler }, async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'poppler-'));
  t.after(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, 'a.pdf'), await make('dataSheet', 'pdf'));
  const text = execFileSync(pdftotext, [join(folder, 'a.pdf'), '-']).toString();
  assert.match(text, /FIȘA DE DATE A ACHIZIȚIEI/);
  assert.match(text, /Data limită pentru depunerea ofertelor/);
});

test('plain texts have their declared encodings', async () => {
  const read = async (format: Format, encoding: string) =>
    new TextDecoder(encoding, { fatal: true }).decode(await make('clarification', format));
  for (const [format, encoding] of [
    ['txt-cp1250', 'windows-1250'],
    ['txt-latin2', 'iso-8859-2'],
  ] as const)
    assert.match(
      await read(format, encoding),
      /^RĂSPUNS LA SOLICITAREA DE CLARIFICĂRI[\s\S]*Întrebarea 1: [\s\S]*ofertelor rămâne/,
    );
  assert.match(await read('txt-utf16', 'utf-16le'), /^RĂSPUNS[\s\S]*Către toți/);
});

test('rich text escapes every character beyond ASCII', async () => {
  const text = (await make('contract', 'rtf')).toString('latin1');
  assert.match(text, /^\{\\rtf1/);
  assert.match(text, /Garan\\u539\?ia de bun\\u259\? execu\\u539\?ie/);
  assert.ok([...text].every((letter) => letter.charCodeAt(0) < 128));
});

test('the ESPD file has the lots of its notice', { skip: unopened }, async () => {
  const script =
    'import sys, xml.dom.minidom as m; d = m.parse(sys.stdin.buffer); print(len(d.getElementsByTagName("cac:ProcurementProjectLot")))';
  const lots = execFileSync(python, ['-c', script], { input: await make('duae', 'xml') });
  assert.equal(Number(lots.toString()), facts.procedure.lots.length);
});
