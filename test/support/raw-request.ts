/** A request byte for byte over a real socket, without an HTTP client that normalizes it. */
import assert from 'node:assert/strict';
import { Agent, type IncomingHttpHeaders, request } from 'node:http';
import { connect } from 'node:net';

export interface Ask {
  method?: string;
  path: string;
  headers?: Record<string, string>;
  body?: string | Uint8Array;
}

export interface Answered {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
}

const agent = new Agent({ keepAlive: true, maxSockets: 4 });

export const ask = (port: number, { method = 'GET', path, headers = {}, body }: Ask): Promise<Answered> =>
  new Promise((resolve, reject) => {
    const sent = request({ port, host: '127.0.0.1', agent, method, path, headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () => {
        const twice = namedTwice(response.rawHeaders);
        if (twice.length > 0) reject(new Error(`${method} ${path} names ${twice} twice.`));
        if ((response.headers['access-control-allow-origin'] === '*') !== isOpen(path))
          reject(new Error(`${method} ${path} breaks the CORS rule for other origins.`));
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          text: Buffer.concat(chunks).toString(),
        });
      });
    });
    sent.on('error', reject);
    sent.end(body);
  });

/** The CORS rule, checked for every request of any test. */
const isOpen = (path: string): boolean =>
  /^\/(api\/|mcp(\/|\?|$)|(openapi\.json|llms\.txt|changelog\.(json|atom)|oauth\/(token|register|revoke|jwks))(\?|$)|\.well-known\/)/.test(
    path,
  );

/** Repeated headers of an answer, which clients join, drop or refuse; the server writes headers as given. Cookies are one header each. */
function namedTwice(raw: readonly string[]): string[] {
  const names = raw.filter((_, i) => i % 2 === 0).map((name) => name.toLowerCase());
  return names.filter((name, i) => name !== 'set-cookie' && names.indexOf(name) < i);
}

/** Sends bytes and returns everything received until the connection closes. */
export const exchange = (port: number, ...packets: (string | Uint8Array)[]): Promise<string> =>
  new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1');
    let text = '';
    socket.setEncoding('latin1');
    socket.on('data', (chunk) => {
      text += chunk;
    });
    socket.on('error', reject);
    socket.on('close', () => resolve(text));
    for (const packet of packets) socket.write(packet);
  });

interface Envelope {
  success: boolean;
  error: { code: string; message: string; details?: { in: string; name: string; problem: string }[] };
  meta: { requestId: string };
}

/** Asserts the error envelope without internals, and returns its error. */
export function refusal(answered: Answered, where: string): Envelope['error'] {
  const { headers, text } = answered;
  assert.equal(headers['content-type'], 'application/json; charset=utf-8', where);
  const { success, error, meta } = JSON.parse(text) as Envelope;
  assert.equal(success, false, where);
  assert.match(error.code, /^[A-Z_]+$/, where);
  assert.match(error.message, /^[A-Z].*[.?!]$/s, where);
  assert.equal(meta.requestId, headers['x-request-id'], where);
  assert.equal(headers['x-content-type-options'], 'nosniff', where);
  assert.equal(headers['cache-control'], 'no-store', where);
  assert.doesNotMatch(text, /node_modules|node:internal|\.ts:\d|\n\s+at /, where);
  return error;
}
