/** A payment provider on this machine that speaks the used part of Stripe's interface, with its pages and its events: for tests and the demo. */

import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type Stripe from 'stripe';
import { readBody } from '#demo-country/answer.ts';
import { resetConnection } from '#lib/values/reset-connection.ts';
import { api, readForm, textIn } from './api.ts';
import { type Book, book, emptyPages, type Pages } from './book.ts';
import { newId, Refusal } from './objects.ts';
import { checkoutPage, portalPage, STYLE } from './pages.ts';
import { type WebhookFaults, webhooks } from './webhooks.ts';

const BODY_BYTES_MAX = 100_000;

/** What goes wrong with the interface, each for so many requests. */
interface ApiFaults {
  /** The connection is reset, and nothing was done. */
  down: number;
  /** Status 500, and nothing was done. */
  broken: number;
  /** It is done, and the connection is reset before the answer. */
  lost: number;
  /** The answer takes so long. */
  slowMs: number;
}

interface StandInOptions {
  secretKey: string;
  webhookSecret: string;
  port?: number;
  /** Where its pages are found on the host that a customer came from; left out, on this server. */
  pagesAt?: string;
  /** What was written down before. */
  pages?: Pages | null;
  /** Something changed: the time to write it down. */
  changed?(pages: Pages): void;
}

export interface StandIn {
  address: string;
  book: Book;
  faults: ApiFaults;
  webhookFaults: WebhookFaults;
  webhooks: ReturnType<typeof webhooks>;
  /** What was asked of the interface: `POST /v1/customers`. */
  requests: { line: string; headers: IncomingMessage['headers'] }[];
  close(): Promise<void>;
}

export async function standIn(options: StandInOptions): Promise<StandIn> {
  const { secretKey, webhookSecret, changed = () => {} } = options;
  const pages = options.pages ?? emptyPages();
  const now = (): number => Math.floor(Date.now() / 1000);
  const faults: ApiFaults = { down: 0, broken: 0, lost: 0, slowMs: 0 };
  const sender = webhooks({
    secret: webhookSecret,
    now,
    delivered(id) {
      pages.events = pages.events.filter((event) => event.id !== id);
      changed(pages);
    },
  });
  const told = (event: Stripe.Event): void => {
    pages.events.push(event);
    changed(pages);
    sender.send(event);
  };
  const own = book({ pages, now, told });
  const requests: StandIn['requests'] = [];
  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy());
  });
  server.listen(options.port ?? 0, '127.0.0.1');
  await once(server, 'listening');
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const pageFor = (from: string, path: string): string =>
    options.pagesAt !== undefined && URL.canParse(from)
      ? `${new URL(from).origin}${options.pagesAt}${path}`
      : `${address}${path}`;
  const ask = api({ book: own, now, pageFor });
  const oncePerName = namedRequests();
  for (const event of pages.events) sender.send(event);

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', address);
    const body = await readBody(request, BODY_BYTES_MAX);
    if (!url.pathname.startsWith('/v1/')) return showPage(url, body, request, response);
    requests.push({ line: `${request.method} ${url.pathname}`, headers: request.headers });
    if (faults.slowMs > 0) await sleep(faults.slowMs, undefined, { ref: false });
    if (faults.down > 0 && faults.down--) return void resetConnection(request.socket);
    const { status, text, isReplay } = answered(request, url, body);
    if (faults.lost > 0 && faults.lost--) return void resetConnection(request.socket);
    response.writeHead(status, {
      'content-type': 'application/json',
      'request-id': newId('req', 14),
      ...(isReplay && { 'idempotent-replayed': 'true' }),
    });
    response.end(text);
  }

  function answered(
    request: IncomingMessage,
    url: URL,
    body: string,
  ): { status: number; text: string; isReplay: boolean } {
    try {
      if (faults.broken > 0 && faults.broken--)
        throw new Refusal(500, 'An unknown error occurred', { type: 'api_error' });
      if (request.headers.authorization !== `Bearer ${secretKey}`)
        throw new Refusal(401, 'Invalid API Key provided: sk_test_********');
      const name = (request.method === 'POST' && (request.headers['idempotency-key'] as string)) || null;
      const asked = {
        method: request.method ?? 'GET',
        path: url.pathname,
        query: url.searchParams,
        sent: readForm(body),
      };
      const made = oncePerName(name, `${asked.method} ${asked.path} ${body}`, () => ({
        status: 200,
        body: JSON.stringify(ask(asked)),
      }));
      changed(pages);
      return { status: made.status, text: made.body, isReplay: made.isReplay };
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      return { status: error.status, text: JSON.stringify(error.body), isReplay: false };
    }
  }

  function showPage(url: URL, body: string, request: IncomingMessage, response: ServerResponse): void {
    const chosen = request.method === 'POST' ? (textIn(readForm(body), 'card') ?? '') : null;
    try {
      const shown = pageAt(own, url.pathname, chosen);
      changed(pages);
      if ('to' in shown) response.writeHead(303, { location: shown.to }).end();
      else
        response
          .writeHead(200, {
            'content-type': `${shown.type}; charset=utf-8`,
            'cache-control': 'no-store',
            'content-security-policy': "default-src 'none'; style-src 'self'",
          })
          .end(shown.text);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      response.writeHead(error.status, { 'content-type': 'text/plain' }).end(error.message);
    }
  }

  return {
    address,
    book: own,
    faults,
    webhookFaults: sender.faults,
    webhooks: sender,
    requests,
    async close() {
      await sender.close();
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

type Shown = { to: string } | { type: string; text: string };
const html = (text: string): Shown => ({ type: 'text/html', text });

/** `chosen`: the button that was pressed; null where the page is only looked at. */
function pageAt(own: Book, path: string, chosen: string | null): Shown {
  if (path === '/style.css') return { type: 'text/css', text: STYLE };
  const [, kind, id = ''] = /^\/(c\/pay|p\/session)\/([A-Za-z0-9_]{1,100})$/.exec(path) ?? [];
  if (kind === 'c/pay') return checkoutAt(own, id, chosen);
  const portal = own.pages.portals[id];
  if (kind !== 'p/session' || !portal) throw new Refusal(404, 'Not Found');
  return portalAt(own, portal, chosen);
}

function checkoutAt(own: Book, id: string, chosen: string | null): Shown {
  const session = own.session(id);
  if (session.status !== 'open' || chosen === null || chosen === 'declined' || chosen === 'action')
    return html(checkoutPage(session, chosen === 'declined' || chosen === 'action' ? chosen : 'first'));
  if (chosen === 'closes') return { to: session.cancel_url ?? session.success_url ?? '/' };
  own.complete(id, true);
  return { to: (session.success_url ?? '/').replace('{CHECKOUT_SESSION_ID}', id) };
}

function portalAt(own: Book, portal: Stripe.BillingPortal.Session, chosen: string | null): Shown {
  const current = (): Stripe.Subscription | null =>
    own
      .subscriptionsOf(portal.customer)
      .find(({ status }) => status !== 'canceled' && status !== 'incomplete_expired') ?? null;
  const one = current();
  if (one && chosen === 'cancel') own.cancelAtPeriodEnd(one.id, true);
  if (one && chosen === 'resume') own.cancelAtPeriodEnd(one.id, false);
  if (one && chosen === 'works') own.card(portal.customer, true);
  if (one && chosen === 'fails') own.card(portal.customer, false);
  if (one && (chosen === 'renew' || chosen === 'fails')) own.renew(one.id);
  return html(portalPage(portal, current()));
}

interface Answered {
  status: number;
  body: string;
  /** It was answered before. */
  isReplay: boolean;
}

/** The provider keeps them for a day at least. */
const NAMES_MAX = 10_000;

function namedRequests() {
  const known = new Map<string, { asked: string; answer: Omit<Answered, 'isReplay'> }>();
  return (name: string | null, request: string, answer: () => Omit<Answered, 'isReplay'>): Answered => {
    if (name === null) return { ...answer(), isReplay: false };
    const asked = createHash('sha256').update(request).digest('hex');
    const before = known.get(name);
    if (before && before.asked !== asked)
      throw new Refusal(
        400,
        `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${name}' if you meant to execute a different request.`,
        { type: 'idempotency_error' },
      );
    if (before) return { ...before.answer, isReplay: true };
    const made = answer();
    // What was refused before anything was done may be asked again.
    if (made.status < 400) known.set(name, { asked, answer: made });
    if (known.size > NAMES_MAX) known.delete(known.keys().next().value ?? '');
    return { ...made, isReplay: false };
  };
}
