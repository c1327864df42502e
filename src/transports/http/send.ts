/** Writes a reply to its connection: common headers, compression where the caller accepts it and where it pays, head and body. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import {
  crc32,
  createGzip,
  deflateRaw,
  deflateRawSync,
  gzip as gzipCallback,
  constants as zlib,
  zstdCompressSync,
} from 'node:zlib';
import { type ChunkStream, sendChunks } from './chunks.ts';
import { acceptsGzip, acceptsZstd } from './negotiate.ts';
import { allowanceHeaders, type Chunks, corsHeaders, type Reply, SplicedBody } from './reply.ts';
import type { Request } from './request.ts';

/** A refused body is read up to this size: cutting the connection under a sender would cut off the refusal too. */
const DISCARD_BYTES_MAX = 16_777_216;
/** And up to this time: an endless sender blocks only its own connection. */
const DISCARD_MS = 60_000;

/**
 * Returns the bytes of the body, or a promise for them after the last chunk. `chunks`: the opened chunks of a streamed body;
 * null for others and for HEAD.
 */
export function send(
  request: Request,
  response: ServerResponse,
  { status, headers, body }: Reply,
  pieces: ChunkStream | null,
  isLast: boolean,
): number | Promise<number> {
  const allowance = request.context?.allowance;
  // Refusals have them too: every request was counted.
  const counted = allowance ? allowanceHeaders(allowance) : null;
  const head = headerList(headers, counted, request.notices, corsHeaders(request.path));
  head.push('x-content-type-options', 'nosniff', 'x-request-id', request.id);
  const bytes = typeof body === 'function' ? null : typeof body === 'string' ? Buffer.from(body) : body;
  if (bytes && status !== 304 && status !== 204 && !headers['content-length'])
    head.push('content-length', String(bytes.length));
  if ((isLast || request.isBodyHeldBack) && !headers.connection) head.push('connection', 'close');
  if (!request.raw.complete) discard(request.raw);
  response.writeHead(status, head);
  if (pieces) return sendChunks(response, pieces, announcedLength(headers));
  if (request.method === 'HEAD' || !bytes?.length) response.end();
  else if (bytes instanceof SplicedBody) sendSpliced(response, bytes);
  else response.end(bytes);
  return bytes?.length ?? 0;
}

/** Head and body leave in one system call. */
function sendSpliced(response: ServerResponse, { head, data, tail }: SplicedBody): void {
  response.cork();
  response.write(head, 'latin1');
  response.write(data);
  response.end(tail);
}

const announcedLength = (headers: Reply['headers']): number | null =>
  headers['content-length'] === undefined ? null : Number(headers['content-length']);

/** A flat list of names and values, which node:http writes unchanged. Only list values repeat a header. */
function headerList(...all: (Readonly<Record<string, string | readonly string[]>> | null)[]): string[] {
  const list: string[] = [];
  for (const headers of all)
    for (const name in headers) {
      const value = headers[name] as string | readonly string[];
      if (typeof value === 'string') list.push(name, value);
      else for (const one of value) list.push(name, one);
    }
  return list;
}

/** A refused upload must not block the next request on its connection for long. */
function discard(raw: IncomingMessage): void {
  let left = DISCARD_BYTES_MAX;
  const timer = setTimeout(() => raw.destroy(), DISCARD_MS).unref();
  raw.on('error', () => raw.destroy());
  raw.on('close', () => clearTimeout(timer));
  raw.on('data', (chunk: Buffer) => {
    left -= chunk.length;
    if (left < 0) raw.destroy();
  });
}

/** Below this, compression costs more time than it saves. */
const COMPRESS_BYTES_MIN = 8_192;
const OPTIONS = { level: zlib.Z_BEST_SPEED };
/** A page of 90 kB takes 0.5 ms and becomes smaller than by the fastest gzip, which takes 1 ms. */
const ZSTD_OPTIONS = { params: { [zlib.ZSTD_c_compressionLevel]: 3 } };
/** Up to this size, compression is synchronous: passing it to another thread costs as much. */
const SYNC_BYTES_MAX = 262_144;

const gzip = promisify(gzipCallback);

/** Text of any kind; pictures, archives and most documents are compressed already. */
export const isCompressible = (contentType: string): boolean =>
  /^(?:text\/|application\/(?:json|javascript|xml|csv|x-ndjson)\b|[a-z]+\/[a-z0-9.-]+\+(?:json|xml)\b)/.test(
    contentType,
  );

/** Synchronous where nothing is to be compressed, which is the usual case. */
export function compress(request: Request, reply: Reply): Reply | Promise<Reply> {
  const { headers, body } = reply;
  const isLong = typeof body === 'function' || body.length >= COMPRESS_BYTES_MIN;
  if (!isLong || headers['content-encoding'] || headers['content-length'] || !isCompressible(typeOf(reply)))
    return reply;
  const varied = { ...headers, vary: [headers.vary, 'accept-encoding'].flat().filter(Boolean).join(', ') };
  if (typeof body === 'string' && body.length <= SYNC_BYTES_MAX && acceptsZstd(request.header('accept-encoding')))
    return { ...reply, headers: { ...varied, 'content-encoding': 'zstd' }, body: zstdCompressSync(body, ZSTD_OPTIONS) };
  if (!acceptsGzip(request.header('accept-encoding'))) return { ...reply, headers: varied };
  const gzipHeaders = { ...varied, 'content-encoding': 'gzip' };
  if (typeof body === 'function') return { ...reply, headers: gzipHeaders, body: gzipChunks(body) };
  const compressing = body instanceof SplicedBody ? gzipSpliced(body.head, body.data, body.tail) : gzip(body, OPTIONS);
  return compressing.then((bytes) => ({ ...reply, headers: gzipHeaders, body: bytes }));
}

const typeOf = ({ headers }: Reply): string => String(headers['content-type'] ?? '');

export const gzipChunks = (make: Chunks): Chunks =>
  async function* (signal) {
    const zip = createGzip(OPTIONS);
    // An error of the source ends the loop below. So does the signal, which a wait for the next bytes would not notice.
    pipeline(Readable.from(make(signal), { objectMode: false }), zip, { signal }).catch(() => {});
    yield* zip as AsyncIterable<Buffer>;
  };

interface CompressedPrefix {
  /** Complete blocks, without a final one. */
  blocks: Uint8Array;
  checksum: number;
  length: number;
}

/** RFC 1952: deflate, no name, no time, unknown system. */
const HEADER = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255]);
const TRAILER_BYTES = 8;

const deflate = promisify(deflateRaw);
const prefixes = new WeakMap<Uint8Array, Promise<CompressedPrefix>>();

/**
 * Gzips prerendered answers that are sent often: `head` and `data` are compressed once and cached with `data`; each answer
 * compresses only its own `tail` behind them. `head` is constant for the same `data`.
 */
export async function gzipSpliced(head: string, data: Uint8Array, tail: string): Promise<Uint8Array> {
  const { blocks, checksum, length } = await prefixes.getOrInsertComputed(data, () => compressPrefix(head, data));
  const end = Buffer.from(tail);
  const trailer = Buffer.alloc(TRAILER_BYTES);
  trailer.writeUInt32LE(crc32(end, checksum), 0);
  trailer.writeUInt32LE((length + end.length) % 2 ** 32, 4);
  return Buffer.concat([HEADER, blocks, deflateRawSync(end, { level: zlib.Z_BEST_SPEED }), trailer]);
}

async function compressPrefix(head: string, data: Uint8Array): Promise<CompressedPrefix> {
  const bytes = Buffer.concat([Buffer.from(head), data]);
  // Flushed, not finished: further blocks may follow at the next byte.
  const blocks = await deflate(bytes, { finishFlush: zlib.Z_SYNC_FLUSH });
  return { blocks, checksum: crc32(bytes), length: bytes.length };
}
