/** The HTTP server: limits, request ids, HEAD, compression, CORS, one place where every error becomes the envelope, graceful stop. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, Server as NetServer, type Socket } from 'node:net';
import { promisify } from 'node:util';
import { gzip as gzipCallback, constants as zlib } from 'node:zlib';
import { Problem } from '#operations/problem.ts';
import { allowanceHeaders } from './allowance-headers.ts';
import { BODY_LIMITS, Bodies, type BodyLimits } from './bodies.ts';
import { corsHeaders, preflight } from './cors.ts';
import { acceptsGzip } from './negotiate.ts';
import { failure, type Reply } from './reply.ts';
import { Request, requestId } from './request.ts';
import type { Router } from './router.ts';
import { sendPieces } from './send-pieces.ts';
import { Work } from './work.ts';

export type Handler = (request: Request) => Promise<Reply> | Reply;

export interface AccessLine {
  requestId: string;
  method: string;
  path: string;
  status: number;
  ms: number;
  bytes: number;
}

/** A request that was answered, for those who count. `request` says which operation, and who asked. */
export interface Finished {
  request: Request;
  status: number;
  ms: number;
  bytes: number;
}

export type Observe = (finished: Finished) => void;

export interface Log {
  access: ((line: AccessLine) => void) | null;
  error(error: unknown, requestId: string): void;
}

/** Longest address we read; the longest documented one is under 1 KB. */
const URL_LENGTH_MAX = 8_192;
/** All headers of a request together. */
const HEADER_BYTES_MAX = 32_768;
/** Requests being worked on at once in one worker, without those whose body is on its way; above it callers are told to come back. */
const IN_FLIGHT_MAX = 2_000;
const CONNECTIONS_MAX = 10_000;
/** Below this, compressing costs more time than it saves. */
const COMPRESS_BYTES_MIN = 8_192;
/** A body that we refuse is still read this far: who cuts the connection under a sender, cuts off the refusal too. */
const DISCARD_BYTES_MAX = 16_777_216;
/** A connection on which nothing moves for this long is cut, so that nobody holds an answer without reading it. Payments that settle slowly take two minutes. */
const STALLED_MS = 180_000;
/** After the stop, requests that are just arriving on idle connections still get their answer in this time. */
const LINGER_MS = 500;
/** Connections that still do something this long after the stop are cut: the whole process has ten seconds. */
const DRAIN_MS = 7_000;

const SETTINGS = {
  maxHeaderSize: HEADER_BYTES_MAX,
  requestTimeout: 60_000,
  headersTimeout: 20_000,
  keepAliveTimeout: 65_000,
  // A missing Host is our refusal, in the envelope.
  requireHostHeader: false,
};

const gzip = promisify(gzipCallback);

export interface HttpServer {
  listen(port: number, host: string, options?: { reusePort?: boolean }): Promise<AddressInfo>;
  /** Stops accepting, lets running requests finish, then closes. */
  close(): Promise<void>;
}

export interface WireLimits {
  inFlightMax: number;
  stalledMs: number;
  bodies: BodyLimits;
}

/** `observe` sees every request once, after its answer. */
export function httpServer(
  router: Router<Handler>,
  log: Log,
  observe: Observe | null = null,
  { inFlightMax = IN_FLIGHT_MAX, stalledMs = STALLED_MS, bodies: bodyLimits = BODY_LIMITS }: Partial<WireLimits> = {},
): HttpServer {
  const work = new Work(inFlightMax);
  const bodies = new Bodies(bodyLimits, work);
  let draining = false;

  const answer = async (raw: IncomingMessage, response: ServerResponse): Promise<void> => {
    const started = performance.now();
    const request = new Request(raw, response, bodies);
    work.begin();
    let reply: Reply;
    try {
      reply = await route(request);
    } catch (error) {
      reply = failure(asProblem(error, request, log), request.id, request.header('accept'));
    } finally {
      work.end();
    }
    const bytes = await send(request, response, reply).catch((error) => {
      log.error(error, request.id);
      response.destroy();
      return 0;
    });
    const { status } = reply;
    const ms = performance.now() - started;
    observe?.({ request, status, ms, bytes });
    log.access?.({ requestId: request.id, method: request.method, path: request.path, status, ms, bytes });
  };

  const route = (request: Request): Promise<Reply> | Reply => {
    if ((request.raw.url?.length ?? 0) > URL_LENGTH_MAX)
      throw new Problem('URI_TOO_LONG', `The address may have at most ${URL_LENGTH_MAX} characters.`);
    if (request.raw.headers.host === undefined && request.raw.httpVersionMinor > 0)
      throw new Problem('INVALID_PARAMETER', 'The header Host is missing.', {
        details: [{ in: 'header', name: 'host', problem: 'is missing' }],
      });
    if (work.isTooMuch)
      throw new Problem('OVERLOADED', 'The service has too much to do at once. Try again in a second.', {
        headers: { 'retry-after': '1' },
      });
    if (request.method === 'OPTIONS') return preflight(request, router.methods(request.path));
    const { route: handler, params } = router.find(request.method, request.path);
    request.params = params;
    return handler(request);
  };

  const send = async (request: Request, response: ServerResponse, reply: Reply): Promise<number> => {
    const { pieces } = reply;
    let { headers } = reply;
    let body = typeof reply.body === 'string' ? Buffer.from(reply.body) : reply.body;
    if ((pieces || body.length >= COMPRESS_BYTES_MIN) && !headers['content-encoding']) {
      headers = { ...headers, vary: [headers.vary, 'accept-encoding'].filter(Boolean).join(', ') };
      if (acceptsGzip(request.header('accept-encoding'))) {
        if (!pieces) body = await gzip(body, { level: zlib.Z_BEST_SPEED });
        headers['content-encoding'] = 'gzip';
      }
    }
    const allowance = request.visit?.allowance;
    // Told on refusals, too: whatever becomes of a request, it was counted.
    const head = listed(headers, allowance ? allowanceHeaders(allowance) : null, corsHeaders);
    head.push('x-request-id', request.id);
    if (reply.status !== 304 && reply.status !== 204 && !pieces) head.push('content-length', String(body.length));
    if (draining && !headers.connection) head.push('connection', 'close');
    if (!request.raw.complete) discard(request.raw);
    response.writeHead(reply.status, head);
    if (pieces && request.method !== 'HEAD') return sendPieces(response, pieces(), 'content-encoding' in headers);
    response.end(request.method === 'HEAD' || body.length === 0 ? undefined : body);
    return body.length;
  };

  const receive = (raw: IncomingMessage, response: ServerResponse): void => {
    answer(raw, response).catch((error) => {
      log.error(error, 'unsent');
      response.destroy();
    });
  };
  const server = createServer(SETTINGS, receive);
  server.maxConnections = CONNECTIONS_MAX;
  server.setTimeout(stalledMs);
  // Left alone, node answers these three by itself, without our envelope.
  server.on('clientError', refuse);
  server.on('checkExpectation', receive);
  server.on('connect', (_, socket) => refuse(new Error('no proxy'), socket as Socket));

  return {
    listen: (port, host, options = {}) => listen(server, port, host, options.reusePort ?? false),
    async close() {
      draining = true;
      // An HTTP server's own close would cut idle connections at once, under the requests that arrive on them.
      const closed = new Promise<void>((resolve) => NetServer.prototype.close.call(server, () => resolve()));
      const idle = setTimeout(() => server.closeIdleConnections(), LINGER_MS);
      const cut = setTimeout(() => server.closeAllConnections(), DRAIN_MS);
      await closed;
      clearTimeout(idle);
      clearTimeout(cut);
    },
  };
}

/** Names and values in turn, which node:http writes as they are. Nobody names a header twice: what the gate and CORS say is theirs. */
function listed(...all: (Record<string, string> | null)[]): string[] {
  const list: string[] = [];
  for (const headers of all) for (const name in headers) list.push(name, headers[name] as string);
  return list;
}

function asProblem(error: unknown, request: Request, log: Log): Problem {
  if (error instanceof Problem) return error;
  log.error(error, request.id);
  return new Problem('INTERNAL_ERROR', `Something went wrong on our side. Tell us the request id ${request.id}.`);
}

const listen = (server: Server, port: number, host: string, reusePort: boolean): Promise<AddressInfo> =>
  new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen({ port, host, reusePort }, () => resolve(server.address() as AddressInfo));
  });

/** A refused upload must not block the next request on its connection, nor last for ever. */
function discard(raw: IncomingMessage): void {
  let left = DISCARD_BYTES_MAX;
  raw.on('error', () => raw.destroy());
  raw.on('data', (chunk: Buffer) => {
    left -= chunk.length;
    if (left < 0) raw.destroy();
  });
}

/** What node cannot parse never reaches a handler; it gets the envelope all the same. */
function refuse(error: Error & { code?: string; rawPacket?: Buffer }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
  const id = requestId();
  const reply = failure(parseProblem(error), id, undefined);
  const body = Buffer.from(reply.body);
  const headers = {
    ...reply.headers,
    ...corsHeaders,
    'x-request-id': id,
    'content-length': String(body.length),
    connection: 'close',
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${reply.status} Refused\r\n${lines.join('')}\r\n${body}`);
}

function parseProblem(error: Error & { code?: string; rawPacket?: Buffer }): Problem {
  if (error.code === 'HPE_HEADER_OVERFLOW') {
    return hasLongAddress(error.rawPacket)
      ? new Problem('URI_TOO_LONG', `The address may have at most ${URL_LENGTH_MAX} characters.`)
      : new Problem('HEADERS_TOO_LARGE', `The headers may have at most ${HEADER_BYTES_MAX} bytes together.`);
  }
  if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT')
    return new Problem('INVALID_PARAMETER', 'The request did not arrive in time.');
  return new Problem('INVALID_PARAMETER', 'This is not a well-formed HTTP request.');
}

/** Only the last packet is at hand: the address is to blame when that packet starts a request and its first line does not end. */
function hasLongAddress(packet: Buffer | undefined): boolean {
  if (!packet || !/^[A-Z]+ /.test(packet.toString('latin1', 0, 10))) return false;
  const end = packet.indexOf('\n');
  return end < 0 || end > URL_LENGTH_MAX;
}
