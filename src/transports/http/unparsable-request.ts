/** What node cannot parse never reaches a handler; it gets the envelope all the same. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { ApiError } from '#api/api-error.ts';
import { OPEN } from './cors.ts';
import { failure } from './reply.ts';
import { requestId } from './request.ts';
import { said } from './sentences.ts';
import type { UnroutedRequests } from './strangers.ts';

/** Longest address we read; the longest documented one is under 1 KB. */
const URL_LENGTH_MAX = 8_192;
/** All headers of a request together. */
export const HEADER_BYTES_MAX = 32_768;

type ParseError = Error & { code?: string; rawPacket?: Buffer };

interface Exchange {
  raw: IncomingMessage;
  response: ServerResponse;
  /** The connection ends with it. */
  isLast: boolean;
}

/** The last exchange of each connection: what comes behind a whole request must not be answered in its place. */
export class Refusals {
  readonly #last = new WeakMap<Socket, Exchange>();
  /** Connections whose sender is being counted. */
  readonly #counted = new WeakSet<Socket>();
  readonly #strangers: Pick<UnroutedRequests, 'hears'>;

  constructor(strangers: Pick<UnroutedRequests, 'hears'>) {
    this.#strangers = strangers;
  }

  began(raw: IncomingMessage, response: ServerResponse): void {
    this.#last.set(raw.socket, { raw, response, isLast: false });
  }

  refuse(error: ParseError, socket: Socket): void {
    const last = this.#last.get(socket);
    if (last?.isLast || this.#counted.has(socket)) return;
    if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
    const isAnswered = last && !last.response.closed && (last.raw.complete || last.response.headersSent);
    if (!isAnswered) return void this.#tell(parseProblem(error), socket);
    last.isLast = true;
    last.response.once('close', () => socket.destroy());
  }

  /** Whoever sends too much that is no request is cut without a word. */
  #tell(problem: ApiError, socket: Socket): void {
    const end = (isHeard: boolean): void => {
      if (isHeard && socket.writable) endWith(problem, socket);
      else socket.destroy();
    };
    // A browser opens connections ahead and may not need them: nothing was sent, and nobody is to blame.
    const heard = socket.bytesRead === 0 || this.#strangers.hears(socket);
    if (heard instanceof Promise) {
      this.#counted.add(socket);
      void heard.then(end, () => end(true)).finally(() => this.#counted.delete(socket));
    } else end(heard);
  }
}

/** Tells the problem on a connection that no request was read from, and ends it. */
export function endWith(problem: ApiError, socket: Socket): void {
  const id = requestId();
  const reply = failure(problem, id, { accept: undefined, language: 'en' });
  const body = Buffer.from(reply.body);
  const headers = {
    ...reply.headers,
    // Nobody knows which path was meant. What is told is nobody's secret, and a page that called the API wants to read it.
    ...OPEN,
    'x-content-type-options': 'nosniff',
    'x-request-id': id,
    'content-length': String(body.length),
    connection: 'close',
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${reply.status} Refused\r\n${lines.join('')}\r\n${body}`);
}

export function assertReadable(url: string | undefined): void {
  if ((url?.length ?? 0) > URL_LENGTH_MAX) throw tooLong();
}

const tooLong = (): ApiError => new ApiError('URI_TOO_LONG', said.longAddress({ max: URL_LENGTH_MAX }));

/** Of CONNECT, for which node gives no exchange. */
export const noProxy = (): ApiError => new ApiError('INVALID_PARAMETER', said.noProxy());

function parseProblem(error: ParseError): ApiError {
  if (error instanceof ApiError) return error;
  if (error.code === 'HPE_HEADER_OVERFLOW') {
    return hasLongAddress(error.rawPacket)
      ? tooLong()
      : new ApiError('HEADERS_TOO_LARGE', said.longHeaders({ max: HEADER_BYTES_MAX }));
  }
  if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT') return new ApiError('INVALID_PARAMETER', said.late());
  return new ApiError('INVALID_PARAMETER', said.noHttp());
}

/** Only the last packet is at hand: the address is to blame when that packet starts a request and its first line does not end. */
function hasLongAddress(packet: Buffer | undefined): boolean {
  if (!packet || !/^[A-Z]+ /.test(packet.toString('latin1', 0, 10))) return false;
  const end = packet.indexOf('\n');
  return end < 0 || end > URL_LENGTH_MAX;
}
