/** Exports as an OpenDocument table, which one quarter was published as, under the name of an XLSX file. */
import { dayText } from '#demo-country/days.ts';
import { decimals, type TableFile, type TableShape, type Value, xmlText } from './table.ts';
import { createZip } from './zip.ts';

const XML = '<?xml version="1.0" encoding="UTF-8"?>\n';
const NAMES = 'urn:oasis:names:tc:opendocument:xmlns';
const MEDIA_TYPE = 'application/vnd.oasis.opendocument.spreadsheet';

export async function writeOds(path: string, { headers, kinds }: TableShape): Promise<TableFile> {
  const zip = await createZip(path);
  zip.stored('mimetype', MEDIA_TYPE);
  zip.part('META-INF/manifest.xml');
  zip.text(
    `${XML}<manifest:manifest xmlns:manifest="${NAMES}:manifest:1.0" manifest:version="1.2">` +
      `<manifest:file-entry manifest:full-path="/" manifest:media-type="${MEDIA_TYPE}"/>` +
      '<manifest:file-entry manifest:full-path="content.xml" manifest:media-type="text/xml"/></manifest:manifest>',
  );
  zip.part('content.xml');
  zip.text(
    `${XML}<office:document-content xmlns:office="${NAMES}:office:1.0" xmlns:table="${NAMES}:table:1.0" xmlns:text="${NAMES}:text:1.0" ` +
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
      // Programs write the rest of the sheet as one row that stands a million times.
      zip.text(
        '<table:table-row table:number-rows-repeated="1048000"><table:table-cell table:number-columns-repeated="1024"/></table:table-row>' +
          '</table:table></office:spreadsheet></office:body></office:document-content>',
      );
      await zip.close();
    },
  };
}
