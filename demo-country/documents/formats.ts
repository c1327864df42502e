/** Renders a document before it is signed. */
import { picturePdf, textPdf } from '#demo-country/pdf.ts';
import { xmlText } from '#demo-country/procurement/table.ts';
import { random } from '#demo-country/random.ts';
import { scanPages } from '#demo-country/scan.ts';
import { CP1250, cedilla } from '#demo-country/write-text.ts';
import { type ZipEntry, zipOf } from '#demo-country/zip.ts';
import type { Facts, Text } from './texts/facts.ts';
import { clarification, contract, dataSheet, decision, forms, quantities, strategy } from './texts/papers.ts';
import { specification } from './texts/specification.ts';
import type { Format, Topic } from './types.ts';

const texts: Record<Exclude<Topic, 'clarification' | 'report'>, (facts: Facts) => Text> = {
  dataSheet,
  specification,
  quantities,
  forms,
  contract,
  annexes: forms,
  duae: dataSheet,
  strategy,
  decision,
};

/** `number`: which of the answers to bidders. */
export const textOf = (topic: Exclude<Topic, 'report'>, facts: Facts, number = 1): Text =>
  topic === 'clarification' ? clarification(facts, number) : texts[topic](facts);

/** Size of a truncated file. */
const CUT_BYTES = 700;

const renderers: Record<Format, (text: Text, facts: Facts) => Buffer | Promise<Buffer>> = {
  pdf: (text) => textPdf(text.paragraphs, text),
  scan: async (text, { procedure }) =>
    picturePdf(await scanPages(text.paragraphs, random(procedure.number, 1, 'scan')), text),
  locked: (text) => textPdf(text.paragraphs, { ...text, locked: true }),
  cut: (text) => textPdf(text.paragraphs, text).subarray(0, CUT_BYTES),
  docx,
  xlsx,
  odt,
  rtf,
  'txt-cp1250': (text) => plainText(text, 'cp1250'),
  'txt-latin2': (text) => plainText(text, 'latin2'),
  'txt-utf16': (text) => plainText(text, 'utf16'),
  xml: (_, facts) => duae(facts),
  zip: (_, facts) => annexes(facts),
};

export const renderDocument = async (format: Format, text: Text, facts: Facts): Promise<Buffer> =>
  renderers[format](text, facts);

/** An archive of three files, one of them in a folder. */
const annexes = (facts: Facts): Buffer =>
  zipOf([
    { name: 'Anexa 1 - Formulare.docx', bytes: docx(forms(facts)) },
    { name: 'Anexa 2 - Listă de cantități.xlsx', bytes: xlsx(quantities(facts)) },
    {
      name: 'planșe/Cuprins planșe.txt',
      bytes: plainText(
        { title: '', paragraphs: ['Planșa 1 - Plan de încadrare', 'Planșa 2 - Plan de situație'] },
        'cp1250',
      ),
    },
  ]);

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const OFFICE = 'http://schemas.openxmlformats.org';
const RELATIONS = `${OFFICE}/officeDocument/2006/relationships`;
const PACKAGE = `${OFFICE}/package/2006`;

const entry = (name: string, text: string): ZipEntry => ({ name, bytes: Buffer.from(text) });

/** An Office package: content types, the main relation, and parts. */
const packageOf = (main: string, type: string, parts: readonly ZipEntry[], more = ''): Buffer =>
  zipOf([
    entry(
      '[Content_Types].xml',
      `${XML}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>` +
        `<Default Extension="xml" ContentType="application/xml"/><Override PartName="/${main}" ContentType="application/vnd.openxmlformats-officedocument.${type}.main+xml"/>${more}</Types>`,
    ),
    entry(
      '_rels/.rels',
      `${XML}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${RELATIONS}/officeDocument" Target="${main}"/></Relationships>`,
    ),
    ...parts,
  ]);

export function docx({ paragraphs, table }: Text): Buffer {
  const line = (text: string): string => `<w:p><w:r><w:t xml:space="preserve">${xmlText(text)}</w:t></w:r></w:p>`;
  const row = (cells: readonly (string | number)[]): string =>
    `<w:tr>${cells.map((cell) => `<w:tc>${line(String(cell))}</w:tc>`).join('')}</w:tr>`;
  const rows = table ? `<w:tbl>${[table.headers, ...table.rows].map(row).join('')}</w:tbl>` : '';
  const body = `<w:body>${paragraphs.map(line).join('')}${rows}<w:sectPr/></w:body>`;
  const main = `${OFFICE}/wordprocessingml/2006/main`;
  return packageOf('word/document.xml', 'wordprocessingml.document', [
    entry('word/document.xml', `${XML}<w:document xmlns:w="${main}">${body}</w:document>`),
  ]);
}

export function xlsx({ paragraphs, table }: Text): Buffer {
  const cell = (value: string | number): string =>
    typeof value === 'number' ? `<c><v>${value}</v></c>` : `<c t="inlineStr"><is><t>${xmlText(value)}</t></is></c>`;
  const lines = [...paragraphs.map((text) => [text]), ...(table ? [table.headers, ...table.rows] : [])];
  const rows = lines.map((cells, i) => `<row r="${i + 1}">${cells.map(cell).join('')}</row>`).join('');
  const main = `${OFFICE}/spreadsheetml/2006/main`;
  return packageOf(
    'xl/workbook.xml',
    'spreadsheetml.sheet',
    [
      entry(
        'xl/workbook.xml',
        `${XML}<workbook xmlns="${main}" xmlns:r="${RELATIONS}"><sheets><sheet name="Cantități" sheetId="1" r:id="rId1"/></sheets></workbook>`,
      ),
      entry(
        'xl/_rels/workbook.xml.rels',
        `${XML}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${RELATIONS}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
      ),
      entry('xl/worksheets/sheet1.xml', `${XML}<worksheet xmlns="${main}"><sheetData>${rows}</sheetData></worksheet>`),
    ],
    '<Override PartName="/xl/worksheets/sheet1.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/>',
  );
}

function odt({ paragraphs }: Text): Buffer {
  const space = 'urn:oasis:names:tc:opendocument:xmlns';
  const type = 'application/vnd.oasis.opendocument.text';
  const lines = paragraphs.map((text) => `<text:p>${xmlText(text)}</text:p>`).join('');
  return zipOf([
    { ...entry('mimetype', type), isStored: true },
    entry(
      'META-INF/manifest.xml',
      `${XML}<manifest:manifest xmlns:manifest="${space}:manifest:1.0" manifest:version="1.2"><manifest:file-entry manifest:full-path="/" manifest:media-type="${type}"/><manifest:file-entry manifest:full-path="content.xml" manifest:media-type="text/xml"/></manifest:manifest>`,
    ),
    entry(
      'content.xml',
      `${XML}<office:document-content xmlns:office="${space}:office:1.0" xmlns:text="${space}:text:1.0" office:version="1.2"><office:body><office:text>${lines}</office:text></office:body></office:document-content>`,
    ),
  ]);
}

/** Letters beyond ASCII by code point, with a question mark for old readers. */
function rtf({ paragraphs }: Text): Buffer {
  const line = (text: string): string =>
    `${text.replace(/[\\{}]/g, '\\$&').replace(/[^\0-\x7f]/g, (letter) => `\\u${letter.charCodeAt(0)}?`)}\\par`;
  return Buffer.from(
    `{\\rtf1\\ansi\\ansicpg1250\\deff0{\\fonttbl{\\f0 Arial;}}\\f0\\fs22\n${paragraphs.map(line).join('\n')}\n}`,
    'latin1',
  );
}

type Encoding = 'cp1250' | 'latin2' | 'utf16';

/** Windows-1250 has quotation marks, ISO 8859-2 has none. The Romanian letters have the same codes. */
const MARKS: Record<Exclude<Encoding, 'utf16'>, Record<string, number>> = {
  cp1250: { '„': 0x84, '”': 0x94, '–': 0x96 },
  latin2: { '„': 0x22, '”': 0x22, '–': 0x2d },
};

function plainText({ paragraphs }: Text, encoding: Encoding): Buffer {
  const text = `${paragraphs.join('\r\n\r\n')}\r\n`;
  if (encoding === 'utf16') return Buffer.from(`\ufeff${text}`, 'utf16le');
  const codes: Record<string, number> = { ...CP1250, ...MARKS[encoding] };
  return Buffer.from(Array.from(cedilla(text), (letter) => codes[letter] ?? letter.charCodeAt(0) % 256));
}

/** `DUAE_CERERE_384463.xml`: the form for bidders. */
function duae({ notice, procedure, turnoverMillions }: Facts): Buffer {
  const lots = procedure.lots.map(
    ({ number, title }) =>
      `\n  <cac:ProcurementProjectLot><cbc:ID>${number}</cbc:ID><cbc:Name>${xmlText(title)}</cbc:Name></cac:ProcurementProjectLot>`,
  );
  const space = 'urn:oasis:names:specification:ubl:schema:xsd';
  return Buffer.from(
    `<?xml version="1.0" encoding="UTF-8"?>
<espd-req:QualificationApplicationRequest xmlns:espd-req="${space}:QualificationApplicationRequest-2" xmlns:cac="${space}:CommonAggregateComponents-2" xmlns:cbc="${space}:CommonBasicComponents-2">
  <cbc:UBLVersionID>2.2</cbc:UBLVersionID>
  <cbc:ContractFolderID>${notice}</cbc:ContractFolderID>
  <cac:ContractingParty><cac:Party><cac:PartyIdentification><cbc:ID schemeAgencyID="RO">${procedure.authority.cui}</cbc:ID></cac:PartyIdentification><cac:PartyName><cbc:Name>${xmlText(procedure.authority.name)}</cbc:Name></cac:PartyName></cac:Party></cac:ContractingParty>
  <cac:ProcurementProject><cbc:Name>${xmlText(procedure.title)}</cbc:Name><cbc:ItemClassificationCode listID="CPV">${procedure.cpv.code}-${procedure.cpv.check}</cbc:ItemClassificationCode></cac:ProcurementProject>${lots.join('')}
  <cac:TenderingCriterion><cbc:Name>Cifra de afaceri medie anuală</cbc:Name><cbc:Description>Minimum ${turnoverMillions} milioane lei, media pe ultimii 3 ani.</cbc:Description></cac:TenderingCriterion>
</espd-req:QualificationApplicationRequest>
`,
  );
}
