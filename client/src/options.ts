/** Options of a client and of a single call. */
import type { OnPaymentRequired } from './payment.ts';

export interface ClientOptions {
  /** Address of the service: `https://firmoteca.example`. */
  baseUrl: string | URL;
  /** Your Pro key. Without a key, calls need the session of the service's own pages in a browser, or payments. */
  key?: string | undefined;
  /** Language of messages, labels, reasons and warnings. Default: English. */
  language?: 'en' | 'ro' | undefined;
  /** Replaces the global `fetch`. */
  fetch?: typeof globalThis.fetch | undefined;
  /** Retries of a call after 429 and 503 with `Retry-After`, and for GET after a network failure. Default: 2. */
  retries?: number | undefined;
  /** Limit of a whole call, waits between retries included. Default: 30 seconds. */
  timeoutMs?: number | undefined;
  onPaymentRequired?: OnPaymentRequired | undefined;
}

export interface CallOptions {
  signal?: AbortSignal | undefined;
  timeoutMs?: number | undefined;
  language?: 'en' | 'ro' | undefined;
  /** Makes the service query the source instead of answering from its cache; for Pro keys. */
  fresh?: boolean | undefined;
}

export interface PagesOptions extends CallOptions {
  /** Stops after this many rows. Default: the end of the list. `timeoutMs` applies to each page. */
  rowsMax?: number | undefined;
}

export interface TableOptions extends CallOptions {
  format: 'csv' | 'xlsx';
}

/** The options of a client with defaults applied. */
export interface Settings {
  base: string;
  key: string | undefined;
  language: 'en' | 'ro' | undefined;
  fetch: typeof globalThis.fetch;
  retries: number;
  timeoutMs: number;
  onPaymentRequired: OnPaymentRequired | undefined;
}

const RETRIES = 2;
const RETRIES_MAX = 10;
/** Above the longest answer time of the service: 20 seconds, for a batch. */
const TIMEOUT_MS = 30_000;

export function settingsOf(options: ClientOptions): Settings {
  const { retries = RETRIES, timeoutMs = TIMEOUT_MS, key, language, onPaymentRequired } = options;
  if (!Number.isInteger(retries) || retries < 0 || retries > RETRIES_MAX)
    throw new TypeError(`retries must be a whole number from 0 to ${RETRIES_MAX}.`);
  if (!(timeoutMs > 0)) throw new TypeError('timeoutMs must be more than 0.');
  const { origin, pathname } = new URL(options.baseUrl);
  const base = `${origin}${pathname.replace(/\/$/, '')}`;
  // Browsers require `fetch` to be called on the window.
  const fetch = options.fetch ?? ((input, init) => globalThis.fetch(input, init));
  return { base, key, language, fetch, retries, timeoutMs, onPaymentRequired };
}
