/** A list as a spreadsheet file, produced from its pages. */

import type { AnyEndpoint, Operation, Page } from '#api/endpoint.ts';
import type { Columns } from '#api/fields.ts';
import type { Meta, TableResult } from '#api/operation-result.ts';
import { type Language, translator } from '#lib/i18n/message.ts';
import { instantOf } from '#lib/values/instant.ts';
import { messages } from '#locales/messages.ts';
import { type Cell, columnHeading, columnsOf } from './columns.ts';
import { csv } from './csv.ts';
import { rowSchema, type TableFormat } from './format.ts';
import { workbook } from './workbook.ts';

export function table(input: TableInput): TableResult {
  const { operation, format, language, now, meta, chosen, total, totalRelation, next } = input;
  const day = instantOf(now).slice(0, 10);
  return {
    format,
    name: `firmoteca-${slugOf(operation.id)}-${day}.${format}`,
    total,
    totalRelation,
    next,
    open(signal) {
      const row = visibleRow(operation.declaration, meta);
      const columns = chosen ? chosen.map(({ name }) => [name]) : columnsOf(row);
      if (format === 'csv') return csv(columns, input.pages(signal));
      const t = translator(language);
      return workbook(
        {
          columns,
          headings: chosen
            ? chosen.map(({ name, path }) => columnHeading(path, row, language, path.length - name.split('.').length))
            : columns.map((column) => columnHeading(column, row, language)),
          pages: input.pages(signal),
          cut: t(messages.table.cut()),
          sheets: { rows: t(messages.table.rowsSheet()), sources: t(messages.table.sourcesSheet()) },
          sources: () => sourceRows(input, day),
        },
        signal,
      );
    },
  };
}

/** A preview may have another shape than the whole. */
function visibleRow({ data, preview }: AnyEndpoint, { preview: isPreview }: Meta) {
  const row = rowSchema(isPreview && preview ? preview.data : data);
  if (row === null) throw new Error('Only lists of records are tables.');
  return row;
}

/** `getCountyCompanies` → `county-companies`. */
const slugOf = (id: string): string =>
  id
    .replace(/^(get|list|search|find)/, '')
    .replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
    .replace(/^-/, '');

/** The input of a table: request, metadata and pages. */
interface TableInput {
  operation: Operation;
  format: TableFormat;
  language: Language;
  /** The instant of the request, ms. */
  now: number;
  /** The requested address. */
  resource: string;
  meta: Meta;
  /** The selected columns, by which the rows are flat already; null: all columns of the schema. */
  chosen: Columns | null;
  total: number | null;
  totalRelation: Page['totalRelation'];
  next: string | null;
  pages(signal: AbortSignal): AsyncIterable<readonly unknown[]>;
}

/** The provenance of a source, to which publishers may add fields. */
interface SourceRow {
  name: string;
  asOf: string | null;
  fetchedAt: string | null;
  licence: string | null;
  url?: string | null;
}

/** The second worksheet: sources of the rows, their days, and the address of the list. */
function sourceRows(input: TableInput, day: string): Cell[][] {
  const { language, resource, meta, total, totalRelation, next } = input;
  const t = translator(language);
  const sources: SourceRow[] = meta.sources;
  const totalRow =
    total === null
      ? []
      : [[t(totalRelation === 'exact' ? messages.table.total() : messages.table.totalAtLeast()), total]];
  return [
    [
      messages.table.source(),
      messages.table.asOf(),
      messages.table.fetchedAt(),
      messages.table.licence(),
      messages.table.address(),
    ].map(t),
    ...sources.map(({ name, asOf, fetchedAt, licence, url }) => [name, asOf, fetchedAt, licence, url ?? null]),
    [],
    [t(messages.table.madeOn()), day],
    [t(messages.table.madeAt()), resource],
    ...(typeof meta.cite === 'string' ? [[t(messages.table.cite()), meta.cite]] : []),
    [t(messages.table.generation()), meta.generation],
    ...(meta.dataset === 'demo' ? [[t(messages.table.demo())]] : []),
    ...totalRow,
    ...(next === null ? [] : [[t(messages.table.next()), next]]),
    ...(meta.notLoaded ?? []).map((name) => [t(messages.table.notLoaded()), name]),
    ...(meta.redacted ?? []).map((name) => [t(messages.table.redacted()), name]),
    ...(meta.ignored ?? []).map((name) => [t(messages.table.ignored()), name]),
    ...(meta.preview ? [[t(messages.table.preview())]] : []),
    ...(meta.warnings ?? []).map((warning) => [t(messages.table.warning()), warning]),
  ];
}
