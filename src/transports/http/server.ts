/** The HTTP server: limits, request ids, HEAD, foreign handlers, one place where every error becomes the envelope, graceful stop. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, Server as NetServer, type Socket } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { ApiError } from '#api/api-error.ts';
import { asStoreError } from '#api/store-unavailable.ts';
import { CHUNK_LIMITS, type ChunkLimits, ChunkStream, ReaderGone } from './body-chunks.ts';
import { BODY_LIMITS, type BodyLimits, BodySlots } from './body-slots.ts';
import { type ClientNetworkLimits, ClientNetworks, tooManyConnections } from './client-networks.ts';
import { compress } from './compress.ts';
import { ConcurrentRequests } from './concurrent-requests.ts';
import { preflight } from './cors.ts';
import { forwardTo } from './foreign-handler.ts';
import { PipeliningGuard } from './pipelining-guard.ts';
import { assertPlainBody } from './read-body.ts';
import { failure, type Reply } from './reply.ts';
import { Request } from './request.ts';
import type { Router } from './router.ts';
import { send } from './send.ts';
import { breakOff } from './send-chunks.ts';
import { said } from './sentences.ts';
import { type AdmitUnrouted, UnroutedRequests } from './strangers.ts';
import { endWith, HEADER_BYTES_MAX, noProxy, Refusals } from './unparsable-request.ts';
import { assertWellFormed } from './well-formed.ts';

export type Handler = (request: Request) => Promise<Reply> | Reply;

export interface AccessLogEntry {
  requestId: string;
  method: string;
  path: string;
  status: number;
  ms: number;
  bytes: number;
  /** What an agent called, and never with what. */
  tool?: string;
}

/** A request that was answered, for those who count. `request` says which operation, and who asked. */
export interface CompletedRequest {
  request: Request;
  status: number;
  ms: number;
  bytes: number;
  /** The answer began and could not be ended, by a fault of ours. */
  isBroken: boolean;
}

export type Observe = (finished: CompletedRequest) => void;

export interface Log {
  access: ((line: AccessLogEntry) => void) | null;
  error(error: unknown, requestId: string): void;
}

/** Requests being worked on at once in one worker, without those whose body is on its way; above it callers are told to come back. */
const IN_FLIGHT_MAX = 2_000;
/** The same for requests that foreign handlers work on, with the wait for their bodies. */
const MOUNTED_MAX = 1_000;
const CONNECTIONS_MAX = 10_000;
/** Of one household, in all threads together: a Pro account may send the requests of its minute all at once, each on a connection of its own. */
const CONNECTIONS_EACH = 1_200;
/** Connections that wait to be accepted: by itself node takes 511, and whoever comes beyond them tries again after a whole second. */
const BACKLOG = 4_096;
/** How long a household that has too many is told so. */
const TOLD_MS = 1_000;
/** An upload of 100 MB from a slow office takes some minutes. */
const BODY_MS_MAX = 600_000;
/** Nobody gets it; it stands in the log for a caller who left before there was an answer. */
const LEFT_STATUS = 499;
/** A connection on which nothing moves for this long is cut, so that nobody holds an answer without reading it. Payments that settle slowly take two minutes. */
const STALLED_MS = 180_000;
/**
 * After the stop, idle connections are closed when no request has come for this long: a proxy goes on sending on those that it has kept,
 * until it needs a new one and finds nobody.
 */
const LINGER_MS = 500;
/** Whoever else goes on sending gets his answers for this long. */
const LINGER_MS_MOST = 4_000;
const LINGER_LOOK_MS = 100;
/** Whoever comes all the time is not waited for. */
const TAKING_TURNS = 200;
/** Connections that still do something this long after the stop are cut: the whole process has ten seconds. */
const DRAIN_MS = 7_000;

const SETTINGS = {
  maxHeaderSize: HEADER_BYTES_MAX,
  // The longest that any route may give a body; each has a time of its own, which is mostly seconds.
  requestTimeout: BODY_MS_MAX,
  headersTimeout: 20_000,
  // Node looks for late ones at this interval; by itself twice a minute, so that 20 seconds could be 50.
  connectionsCheckingInterval: 1_000,
  keepAliveTimeout: 65_000,
  // A missing Host is our refusal, in the envelope.
  requireHostHeader: false,
};

export interface HttpServer {
  listen(port: number, host: string, options?: { reusePort?: boolean }): Promise<AddressInfo>;
  /** Stops accepting, lets running requests finish, then closes. */
  close(): Promise<void>;
}

export interface ServerLimits extends ClientNetworkLimits {
  inFlightMax: number;
  /** Of foreign handlers, whose callers nobody admitted: they take no place from others. */
  mountedMax: number;
  stalledMs: number;
  lingerMs: number;
  lingerMsMost: number;
  toldMs: number;
  /** Counts requests that no route takes; null counts none. */
  unrouted: AdmitUnrouted | null;
  bodies: BodyLimits;
  chunks: ChunkLimits;
}

const WIRE_LIMITS: ServerLimits = {
  inFlightMax: IN_FLIGHT_MAX,
  mountedMax: MOUNTED_MAX,
  clientNetworkMax: CONNECTIONS_EACH,
  shared: null,
  trustedProxies: [],
  stalledMs: STALLED_MS,
  lingerMs: LINGER_MS,
  lingerMsMost: LINGER_MS_MOST,
  toldMs: TOLD_MS,
  unrouted: null,
  bodies: BODY_LIMITS,
  chunks: CHUNK_LIMITS,
};

/** `observe` sees every request once, after its answer. */
export function httpServer(
  router: Router<Handler>,
  log: Log,
  observe: Observe | null = null,
  changed: Partial<ServerLimits> = {},
): HttpServer {
  const limits = { ...WIRE_LIMITS, ...changed };
  const work = new ConcurrentRequests(limits.inFlightMax);
  const mountedWork = new ConcurrentRequests(limits.mountedMax);
  const bodies = new BodySlots(limits.bodies, work);
  const clientNetworks = new ClientNetworks(limits);
  const unrouted = new UnroutedRequests(limits.unrouted, limits.trustedProxies);
  let draining = false;
  /** When a request came last, since the stop; as `performance.now` tells it. */
  let askedAt = 0;

  const answer = async (raw: IncomingMessage, response: ServerResponse): Promise<void> => {
    const started = performance.now();
    const request = new Request(raw, response, bodies);
    const report = (error: unknown): void => log.error(error, request.id);
    const finish = (status: number, bytes: number, isBroken: boolean): void => {
      const ms = performance.now() - started;
      observe?.({ request, status, ms, bytes, isBroken });
      const { id: requestId, method, path, tool } = request;
      log.access?.({ requestId, method, path, status, ms, bytes, ...(tool !== null && { tool }) });
    };
    const mounted = router.mountAt(request.path);
    const atWork = mounted ? mountedWork : work;
    let reply: Reply;
    let chunks: ChunkStream | null = null;
    /** Behind it others count. */
    let isRouted = false;
    atWork.begin();
    try {
      assertWellFormed(request);
      if (atWork.isTooMuch) throw new ApiError('OVERLOADED', said.overloaded(), { headers: { 'retry-after': '1' } });
      clientNetworks.takeFor(request);
      if (mounted) {
        isRouted = true;
        assertPlainBody(raw);
        const passing = { bodyMs: limits.bodies.waitMs, isDraining: () => draining, report };
        const { isBroken, bytes } = await forwardTo(mounted, request, response, passing);
        return finish(response.statusCode, bytes, isBroken);
      }
      const handler = handlerOf(request);
      isRouted = true;
      const made = compress(request, await handler(request));
      reply = made instanceof Promise ? await made : made;
      if (typeof reply.body === 'function' && request.method !== 'HEAD')
        chunks = await ChunkStream.begin(reply.body, { limits: limits.chunks, signal: request.signal, report });
    } catch (error) {
      if (error instanceof ReaderGone) {
        response.destroy();
        return finish(LEFT_STATUS, 0, false);
      }
      const told = asProblem(error, request, log);
      // Behind a route, too, a path may lead nowhere.
      const isNowhere = !isRouted || told.code === 'ROUTE_NOT_FOUND';
      const problem = isNowhere ? await unrouted.refusal(told, request) : told;
      reply =
        router.errorPage?.(problem, request) ??
        failure(problem, request.id, { accept: request.header('accept'), language: request.language });
      // Of a connection on which two readers may read two things nothing else is read, whatever is told.
      if (told.headers.connection) reply.headers.connection = told.headers.connection;
    } finally {
      atWork.end();
    }
    let bytes = 0;
    let isBroken = false;
    try {
      const sending = send(request, response, reply, chunks, draining);
      bytes = sending instanceof Promise ? await sending : sending;
    } catch (error) {
      isBroken = true;
      report(error);
      breakOff(response);
    }
    finish(reply.status, bytes, isBroken);
  };

  const handlerOf = (request: Request): Handler => {
    if (request.method === 'OPTIONS') {
      const reply = preflight(request, router.methods(request.path));
      return () => reply;
    }
    const { route: handler, params } = router.find(request.method, request.path);
    request.params = params;
    return handler;
  };

  const refusals = new Refusals(unrouted);
  const inTurn = new PipeliningGuard();
  const receive = (raw: IncomingMessage, response: ServerResponse): void => {
    if (draining) askedAt = performance.now();
    refusals.began(raw, response);
    inTurn.begin(raw.socket, response, () => {
      answer(raw, response).catch((error) => {
        log.error(error, 'unsent');
        response.destroy();
      });
    });
  };
  const server = createServer(SETTINGS, receive);
  server.maxConnections = CONNECTIONS_MAX;
  server.setTimeout(limits.stalledMs);
  // ReaderGone alone, node asks for every body at once, also for those that are refused.
  server.on('checkContinue', receive);
  // ReaderGone alone, node answers these three by itself, without our envelope.
  server.on('clientError', (error, socket) => refusals.refuse(error, socket as Socket));
  server.on('checkExpectation', receive);
  server.on('connect', (_, socket) => {
    // Node has taken its own listeners off: without these a reset would end the thread, and a silent caller keep the connection for good.
    socket.on('error', () => socket.destroy());
    (socket as Socket).setTimeout(limits.toldMs, () => socket.destroy());
    refusals.refuse(noProxy(), socket as Socket);
  });
  admitConnections(server, clientNetworks, limits.toldMs);
  let taken = 0;
  server.on('connection', () => taken++);
  /** Connections that the system holds for us would be cut off: they are taken, one in each turn, until a whole turn brings none. */
  const untilTaken = async (): Promise<void> => {
    for (let turns = 0, before = -1; turns < TAKING_TURNS && taken !== before; turns++) {
      before = taken;
      await nextTurn();
      await nextTurn();
    }
  };

  return {
    listen: (port, host, options = {}) => listen(server, port, host, options.reusePort ?? false),
    async close() {
      draining = true;
      const began = performance.now();
      await untilTaken();
      // An HTTP server's own close would cut idle connections at once, under the requests that arrive on them.
      const closed = new Promise<void>((resolve) => NetServer.prototype.close.call(server, () => resolve()));
      const idle = setInterval(
        () => {
          const now = performance.now();
          const isQuiet = now - Math.max(began, askedAt) >= limits.lingerMs;
          // Behind what has arrived meanwhile: a request that lies there unread would be cut off.
          if (isQuiet || now - began >= limits.lingerMsMost) setImmediate(() => server.closeIdleConnections());
        },
        Math.min(LINGER_LOOK_MS, limits.lingerMs),
      );
      const cut = setTimeout(() => server.closeAllConnections(), DRAIN_MS);
      await closed;
      clearInterval(idle);
      clearTimeout(cut);
    },
  };
}

/** Before node reads a byte of them. */
function admitConnections(server: Server, clientNetworks: ClientNetworks, toldMs: number): void {
  const read = server.listeners('connection') as ((socket: Socket) => void)[];
  server.removeAllListeners('connection');
  server.on('connection', (socket: Socket) => {
    const admitted = clientNetworks.connection(socket);
    if (admitted === 'yes') for (const each of read) each.call(server, socket);
    else if (admitted === 'tooMany') turnAway(socket, toldMs);
    else socket.destroy();
  });
}

/** What was sent meanwhile is read and forgotten: bytes that nobody takes would cut off the refusal. */
function turnAway(socket: Socket, toldMs: number): void {
  socket.on('error', () => socket.destroy());
  socket.setTimeout(toldMs, () => socket.destroy());
  socket.resume();
  endWith(tooManyConnections(), socket);
}

function asProblem(thrown: unknown, request: Request, log: Log): ApiError {
  const error = asStoreError(thrown);
  if (error instanceof ApiError) return error;
  log.error(error, request.id);
  return new ApiError('INTERNAL_ERROR', said.ours({ id: request.id }));
}

const listen = (server: Server, port: number, host: string, reusePort: boolean): Promise<AddressInfo> =>
  new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen({ port, host, reusePort, backlog: BACKLOG }, () => resolve(server.address() as AddressInfo));
  });
