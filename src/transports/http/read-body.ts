/** The bytes of a body, within a size and a time. The connection is left alone: what is refused still has to be told on it. */
import type { IncomingMessage } from 'node:http';
import { ApiError } from '#api/api-error.ts';
import { body } from './sentences.ts';

export interface BodyTimeout {
  waitMs: number;
  /** What is told when the time is up. */
  late(): ApiError;
}

export const tooLarge = (bytesMax: number): ApiError =>
  new ApiError('BODY_TOO_LARGE', body.tooLarge({ max: bytesMax }));

/** A body that somebody will read: nobody here undoes an encoding. */
export function assertPlainBody({ headers }: IncomingMessage): void {
  const encoding = headers['content-encoding']?.trim().toLowerCase() ?? '';
  if (encoding === '' || encoding === 'identity') return;
  throw new ApiError('UNSUPPORTED_MEDIA_TYPE', body.notPlain(), { headers: { 'accept-encoding': 'identity' } });
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
      leave();
      resolve(Buffer.concat(chunks));
    };
    const fail = (problem: ApiError): void => {
      leave();
      reject(problem);
    };
    const breakOff = (): void => fail(new ApiError('INVALID_BODY', body.notWhole()));
    // Bytes that come before somebody else listens are lost, as they are meant to be.
    const leave = (): void => {
      clearTimeout(timer);
      raw.off('data', take).off('end', finish).off('error', breakOff).off('close', breakOff);
    };
    const timer = setTimeout(() => fail(late()), waitMs);
    // A sender who left before anybody listened tells nothing any more.
    if (raw.destroyed) breakOff();
    else raw.on('data', take).on('end', finish).on('error', breakOff).on('close', breakOff);
  });
}
