/** A handler that is not ours (an authorization server, an agent protocol's) answers a request that came through our server. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { ReaderGone } from './body-chunks.ts';
import { corsHeaders } from './cors.ts';
import type { Request } from './request.ts';
import type { ForeignHandler, Mount } from './router.ts';

export interface ForwardOptions {
  /** How long its body may be on the way: nobody but the handler reads it. */
  bodyMs: number;
  isDraining(): boolean;
  report(error: unknown): void;
}

export interface ForwardResult {
  /** Its answer began and could not be ended. */
  isBroken: boolean;
  /** Of the connection, head included. */
  bytes: number;
}

const passedOn = new WeakMap<IncomingMessage, Request>();

/** For a handler of ours before one that is not: the request as other doors see it. */
export function requestOf(raw: IncomingMessage): Request {
  const request = passedOn.get(raw);
  if (request === undefined) throw new Error('This request was not passed on.');
  return request;
}

/** Ends with the exchange. Throws what the handler threw while nothing was sent: then the answer is ours. */
export async function forwardTo(
  { prefix, handler }: Mount,
  request: Request,
  response: ServerResponse,
  { bodyMs, isDraining, report }: ForwardOptions,
): Promise<ForwardResult> {
  const { raw } = request;
  const { socket } = raw;
  const before = socket.bytesWritten;
  passedOn.set(raw, request);
  asIfAtTheTop(raw, request, prefix);
  setHeaders(response, request, isDraining());
  const late = setTimeout(() => raw.complete || raw.destroy(), bodyMs).unref();
  const closed = new Promise<void>((resolve) => response.once('close', resolve));
  // A handler that writes after its end would otherwise end the thread.
  response.on('error', report);
  request.wantBody();
  const failed = failureOf(handler, raw, response);
  let isBroken = false;
  try {
    await Promise.race([closed, failed]);
    // What goes wrong after a whole answer is a fault all the same; whom a leaving caller upsets is not to blame.
    if (response.writableFinished) failed.catch(report);
    else failed.catch(() => {});
    if (isDraining()) socket.end();
  } catch (error) {
    if (response.closed || (raw.destroyed && !raw.complete)) throw new ReaderGone('The caller left.');
    if (!response.headersSent) throw withoutHeaders(response, error);
    isBroken = true;
    report(error);
    response.destroy();
  } finally {
    clearTimeout(late);
  }
  return { isBroken, bytes: socket.bytesWritten - before };
}

/** The whole address stands in `originalUrl`: so Express does it, and what is written for node expects it. */
function asIfAtTheTop(raw: IncomingMessage & { originalUrl?: string }, { path, query }: Request, prefix: string): void {
  const rest = query === '' ? '' : `?${query}`;
  raw.originalUrl = `${path}${rest}`;
  raw.url = `${path.slice(prefix.length) || '/'}${rest}`;
}

/** What every answer of ours says; the handler may say it otherwise. */
function setHeaders(response: ServerResponse, { id, path }: Request, isLast: boolean): void {
  for (const [name, value] of Object.entries(corsHeaders(path))) response.setHeader(name, value);
  response.setHeader('x-content-type-options', 'nosniff');
  response.setHeader('x-request-id', id);
  if (isLast) response.setHeader('connection', 'close');
}

/** Rejects when the handler fails, and never ends otherwise: many handlers return before they answer. */
const failureOf = (handler: ForeignHandler, raw: IncomingMessage, response: ServerResponse): Promise<never> =>
  new Promise((_, reject) => {
    Promise.try(handler, raw, response).catch(reject);
  });

/** Headers of an answer that will not be given do not belong to ours. */
function withoutHeaders(response: ServerResponse, error: unknown): unknown {
  for (const name of response.getHeaderNames()) response.removeHeader(name);
  return error;
}
