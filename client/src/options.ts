/** What callers may choose: for a client, and for a single call. */
import type { OnPaymentRequired } from './payment.ts';

export interface ClientOptions {
  /** Where the service is: `https://firmoteca.example`. */
  baseUrl: string | URL;
  /** Your Pro key. Without one: our own pages in a browser, or payments. */
  key?: string | undefined;
  /** Of messages, labels, reasons and warnings; English where nobody says. */
  language?: 'en' | 'ro' | undefined;
  /** Instead of the global one. */
  fetch?: typeof globalThis.fetch | undefined;
  /** How often a call is tried again, 2 unless said: after 429, after a 503 that says when, and for GET when the network fails. */
  retries?: number | undefined;
  /** For a whole call, waiting between tries included: 30 seconds unless said. */
  timeoutMs?: number | undefined;
  onPaymentRequired?: OnPaymentRequired | undefined;
}

export interface CallOptions {
  signal?: AbortSignal | undefined;
  timeoutMs?: number | undefined;
  language?: 'en' | 'ro' | undefined;
  /** Asks the source again, instead of answering from what is stored; a wish of Pro keys. */
  fresh?: boolean | undefined;
}

export interface PagesOptions extends CallOptions {
  /** Stops after so many rows; without it, at the end of the list. `timeoutMs` is for each page. */
  rowsMax?: number | undefined;
}

export interface TableOptions extends CallOptions {
  format: 'csv' | 'xlsx';
}

/** As a client keeps them. */
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
/** Longer than the service lets anybody wait: 20 seconds, for a batch. */
const TIMEOUT_MS = 30_000;

export function settingsOf(options: ClientOptions): Settings {
  const { retries = RETRIES, timeoutMs = TIMEOUT_MS, key, language, onPaymentRequired } = options;
  if (!Number.isInteger(retries) || retries < 0 || retries > RETRIES_MAX)
    throw new TypeError(`retries must be a whole number from 0 to ${RETRIES_MAX}.`);
  if (!(timeoutMs > 0)) throw new TypeError('timeoutMs must be more than 0.');
  const { origin, pathname } = new URL(options.baseUrl);
  const base = `${origin}${pathname.replace(/\/$/, '')}`;
  // Browsers want their fetch called as a function of the window.
  const fetch = options.fetch ?? ((input, init) => globalThis.fetch(input, init));
  return { base, key, language, fetch, retries, timeoutMs, onPaymentRequired };
}
