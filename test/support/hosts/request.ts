/** One request of a caller to the front, from an address of its own: all of 127.0.0.0/8 is this machine. */
import { Agent, type IncomingHttpHeaders, request } from 'node:http';

/** The timeout of a request. */
const PATIENCE_MS = 30_000;

export interface Asked {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
}

const agents = new Map<string, Agent>();

/** Limits count callers by their address. */
export const asked = (
  origin: string,
  path: string,
  headers: Record<string, string>,
  from = '127.0.0.1',
  body?: string,
): Promise<Asked> =>
  new Promise((resolve, reject) => {
    const agent = agents.getOrInsertComputed(from, () => new Agent({ keepAlive: true, localAddress: from }));
    const method = body === undefined ? 'GET' : 'POST';
    const sent = request(origin + path, { agent, method, headers, timeout: PATIENCE_MS }, (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (chunk) => (text += chunk));
      response.on('error', reject);
      response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, text }));
    });
    sent.on('timeout', () => sent.destroy(new Error(`no answer in ${PATIENCE_MS} ms`)));
    sent.on('error', reject);
    sent.end(body);
  });

/** The form request of a browser. */
export const form = (origin: string, path: string, fields: Record<string, string>, cookie: string): Promise<Asked> =>
  asked(
    origin,
    path,
    {
      'content-type': 'application/x-www-form-urlencoded',
      origin,
      'sec-fetch-site': 'same-origin',
      accept: 'text/html',
      cookie,
    },
    '127.1.3.1',
    new URLSearchParams(fields).toString(),
  );
