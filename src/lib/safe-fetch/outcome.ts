/** What asking a live source came to. "We could not ask" is never told as "there is none". */
import { looksLikeHtml, WrongShape } from './wrong-shape.ts';

export type Outcome<Value> =
  | WholeOutcome<Value>
  /** The source answered with a part; `missing` says what was left out. */
  | { outcome: 'partial'; value: Value; missing: string };

/** From sources that answer with everything or nothing. `notFound`: the source says that there is none. */
export type WholeOutcome<Value> = { outcome: 'found'; value: Value } | { outcome: 'notFound' } | Unavailable;

/** The source did not answer in a way that can be read. The truth is unknown. */
export interface Unavailable {
  outcome: 'unavailable';
  reason: UnavailableReason;
  detail: string;
  /** When the source said how long to wait. */
  retryAfterMs: number | null;
}

export type UnavailableReason =
  | 'timeout'
  | 'rejected'
  | 'html'
  | 'http-5xx'
  | 'rate-limited'
  /** The source has shut out our address: only people can change that. */
  | 'blocked'
  | 'malformed'
  | 'network';

export const unavailable = (
  reason: UnavailableReason,
  detail: string,
  retryAfterMs: number | null = null,
): Unavailable => ({ outcome: 'unavailable', reason, detail, retryAfterMs });

/** What `read` makes of an answer; an answer of the wrong shape is the source's failure. */
export function orMalformed<Value>(read: () => Value): { outcome: 'found'; value: Value } | Unavailable {
  try {
    return { outcome: 'found', value: read() };
  } catch (error) {
    if (error instanceof WrongShape) return unavailable('malformed', error.message);
    throw error;
  }
}

/** An answer as it came: what it means is decided by its body, because status and content type of the sources do not tell the truth. */
export interface Answer {
  status: number;
  contentType: string;
  bytes: Uint8Array;
  retryAfterMs: number | null;
  /** `set-cookie` lines. */
  cookies?: readonly string[];
}

/** Why an answer cannot be what was asked for, whatever the source; null when its body is worth reading. */
export function unusable({ status, bytes, retryAfterMs }: Answer): Unavailable | null {
  const start = new TextDecoder().decode(bytes.subarray(0, START_BYTES));
  const isPage = looksLikeHtml(start);
  if (isPage && REJECTION.test(start)) {
    return unavailable('rejected', `rejected by the source's firewall, support id ${supportId(start)}`);
  }
  if (status === 429) return unavailable('rate-limited', 'HTTP 429', retryAfterMs);
  if (status >= 500) return unavailable('http-5xx', `HTTP ${status}`, retryAfterMs);
  return isPage ? unavailable('html', `HTTP ${status} with a web page`) : null;
}

/** Enough to tell a page by. */
const START_BYTES = 4096;

const REJECTION = /The requested URL was rejected|<title>\s*Request Rejected/i;

const supportId = (page: string): string => /support ID is:?\s*(?:<[^<>]*>\s*)?([0-9]+)/i.exec(page)?.[1] ?? 'unknown';
