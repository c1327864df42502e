/** Outcomes of requests to live sources. A failed request is never reported as an empty result. */
import { looksLikeHtml, WrongShape } from './wrong-shape.ts';

export type Outcome<Value> =
  | WholeOutcome<Value>
  /** The source answered in part; `missing` describes the rest. */
  | { outcome: 'partial'; value: Value; missing: string };

/** From sources without partial answers. `notFound`: the source reports that there is none. */
export type WholeOutcome<Value> = { outcome: 'found'; value: Value } | { outcome: 'notFound' } | Unavailable;

/** The source gave no readable answer: the truth is unknown. */
export interface Unavailable {
  outcome: 'unavailable';
  reason: UnavailableReason;
  detail: string;
  /** If the source gave a delay. */
  retryAfterMs: number | null;
}

export type UnavailableReason =
  | 'timeout'
  | 'rejected'
  /** A firewall in front of the source refuses our requests. */
  | 'firewall'
  | 'html'
  | 'http-5xx'
  | 'rate-limited'
  /** The source blocks the address of this service: only people can change that. */
  | 'blocked'
  | 'malformed'
  | 'network';

export const unavailable = (
  reason: UnavailableReason,
  detail: string,
  retryAfterMs: number | null = null,
): Unavailable => ({ outcome: 'unavailable', reason, detail, retryAfterMs });

/** The result of `read`; an answer of the wrong shape is a failure of the source. */
export function orMalformed<Value>(read: () => Value): { outcome: 'found'; value: Value } | Unavailable {
  try {
    return { outcome: 'found', value: read() };
  } catch (error) {
    if (error instanceof WrongShape) return unavailable('malformed', error.message);
    throw error;
  }
}

/** A raw answer. Its body decides its meaning: status and content type of the sources are unreliable. */
export interface Answer {
  status: number;
  contentType: string;
  bytes: Uint8Array;
  retryAfterMs: number | null;
  /** `set-cookie` lines. */
  cookies?: readonly string[];
}

/** Why an answer of any source is unusable; null if its body may be read. */
export function unusable({ status, bytes, retryAfterMs }: Answer): Unavailable | null {
  const start = new TextDecoder().decode(bytes.subarray(0, START_BYTES));
  const isPage = looksLikeHtml(start);
  if (isPage && (REFUSING.has(status) || REJECTION.test(start)))
    return unavailable('firewall', firewallDetail(status, start), REFUSING.has(status) ? REFUSED_MS : retryAfterMs);
  if (status === 429) return unavailable('rate-limited', 'HTTP 429', retryAfterMs);
  if (status >= 500) return unavailable('http-5xx', `HTTP ${status}`, retryAfterMs);
  return isPage ? unavailable('html', `HTTP ${status} with a web page`) : null;
}

/** Enough to recognize a web page. */
const START_BYTES = 4096;

/** Services for programs give these statuses as JSON or plain text: a web page is that of a firewall. */
const REFUSING = new Set([401, 403, 406, 451]);
/** The address is refused, not one request: each further one prolongs such a refusal. */
const REFUSED_MS = 300_000;

/** Of F5, which answers 200 and may accept the next request, Cloudflare, Imperva and FortiGate. */
const REJECTION =
  /The requested URL was rejected|<title>\s*(?:Request Rejected|Attention Required!|Access Denied|Web Page Blocked)|Incapsula incident ID/i;

/** What an operator can do, whichever source it is. */
export const FIREWALL_ADVICE =
  'If this lasts, ask the operator of the source to admit the public IP address of this host, and name the time';

function firewallDetail(status: number, page: string): string {
  const id = /support ID is:?\s*(?:<[^<>]*>\s*)?([0-9]+)/i.exec(page)?.[1];
  return `rejected by the source's firewall (HTTP ${status}${id ? `, support id ${id}` : ''}). ${FIREWALL_ADVICE}`;
}
