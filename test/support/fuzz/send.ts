/** Sends a generated request, and judges what comes back. */
import { Agent, request as httpRequest } from 'node:http';
import { connect } from 'node:net';
import type { FuzzRequest } from './requests.ts';
import type { Target } from './target.ts';

/** No request takes so long, even on a busy machine. */
const HANG_MS = 120_000;
/** A connection that the service keeps open answers no more. */
const QUIET_MS = 300;
const BODY_MAX = 50_000_000;

const agent = new Agent({ keepAlive: true, maxSockets: 8 });

interface Reply {
  status: number;
  headers: Record<string, string>;
  body: Buffer;
}

/** Null when nothing is wrong. `isSampled`: JSON answers are checked against the OpenAPI document. */
export async function problemOf(target: Target, request: FuzzRequest, isSampled: boolean): Promise<string | null> {
  const port = Number(new URL(target.origin).port);
  try {
    if (request.packets) return judgeBytes(await exchanged(port, request.packets, QUIET_MS));
    const reply = await replyTo(port, request, agent).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ECONNRESET') throw error;
      // The service may have closed a connection that was kept.
      return replyTo(port, request, undefined);
    });
    return reply === null
      ? judgeBytes(await exchanged(port, [bytesOf(request)], QUIET_MS))
      : judge(target, request, reply, isSampled);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    // The service closes the connection of a request that it refuses before the end of its body.
    if (code === 'EPIPE' || (code === 'ECONNRESET' && (request.packets || request.body))) return null;
    return `no answer: ${message}`;
  }
}

/** Null when no HTTP client could send it. */
function replyTo(
  port: number,
  { method, path, headers, body }: FuzzRequest,
  from: Agent | undefined,
): Promise<Reply | null> {
  const { promise, resolve, reject } = Promise.withResolvers<Reply | null>();
  try {
    const sent = httpRequest(
      { host: '127.0.0.1', port, ...(from && { agent: from }), method, path, headers, timeout: HANG_MS },
      (response) => {
        const chunks: Buffer[] = [];
        let size = 0;
        response.on('data', (chunk: Buffer) => {
          size += chunk.length;
          if (size <= BODY_MAX) chunks.push(chunk);
        });
        response.on('error', reject);
        response.on('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers as Record<string, string>,
            body: Buffer.concat(chunks),
          }),
        );
      },
    );
    sent.on('timeout', () => sent.destroy(new Error(`it hangs for ${HANG_MS / 1_000} s`)));
    sent.on('upgrade', (_, socket) => {
      socket.destroy();
      resolve({ status: 101, headers: {}, body: Buffer.alloc(0) });
    });
    sent.on('error', reject);
    sent.end(body ?? undefined);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    resolve(null);
  }
  return promise;
}

function bytesOf({ method, path, headers, body }: FuzzRequest): Buffer {
  const content = Buffer.isBuffer(body) ? body : Buffer.from(body ?? '');
  const head = [
    `${method} ${path} HTTP/1.1`,
    'Host: 127.0.0.1',
    'Connection: close',
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    `Content-Length: ${content.length}`,
  ];
  return Buffer.concat([Buffer.from(`${head.join('\r\n')}\r\n\r\n`), content]);
}

/** Everything that comes until the connection closes or is quiet. */
function exchanged(port: number, packets: readonly Buffer[], quietMs: number): Promise<Buffer> {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
  const socket = connect(port, '127.0.0.1');
  const chunks: Buffer[] = [];
  const done = (): void => {
    socket.destroy();
    resolve(Buffer.concat(chunks));
  };
  // An incomplete request gets no answer: the service waits for the rest.
  let quiet = setTimeout(done, quietMs * 3);
  socket.on('data', (chunk: Buffer) => {
    chunks.push(chunk);
    clearTimeout(quiet);
    quiet = setTimeout(done, quietMs);
  });
  socket.on('error', reject);
  socket.on('close', () => {
    clearTimeout(quiet);
    resolve(Buffer.concat(chunks));
  });
  for (const packet of packets) socket.write(packet);
  return promise;
}

/** Paths and frames of our code, and of Node. */
const LEAK = /node_modules\/|node:internal|\n\s+at \S+ \(|\/(?:src|dist)\/[\w/-]+\.[jt]s:\d+/;
const SHOWN = 300;

const shown = (body: Buffer): string => body.toString('utf8', 0, SHOWN).replaceAll(/\s+/g, ' ');

function judge(
  target: Target,
  { method, operation }: FuzzRequest,
  { status, headers, body }: Reply,
  isSampled: boolean,
): string | null {
  const text = body.toString('utf8');
  if (status >= 500 && !isDocumented(status, headers)) return `${status}: ${shown(body)}`;
  if (LEAK.test(text)) return `${status} with internals: ${LEAK.exec(text)?.[0]}`;
  const isJson = /^application\/(?:problem\+)?json/.test(headers['content-type'] ?? '');
  const isEmpty = method === 'HEAD' || status === 304 || status === 204;
  if (!isJson || isEmpty || headers['content-encoding']) return null;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return `${status}: JSON that is none: ${shown(body)}`;
  }
  if (!isSampled || operation === null || !/^application\/json/.test(headers['content-type'] ?? '')) return null;
  const check = target.checkOf(operation, status);
  if (check === null) return status < 400 ? `${operation.id} gives ${status}, which its document does not have` : null;
  return check(value)
    ? null
    : `${operation.id} ${status} is not as documented: ${JSON.stringify(check.errors?.slice(0, 2))}`;
}

/** 503 says when to try again. */
const isDocumented = (status: number, headers: Record<string, string>): boolean =>
  status === 503 && 'retry-after' in headers;

/** Answers on a socket, one or several. */
function judgeBytes(bytes: Buffer): string | null {
  const text = bytes.toString('latin1');
  for (const [, status = '', rest = ''] of text.matchAll(/HTTP\/1\.[01] ([0-9]{3})([\s\S]*?)(?=HTTP\/1\.|$)/g))
    if (Number(status) >= 500 && !(status === '503' && /\r\nretry-after:/i.test(rest)))
      return `${status}: ${rest.slice(0, SHOWN)}`;
  return LEAK.test(text) ? `internals: ${LEAK.exec(text)?.[0]}` : null;
}
