/** Errors of calls: the error of the service, or the reason for a missing answer. */
import type { ErrorCode } from './generated/shapes.ts';

/** One invalid value. */
export interface ErrorDetail {
  in: 'path' | 'query' | 'body' | 'header';
  name: string;
  problem: string;
}

/** Codes of the client itself: no connection, no answer in time, or an answer that is not one of the service. */
export type ClientErrorCode = 'NETWORK' | 'TIMEOUT' | 'UNREADABLE';

interface About {
  /** HTTP status; null without an answer. */
  status?: number | null;
  details?: readonly ErrorDetail[];
  requestId?: string | null;
  retryAfter?: number | null;
  cause?: unknown;
}

export class FirmotecaError extends Error {
  override readonly name = 'FirmotecaError';
  /** Codes are only added, never removed: a newer service may send others. */
  readonly code: ErrorCode | ClientErrorCode;
  readonly status: number | null;
  readonly details: readonly ErrorDetail[];
  /** Quote it in questions about the error. */
  readonly requestId: string | null;
  /** Seconds until a retry makes sense; null when the service does not say. */
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

/** Parses an error response. A proxy before the service may send an answer of its own, which becomes `UNREADABLE`. */
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

/** The parsed JSON, or null for invalid JSON. */
export function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
