/** The HTTP server: limits, HEAD, foreign handlers, errors as the envelope, graceful stop. */

import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, Server as NetServer, type Socket } from 'node:net';
import { setImmediate as yieldToLoop } from 'node:timers/promises';
import { ApiError, asStoreError } from '#api/api-error.ts';
import { heldLimits, type Share } from '#api/network-limits.ts';
import { andThen } from '#lib/values/awaitable.ts';
import { messages } from '#locales/messages.ts';
import { assertPlainBody, BODY_LIMITS, type BodyLimits, BodySlots } from './body.ts';
import {
  type AdmitUnrouted,
  admitConnections,
  type ClientNetworkLimits,
  ClientNetworks,
  connectMethodError,
  HEADER_BYTES_MAX,
  PipeliningGuard,
  UnparsableRequests,
  UnroutedRequests,
} from './connections.ts';
import { showsCredential } from './credentials.ts';
import { forwardTo } from './foreign-handler.ts';
import { failure, type Handler, preflight, type Reply } from './reply.ts';
import { assertWellFormed, Request } from './request.ts';
import type { Router } from './router.ts';
import {
  breakOff,
  CHUNK_LIMITS,
  type ChunkLimits,
  ChunkStream,
  compress,
  KEEP_ALIVE_MS,
  ReaderDisconnected,
  send,
} from './send.ts';
import { ConcurrentRequests, Slots } from './slots.ts';
import { RUSH_LIMITS, type RushLimits, WaitingRequests } from './waiting-requests.ts';

export interface AccessLogEntry {
  requestId: string;
  method: string;
  path: string;
  status: number;
  ms: number;
  bytes: number;
  /** The tool that an agent called, without its arguments. */
  tool?: string;
}

/** A completed request, for counters; `request` has the operation and the caller. */
export interface CompletedRequest {
  request: Request;
  status: number;
  ms: number;
  bytes: number;
  /** The answer began and failed before its end, by a fault of the service. */
  isBroken: boolean;
}

export type Observe = (request: CompletedRequest) => void;

export interface Log {
  access: ((entry: AccessLogEntry) => void) | null;
  error(error: unknown, requestId: string): void;
}

/** Running requests of one worker, without those that wait for a body; further ones are refused. */
const IN_FLIGHT_MAX = 2_000;
/** Connections waiting to be accepted: node's default is 511, and a client beyond them retries after a whole second. */
const BACKLOG = 4_096;
/** How long a refused connection stays open for its refusal. */
const REFUSAL_MS = 1_000;
/** An upload of 100 MB from a slow office takes some minutes. */
const BODY_MS_MAX = 600_000;
/** Logged when the caller disconnects before the answer; never sent. */
const DISCONNECTED_STATUS = 499;
/**
 * Closes connections without traffic: an unread answer must not stay in memory. Slow payment settlements take two minutes.
 */
const STALLED_MS = 180_000;
/**
 * After the stop, idle connections close when no request came for this long: a proxy uses its open connections until
 * one fails.
 */
const LINGER_MS = 500;
/** A busy sender is answered for at most this long. */
const LINGER_MS_MAX = 4_000;
const LINGER_CHECK_MS = 100;
/** The most event-loop iterations that accept pending connections. */
const ACCEPT_ROUNDS_MAX = 200;
/** Connections that are still busy after this are closed: the process has ten seconds. */
const DRAIN_MS = 7_000;

const SETTINGS = {
  maxHeaderSize: HEADER_BYTES_MAX,
  // The longest time for any body; each route has its own, mostly seconds.
  requestTimeout: BODY_MS_MAX,
  headersTimeout: 20_000,
  // The interval of node's check for late requests: by default 30 s, so that 20 seconds could become 50.
  connectionsCheckingInterval: 1_000,
  keepAliveTimeout: KEEP_ALIVE_MS,
  // A missing Host is refused in the envelope.
  requireHostHeader: false,
};

interface HttpServer {
  listen(port: number, host: string, options?: { reusePort?: boolean }): Promise<AddressInfo>;
  /** Stops accepting, completes running requests, then closes. */
  close(): Promise<void>;
}

export interface ServerLimits extends ClientNetworkLimits {
  inFlightMax: number;
  /** Running requests in foreign handlers, including the wait for their bodies: their callers are not admitted, and take no capacity from others. */
  mounted: Share;
  stalledMs: number;
  lingerMs: number;
  lingerMsMax: number;
  refusalMs: number;
  /** Counts unrouted requests; null counts none. */
  unrouted: AdmitUnrouted | null;
  bodies: BodyLimits;
  chunks: ChunkLimits;
  rush: RushLimits;
  /** A limit of all callers together refuses one of them. */
  onFull(limit: string): void;
}

const WIRE_LIMITS: ServerLimits = {
  inFlightMax: IN_FLIGHT_MAX,
  mounted: heldLimits.mounted,
  connections: heldLimits.connections,
  shared: null,
  trustedProxies: [],
  stalledMs: STALLED_MS,
  lingerMs: LINGER_MS,
  lingerMsMax: LINGER_MS_MAX,
  refusalMs: REFUSAL_MS,
  unrouted: null,
  bodies: BODY_LIMITS,
  chunks: CHUNK_LIMITS,
  rush: RUSH_LIMITS,
  onFull: () => {},
};

/** `observe` is called once for every request, after its answer. */
export function httpServer(
  router: Router<Handler>,
  log: Log,
  observe: Observe | null = null,
  changed: Partial<ServerLimits> = {},
): HttpServer {
  const limits = { ...WIRE_LIMITS, ...changed };
  const ownRequests = new ConcurrentRequests(limits.inFlightMax);
  const mountedSlots = new Slots(limits.mounted, () => limits.onFull('requests of agents and apps'));
  const bodies = new BodySlots(limits.bodies, ownRequests, limits.onFull);
  const clientNetworks = new ClientNetworks(limits);
  const unrouted = new UnroutedRequests(limits.unrouted, limits.trustedProxies);
  let draining = false;
  /** The time of the last request since the stop, by `performance.now`. */
  let lastRequestAt = 0;

  const waiting = new WaitingRequests(limits.rush);

  const answer = async (raw: IncomingMessage, response: ServerResponse, isRefused: boolean): Promise<void> => {
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
    const running = mounted ? null : ownRequests;
    let reply: Reply;
    let chunks: ChunkStream | null = null;
    /** True once a route is found, which counts the request itself. */
    let isRouted = false;
    running?.begin();
    try {
      assertWellFormed(request);
      if (raw.socket.destroyed) throw new ReaderDisconnected('The caller has gone while the request waited.');
      if (isRefused || running?.isTooMuch) {
        limits.onFull(isRefused ? 'the time of a serving thread' : 'running requests');
        throw overloaded();
      }
      clientNetworks.takeFor(request);
      if (mounted) {
        isRouted = true;
        assertPlainBody(raw);
        const holder = clientNetworks.holderOf(request);
        if (!mountedSlots.take(holder)) throw overloaded();
        const forwarding = { body: limits.bodies, isDraining: () => draining, report };
        try {
          const { isBroken, bytes } = await forwardTo(mounted, request, response, forwarding);
          return finish(response.statusCode, bytes, isBroken);
        } finally {
          mountedSlots.free(holder);
        }
      }
      const handler = handlerOf(request);
      isRouted = true;
      const compressing = andThen(handler(request), (made) => compress(request, made));
      // An await costs a turn of the queue even for a value at hand.
      reply = compressing instanceof Promise ? await compressing : compressing;
      if (typeof reply.body === 'function' && request.method !== 'HEAD')
        chunks = await ChunkStream.open(reply.body, { limits: limits.chunks, signal: request.signal, report });
    } catch (error) {
      if (error instanceof ReaderDisconnected || (isAbort(error) && request.signal.aborted)) {
        response.destroy();
        return finish(DISCONNECTED_STATUS, 0, false);
      }
      const ownProblem = asApiError(error, request, log);
      // A route may also answer that a path does not exist.
      const isNowhere = !isRouted || ownProblem.code === 'ROUTE_NOT_FOUND';
      const problem = isNowhere ? await unrouted.refusal(ownProblem, request) : ownProblem;
      reply =
        router.errorPage?.(problem, request) ??
        failure(problem, request.id, { accept: request.header('accept'), language: request.language });
      // When a request is ambiguous, nothing else is read from its connection, whatever the answer is.
      if (ownProblem.headers.connection) reply.headers.connection = ownProblem.headers.connection;
    } finally {
      running?.end();
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

  const unparsable = new UnparsableRequests(unrouted);
  const pipelining = new PipeliningGuard();
  const receive = (raw: IncomingMessage, response: ServerResponse): void => {
    if (draining) lastRequestAt = performance.now();
    unparsable.track(raw, response);
    pipelining.begin(raw.socket, response, () => {
      waiting.begin(showsCredential(raw), (isRefused) => {
        answer(raw, response, isRefused).catch((error) => {
          log.error(error, 'unsent');
          response.destroy();
        });
      });
    });
  };
  const server = createServer(SETTINGS, receive);
  server.maxConnections = heldLimits.connections.total;
  server.setTimeout(limits.stalledMs);
  // By default node requests every body at once, also of refused requests.
  server.on('checkContinue', receive);
  // By default node answers these three itself, without the envelope.
  server.on('clientError', (error, socket) => unparsable.answerError(error, socket as Socket));
  server.on('checkExpectation', receive);
  server.on('connect', (_, socket) => {
    // Node removed its own listeners: without these, a reset would crash the thread, and a silent caller keep the connection.
    socket.on('error', () => socket.destroy());
    (socket as Socket).setTimeout(limits.refusalMs, () => socket.destroy());
    unparsable.answerError(connectMethodError(), socket as Socket);
  });
  admitConnections(server, clientNetworks, limits.refusalMs);
  let accepted = 0;
  server.on('connection', () => accepted++);
  /**
   * Accepts the connections that the system still queues, one in each event-loop iteration, until an iteration accepts
   * none. Closing would cut them off.
   */
  const acceptPending = async (): Promise<void> => {
    for (let rounds = 0, before = -1; rounds < ACCEPT_ROUNDS_MAX && accepted !== before; rounds++) {
      before = accepted;
      await yieldToLoop();
      await yieldToLoop();
    }
  };

  return {
    listen: (port, host, options = {}) => listen(server, port, host, options.reusePort ?? false),
    async close() {
      draining = true;
      const began = performance.now();
      await acceptPending();
      // The HTTP server's own `close` would cut idle connections at once, under arriving requests.
      const closed = new Promise<void>((resolve) => NetServer.prototype.close.call(server, () => resolve()));
      const idle = setInterval(
        () => {
          const now = performance.now();
          const isQuiet = now - Math.max(began, lastRequestAt) >= limits.lingerMs;
          // After pending input: an unread request would be cut off.
          if (isQuiet || now - began >= limits.lingerMsMax) setImmediate(() => server.closeIdleConnections());
        },
        Math.min(LINGER_CHECK_MS, limits.lingerMs),
      );
      const cut = setTimeout(() => server.closeAllConnections(), DRAIN_MS);
      await closed;
      clearInterval(idle);
      clearTimeout(cut);
    },
  };
}

const isAbort = (error: unknown): boolean => error instanceof Error && error.name === 'AbortError';

const overloaded = (): ApiError =>
  new ApiError('OVERLOADED', messages.http.overloaded(), { headers: { 'retry-after': '1' } });

function asApiError(thrown: unknown, request: Request, log: Log): ApiError {
  const error = asStoreError(thrown);
  if (error === thrown && error instanceof ApiError) return error;
  log.error(thrown, request.id);
  if (error instanceof ApiError) return error;
  return new ApiError('INTERNAL_ERROR', messages.http.ours({ id: request.id }));
}

const listen = (server: Server, port: number, host: string, reusePort: boolean): Promise<AddressInfo> =>
  new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen({ port, host, reusePort, backlog: BACKLOG }, () => resolve(server.address() as AddressInfo));
  });
