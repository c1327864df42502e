/** The live side of the simulated country: one loopback server that answers as the tax authority, the bank, the open-data portal and the procurement system do. */
import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Day } from '#lib/values/date.ts';
import { resetConnection } from '#lib/values/reset-connection.ts';
import { type Answer, html, plain, readBody } from './answer.ts';
import type { SimulatedCountry } from './country.ts';
import { dayNumber } from './days.ts';
import { createFileLinks } from './documents/file-links.ts';
import { answerTrust, isTrustPath } from './documents/signatures/trusted-list.ts';
import {
  controlFaults,
  createFaults,
  distortRequest,
  disturb,
  type Fault,
  type Faults,
  type Interface,
  interfaces,
  rejectionPage,
} from './faults.ts';
import { answerPress, PRESS_PAGE } from './press.ts';
import { answerProcurement, CAPS, type Caps, PROCUREMENT_PATH } from './procurement/serve.ts';
import { answerRates } from './rates.ts';
import { answerBalance, answerCompanies } from './serve-anaf.ts';
import { answerCatalogue } from './serve-ckan.ts';
import { answerTreasury } from './treasury.ts';

/** A hundred fiscal codes take 4 KB. */
const BODY_BYTES_MAX = 65_536;

interface CountryServerOptions {
  /** The published folder that the portal serves. */
  folder: string;
  port: number;
  host: string;
  today: () => Day;
  /** The tax authority rejects requests at shorter intervals; 0: no limit. */
  strictIntervalMs?: number;
  /** Most rows of the procurement lists. */
  caps?: Caps;
}

export interface CountryServer {
  /** `http://127.0.0.1:4100` */
  address: string;
  faults: Faults;
  /** Requests to each interface. */
  requests: Record<Interface, number>;
  close(): Promise<void>;
}

export async function serveCountry(country: SimulatedCountry, options: CountryServerOptions): Promise<CountryServer> {
  const faults = createFaults();
  const requests = Object.fromEntries(interfaces.map((name) => [name, 0])) as Record<Interface, number>;
  const fileLinks = createFileLinks();
  const isTooSoon = paceLimit(options.strictIntervalMs ?? 0);
  const server = createServer((request, response) => {
    handle(request, response).catch((error: Error) => send(response, plain(error.message, 500), null));
  });
  server.listen(options.port, options.host);
  await once(server, 'listening');
  const address = `http://${options.host}:${(server.address() as AddressInfo).port}`;

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', address);
    const body = await readBody(request, BODY_BYTES_MAX);
    if (url.pathname.startsWith('/_faults')) {
      return send(response, controlFaults(faults, request.method ?? 'GET', url.pathname, body), null);
    }
    const on = interfaceOf(url.pathname);
    if (!on) return send(response, url.pathname === '/' ? homePage() : plain('Not Found', 404), null);
    requests[on] += 1;
    const fault = faults.next(on);
    if (fault?.delayMs) await faults.wait(on, fault.delayMs);
    if (fault?.kind === 'cookieLost') fileLinks.forgetSessions();
    if (fault?.kind === 'linksEnded') fileLinks.endLinks();
    const answer = isTooSoon(on) ? rejectionPage() : await answerAs(on, request, url, distortRequest(body, fault));
    return send(response, fault ? disturb(answer, fault) : answer, fault);
  }

  async function answerAs(on: Interface, request: IncomingMessage, url: URL, body: string): Promise<Answer> {
    const today = options.today();
    if (on === 'sicap') return serveProcurement(request, url, body, today);
    const method = on === 'anaf' ? 'POST' : 'GET';
    if (request.method !== method) return plain(`Request method '${request.method}' is not supported`, 405);
    if (on === 'anaf') return answerCompanies(country, body, today);
    if (on === 'bilant') return answerBalance(country, url.searchParams, request.headers['user-agent'] ?? '', today);
    if (on === 'press') return answerPress(url.pathname, today);
    // Signatures are judged for the real time, whatever day the country has.
    if (on === 'trust')
      return answerTrust(url.pathname, Math.max(dayNumber(today), Math.floor(Date.now() / 86_400_000)));
    if (on === 'treasury') return answerTreasury(url.pathname, url.host);
    if (on === 'bnr') return answerRates(country, url.pathname, today);
    return answerCatalogue({ folder: options.folder, address, today }, decodeURI(url.pathname), url.searchParams);
  }

  async function serveProcurement(
    { method = 'GET', headers }: IncomingMessage,
    url: URL,
    body: string,
    today: Day,
  ): Promise<Answer> {
    const system = country.procurement();
    if (!system) return plain('Not Found', 404);
    const siteRequest = { method, path: url.pathname, query: url.searchParams, body, headers, address };
    return answerProcurement(system, siteRequest, today, { caps: options.caps ?? CAPS, fileLinks });
  }

  async function close(): Promise<void> {
    server.close();
    server.closeAllConnections();
    await once(server, 'close');
  }

  return { address, faults, requests, close };
}

function interfaceOf(path: string): Interface | null {
  if (path === '/api/PlatitorTvaRest/v9/tva') return 'anaf';
  if (path === '/bilant') return 'bilant';
  if (path.startsWith(PROCUREMENT_PATH)) return 'sicap';
  if (path === PRESS_PAGE || path.startsWith('/static/3/')) return 'press';
  if (path.startsWith('/static/10/')) return 'treasury';
  if (path.startsWith('/nbrfxrates') || path.startsWith('/files/xml/')) return 'bnr';
  if (isTrustPath(path)) return 'trust';
  if (path.startsWith('/api/3/action/') || path.startsWith('/dataset/')) return 'ckan';
  return null;
}

const homePage = (): Answer => html('<!doctype html><html lang="ro"><body><h1>Țara demonstrativă</h1></body></html>');

/** Whether a request to the tax authority follows the previous one too soon. */
function paceLimit(intervalMs: number): (on: Interface) => boolean {
  const lastAt = new Map<Interface, number>();
  return (on) => {
    const before = lastAt.get(on) ?? Number.NEGATIVE_INFINITY;
    lastAt.set(on, performance.now());
    return (on === 'anaf' || on === 'bilant') && performance.now() - before < intervalMs;
  };
}

/** A null answer resets the connection. A truncated file ends before its content length. */
function send(response: ServerResponse, answer: Answer | null, fault: Fault | null): void {
  if (!answer) {
    if (response.socket) resetConnection(response.socket);
    return;
  }
  if (Buffer.isBuffer(answer.body) && answer.cutAt !== undefined) {
    response.writeHead(answer.status, { ...answer.headers, 'content-length': answer.body.length });
    response.write(answer.body.subarray(0, answer.cutAt), () => response.destroy());
    return;
  }
  if (Buffer.isBuffer(answer.body)) {
    response.writeHead(answer.status, { ...answer.headers, 'content-length': answer.body.length }).end(answer.body);
    return;
  }
  const { path, sizeBytes } = answer.body;
  response.writeHead(answer.status, { ...answer.headers, 'content-length': sizeBytes });
  const cut = fault?.kind === 'truncated';
  const file = createReadStream(path, cut ? { end: Math.max(0, Math.floor(sizeBytes / 2) - 1) } : {});
  file.on('error', () => response.destroy());
  file.on('end', () => (cut ? response.destroy() : response.end()));
  response.on('close', () => file.destroy());
  file.pipe(response, { end: false });
}
