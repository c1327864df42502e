/** A table on its way out: a file for spreadsheets, saved under a name with its day. */
import { create as disposition } from 'content-disposition';
import { cacheControl } from '#api/freshness.ts';
import type { OperationResult } from '#api/operation-result.ts';
import type { TableResult } from '#api/tables/answer-table.ts';
import { FORMAT, type TableFormat, tableTypes } from '#api/tables/format.ts';
import { gzipChunks } from './compress.ts';
import { languageInQuery } from './language.ts';
import { acceptsGzip } from './negotiate.ts';
import { receiptHeaders } from './payment-headers.ts';
import { type Reply, WHO_ASKS_AND_HOW } from './reply.ts';
import type { Request } from './request.ts';

const contentTypes: Record<TableFormat, string> = {
  csv: `${tableTypes.csv}; charset=utf-8; header=present`,
  xlsx: tableTypes.xlsx,
};

/** No tag: what is made while it is sent has none before its end. */
export function tableReply({ meta, receipt }: OperationResult, table: TableResult, request: Request): Reply {
  const { format, name, total, totalRelation, next } = table;
  const language = languageInQuery(request.query);
  const headers: Record<string, string> = {
    'content-type': contentTypes[format],
    'content-disposition': disposition(name),
    'content-language': request.language,
    'cache-control': cacheControl({ ...meta, pending: (meta.pending?.length ?? 0) > 0 }, request.now),
    vary: WHO_ASKS_AND_HOW,
    ...(total !== null && { 'x-total-count': String(total), 'x-total-relation': totalRelation }),
    // A page that is not the last says where the list goes on: a table has no place for it.
    ...(next !== null && {
      link: `<${next}&${FORMAT}=${format}${language === null ? '' : `&lang=${language}`}>; rel="next"`,
    }),
    ...(receipt && receiptHeaders(receipt)),
  };
  const body = (signal: AbortSignal): AsyncIterable<Uint8Array> => table.open(signal);
  // A workbook is compressed already.
  if (format !== 'csv') return { status: 200, headers, body };
  // To whom it leaves as it is, `compress.ts` names the header.
  if (!acceptsGzip(request.header('accept-encoding'))) return { status: 200, headers, body };
  headers.vary += ', accept-encoding';
  headers['content-encoding'] = 'gzip';
  return { status: 200, headers, body: gzipChunks(body) };
}
