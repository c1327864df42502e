/** Request bodies: read whole or as multipart forms, within a size, a time and a number of slots. The connection stays open, because a refusal is still sent on it. */

import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { setImmediate as yieldToLoop } from 'node:timers/promises';
import { Busboy, type BusboyFileStream, type BusboyInstance } from '@fastify/busboy';
import { isTypeValid, parse } from 'content-type';
import { ApiError, BodyNotReceived } from '#api/api-error.ts';
import { type Caller, callerKey } from '#api/caller.ts';
import { heldLimits, type Share } from '#api/network-limits.ts';
import type { Message } from '#lib/i18n/message.ts';
import { messages } from '#locales/messages.ts';
import { type ConcurrentRequests, Slots } from './slots.ts';

export interface BodyTimeout {
  timeoutMs: number;
  minimum: MinimumRate;
  error(lateness: Lateness): ApiError;
}

/** `late`: the time is over. `slow`: below the minimum rate. */
type Lateness = 'late' | 'slow';

/** After `graceMs` a body arrives at this rate, or was sent to keep a slot. */
export interface MinimumRate {
  graceMs: number;
  bytesPerSecond: number;
}

const RATE_CHECK_MS = 500;

/** Calls `onLate` once, unless the returned function is called before. */
export function watchArrival(
  { socket }: IncomingMessage,
  { timeoutMs, minimum: { graceMs, bytesPerSecond } }: Omit<BodyTimeout, 'error'>,
  onLate: (lateness: Lateness) => void,
): () => void {
  const before = socket.bytesRead;
  const started = performance.now();
  const stop = (): void => {
    clearTimeout(timeout);
    clearInterval(checks);
  };
  const end = (lateness: Lateness): void => {
    stop();
    onLate(lateness);
  };
  const timeout = setTimeout(() => end('late'), timeoutMs);
  const checks = setInterval(
    () => {
      const seconds = (performance.now() - started - graceMs) / 1000;
      if (socket.bytesRead - before < seconds * bytesPerSecond) end('slow');
    },
    Math.min(RATE_CHECK_MS, graceMs),
  );
  return stop;
}

export const tooLarge = (bytesMax: number): ApiError =>
  new ApiError('BODY_TOO_LARGE', messages.body.tooLarge({ max: bytesMax }));

/** Refuses encoded bodies: they are not decoded. */
export function assertPlainBody({ headers }: IncomingMessage): void {
  const encoding = headers['content-encoding']?.trim().toLowerCase() ?? '';
  if (encoding === '' || encoding === 'identity') return;
  throw new ApiError('UNSUPPORTED_MEDIA_TYPE', messages.body.notPlain(), {
    headers: { 'accept-encoding': 'identity' },
  });
}

export function readBody(raw: IncomingMessage, bytesMax: number, wait: BodyTimeout): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const append = (chunk: Buffer): void => {
      size += chunk.length;
      if (size > bytesMax) fail(tooLarge(bytesMax));
      else chunks.push(chunk);
    };
    const finish = (): void => {
      detach();
      resolve(Buffer.concat(chunks));
    };
    const fail = (error: ApiError): void => {
      detach();
      reject(error);
    };
    const abort = (): void => fail(new ApiError('INVALID_BODY', messages.body.notWhole()));
    // Bytes that arrive before the next listener are dropped on purpose.
    const detach = (): void => {
      stopWatch();
      raw.off('data', append).off('end', finish).off('error', abort).off('close', abort);
    };
    const stopWatch = watchArrival(raw, wait, (lateness) => fail(wait.error(lateness)));
    // The sender disconnected before the listeners were attached.
    if (raw.destroyed) abort();
    else raw.on('data', append).on('end', finish).on('error', abort).on('close', abort);
  });
}

const PREFIX = 'application/';
const SUFFIX = '+json';

/** JSON by name or suffix (`application/merge-patch+json`). Without a charset it is UTF-8. */
export function isJsonInUtf8(contentType: string): boolean {
  if (contentType === 'application/json') return true;
  const { type, parameters } = parse(contentType);
  return isJson(type) && (parameters.charset ?? 'utf-8').toLowerCase() === 'utf-8';
}

export function isFormInUtf8(contentType: string): boolean {
  const { type, parameters } = parse(contentType);
  return type === 'application/x-www-form-urlencoded' && (parameters.charset ?? 'utf-8').toLowerCase() === 'utf-8';
}

/** Boundaries of RFC 2046, without a space at the end. */
const BOUNDARY = /^[A-Za-z0-9'()+_,./:=? -]{0,69}[A-Za-z0-9'()+_,./:=?-]$/;

/** The boundary of a multipart form; null for another type or an invalid boundary. */
function boundaryOf(contentType: string): string | null {
  const { type, parameters } = parse(contentType);
  const { boundary = '' } = parameters;
  return type === 'multipart/form-data' && BOUNDARY.test(boundary) ? boundary : null;
}

const isJson = (type: string): boolean =>
  type === 'application/json' ||
  (type.startsWith(PREFIX) &&
    type.endsWith(SUFFIX) &&
    type.length > PREFIX.length + SUFFIX.length &&
    isTypeValid(type));

export interface UploadBounds extends BodyHolder {
  /** Of the whole body. */
  bytesMax: number;
  filesMax: number;
  fileBytesMax: number;
  fieldsMax: number;
  fieldBytesMax: number;
}

export interface Upload {
  fields: URLSearchParams;
  files: UploadedFile[];
}

export interface UploadedFile {
  /** The name of the form field. */
  field: string;
  /** As sent: for display, never for paths. */
  name: string;
  /** As sent. */
  mediaType: string;
  path: string;
  sizeBytes: number;
}

/** Name, type and disposition of a part, and what mail programs add. */
const PART_HEADERS_MAX = 10;
const PART_HEADER_BYTES_MAX = 8_192;
const NAME_LENGTH_MAX = 255;
/** Parts that are neither field nor file, as some programs send. */
const OTHER_PARTS_MAX = 10;

export async function inFolder<Result>(use: (folder: string) => Promise<Result>): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), 'firmoteca-upload-'));
  try {
    return await use(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Writes nothing after a failure. The connection stays open, because the refusal is still sent on it. */
export async function readUpload(
  raw: IncomingMessage,
  folder: string,
  bounds: UploadBounds,
  wait: BodyTimeout,
): Promise<Upload> {
  const parser = parserOf(raw, bounds);
  const upload: Upload = { fields: new URLSearchParams(), files: [] };
  const { promise: parsed, resolve: finish, reject: fail } = Promise.withResolvers<void>();
  const stop = new AbortController();
  const writes: Promise<void>[] = [];
  let bytes = 0;
  const count = (chunk: Buffer): void => {
    bytes += chunk.length;
    if (bytes > bounds.bytesMax) fail(tooLarge(bounds.bytesMax));
  };
  const abort = (): void => {
    // Unread bytes are lost with the connection.
    if (!raw.readableEnded) fail(new ApiError('INVALID_BODY', messages.body.notWhole()));
  };
  /** A form without its end boundary would never finish: it is refused once all writes are done. */
  const failAfterWrites = async (): Promise<void> => {
    for (let seen = -1; seen < writes.length; await yieldToLoop()) {
      seen = writes.length;
      await Promise.allSettled(writes);
      await yieldToLoop();
    }
    fail(new ApiError('INVALID_BODY', messages.body.noMultipart()));
  };
  const stopWatch = watchArrival(raw, wait, (lateness) => fail(wait.error(lateness)));
  parser.on('field', (name, value, _cut, isCut) => {
    if (isCut) fail(new ApiError('BODY_TOO_LARGE', messages.body.longField({ max: bounds.fieldBytesMax })));
    upload.fields.append(name ?? '', value);
  });
  parser.on('file', (field, content, name, _encoding, mediaType) => {
    const path = join(folder, String(upload.files.length));
    const file: UploadedFile = { field: field ?? '', name: displayName(name), mediaType, path, sizeBytes: 0 };
    upload.files.push(file);
    content.on('limit', () =>
      fail(new ApiError('BODY_TOO_LARGE', messages.body.longFile({ max: bounds.fileBytesMax }))),
    );
    writes.push(writeFile(content, file, stop.signal));
    writes.at(-1)?.catch(fail);
  });
  parser.on('filesLimit', () => fail(new ApiError('INVALID_BODY', messages.body.sendFiles({ max: bounds.filesMax }))));
  parser.on('fieldsLimit', () =>
    fail(new ApiError('INVALID_BODY', messages.body.sendFields({ max: bounds.fieldsMax }))),
  );
  parser.on('partsLimit', () => fail(new ApiError('INVALID_BODY', messages.body.noMultipart())));
  parser.on('error', () => fail(new ApiError('INVALID_BODY', messages.body.noMultipart())));
  parser.on('finish', finish);
  raw.on('data', count).on('end', failAfterWrites).on('error', abort).on('close', abort);
  try {
    // The sender disconnected before the listeners were attached.
    if (raw.destroyed) abort();
    else raw.pipe(parser);
    await parsed;
    await Promise.all(writes);
    return upload;
  } catch (error) {
    stop.abort();
    await Promise.allSettled(writes);
    throw error;
  } finally {
    stopWatch();
    raw.unpipe(parser).off('data', count).off('end', failAfterWrites).off('error', abort).off('close', abort);
    // Bytes that arrive before the next listener are dropped on purpose.
    raw.resume();
  }
}

/** No text of the sender becomes part of a path. */
async function writeFile(content: BusboyFileStream, file: UploadedFile, signal: AbortSignal): Promise<void> {
  // The parser emits its errors on the file stream too, even when nothing reads it.
  content.on('error', () => {});
  await pipeline(content, createWriteStream(file.path, { flags: 'wx', mode: 0o600 }), { signal });
  file.sizeBytes = content.bytesRead;
}

function parserOf({ headers }: IncomingMessage, bounds: UploadBounds): BusboyInstance {
  const boundary = boundaryOf(headers['content-type'] ?? '');
  if (boundary === null) throw new ApiError('UNSUPPORTED_MEDIA_TYPE', messages.body.asMultipart());
  return new Busboy({
    headers: { 'content-type': `multipart/form-data; boundary="${boundary}"` },
    limits: {
      files: bounds.filesMax,
      fileSize: bounds.fileBytesMax,
      parts: bounds.filesMax + bounds.fieldsMax + OTHER_PARTS_MAX,
      fields: bounds.fieldsMax,
      fieldSize: bounds.fieldBytesMax,
      headerPairs: PART_HEADERS_MAX,
      headerSize: PART_HEADER_BYTES_MAX,
    },
  });
}

/** Without folders of any system, and without control characters. */
const displayName = (name: string | undefined): string =>
  (name ?? '')
    .split(/[/\\]/)
    .at(-1)
    ?.replace(/\p{Cc}/gu, '')
    .slice(0, NAME_LENGTH_MAX) ?? '';

/** Bodies on their way, by kind: a crowd that fills one kind leaves the others free. */
export interface BodyLimits {
  /** Of accounts with Pro. */
  pro: Share;
  /** Payers count here too, because a payment is not verified yet. */
  others: Share;
  signIn: Share;
  webhook: Share;
  timeoutMs: number;
  /** For anonymous callers, who only get an offer. */
  offerTimeoutMs: number;
  minimum: MinimumRate;
}

/** At its limit of 1,200 requests a minute, an account whose bodies each take ten seconds has 200 on their way. */
const PRO: Share = { total: 1_000, strangers: 1_000, site: 200, network: 200 };

export const BODY_LIMITS: BodyLimits = {
  pro: PRO,
  others: heldLimits.bodies,
  signIn: heldLimits.signInBodies,
  webhook: heldLimits.webhookBodies,
  timeoutMs: 10_000,
  offerTimeoutMs: 3_000,
  // A phone on GPRS sends four times as much; a form of a few fields is one packet, which is sent again after one, two and four seconds.
  minimum: { graceMs: 4_000, bytesPerSecond: 500 },
};

/** Whose slot a body takes, where that is not the caller's kind. */
export interface BodyHolder {
  /** The time limit. Default: that of the server for this kind of caller. */
  timeoutMs?: number;
  of?: 'signIn' | 'webhook';
  /** A person whom the service knows by something that cannot be forged. */
  known?: string | null;
}

export class BodySlots {
  readonly #limits: BodyLimits;
  readonly #work: ConcurrentRequests;
  readonly #slots: Record<'pro' | 'others' | 'signIn' | 'webhook', Slots>;

  constructor(limits: BodyLimits, work: ConcurrentRequests, onFull: (limit: string) => void = () => {}) {
    this.#limits = limits;
    this.#work = work;
    const { pro, others, signIn, webhook } = limits;
    this.#slots = {
      pro: new Slots(pro, () => onFull('bodies of Pro accounts')),
      others: new Slots(others, () => onFull('bodies')),
      signIn: new Slots(signIn, () => onFull('bodies of sign-in forms')),
      webhook: new Slots(webhook, () => onFull('bodies of payment events')),
    };
  }

  /** Waits for the body of a running request, as `read` reads it; meanwhile the request does not count as running. */
  async arrival<Body>(
    caller: Caller,
    { timeoutMs: routeMs, of, known = null }: BodyHolder,
    read: (wait: BodyTimeout) => Promise<Body>,
  ): Promise<Body> {
    const slots = this.#slots[of ?? (caller.pro ? 'pro' : 'others')];
    const holder = known ?? callerKey(caller);
    const waitMs = routeMs ?? (caller.kind === 'anonymous' ? this.#limits.offerTimeoutMs : this.#limits.timeoutMs);
    const knownAt = known === null ? null : caller.address;
    if (!slots.take(holder, knownAt)) throw tooMany(messages.body.tooMany());
    this.#work.end();
    const { minimum } = this.#limits;
    const body = await read({
      timeoutMs: waitMs,
      minimum,
      error: (lateness) => lateError(lateness, waitMs, minimum),
    }).finally(() => {
      this.#work.begin();
      slots.free(holder, knownAt);
    });
    if (this.#work.isTooMuch) throw tooMany(messages.http.overloaded());
    return body;
  }
}

const tooMany = (message: Message): ApiError =>
  new BodyNotReceived('OVERLOADED', message, { headers: { 'retry-after': '1' } });

/** The connection closes after the refusal: only the rest of the body could follow on it. */
const lateError = (lateness: Lateness, waitMs: number, { bytesPerSecond }: MinimumRate): ApiError =>
  new BodyNotReceived(
    'INVALID_BODY',
    lateness === 'late' ? messages.body.late({ seconds: waitMs / 1000 }) : messages.body.slow({ bytesPerSecond }),
    { headers: { connection: 'close' } },
  );
