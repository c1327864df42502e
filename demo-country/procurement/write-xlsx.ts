/** Exports as XLSX: with shared strings until 2021, with strings in the cells and a wrong dimension since 2024. */

import { dayText } from '#demo-country/days.ts';
import { createZip } from '#demo-country/zip.ts';
import { decimals, EXCEL_EPOCH_DAYS, type TableFile, type TableShape, type Value, xmlText } from './table.ts';

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const OFFICE = 'http://schemas.openxmlformats.org';
const MAIN = `${OFFICE}/spreadsheetml/2006/main`;
const RELATIONS = `${OFFICE}/officeDocument/2006/relationships`;
const PACKAGE = `${OFFICE}/package/2006`;
/** The style whose format is a date. */
const DATE_STYLE = 1;

export const writeXlsx =
  (strings: 'shared' | 'inline') =>
  async (path: string, { headers, kinds }: TableShape): Promise<TableFile> => {
    const zip = await createZip(path);
    const shared = new Map<string, number>();
    for (const [name, content] of Object.entries(partsOf(strings))) {
      zip.part(name);
      zip.text(XML + content);
    }
    zip.part('xl/worksheets/sheet1.xml');
    zip.text(`${XML}<worksheet xmlns="${MAIN}"><dimension ref="A1"/><sheetData>`);
    const columns = headers.map((_, i) => columnName(i));
    let number = 0;

    const stringCell = (at: string, text: string): string => {
      if (strings === 'inline') return `<c r="${at}" t="inlineStr"><is><t>${xmlText(text)}</t></is></c>`;
      const index = shared.getOrInsertComputed(text, () => shared.size);
      return `<c r="${at}" t="s"><v>${index}</v></c>`;
    };
    const row = (values: readonly Value[]): void => {
      number++;
      let cells = '';
      for (let i = 0; i < values.length; i++) {
        const value = values[i] ?? null;
        const at = `${columns[i]}${number}`;
        if (value === null || value === '') continue;
        if (typeof value === 'string') cells += stringCell(at, value);
        else if (kinds[i] === 'day') cells += `<c r="${at}" s="${DATE_STYLE}"><v>${value + EXCEL_EPOCH_DAYS}</v></c>`;
        else cells += `<c r="${at}"><v>${kinds[i] === 'money' ? value / 100 : value}</v></c>`;
      }
      zip.text(`<row r="${number}">${cells}</row>`);
    };
    row(headers);
    return {
      row,
      flush: () => zip.flush(),
      async close() {
        zip.text('</sheetData></worksheet>');
        if (strings === 'shared') {
          zip.part('xl/sharedStrings.xml');
          zip.text(`${XML}<sst xmlns="${MAIN}" uniqueCount="${shared.size}">`);
          for (const text of shared.keys()) zip.text(`<si><t xml:space="preserve">${xmlText(text)}</t></si>`);
          zip.text('</sst>');
        }
        await zip.close();
      },
    };
  };

function partsOf(strings: 'shared' | 'inline'): Record<string, string> {
  const type = (name: string, kind: string): string =>
    `<Override PartName="/xl/${name}.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.${kind}+xml"/>`;
  const relation = (id: number, kind: string, target: string): string =>
    `<Relationship Id="rId${id}" Type="${RELATIONS}/${kind}" Target="${target}"/>`;
  const isShared = strings === 'shared';
  return {
    '[Content_Types].xml':
      `<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>` +
      `<Default Extension="xml" ContentType="application/xml"/>${type('workbook', 'sheet.main')}${type('worksheets/sheet1', 'worksheet')}` +
      `${type('styles', 'styles')}${isShared ? type('sharedStrings', 'sharedStrings') : ''}</Types>`,
    '_rels/.rels': `<Relationships xmlns="${PACKAGE}/relationships">${relation(1, 'officeDocument', 'xl/workbook.xml')}</Relationships>`,
    'xl/workbook.xml': `<workbook xmlns="${MAIN}" xmlns:r="${RELATIONS}"><sheets><sheet name="Export" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels':
      `<Relationships xmlns="${PACKAGE}/relationships">${relation(1, 'worksheet', 'worksheets/sheet1.xml')}` +
      `${relation(2, 'styles', 'styles.xml')}${isShared ? relation(3, 'sharedStrings', 'sharedStrings.xml') : ''}</Relationships>`,
    'xl/styles.xml':
      `<styleSheet xmlns="${MAIN}"><fonts count="1"><font/></fonts><fills count="1"><fill/></fills><borders count="1"><border/></borders>` +
      '<cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="2"><xf numFmtId="0"/><xf numFmtId="14" applyNumberFormat="1"/></cellXfs></styleSheet>',
  };
}

/** 0 → `A`, 26 → `AA`. */
const columnName = (index: number): string =>
  (index < 26 ? '' : columnName(Math.floor(index / 26) - 1)) + String.fromCharCode(65 + (index % 26));

const ODS_XML = '<?xml version="1.0" encoding="UTF-8"?>\n';
const NAMES = 'urn:oasis:names:tc:opendocument:xmlns';
const MEDIA_TYPE = 'application/vnd.oasis.opendocument.spreadsheet';

export async function writeOds(path: string, { headers, kinds }: TableShape): Promise<TableFile> {
  const zip = await createZip(path);
  zip.stored('mimetype', MEDIA_TYPE);
  zip.part('META-INF/manifest.xml');
  zip.text(
    `${ODS_XML}<manifest:manifest xmlns:manifest="${NAMES}:manifest:1.0" manifest:version="1.2">` +
      `<manifest:file-entry manifest:full-path="/" manifest:media-type="${MEDIA_TYPE}"/>` +
      '<manifest:file-entry manifest:full-path="content.xml" manifest:media-type="text/xml"/></manifest:manifest>',
  );
  zip.part('content.xml');
  zip.text(
    `${ODS_XML}<office:document-content xmlns:office="${NAMES}:office:1.0" xmlns:table="${NAMES}:table:1.0" xmlns:text="${NAMES}:text:1.0" ` +
      'office:version="1.2"><office:body><office:spreadsheet><table:table table:name="Export">',
  );
  const cell = (value: Value, i: number): string => {
    if (value === null || value === '') return '<table:table-cell/>';
    if (typeof value === 'string')
      return `<table:table-cell office:value-type="string"><text:p>${xmlText(value)}</text:p></table:table-cell>`;
    if (kinds[i] === 'day')
      return `<table:table-cell office:value-type="date" office:date-value="${dayText(value)}"><text:p>${dayText(value)}</text:p></table:table-cell>`;
    const number = kinds[i] === 'money' ? decimals(value) : String(value);
    return `<table:table-cell office:value-type="float" office:value="${number}"><text:p>${number}</text:p></table:table-cell>`;
  };
  const row = (values: readonly Value[]): void =>
    zip.text(`<table:table-row>${values.map(cell).join('')}</table:table-row>`);
  row(headers);
  return {
    row,
    flush: () => zip.flush(),
    async close() {
      // Programs write the rest of the worksheet as one row, repeated a million times.
      zip.text(
        '<table:table-row table:number-rows-repeated="1048000"><table:table-cell table:number-columns-repeated="1024"/></table:table-row>' +
          '</table:table></office:spreadsheet></office:body></office:document-content>',
      );
      await zip.close();
    },
  };
}
