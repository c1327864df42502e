/** Texts as the files of office programs: DOCX, ODT, RTF, and a table as XLSX. */

import type { Text } from '#demo-country/documents/texts/words.ts';
import { xmlText } from '#demo-country/procurement/table.ts';
import { type Entry, zipped } from './zipped.ts';

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const OFFICE = 'http://schemas.openxmlformats.org';
const RELATIONS = `${OFFICE}/officeDocument/2006/relationships`;
const PACKAGE = `${OFFICE}/package/2006`;

const entry = (name: string, text: string): Entry => ({ name, bytes: Buffer.from(text) });

/** What every such package begins with: types of its parts, and which part is the document. */
const packaged = (main: string, type: string, parts: readonly Entry[], more = ''): Buffer =>
  zipped([
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
  return packaged('word/document.xml', 'wordprocessingml.document', [
    entry('word/document.xml', `${XML}<w:document xmlns:w="${main}">${body}</w:document>`),
  ]);
}

export function xlsx({ paragraphs, table }: Text): Buffer {
  const cell = (value: string | number): string =>
    typeof value === 'number' ? `<c><v>${value}</v></c>` : `<c t="inlineStr"><is><t>${xmlText(value)}</t></is></c>`;
  const lines = [...paragraphs.map((text) => [text]), ...(table ? [table.headers, ...table.rows] : [])];
  const rows = lines.map((cells, i) => `<row r="${i + 1}">${cells.map(cell).join('')}</row>`).join('');
  const main = `${OFFICE}/spreadsheetml/2006/main`;
  return packaged(
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

export function odt({ paragraphs }: Text): Buffer {
  const space = 'urn:oasis:names:tc:opendocument:xmlns';
  const type = 'application/vnd.oasis.opendocument.text';
  const lines = paragraphs.map((text) => `<text:p>${xmlText(text)}</text:p>`).join('');
  return zipped([
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

/** Letters beyond ASCII by their number, with a question mark for readers that do not know them. */
export function rtf({ paragraphs }: Text): Buffer {
  const line = (text: string): string =>
    `${text.replace(/[\\{}]/g, '\\$&').replace(/[^\0-\x7f]/g, (letter) => `\\u${letter.charCodeAt(0)}?`)}\\par`;
  return Buffer.from(
    `{\\rtf1\\ansi\\ansicpg1250\\deff0{\\fonttbl{\\f0 Arial;}}\\f0\\fs22\n${paragraphs.map(line).join('\n')}\n}`,
    'latin1',
  );
}
