/**
 * Reading request bodies within a size and a time, and their media types. The connection stays open, because a refusal is still
 * sent on it.
 */

import type { IncomingMessage } from 'node:http';
import { isTypeValid, parse } from 'content-type';
import { ApiError } from '#api/api-error.ts';
import { messages } from '#locales/messages.ts';

export interface BodyTimeout {
  waitMs: number;
  /** The error when the time is up. */
  late(): ApiError;
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

export function readBody(raw: IncomingMessage, bytesMax: number, { waitMs, late }: BodyTimeout): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const take = (chunk: Buffer): void => {
      size += chunk.length;
      if (size > bytesMax) fail(tooLarge(bytesMax));
      else chunks.push(chunk);
    };
    const finish = (): void => {
      detach();
      resolve(Buffer.concat(chunks));
    };
    const fail = (problem: ApiError): void => {
      detach();
      reject(problem);
    };
    const abort = (): void => fail(new ApiError('INVALID_BODY', messages.body.notWhole()));
    // Bytes that arrive before the next listener are dropped on purpose.
    const detach = (): void => {
      clearTimeout(timer);
      raw.off('data', take).off('end', finish).off('error', abort).off('close', abort);
    };
    const timer = setTimeout(() => fail(late()), waitMs);
    // The sender disconnected before the listeners were attached.
    if (raw.destroyed) abort();
    else raw.on('data', take).on('end', finish).on('error', abort).on('close', abort);
  });
}

const PREFIX = 'application/';
const SUFFIX = '+json';

/** JSON by name or suffix (`application/merge-patch+json`). Without a charset it is UTF-8. */
export function isJsonInUtf8(contentType: string): boolean {
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
export function boundaryOf(contentType: string): string | null {
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
