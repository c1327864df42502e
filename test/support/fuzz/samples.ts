/** Valid files of every format that the service reads. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fromBuffer, type ZipFile } from 'yauzl';
import { demoTrust, qualifiedServices, revocationListAt } from '#demo-country/documents/signatures/authority.ts';
import { trustedListOn } from '#demo-country/documents/signatures/trusted-list.ts';
import { picturePdf, textPdf } from '#demo-country/pdf.ts';
import { random } from '#demo-country/random.ts';
import { scanPages } from '#demo-country/scan.ts';
import { madeDoc } from '#test/support/compound-file.ts';
import { made7z, madeRar } from '#test/support/raw-archives.ts';
import { type MadeEntry, madeDocx, madeOdt, madePptx, madeZip, paragraph } from '#test/support/raw-zip.ts';
import type { Sample } from './mutations.ts';

const ROOT = join(import.meta.dirname, '../../..');
const TEXT = 'Ședința de licitație: 12 bucăți în 30 de zile, la 1.250,50 lei.';

const plain = (name: string, content: Buffer | string): Sample => ({ name, bytes: Buffer.from(content) });

/** With the entries of the archive. */
async function zipped(name: string, bytes: Buffer): Promise<Sample> {
  const archive = await new Promise<ZipFile>((resolve, reject) =>
    fromBuffer(bytes, { lazyEntries: true }, (error, file) => (error ? reject(error) : resolve(file))),
  );
  const { promise, resolve, reject } = Promise.withResolvers<MadeEntry[]>();
  const entries: MadeEntry[] = [];
  archive.on('entry', (entry) =>
    archive.openReadStream(entry, (error, stream) => {
      if (error) return reject(error);
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        entries.push({ name: entry.fileName, content: Buffer.concat(chunks) });
        archive.readEntry();
      });
    }),
  );
  archive.on('end', () => resolve(entries));
  archive.on('error', reject);
  archive.readEntry();
  return { name, bytes, entries: await promise };
}

const XML = (body: string): string => `<?xml version="1.0" encoding="UTF-8"?>\n${body}`;
const INVOICE = XML(
  `<Invoice xmlns="urn:oasis:names:specification:ubl:schema:xsd:Invoice-2" xmlns:cbc="urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2"><cbc:ID>F 1</cbc:ID><cbc:Note>${TEXT}</cbc:Note></Invoice>`,
);
const NOTICE = XML(
  `<ContractNotice xmlns="urn:oasis:names:specification:ubl:schema:xsd:ContractNotice-2"><ID schemeName="notice-id">1</ID><ProcurementProject><Name languageID="RON">${TEXT}</Name></ProcurementProject></ContractNotice>`,
);
const HTML = `<!doctype html><html><head><title>x</title></head><body><h1>Anunț</h1><table><tr><td>${TEXT}</td></tr></table></body></html>`;

/** `workbooks`: publications with some of every format. */
export async function documentSamples(workbooks: readonly Sample[]): Promise<Sample[]> {
  const docx = madeDocx([paragraph(TEXT), `<w:tbl><w:tr><w:tc>${paragraph(TEXT)}</w:tc></w:tr></w:tbl>`].join(''));
  const pdf = textPdf(
    Array.from({ length: 30 }, () => TEXT),
    { title: 'x' },
  );
  return [
    plain('pdf', pdf),
    plain('pdf of a picture', picturePdf(await scanPages(['Text scanat'], random(1, 1, 'fuzz')), { title: 'x' })),
    plain('locked pdf', textPdf([TEXT], { title: 'x', locked: true })),
    await zipped('docx', docx),
    await zipped(
      'odt',
      madeOdt(`<text:p>${TEXT}</text:p><text:list><text:list-item><text:p>x</text:p></text:list-item></text:list>`),
    ),
    await zipped('pptx', madePptx([TEXT, 'x'])),
    plain('doc', madeDoc([{ text: TEXT }, { text: 'abc', isNarrow: true, hidden: 'hidden' }])),
    plain(
      'rtf',
      `{\\rtf1\\ansi\\ansicpg1250{\\fonttbl{\\f0 Arial;}}\\pard ${'Un text \\u537?i alt text.\\par '.repeat(5)}{\\*\\generator x;}\\b bold\\b0}`,
    ),
    ...workbooks,
    plain('text', Buffer.from(`${TEXT}\n`.repeat(20))),
    plain('text of cp1250', Buffer.from('Licita\xfeie \xe3 \xba\n'.repeat(20), 'latin1')),
    plain('text of UTF-16', Buffer.from(`\ufeff${TEXT}\n`, 'utf16le')),
    plain('html', HTML),
    plain('e-invoice', INVOICE),
    plain('eForms notice', NOTICE),
    await zipped(
      'zip',
      madeZip([
        { name: 'a/Anexa 1.docx', content: docx },
        { name: 'b.pdf', content: pdf },
        { name: 'c.txt', content: Buffer.from(TEXT) },
      ]),
    ),
    plain('7z', await made7z({ 'a.txt': TEXT, 'b.html': HTML })),
    plain(
      'rar',
      madeRar([
        ['a.txt', TEXT],
        ['b.txt', 'x'],
      ]),
    ),
  ];
}

/** Small workbooks of each format among publications. */
export async function workbookSamples(published: string): Promise<Sample[]> {
  const files = readdirSync(published, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const found: Sample[] = [];
  for (const ending of ['.xlsx', '.xls', '.ods']) {
    const own = files
      .filter(({ name }) => name.endsWith(ending))
      .map(({ parentPath, name }) => readFileSync(join(parentPath, name)));
    const smallest = own.toSorted((a, b) => a.length - b.length)[0];
    if (smallest) found.push(ending === '.xls' ? plain('xls', smallest) : await zipped(ending.slice(1), smallest));
  }
  return found;
}

/** Samples of the sources, by their path below `src/data/sources`. */
export function sourceSamples(): Sample[] {
  const folder = join(ROOT, 'src/data/sources');
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(({ parentPath, name }) => /\/samples$/.test(parentPath) && !name.endsWith('.md') && !name.startsWith('.'))
    .map(({ parentPath, name }) => join(parentPath, name))
    .filter((path) => !path.endsWith('README.md'))
    .map((path) => plain(path.slice(folder.length + 1), readFileSync(path)));
}

export const trustSamples = (): Sample[] => [
  plain('trusted list', trustedListOn(Math.floor(Date.now() / DAY_MS))),
  plain('revocation list', revocationListAt(Date.now())),
  ...Object.entries(demoTrust()).flatMap(([name, all]) => all.map((text) => plain(name, text))),
  ...qualifiedServices().map(({ name, certificate }) => plain(name, certificate)),
];

const DAY_MS = 86_400_000;
