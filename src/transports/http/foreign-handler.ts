/** Passes a request of this server to a foreign handler (authorization server, agent protocol), which writes its own answer. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { type BodyTimeout, watchArrival } from './body.ts';
import { corsHeaders } from './reply.ts';
import type { Request } from './request.ts';
import type { ForeignHandler, Mount } from './router.ts';
import { ReaderDisconnected } from './send.ts';

export interface ForwardOptions {
  /** The limits of the body, which only the handler reads. */
  body: Omit<BodyTimeout, 'error'>;
  isDraining(): boolean;
  report(error: unknown): void;
}

export interface ForwardResult {
  /** The answer began and failed before its end. */
  isBroken: boolean;
  /** Bytes written to the connection, including the head. */
  bytes: number;
}

const forwarded = new WeakMap<IncomingMessage, Request>();

/** The request as other routes see it, for own code in front of a foreign handler. */
export function requestOf(raw: IncomingMessage): Request {
  const request = forwarded.get(raw);
  if (request === undefined) throw new Error('This request was not forwarded.');
  return request;
}

/** Resolves at the end of the exchange. Throws the handler's error while nothing was sent: the server then answers. */
export async function forwardTo(
  { prefix, handler }: Mount,
  request: Request,
  response: ServerResponse,
  { body, isDraining, report }: ForwardOptions,
): Promise<ForwardResult> {
  const { raw } = request;
  const { socket } = raw;
  const before = socket.bytesWritten;
  forwarded.set(raw, request);
  stripPrefix(raw, request, prefix);
  setHeaders(response, request, isDraining());
  const stopWatch = watchArrival(raw, body, () => raw.complete || raw.destroy());
  raw.once('end', stopWatch);
  const closed = new Promise<void>((resolve) => response.once('close', resolve));
  // A handler that writes after its end would otherwise crash the thread.
  response.on('error', report);
  request.requestBody();
  const failed = failureOf(handler, raw, response);
  let isBroken = false;
  try {
    await Promise.race([closed, failed]);
    // Errors after a complete answer are reported; errors caused by a disconnect are not.
    if (response.writableFinished) failed.catch(report);
    else failed.catch(() => {});
    if (isDraining()) socket.end();
  } catch (error) {
    if (response.closed || (raw.destroyed && !raw.complete)) throw new ReaderDisconnected('The caller disconnected.');
    if (!response.headersSent) throw withoutHeaders(response, error);
    isBroken = true;
    report(error);
    response.destroy();
  } finally {
    stopWatch();
  }
  return { isBroken, bytes: socket.bytesWritten - before };
}

/** The full address is in `originalUrl`, as Express does it and handlers for node expect it. */
function stripPrefix(raw: IncomingMessage & { originalUrl?: string }, { path, query }: Request, prefix: string): void {
  const rest = query === '' ? '' : `?${query}`;
  raw.originalUrl = `${path}${rest}`;
  raw.url = `${path.slice(prefix.length) || '/'}${rest}`;
}

/** The headers of every answer; the handler may override them. */
function setHeaders(response: ServerResponse, { id, path }: Request, isLast: boolean): void {
  for (const [name, value] of Object.entries(corsHeaders(path))) response.setHeader(name, value);
  response.setHeader('x-content-type-options', 'nosniff');
  response.setHeader('x-request-id', id);
  if (isLast) response.setHeader('connection', 'close');
}

/** Rejects when the handler fails, and never resolves: many handlers return before they answer. */
const failureOf = (handler: ForeignHandler, raw: IncomingMessage, response: ServerResponse): Promise<never> =>
  new Promise((_, reject) => {
    Promise.try(handler, raw, response).catch(reject);
  });

/** Removes the headers of the abandoned answer. */
function withoutHeaders(response: ServerResponse, error: unknown): unknown {
  for (const name of response.getHeaderNames()) response.removeHeader(name);
  return error;
}
