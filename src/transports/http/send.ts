/** A reply written to its connection, with what every answer says beside it. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { allowanceHeaders } from './allowance-headers.ts';
import type { ChunkStream } from './body-chunks.ts';
import { corsHeaders } from './cors.ts';
import { type Reply, SplicedBody } from './reply.ts';
import type { Request } from './request.ts';
import { sendChunks } from './send-chunks.ts';

/** A body that we refuse is still read this far: who cuts the connection under a sender, cuts off the refusal too. */
const DISCARD_BYTES_MAX = 16_777_216;
/** And this long: a sender who does not end blocks the connection for nobody but himself, but not for ever. */
const DISCARD_MS = 60_000;

/**
 * How many bytes its body has: at once, or when the last piece has left. `pieces`: of a body that is made in them, opened before;
 * null where it is not, or only the head is wanted.
 */
export function send(
  request: Request,
  response: ServerResponse,
  { status, headers, body }: Reply,
  pieces: ChunkStream | null,
  isLast: boolean,
): number | Promise<number> {
  const allowance = request.context?.allowance;
  // Told on refusals, too: whatever becomes of a request, it was counted.
  const counted = allowance ? allowanceHeaders(allowance) : null;
  const head = listed(headers, counted, request.notices, corsHeaders(request.path));
  head.push('x-content-type-options', 'nosniff', 'x-request-id', request.id);
  const bytes = typeof body === 'function' ? null : typeof body === 'string' ? Buffer.from(body) : body;
  if (bytes && status !== 304 && status !== 204 && !headers['content-length'])
    head.push('content-length', String(bytes.length));
  if ((isLast || request.isBodyHeldBack) && !headers.connection) head.push('connection', 'close');
  if (!request.raw.complete) discard(request.raw);
  response.writeHead(status, head);
  if (pieces) return sendChunks(response, pieces, promised(headers));
  if (request.method === 'HEAD' || !bytes?.length) response.end();
  else if (bytes instanceof SplicedBody) splice(response, bytes);
  else response.end(bytes);
  return bytes?.length ?? 0;
}

/** All of it leaves in one call to the system, the head of the answer before it. */
function splice(response: ServerResponse, { head, data, tail }: SplicedBody): void {
  response.cork();
  response.write(head, 'latin1');
  response.write(data);
  response.end(tail);
}

const promised = (headers: Reply['headers']): number | null =>
  headers['content-length'] === undefined ? null : Number(headers['content-length']);

/** Names and values in turn, which node:http writes as they are. Nobody names a header twice but by a list: what the gate and CORS say is theirs. */
function listed(...all: (Readonly<Record<string, string | readonly string[]>> | null)[]): string[] {
  const list: string[] = [];
  for (const headers of all)
    for (const name in headers) {
      const value = headers[name] as string | readonly string[];
      if (typeof value === 'string') list.push(name, value);
      else for (const one of value) list.push(name, one);
    }
  return list;
}

/** A refused upload must not block the next request on its connection, nor last for ever. */
function discard(raw: IncomingMessage): void {
  let left = DISCARD_BYTES_MAX;
  const timer = setTimeout(() => raw.destroy(), DISCARD_MS).unref();
  raw.on('error', () => raw.destroy());
  raw.on('close', () => clearTimeout(timer));
  raw.on('data', (chunk: Buffer) => {
    left -= chunk.length;
    if (left < 0) raw.destroy();
  });
}
