/** Sends replies: common headers, compression where it pays, and long bodies in chunks, at the pace of their reader and within time limits. */

import type { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setImmediate as yieldToLoop } from 'node:timers/promises';
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
import { resetConnection } from '#lib/values/reset-connection.ts';
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
  chunks: ChunkStream | null,
  isLast: boolean,
): number | Promise<number> {
  const { allowance = null } = request.context ?? {};
  // Refusals have them too: every request was counted.
  const all = [headers, allowance && allowanceHeaders(allowance), request.notices, corsHeaders(request.path)];
  const own: Record<string, string> = { 'x-content-type-options': 'nosniff', 'x-request-id': request.id };
  const length = typeof body === 'function' ? null : typeof body === 'string' ? Buffer.byteLength(body) : body.length;
  if (length !== null && status !== 304 && status !== 204 && !headers['content-length'])
    own['content-length'] = String(length);
  if ((isLast || request.isAwaitingContinue) && !headers.connection) own.connection = 'close';
  if (!request.raw.complete && hasBody(request.raw)) discard(request.raw);
  if (status === 200 && length !== null && isUsual(response, request, headers, own)) storeHead(response, [...all, own]);
  else response.writeHead(status, headerList([...all, own]));
  if (chunks) return sendChunks(response, chunks, announcedLength(headers));
  if (request.method === 'HEAD' || typeof body === 'function' || !length) response.end();
  else if (body instanceof SplicedBody) sendSpliced(response, body);
  else if (length > JOINED_BYTES_MAX) response.end(typeof body === 'string' ? Buffer.from(body) : body);
  else if (typeof body === 'string') response.end(body);
  else response.end(latin1Of(body), 'latin1');
  return length ?? 0;
}

/** Up to this size one text is cheaper to send than bytes: node joins it with the head, and copies both once. */
const JOINED_BYTES_MAX = 12_288;

/** Head and body leave in one system call. */
function sendSpliced(response: ServerResponse, { head, data, tail, length }: SplicedBody): void {
  if (length <= JOINED_BYTES_MAX) {
    // As many characters as bytes: ASCII.
    const isAscii = length === head.length + data.length + tail.length;
    response.end(head + latin1Of(data) + (isAscii ? tail : latin1Of(Buffer.from(tail))), 'latin1');
    return;
  }
  response.cork();
  response.write(head, 'latin1');
  response.write(data);
  response.end(tail);
}

/** Bytes as one character each. */
const latin1Of = ({ buffer, byteOffset, length }: Uint8Array): string =>
  Buffer.from(buffer, byteOffset, length).toString('latin1');

const announcedLength = (headers: Reply['headers']): number | null =>
  headers['content-length'] === undefined ? null : Number(headers['content-length']);

/** A flat list of names and values, which node:http writes unchanged. Only list values repeat a header. */
function headerList(all: readonly (Headers | null)[]): string[] {
  const list: string[] = [];
  for (const headers of all)
    for (const name in headers) {
      const value = headers[name] as string | readonly string[];
      if (typeof value === 'string') list.push(name, value);
      else for (const one of value) list.push(name, one);
    }
  return list;
}

type Headers = Readonly<Record<string, string | readonly string[]>>;

/** Whether the connection stays open behind an answer of known length, so that nothing about it depends on the headers. */
const isUsual = (response: ServerResponse, { raw }: Request, headers: Headers, own: Headers): boolean =>
  response.shouldKeepAlive &&
  raw.headers.expect === undefined &&
  !headers.connection &&
  !own.connection &&
  !headers['transfer-encoding'];

export const KEEP_ALIVE_MS = 65_000;

const KEPT_ALIVE = `Connection: keep-alive\r\nKeep-Alive: timeout=${KEEP_ALIVE_MS / 1_000}\r\n\r\n`;
/** RFC 9110, 5.5; anything else might begin another header. */
const NOT_IN_VALUES = /[^\t\x20-\x7e\x80-\xff]/;

/**
 * Stores what `writeHead` would make of these headers. It checks each name and value by itself, which takes a seventh of a look-up;
 * here the names are words of this program, and the values are checked together. Node keeps the text of a head in `_header`.
 */
function storeHead(response: ServerResponse, all: readonly (Headers | null)[]): void {
  let [lines, values] = ['HTTP/1.1 200 OK\r\n', ''];
  for (const headers of all)
    for (const name in headers) {
      const value = headers[name] as string | readonly string[];
      values += value;
      if (typeof value === 'string') lines += `${name}: ${value}\r\n`;
      else for (const one of value) lines += `${name}: ${one}\r\n`;
    }
  if (NOT_IN_VALUES.test(values)) throw new Error('A header has a character that no header may have.');
  (response as { _header?: string })._header = `${lines}Date: ${httpDate()}\r\n${KEPT_ALIVE}`;
}

let clock = { second: 0, text: '' };

function httpDate(): string {
  const second = Math.floor(Date.now() / 1_000);
  if (second !== clock.second) clock = { second, text: new Date(second * 1_000).toUTCString() };
  return clock.text;
}

/** An answer at hand leaves before node notices the end of a request without a body. */
const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined;

/** A refused upload must not block the next request on its connection for long. */
function discard(raw: IncomingMessage): void {
  let remaining = DISCARD_BYTES_MAX;
  const timer = setTimeout(() => raw.destroy(), DISCARD_MS).unref();
  raw.on('error', () => raw.destroy());
  raw.on('close', () => clearTimeout(timer));
  raw.on('data', (chunk: Buffer) => {
    remaining -= chunk.length;
    if (remaining < 0) raw.destroy();
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

export const gzipChunks = (source: Chunks): Chunks =>
  async function* (signal) {
    const zip = createGzip(OPTIONS);
    // An error of the source ends the loop below. So does the signal, which a wait for the next bytes would not notice.
    pipeline(Readable.from(source(signal), { objectMode: false }), zip, { signal }).catch(() => {});
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

export interface ChunkLimits {
  /** The longest wait for one chunk: a source may hang. */
  chunkMs: number;
  /** The longest time from the first chunk to the last: readers may be slow. */
  totalMs: number;
}

/** Two gigabytes in an hour are 600 KB a second. A source that sends nothing for a minute hangs. */
export const CHUNK_LIMITS: ChunkLimits = { chunkMs: 60_000, totalMs: 3_600_000 };

/** The reader disconnected or exceeded its time: not an error of the service. */
export class ReaderDisconnected extends Error {}

interface ChunkOptions {
  limits: ChunkLimits;
  /** Aborted when the reader disconnects. */
  signal: AbortSignal;
  /** Receives errors of closing a source. */
  report(error: unknown): void;
}

export class ChunkStream {
  readonly #controller = new AbortController();
  readonly #options: ChunkOptions;
  readonly #iterator: Iterator<Uint8Array> | AsyncIterator<Uint8Array>;
  readonly #timer: NodeJS.Timeout;
  readonly #abort = (): void => this.#close();
  #first: IteratorResult<Uint8Array> | null = null;
  /** Rejects the wait for the current chunk. */
  #interrupt: (error: Error) => void = () => {};
  #isOver = false;

  /** Opens the source and waits for its first chunk: errors until then can still become an error answer. */
  static async open(source: Chunks, options: ChunkOptions): Promise<ChunkStream> {
    const stream = new ChunkStream(source, options);
    try {
      if (options.signal.aborted) throw new ReaderDisconnected('The reader disconnected.');
      stream.#first = await stream.#next();
      return stream;
    } catch (error) {
      stream.#close();
      throw error;
    }
  }

  private constructor(source: Chunks, options: ChunkOptions) {
    this.#options = options;
    const chunks = source(this.#controller.signal);
    this.#iterator = Symbol.asyncIterator in chunks ? chunks[Symbol.asyncIterator]() : chunks[Symbol.iterator]();
    this.#timer = setTimeout(this.#abort, options.limits.totalMs).unref();
    options.signal.addEventListener('abort', this.#abort, { once: true });
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array> {
    try {
      let step = this.#first ?? (await this.#next());
      this.#first = null;
      for (; !step.done; step = await this.#next()) yield step.value;
      this.#isOver = true;
    } finally {
      this.#close();
    }
  }

  /** Closes the source: aborts its signal and ends its iterator, without waiting, because it may hang. */
  #close(): void {
    clearTimeout(this.#timer);
    this.#options.signal.removeEventListener('abort', this.#abort);
    if (this.#isOver) return;
    this.#isOver = true;
    this.#interrupt(new ReaderDisconnected('The reader disconnected or exceeded its time.'));
    this.#controller.abort();
    void this.#returnIterator().catch((error) => {
      // An AbortError follows from our abort and is no failure.
      if (!(error instanceof Error && error.name === 'AbortError')) this.#options.report(error);
    });
  }

  async #returnIterator(): Promise<void> {
    await this.#iterator.return?.();
  }

  #next(): IteratorResult<Uint8Array> | Promise<IteratorResult<Uint8Array>> {
    if (this.#isOver) throw new ReaderDisconnected('The reader disconnected or exceeded its time.');
    const step = this.#iterator.next();
    if (!(step instanceof Promise)) return step;
    return new Promise((resolve, reject) => {
      const { chunkMs } = this.#options.limits;
      const timer = setTimeout(() => reject(new Error(`No chunk arrived within ${chunkMs / 1000} seconds.`)), chunkMs);
      this.#interrupt = reject;
      step.then(resolve, reject).finally(() => clearTimeout(timer));
    });
  }
}

/**
 * Sends the body after the head and returns its bytes; only a few chunks are in memory at a time. `length`: the announced
 * length, or null. An early end resets the connection, so that no reader takes a part for the whole.
 */
export async function sendChunks(
  response: ServerResponse,
  chunks: AsyncIterable<Uint8Array>,
  length: number | null,
): Promise<number> {
  let bytes = 0;
  try {
    for await (const chunk of chunks) {
      if (response.destroyed) break;
      if (length !== null && bytes + chunk.length > length)
        throw new Error(`The body exceeds its announced length of ${length} bytes.`);
      bytes += chunk.length;
      if (!response.write(chunk)) await waitFor(response, 'drain');
      // A fast reader's socket never waits: yield to other connections.
      await yieldToLoop();
    }
    if (length !== null && bytes < length && !response.destroyed)
      throw new Error(`The body ended after ${bytes} of ${length} announced bytes.`);
    response.end();
    await waitFor(response, 'finish');
  } catch (error) {
    // A reader who disconnects is no failure, whatever the source throws.
    if (!response.destroyed && !(error instanceof ReaderDisconnected)) throw error;
    breakOff(response);
  }
  return bytes;
}

/** Aborts an incomplete answer by resetting the connection: for HTTP/1.0, only that distinguishes it from a complete one. */
export function breakOff(response: ServerResponse): void {
  const { socket } = response;
  // A response that is not written to a socket cannot be reset.
  if (socket instanceof Socket) resetConnection(socket);
  response.destroy();
}

/** Resolves also when the connection closes. */
const waitFor = (response: ServerResponse, event: 'drain' | 'finish'): Promise<void> =>
  new Promise((resolve) => {
    const done = (): void => {
      response.off(event, done).off('close', done);
      resolve();
    };
    if (response.destroyed || response.writableFinished) return resolve();
    response.on(event, done).on('close', done);
  });
