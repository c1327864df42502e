/**
 * Connections: limits for each client network, one request at a time on each connection, answers to bytes that cannot be parsed,
 * and counting of unrouted requests. Behind a trusted proxy, whose connections carry many callers, running requests are limited
 * instead of connections.
 */

import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { ApiError } from '#api/api-error.ts';
import type { Share } from '#api/network-limits.ts';
import type { IncomingRequest, RequestContext } from '#api/request-context.ts';
import { clientNetworkText, type Subnet } from '#lib/values/ip.ts';
import { messages } from '#locales/messages.ts';
import { type AddressOf, addressReader, proxyTest, remoteAddress } from './client-address.ts';
import { failure, OPEN } from './reply.ts';
import { type Request, requestId, URL_LENGTH_MAX, uriTooLong } from './request.ts';
import { type ConnectionSlots, Slots, sharedSlots } from './slots.ts';

/** Refusals that one client network or site gets at once on a thread; further connections are cut without an answer. */
const REFUSALS: Share = {
  total: Number.POSITIVE_INFINITY,
  strangers: Number.POSITIVE_INFINITY,
  site: 40,
  network: 20,
};

export interface ClientNetworkLimits {
  /** Connections of one client network and site; behind trusted proxies, their running requests. */
  connections: Pick<Share, 'network' | 'site'>;
  /**
   * The memory in which the serving threads of this host count together, and the number of this thread; null for a single
   * server.
   */
  shared: { memory: SharedArrayBuffer; thread: number } | null;
  /** Peers whose connections carry the requests of many callers. */
  trustedProxies: readonly Subnet[];
}

export class ClientNetworks {
  readonly #slots: ConnectionSlots;
  readonly #refusals = new Slots(REFUSALS);
  readonly #isProxy: (address: string) => boolean;
  readonly #addressOf: (request: Request) => string;

  constructor({ connections, shared, trustedProxies: trusted }: ClientNetworkLimits) {
    this.#slots = shared
      ? sharedSlots(shared.memory, shared.thread, connections)
      : new Slots({ total: Number.POSITIVE_INFINITY, strangers: Number.POSITIVE_INFINITY, ...connections });
    this.#isProxy = trusted.length === 0 ? () => false : proxyTest(trusted);
    this.#addressOf = addressReader(trusted);
  }

  /** `admitted` takes a slot until the connection closes; `refused` gets an answer; `dropped` gets none. */
  admit(socket: Socket): 'admitted' | 'refused' | 'dropped' {
    const address = remoteAddress(socket);
    if (this.#isProxy(address)) return 'admitted';
    const holder = clientNetworkText(address);
    if (this.#slots.take(holder)) return this.#until(socket, this.#slots, holder, 'admitted');
    if (this.#refusals.take(holder)) return this.#until(socket, this.#refusals, holder, 'refused');
    return 'dropped';
  }

  /**
   * Takes a slot for a request behind a proxy until its exchange ends; requests on other connections are covered by the
   * connection.
   */
  takeFor(request: Request): void {
    if (!this.#isProxy(remoteAddress(request.raw.socket))) return;
    const address = this.#addressOf(request);
    // A proxy without a forwarded address sends its own requests, such as probes.
    if (this.#isProxy(address)) return;
    const holder = clientNetworkText(address);
    if (!this.#slots.take(holder))
      throw new ApiError('RATE_LIMITED', messages.http.manyRequests(), { headers: { 'retry-after': '1' } });
    void request.sent.then(() => this.#slots.free(holder));
  }

  holderOf = (request: Request): string => clientNetworkText(this.#addressOf(request));

  #until<Answer>(socket: Socket, slots: ConnectionSlots, holder: string, answer: Answer): Answer {
    socket.once('close', () => slots.free(holder));
    return answer;
  }
}

const tooManyConnectionsError = (): ApiError =>
  new ApiError('RATE_LIMITED', messages.http.manyConnections(), { headers: { 'retry-after': '1' } });

/**
 * Reading from a connection pauses at this many waiting requests: TCP flow control slows the sender, and nothing is lost. One read
 * (64 KB) is parsed completely.
 */
export const WAITING_MAX = 100;

interface ConnectionQueue {
  last: ServerResponse;
  waiting: number;
  /** Whether reading is paused. */
  isPaused: boolean;
}

/**
 * Runs the requests of one connection one after the other: a caller who pipelines hundreds of requests and reads no answer holds
 * one answer in memory. Between two requests the event loop serves other connections.
 */
export class PipeliningGuard {
  readonly #queues = new WeakMap<Socket, ConnectionQueue>();

  /** Runs `work` now if the previous answer was sent, and never if the connection closes first. */
  begin(socket: Socket, response: ServerResponse, work: () => void): void {
    const queue = this.#queues.get(socket);
    if (queue === undefined) {
      this.#queues.set(socket, { last: response, waiting: 0, isPaused: false });
      work();
      return;
    }
    const before = queue.last;
    queue.last = response;
    if (before.writableFinished) {
      work();
      return;
    }
    queue.waiting++;
    if (queue.waiting >= WAITING_MAX) pauseReading(socket, queue);
    const next = (): void => {
      queue.waiting--;
      if (socket.destroyed) return;
      if (queue.isPaused && queue.waiting < WAITING_MAX) {
        queue.isPaused = false;
        socket.resume();
      }
      work();
    };
    // Called within the event, a chain of quick answers would block the event loop.
    before.once('close', () => setImmediate(next));
  }
}

function pauseReading(socket: Socket, queue: ConnectionQueue): void {
  if (queue.isPaused) return;
  queue.isPaused = true;
  socket.pause();
  // Node resumes the socket after every parsed message.
  const pauseAgain = (): void => {
    if (queue.isPaused) socket.pause();
    else socket.off('resume', pauseAgain);
  };
  socket.on('resume', pauseAgain);
}

/** All headers of a request together, in bytes. */
export const HEADER_BYTES_MAX = 32_768;

type ParseError = Error & { code?: string; rawPacket?: Buffer };

interface Exchange {
  raw: IncomingMessage;
  response: ServerResponse;
  /** The connection closes after it. */
  isLast: boolean;
}

/**
 * Answers requests that cannot be parsed. Stores the last exchange of each connection, because bytes behind a complete request
 * must not be answered in its place.
 */
export class UnparsableRequests {
  readonly #last = new WeakMap<Socket, Exchange>();
  /** Connections whose sender is being counted. */
  readonly #counted = new WeakSet<Socket>();
  readonly #unrouted: Pick<UnroutedRequests, 'mayAnswer'>;

  constructor(unrouted: Pick<UnroutedRequests, 'mayAnswer'>) {
    this.#unrouted = unrouted;
  }

  track(raw: IncomingMessage, response: ServerResponse): void {
    this.#last.set(raw.socket, { raw, response, isLast: false });
  }

  answerError(error: ParseError, socket: Socket): void {
    const last = this.#last.get(socket);
    if (last?.isLast || this.#counted.has(socket)) return;
    if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
    const isAnswered = last && !last.response.closed && (last.raw.complete || last.response.headersSent);
    if (!isAnswered) return void this.#answer(parseErrorOf(error), socket);
    last.isLast = true;
    last.response.once('close', () => socket.destroy());
  }

  /** Answers the error, or cuts the connection of a sender with too many unparsable requests. */
  #answer(problem: ApiError, socket: Socket): void {
    const end = (mayAnswer: boolean): void => {
      if (mayAnswer && socket.writable) endWith(problem, socket);
      else socket.destroy();
    };
    // Browsers open spare connections: without a byte sent, nothing is counted.
    const answerable = socket.bytesRead === 0 || this.#unrouted.mayAnswer(socket);
    if (answerable instanceof Promise) {
      this.#counted.add(socket);
      void answerable.then(end, () => end(true)).finally(() => this.#counted.delete(socket));
    } else end(answerable);
  }
}

/** Sends an error on a connection without a readable request, and closes it. */
function endWith(problem: ApiError, socket: Socket): void {
  const id = requestId();
  const reply = failure(problem, id, { accept: undefined, language: 'en' });
  const body = Buffer.from(reply.body);
  const headers = {
    ...reply.headers,
    // The path is unknown; the error has no secret, and a page that called the API may read it.
    ...OPEN,
    'x-content-type-options': 'nosniff',
    'x-request-id': id,
    'content-length': String(body.length),
    connection: 'close',
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${reply.status} Refused\r\n${lines.join('')}\r\n${body}`);
}

/** For CONNECT, where node provides no exchange. */
export const connectMethodError = (): ApiError => new ApiError('INVALID_PARAMETER', messages.http.noProxy());

function parseErrorOf(error: ParseError): ApiError {
  if (error instanceof ApiError) return error;
  if (error.code === 'HPE_HEADER_OVERFLOW') {
    return hasLongAddress(error.rawPacket)
      ? uriTooLong()
      : new ApiError('HEADERS_TOO_LARGE', messages.http.longHeaders({ max: HEADER_BYTES_MAX }));
  }
  if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT') return new ApiError('INVALID_PARAMETER', messages.http.late());
  return new ApiError('INVALID_PARAMETER', messages.http.noHttp());
}

/** Only the last packet is available: the address is too long if the packet starts a request and its first line does not end. */
function hasLongAddress(packet: Buffer | undefined): boolean {
  if (!packet || !/^[A-Z]+ /.test(packet.toString('latin1', 0, 10))) return false;
  const end = packet.indexOf('\n');
  return end < 0 || end > URL_LENGTH_MAX;
}

/** Counts one request without credentials. */
export type AdmitUnrouted = (address: string, request: IncomingRequest) => RequestContext | Promise<RequestContext>;

const NEVER = new AbortController().signal;

/**
 * Counts unrouted requests (unknown paths, wrong methods, too long or malformed) against the limit of anonymous callers, by
 * address: their keys are not looked up, and no account pays for them.
 */
export class UnroutedRequests {
  readonly #admit: AdmitUnrouted | null;
  readonly #addressOf: AddressOf;
  readonly #isProxy: (address: string) => boolean;

  /** Null: requests are not counted. */
  constructor(admit: AdmitUnrouted | null, trustedProxies: readonly Subnet[]) {
    this.#admit = admit;
    this.#addressOf = addressReader(trustedProxies);
    this.#isProxy = proxyTest(trustedProxies);
  }

  /** The error for the caller: the one given, or the refusal of excess requests. */
  async refusal(problem: ApiError, request: Request): Promise<ApiError> {
    // Refusals for lack of capacity are not counted.
    if (this.#admit === null || problem.status >= 500 || problem.code === 'RATE_LIMITED') return problem;
    const context = await this.#admit(this.#addressOf(request), request);
    request.context = context;
    const { refusal } = context;
    // The key is not verified; a valid one passes a block.
    if (refusal === null || (refusal.code === 'IP_BLOCKED' && hasKey(request))) return problem;
    return refusal;
  }

  /** Whether unparsable bytes get an answer. Behind a proxy their sender is unknown. */
  mayAnswer(socket: Socket): boolean | Promise<boolean> {
    const address = remoteAddress(socket);
    if (this.#admit === null || this.#isProxy(address)) return true;
    const context = this.#admit(address, { id: requestId(), now: Date.now(), signal: NEVER });
    return context instanceof Promise ? context.then(isAdmitted) : isAdmitted(context);
  }
}

const isAdmitted = ({ refusal }: RequestContext): boolean => refusal === null;

const hasKey = (request: Request): boolean =>
  request.header('x-api-key') !== undefined || request.header('authorization') !== undefined;

/** Checks new connections before node reads from them. */
export function admitConnections(server: Server, clientNetworks: ClientNetworks, refusalMs: number): void {
  const read = server.listeners('connection') as ((socket: Socket) => void)[];
  server.removeAllListeners('connection');
  server.on('connection', (socket: Socket) => {
    const admission = clientNetworks.admit(socket);
    if (admission === 'admitted') for (const each of read) each.call(server, socket);
    else if (admission === 'refused') refuseConnection(socket, refusalMs);
    else socket.destroy();
  });
}

/** Discards what the client sends: unread bytes would cut off the refusal. */
function refuseConnection(socket: Socket, refusalMs: number): void {
  socket.on('error', () => socket.destroy());
  socket.setTimeout(refusalMs, () => socket.destroy());
  socket.resume();
  endWith(tooManyConnectionsError(), socket);
}
