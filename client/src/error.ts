/** What went wrong, for programs: the service's own error, or why none came. */
import type { ErrorCode } from './generated/shapes.ts';

/** One value that is wrong. */
export interface ErrorDetail {
  in: 'path' | 'query' | 'body' | 'header';
  name: string;
  problem: string;
}

/** Codes of this client, beside those of the service: nobody answered, not in time, or nothing that can be read. */
export type ClientErrorCode = 'NETWORK' | 'TIMEOUT' | 'UNREADABLE';

interface About {
  /** HTTP status; null where there was no answer. */
  status?: number | null;
  details?: readonly ErrorDetail[];
  requestId?: string | null;
  retryAfter?: number | null;
  cause?: unknown;
}

export class FirmotecaError extends Error {
  override readonly name = 'FirmotecaError';
  /** Codes are only ever added: a newer service may know more of them. */
  readonly code: ErrorCode | ClientErrorCode;
  readonly status: number | null;
  readonly details: readonly ErrorDetail[];
  /** Tell it when you ask about the error. */
  readonly requestId: string | null;
  /** Seconds after which it may be tried again; null where the service does not say. */
  readonly retryAfter: number | null;

  constructor(code: ErrorCode | ClientErrorCode, message: string, about: About = {}) {
    super(message, about.cause === undefined ? {} : { cause: about.cause });
    this.code = code;
    this.status = about.status ?? null;
    this.details = about.details ?? [];
    this.requestId = about.requestId ?? null;
    this.retryAfter = about.retryAfter ?? null;
  }
}

/** From an answer that is no success. Whatever stands between us and the service may answer in words of its own. */
export function errorIn(response: Response, text: string): FirmotecaError {
  const { status, headers } = response;
  const wait = headers.get('retry-after') ?? '';
  const about = {
    status,
    requestId: headers.get('x-request-id'),
    retryAfter: /^[0-9]{1,9}$/.test(wait) ? Number(wait) : null,
  };
  const { error } = (parsed(text) ?? {}) as { error?: { code?: ErrorCode; message?: unknown; details?: unknown } };
  if (typeof error?.code !== 'string')
    return new FirmotecaError('UNREADABLE', `The answer with status ${status} is not one of the service.`, about);
  const message = typeof error.message === 'string' ? error.message : error.code;
  const details = Array.isArray(error.details) ? (error.details as ErrorDetail[]) : [];
  return new FirmotecaError(error.code, message, { ...about, details });
}

export const unreadable = (
  { status, headers }: Response,
  message = 'The answer is not one of the service: is `baseUrl` right?',
): FirmotecaError => new FirmotecaError('UNREADABLE', message, { status, requestId: headers.get('x-request-id') });

/** JSON, or null. */
export function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
