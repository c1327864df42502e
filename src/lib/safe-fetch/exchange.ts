/** One HTTP exchange on a separate connection, with limits of time and size, without redirects to other hosts. Callers interpret the answer. */
import http from 'node:http';
import https from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { type Unavailable, unavailable } from './outcome.ts';

export interface Request {
  url: string;
  method?: 'GET' | 'POST';
  headers?: Readonly<Record<string, string>>;
  body?: string;
  userAgent: string;
  signal?: AbortSignal | undefined;
  /** Resolves the host; the system's lookup by default. */
  lookup?: LookupFunction | undefined;
  /** False: a redirect is a refusal, even on the same host. */
  follow?: boolean;
}

export interface Limits {
  connectMs: number;
  /** Without a single byte. */
  idleMs: number;
  /** For the whole exchange, redirects and body included. */
  totalMs: number;
  sizeBytesMax: number;
  /** Attempts after the first failure. */
  retries: number;
}

export interface Exchange {
  status: number;
  headers: http.IncomingHttpHeaders;
  /** Throws a Failure on errors of the network and exceeded limits. */
  body: AsyncIterable<Buffer>;
}

/** An error of the network or an exceeded limit, which becomes an outcome. Aborts of the caller and bugs are other errors. */
export class Failure extends Error {
  readonly outcome: Unavailable;

  constructor(outcome: Unavailable) {
    super(outcome.detail);
    this.outcome = outcome;
  }
}

const REDIRECTS_MAX = 3;

export async function exchange(request: Request, limits: Limits): Promise<Exchange> {
  const deadline = performance.now() + limits.totalMs;
  let url = new URL(request.url);
  for (let redirects = 0; ; redirects++) {
    await assertHostAllowed(url, request);
    const response = await open(url, request, limits, deadline);
    const { statusCode: status = 0, headers } = response;
    if (status < 300 || status >= 400 || headers.location === undefined) {
      return { status, headers, body: readBody(response, request, limits) };
    }
    response.destroy();
    if (redirects === REDIRECTS_MAX) throw new Failure(unavailable('rejected', `more than ${REDIRECTS_MAX} redirects`));
    url = redirected(url, headers.location, request);
  }
}

/** Sockets skip the lookup for a host that is an IP address: it is checked here as a name would be. */
function assertHostAllowed({ hostname }: URL, { lookup }: Request): Promise<void> {
  const host = hostname.replace(/^\[|\]$/g, '');
  if (lookup === undefined || isIP(host) === 0) return Promise.resolve();
  return new Promise((resolve, reject) =>
    lookup(host, { all: true }, (error) =>
      error ? reject(new Failure(unavailable('rejected', error.message))) : resolve(),
    ),
  );
}

/** A source that moved must be noticed, not followed: its old paths tend to redirect to another home page. */
function redirected(from: URL, location: string, { method, follow = true }: Request): URL {
  const to = URL.parse(location, from);
  const isSecured = to?.protocol === 'https:' && to.port === '' && to.hostname === from.hostname;
  const staysOnHost = to?.origin === from.origin || isSecured;
  if (to === null || !staysOnHost || method === 'POST' || !follow) {
    throw new Failure(unavailable('rejected', `redirected to ${location.slice(0, 200)}`));
  }
  return to;
}

function open(url: URL, request: Request, limits: Limits, deadline: number): Promise<http.IncomingMessage> {
  const { signal, method = 'GET', body, lookup } = request;
  signal?.throwIfAborted();
  const { promise, resolve, reject } = Promise.withResolvers<http.IncomingMessage>();
  const start = url.protocol === 'https:' ? https.request : http.request;
  // A new connection each time: the tax authority resets idle ones, and at one request a second it costs nothing.
  const outgoing = start(url, { method, agent: false, headers: headersOf(request), ...(lookup && { lookup }) });

  let incoming: http.IncomingMessage | undefined;
  const stop = (error: Error) => (incoming ?? outgoing).destroy(error);
  const stopOnTimeout = (what: string) => stop(new Failure(unavailable('timeout', what)));
  const connectTimer = setTimeout(stopOnTimeout, limits.connectMs, `no connection within ${limits.connectMs} ms`);
  const deadlineTimer = setTimeout(
    stopOnTimeout,
    deadline - performance.now(),
    `no whole answer within ${limits.totalMs} ms`,
  );
  const onAbort = () => stop(signal?.reason);
  signal?.addEventListener('abort', onAbort);

  outgoing.once('socket', (socket) => {
    socket.once(url.protocol === 'https:' ? 'secureConnect' : 'connect', () => clearTimeout(connectTimer));
    socket.setTimeout(limits.idleMs, () => stopOnTimeout(`silent for ${limits.idleMs} ms`));
  });
  outgoing.once('response', (response) => {
    incoming = response;
    resolve(response);
  });
  outgoing.on('error', (error) => reject(asFailure(error, signal)));
  outgoing.once('close', () => {
    clearTimeout(connectTimer);
    clearTimeout(deadlineTimer);
    signal?.removeEventListener('abort', onAbort);
  });
  outgoing.end(body);
  return promise;
}

const headersOf = ({ userAgent, headers, body }: Request): Record<string, string> => ({
  // Always sent: without it the firewall of one of the sources answers 200 "Request Rejected".
  accept: '*/*',
  'user-agent': userAgent,
  ...headers,
  ...(body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }),
});

async function* readBody(
  response: http.IncomingMessage,
  { signal }: Request,
  { sizeBytesMax }: Limits,
): AsyncGenerator<Buffer> {
  let size = 0;
  try {
    for await (const chunk of response) {
      size += chunk.length;
      if (size > sizeBytesMax)
        throw new Failure(unavailable('malformed', `an answer of more than ${sizeBytesMax} bytes`));
      yield chunk;
    }
  } catch (error) {
    throw asFailure(error, signal);
  }
}

function asFailure(error: unknown, signal: AbortSignal | undefined): unknown {
  if (error instanceof Failure || signal?.aborted || !(error instanceof Error)) return error;
  return new Failure(unavailable('network', error.message));
}
