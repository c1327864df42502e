/** A file on its way out: whole or in part, saved by its reader under its name and never run as a page of ours. */
import { create as disposition } from 'content-disposition';
import { ApiError } from '#api/api-error.ts';
import type { AnswerFile, ByteRange } from '#api/file.ts';
import { cacheControl } from '#api/freshness.ts';
import type { OperationResult } from '#api/operation-result.ts';
import { httpDateOf } from '#lib/values/instant.ts';
import { gzipChunks, isCompressible } from './compress.ts';
import { acceptsGzip } from './negotiate.ts';
import { brokenCondition, isRangeCurrent, isUnchangedSince, partOf } from './range.ts';
import { matches, type Reply, WHO_ASKS } from './reply.ts';
import type { Request } from './request.ts';
import { said, wrongIs } from './sentences.ts';

/** Whatever is in it: a browser neither guesses what it is nor lets it run anything. */
const HARMLESS = { 'content-security-policy': "default-src 'none'; sandbox" };

export function fileReply({ meta, etag }: OperationResult, file: AnswerFile, request: Request): Reply {
  const { sizeBytes, modifiedAt, mediaType } = file;
  const lastModified = modifiedAt === null ? null : httpDateOf(modifiedAt);
  const isText = isCompressible(mediaType);
  const headers: Record<string, string> = {
    ...HARMLESS,
    'content-type': mediaType,
    'content-disposition': disposition(saved(file.name)),
    'cache-control': cacheControl({ ...meta, pending: (meta.pending?.length ?? 0) > 0 }, request.now),
    'accept-ranges': sizeBytes === null ? 'none' : 'bytes',
    vary: isText ? `${WHO_ASKS}, accept-encoding` : WHO_ASKS,
    etag,
    ...(lastModified !== null && { 'last-modified': lastModified }),
  };
  const condition = brokenCondition(
    { ifMatch: request.header('if-match'), ifUnmodifiedSince: request.header('if-unmodified-since') },
    [etag, zippedTag(etag)],
    lastModified,
  );
  if (condition !== null) throw another(condition, etag);
  const tags = request.header('if-none-match');
  const hasIt =
    tags === undefined
      ? isUnchangedSince(request.header('if-modified-since'), lastModified)
      : matches(tags, etag) || matches(tags, zippedTag(etag));
  if (hasIt) return { status: 304, headers, body: '' };

  const range = request.method === 'GET' ? request.header('range') : undefined;
  if (range !== undefined && sizeBytes !== null && isRangeCurrent(request.header('if-range'), { etag, lastModified })) {
    const part = partOf(range, sizeBytes);
    if (part === 'beyond') throw beyond(sizeBytes);
    if (part) return inPart(headers, file, part, sizeBytes);
  }
  const body = (signal: AbortSignal): AsyncIterable<Uint8Array> => file.open(null, signal);
  if (isText && acceptsGzip(request.header('accept-encoding'))) {
    // Other bytes than the file's own: parts of the one are no parts of the other, and their tags differ.
    Object.assign(headers, { 'content-encoding': 'gzip', etag: zippedTag(etag), 'accept-ranges': 'none' });
    return { status: 200, headers, body: gzipChunks(body) };
  }
  if (sizeBytes !== null) headers['content-length'] = String(sizeBytes);
  return { status: 200, headers, body };
}

function inPart(headers: Record<string, string>, file: AnswerFile, part: ByteRange, sizeBytes: number): Reply {
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

/** Longer ones no file system takes. */
const NAME_LENGTH_MAX = 200;

/** Names come from outside: no folder, nothing that a header may not hold, and no sign that turns letters around (`exe.fdp`). */
const saved = (name: string): string =>
  name
    .slice(0, NAME_LENGTH_MAX)
    .toWellFormed()
    .replace(/[\p{Cc}/\\\u202a-\u202e\u2066-\u2069]/gu, '_');

const zippedTag = (etag: string): string => etag.replace(/"$/, '-gzip"');

const beyond = (sizeBytes: number): ApiError =>
  new ApiError('RANGE_NOT_SATISFIABLE', said.fileSize({ bytes: sizeBytes }), {
    details: [{ in: 'header', name: 'range', problem: wrongIs.beyondFile({ bytes: sizeBytes }) }],
    headers: { 'content-range': `bytes */${sizeBytes}` },
  });

const another = (name: string, etag: string): ApiError =>
  new ApiError('PRECONDITION_FAILED', said.anotherFile({ name }), {
    details: [{ in: 'header', name, problem: wrongIs.anotherFile() }],
    headers: { etag },
  });
