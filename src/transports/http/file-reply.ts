/**
 * Replies with files: whole or in ranges, saved under their names and never run as a page of the service; and tables for
 * spreadsheets, which are files too.
 */

import { create as disposition } from 'content-disposition';
import { ApiError } from '#api/api-error.ts';
import type { AnswerFile, ByteRange } from '#api/file.ts';
import { cacheControl, type OperationResult, type TableResult } from '#api/operation-result.ts';
import { FORMAT, type TableFormat, tableTypes } from '#api/tables/format.ts';
import { httpDateOf } from '#lib/values/instant.ts';
import { messages } from '#locales/messages.ts';
import { acceptsGzip, languageInQuery } from './negotiate.ts';
import { matches, type Reply, receiptHeaders, VARY_CALLER, VARY_CALLER_AND_FORMAT } from './reply.ts';
import type { Request } from './request.ts';
import { gzipChunks, isCompressible } from './send.ts';

/** Browsers must neither guess the type of a file nor run anything in it. */
const SANDBOX_HEADERS = { 'content-security-policy': "default-src 'none'; sandbox" };

export function fileReply({ meta, etag }: OperationResult, file: AnswerFile, request: Request): Reply {
  const { sizeBytes, modifiedAt, mediaType } = file;
  const lastModified = modifiedAt === null ? null : httpDateOf(modifiedAt);
  const isText = isCompressible(mediaType);
  const headers: Record<string, string> = {
    ...SANDBOX_HEADERS,
    'content-type': mediaType,
    'content-disposition': disposition(safeName(file.name)),
    'cache-control': cacheControl({ ...meta, pending: (meta.pending?.length ?? 0) > 0 }, request.now),
    'accept-ranges': sizeBytes === null ? 'none' : 'bytes',
    vary: isText ? `${VARY_CALLER}, accept-encoding` : VARY_CALLER,
    etag,
    ...(lastModified !== null && { 'last-modified': lastModified }),
  };
  const condition = brokenCondition(
    { ifMatch: request.header('if-match'), ifUnmodifiedSince: request.header('if-unmodified-since') },
    [etag, gzipTag(etag)],
    lastModified,
  );
  if (condition !== null) throw preconditionError(condition, etag);
  const tags = request.header('if-none-match');
  const isUnchanged =
    tags === undefined
      ? isUnchangedSince(request.header('if-modified-since'), lastModified)
      : matches(tags, etag) || matches(tags, gzipTag(etag));
  if (isUnchanged) return { status: 304, headers, body: '' };

  const range = request.method === 'GET' ? request.header('range') : undefined;
  if (range !== undefined && sizeBytes !== null && isRangeCurrent(request.header('if-range'), { etag, lastModified })) {
    const part = partOf(range, sizeBytes);
    if (part === 'beyond') throw rangeError(sizeBytes);
    if (part) return rangeReply(headers, file, part, sizeBytes);
  }
  const body = (signal: AbortSignal): AsyncIterable<Uint8Array> => file.open(null, signal);
  if (isText && acceptsGzip(request.header('accept-encoding'))) {
    // The compressed bytes are a different representation: they have their own tag and no ranges.
    Object.assign(headers, { 'content-encoding': 'gzip', etag: gzipTag(etag), 'accept-ranges': 'none' });
    return { status: 200, headers, body: gzipChunks(body) };
  }
  if (sizeBytes !== null) headers['content-length'] = String(sizeBytes);
  return { status: 200, headers, body };
}

function rangeReply(headers: Record<string, string>, file: AnswerFile, part: ByteRange, sizeBytes: number): Reply {
  const { start, end } = part;
  return {
    status: 206,
    headers: {
      ...headers,
      'content-range': `bytes ${start}-${end}/${sizeBytes}`,
      'content-length': String(end - start + 1),
    },
    body: (signal) => file.open(part, signal),
  };
}

/** The longest name that file systems accept. */
const NAME_LENGTH_MAX = 200;

/** Names come from outside: without folders, characters that headers forbid, and signs that reverse text (`exe.fdp`). */
const safeName = (name: string): string =>
  name
    .slice(0, NAME_LENGTH_MAX)
    .toWellFormed()
    .replace(/[\p{Cc}/\\\u202a-\u202e\u2066-\u2069]/gu, '_');

const gzipTag = (etag: string): string => etag.replace(/"$/, '-gzip"');

const rangeError = (sizeBytes: number): ApiError =>
  new ApiError('RANGE_NOT_SATISFIABLE', messages.http.fileSize({ bytes: sizeBytes }), {
    details: [{ in: 'header', name: 'range', problem: messages.wire.beyondFile({ bytes: sizeBytes }) }],
    headers: { 'content-range': `bytes */${sizeBytes}` },
  });

const preconditionError = (name: string, etag: string): ApiError =>
  new ApiError('PRECONDITION_FAILED', messages.http.anotherFile({ name }), {
    details: [{ in: 'header', name, problem: messages.wire.anotherFile() }],
    headers: { etag },
  });

/**
 * The range of a Range header: null for the whole file, which also answers unreadable and multiple ranges; `rangeError`
 * when it starts after the end.
 */
export function partOf(range: string | undefined, sizeBytes: number): ByteRange | 'beyond' | null {
  const [, first = '', last = ''] = /^bytes=([0-9]{0,16})-([0-9]{0,16})$/i.exec(range ?? '') ?? [];
  if (first === '' && last === '') return null;
  if (first === '') return lastBytes(Number(last), sizeBytes);
  const start = Number(first);
  const end = last === '' ? sizeBytes - 1 : Math.min(Number(last), sizeBytes - 1);
  if (last !== '' && Number(last) < start) return null;
  return start < sizeBytes ? { start, end } : 'beyond';
}

const lastBytes = (count: number, sizeBytes: number): ByteRange | 'beyond' =>
  count === 0 || sizeBytes === 0 ? 'beyond' : { start: Math.max(0, sizeBytes - count), end: sizeBytes - 1 };

interface Validators {
  etag: string;
  /** As in the header Last-Modified; null when unknown. */
  lastModified: string | null;
}

/** Whether If-Range matches the current file: strong comparison, and exact dates. */
export const isRangeCurrent = (ifRange: string | undefined, { etag, lastModified }: Validators): boolean =>
  ifRange === undefined || (ifRange.startsWith('"') ? ifRange === etag : ifRange === lastModified);

/** Whether the caller has the current file by its date, which counts only without a tag. */
export function isUnchangedSince(ifModifiedSince: string | undefined, lastModified: string | null): boolean {
  if (ifModifiedSince === undefined || lastModified === null) return false;
  if (ifModifiedSince.length !== lastModified.length) return false;
  return Date.parse(lastModified) <= Date.parse(ifModifiedSince);
}

/**
 * The precondition header that fails, or null. Tags compare strongly; the date counts only without a tag, and an unreadable date
 * is ignored.
 */
function brokenCondition(
  { ifMatch, ifUnmodifiedSince }: { ifMatch: string | undefined; ifUnmodifiedSince: string | undefined },
  tags: readonly string[],
  lastModified: string | null,
): 'if-match' | 'if-unmodified-since' | null {
  if (ifMatch !== undefined) return isOneOf(ifMatch, tags) ? null : 'if-match';
  if (ifUnmodifiedSince === undefined || lastModified === null) return null;
  // Only dates in HTTP format, as in isUnchangedSince.
  if (ifUnmodifiedSince.length !== lastModified.length) return null;
  return Date.parse(lastModified) > Date.parse(ifUnmodifiedSince) ? 'if-unmodified-since' : null;
}

const isOneOf = (ifMatch: string, tags: readonly string[]): boolean =>
  ifMatch.trim() === '*' || ifMatch.split(',').some((tag) => tag.trim().startsWith('"') && tags.includes(tag.trim()));

const contentTypes: Record<TableFormat, string> = {
  csv: `${tableTypes.csv}; charset=utf-8; header=present`,
  xlsx: tableTypes.xlsx,
};

/** Without an ETag, because a table is produced while it is sent. */
export function tableReply({ meta, receipt }: OperationResult, table: TableResult, request: Request): Reply {
  const { format, name, total, totalRelation, next } = table;
  const language = languageInQuery(request.query);
  const headers: Record<string, string> = {
    'content-type': contentTypes[format],
    'content-disposition': disposition(name),
    'content-language': request.language,
    'cache-control': cacheControl({ ...meta, pending: (meta.pending?.length ?? 0) > 0 }, request.now),
    vary: VARY_CALLER_AND_FORMAT,
    ...(total !== null && { 'x-total-count': String(total), 'x-total-relation': totalRelation }),
    // A table cannot contain the address of the next page.
    ...(next !== null && {
      link: `<${next}&${FORMAT}=${format}${language === null ? '' : `&lang=${language}`}>; rel="next"`,
    }),
    ...(receipt && receiptHeaders(receipt)),
  };
  const body = (signal: AbortSignal): AsyncIterable<Uint8Array> => table.open(signal);
  // A workbook is compressed already.
  if (format !== 'csv') return { status: 200, headers, body };
  // For an uncompressed CSV, `compress` adds the header.
  if (!acceptsGzip(request.header('accept-encoding'))) return { status: 200, headers, body };
  headers.vary += ', accept-encoding';
  headers['content-encoding'] = 'gzip';
  return { status: 200, headers, body: gzipChunks(body) };
}
