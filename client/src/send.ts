/** Sends one call, pays for it if needed, and retries where that is safe, all within its deadline. */
import type { Asked } from './asking.ts';
import { errorIn, FirmotecaError, unreadable } from './error.ts';
import type { CallOptions, Settings } from './options.ts';
import { offerIn, type PaymentOffer } from './payment.ts';
import { textOf } from './text.ts';

/** Wait before the first retry after a network failure; doubles with each retry. */
const BACKOFF_MS = 250;
/** The longest delay of a JavaScript timer. */
const TIMER_MAX_MS = 2 ** 31 - 1;

interface Sending<Result> extends Settings {
  id: string;
  asked: Asked;
  headers: Record<string, string>;
  /** Parses a successful response. */
  read(response: Response): Promise<Result>;
  signal: AbortSignal;
  endsAt: number;
}

/** The deadline covers reading a text; the stream of a file continues after it, until the signal of the caller aborts. */
export async function send<Result>(
  id: string,
  asked: Asked,
  settings: Settings,
  options: CallOptions,
  read: (response: Response) => Promise<Result>,
): Promise<Result> {
  const { signal, timeoutMs = settings.timeoutMs } = options;
  signal?.throwIfAborted();
  const ending = new AbortController();
  const late = new FirmotecaError('TIMEOUT', `${id} was not answered within ${timeoutMs} ms.`);
  const timer = setTimeout(() => ending.abort(late), Math.min(timeoutMs, TIMER_MAX_MS));
  const stop = (): void => ending.abort(signal?.reason);
  signal?.addEventListener('abort', stop, { once: true });
  const headers = headersOf(asked, settings, options);
  try {
    return await tried({
      ...settings,
      id,
      asked,
      headers,
      read,
      signal: ending.signal,
      endsAt: Date.now() + timeoutMs,
    });
  } finally {
    clearTimeout(timer);
    // A signal may live as long as its program, and would collect a listener for every call.
    if (!asked.file) signal?.removeEventListener('abort', stop);
  }
}

async function tried<Result>(sending: Sending<Result>): Promise<Result> {
  const { id, asked, retries, onPaymentRequired, signal, endsAt } = sending;
  let payment: Record<string, string> | null = null;
  for (let tries = 0; ; tries++) {
    const outcome: Outcome<Result> = await once(sending, payment);
    if ('result' in outcome) return outcome.result;
    const { problem, offer } = outcome;
    if (offer && onPaymentRequired && payment === null) {
      payment = await onPaymentRequired(offer, { operation: id, method: asked.method, url: asked.url });
      if (payment === null) throw problem;
      // Retries send the same payment: the service charges it once and repeats its answer.
      tries--;
      continue;
    }
    const waitMs = problem.status === null ? BACKOFF_MS * 2 ** tries : (problem.retryAfter ?? 0) * 1000;
    if (!isWorthAnother(problem, asked) || tries >= retries || Date.now() + waitMs >= endsAt) throw problem;
    await pause(waitMs, signal);
  }
}

type Outcome<Result> = { result: Result } | { problem: FirmotecaError; offer: PaymentOffer | null };

async function once<Result>(
  { id, asked: { method, url, body }, fetch, headers, signal, read }: Sending<Result>,
  payment: Record<string, string> | null,
): Promise<Outcome<Result>> {
  try {
    const sent = body === undefined ? {} : { body };
    // A followed redirect would send the payment to another host, without the key.
    const init = { method, headers: { ...headers, ...payment }, signal, redirect: 'manual' as const, ...sent };
    const response = await fetch(url, init);
    if (response.ok) return { result: await read(response) };
    if (isRedirect(response)) {
      await response.body?.cancel();
      throw unreadable(response, redirected(response));
    }
    const text = await textOf(response);
    const offer = response.status === 402 ? offerIn(response, text) : null;
    return { problem: errorIn(response, text), offer };
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    if (error instanceof FirmotecaError) throw error;
    const message = `${id} could not reach the service.`;
    return { problem: new FirmotecaError('NETWORK', message, { cause: error }), offer: null };
  }
}

/** Browsers hide the status and the target of a redirect. */
const isRedirect = ({ status, type }: Response): boolean =>
  type === 'opaqueredirect' || (status >= 300 && status < 400 && status !== 304);

const redirected = ({ headers }: Response): string =>
  `The service sends callers on to ${headers.get('location') ?? 'another address'}: give that as \`baseUrl\`, if you trust it.`;

/**
 * A 429 or 503 with `Retry-After` had no effect. After a network failure the service may have processed the request, so only GET is
 * retried.
 */
const isWorthAnother = ({ status, retryAfter }: FirmotecaError, { method }: Asked): boolean =>
  status === null ? method === 'GET' : (status === 429 || status === 503) && retryAfter !== null;

function headersOf({ body }: Asked, settings: Settings, options: CallOptions): Record<string, string> {
  const language = options.language ?? settings.language;
  return {
    ...(settings.key !== undefined && { authorization: `Bearer ${settings.key}` }),
    ...(language !== undefined && { 'accept-language': language }),
    ...(options.fresh && { 'cache-control': 'no-cache' }),
    ...(body !== undefined && { 'content-type': 'application/json' }),
  };
}

const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const stop = (): void => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop);
      resolve();
    }, ms);
    signal.addEventListener('abort', stop, { once: true });
    if (signal.aborted) stop();
  });
