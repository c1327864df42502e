/** Pages of the demo's own payment provider, shown by the service itself: readers reach its port and no other. */
import { type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { ForeignHandler } from '#transports/http/router.ts';

/** Its interface is for programs of this machine. */
const SHOWN = /^\/(?:style\.css|c\/pay\/[A-Za-z0-9_]{1,100}|p\/session\/[A-Za-z0-9_]{1,100})$/;
const ANSWER_MS = 10_000;
const PASSED_ON = ['content-type', 'location', 'cache-control', 'content-security-policy'];

export const paymentPages =
  (address: string): ForeignHandler =>
  (raw: IncomingMessage, response: ServerResponse) => {
    const pathname = URL.parse(raw.url ?? '/', address)?.pathname ?? '';
    if (!SHOWN.test(pathname) || !['GET', 'HEAD', 'POST'].includes(raw.method ?? '')) {
      response.writeHead(404, { 'content-type': 'text/plain' }).end('Not Found');
      return;
    }
    const headers = { 'content-type': raw.headers['content-type'] ?? 'text/plain' };
    const asked = request(new URL(pathname, address), { method: raw.method, headers, timeout: ANSWER_MS }, (answer) => {
      const told = PASSED_ON.flatMap((name) =>
        answer.headers[name] === undefined ? [] : [[name, answer.headers[name]]],
      );
      response.writeHead(answer.statusCode ?? 502, { ...Object.fromEntries(told), 'x-robots-tag': 'noindex' });
      answer.pipe(response);
    });
    asked.on('timeout', () => asked.destroy());
    asked.on('error', () => {
      if (!response.headersSent) response.writeHead(502, { 'content-type': 'text/plain' });
      response.end('Bad Gateway');
    });
    raw.pipe(asked);
  };
