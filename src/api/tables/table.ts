/** A list as a file for spreadsheets, made from its pages. */

import type { AnyEndpoint } from '#api/endpoint.ts';
import type { Meta } from '#api/operation-result.ts';
import { speaker } from '#lib/i18n/sentence.ts';
import { instantOf } from '#lib/values/instant.ts';
import type { TableResult } from './answer-table.ts';
import { columnsOf } from './columns.ts';
import { csv } from './csv.ts';
import { rowSchema } from './format.ts';
import { headingsOf } from './headings.ts';
import { said } from './sentences.ts';
import { sourcesOf } from './sources-sheet.ts';
import type { TableInput } from './tabled.ts';
import { workbook } from './workbook.ts';

export function table(tabled: TableInput): TableResult {
  const { operation, format, language, now, meta, chosen, total, totalRelation, next } = tabled;
  const day = instantOf(now).slice(0, 10);
  return {
    format,
    name: `firmoteca-${spoken(operation.id)}-${day}.${format}`,
    total,
    totalRelation,
    next,
    open(signal) {
      const columns = chosen ? chosen.map(({ name }) => [name]) : columnsOf(shownRow(operation.declaration, meta));
      const named = chosen ? chosen.map(({ name }) => name.split('.')) : columns;
      if (format === 'csv') return csv(columns, tabled.pages(signal));
      const say = speaker(language);
      return workbook(
        {
          columns,
          headings: headingsOf(named, language),
          pages: tabled.pages(signal),
          cut: say(said.cut()),
          sheets: { rows: say(said.rowsSheet()), sources: say(said.sourcesSheet()) },
          sources: () => sourcesOf(tabled, day),
        },
        signal,
      );
    },
  };
}

/** Visitors may see another shape than the whole. */
function shownRow({ data, preview }: AnyEndpoint, { preview: isPreview }: Meta) {
  const row = rowSchema(isPreview && preview ? preview.data : data);
  if (row === null) throw new Error('Only lists of records are tables.');
  return row;
}

/** `getCountyCompanies` → `county-companies`. */
const spoken = (id: string): string =>
  id
    .replace(/^(get|list|search|find)/, '')
    .replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
    .replace(/^-/, '');
