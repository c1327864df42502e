/** A payment provider on the loopback that speaks the used part of Stripe's API, with its pages and events: for tests and the demo. */

import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type Stripe from 'stripe';
import { readBody } from '#demo-country/answer.ts';
import { resetConnection } from '#lib/values/reset-connection.ts';
import { openApi, readForm, textIn } from './api.ts';
import { emptyLedger, type Ledger, type LedgerData, openLedger } from './ledger.ts';
import { newId, StripeFailure } from './objects.ts';
import { checkoutPage, portalPage, STYLE } from './pages.ts';
import { type WebhookFaults, webhooks } from './webhooks.ts';

const BODY_BYTES_MAX = 100_000;

/** Faults of the API; the counts are requests. */
interface ApiFaults {
  /** Resets the connection before the request is executed. */
  down: number;
  /** Answers 500 and executes nothing. */
  broken: number;
  /** Executes the request and resets the connection before the answer. */
  lost: number;
  /** Delays the answer. */
  slowMs: number;
}

interface StandInOptions {
  secretKey: string;
  webhookSecret: string;
  /** Path of the provider's pages on the host that the customer came from. Default: this server's own address. */
  pagesAt?: string;
  /** Stored before. */
  data?: LedgerData | null;
  onChange?(data: LedgerData): void;
}

export interface StandIn {
  address: string;
  ledger: Ledger;
  faults: ApiFaults;
  webhookFaults: WebhookFaults;
  webhooks: ReturnType<typeof webhooks>;
  /** Requests to the API: `POST /v1/customers`. */
  requests: { line: string; headers: IncomingMessage['headers'] }[];
  close(): Promise<void>;
}

export async function standIn(options: StandInOptions): Promise<StandIn> {
  const { secretKey, webhookSecret, onChange = () => {} } = options;
  const data = options.data ?? emptyLedger();
  const now = (): number => Math.floor(Date.now() / 1000);
  const faults: ApiFaults = { down: 0, broken: 0, lost: 0, slowMs: 0 };
  const sender = webhooks(webhookSecret, now, (id) => {
    data.events = data.events.filter((event) => event.id !== id);
    onChange(data);
  });
  const ledger = openLedger(data, now, (event) => {
    data.events.push(event);
    onChange(data);
    sender.send(event);
  });
  const requests: StandIn['requests'] = [];
  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const pageFor = (from: string, path: string): string =>
    options.pagesAt !== undefined && URL.canParse(from)
      ? `${new URL(from).origin}${options.pagesAt}${path}`
      : `${address}${path}`;
  const execute = openApi(ledger, now, pageFor);
  const idempotent = idempotentRequests();
  for (const event of data.events) sender.send(event);

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', address);
    const body = await readBody(request, BODY_BYTES_MAX);
    if (!url.pathname.startsWith('/v1/')) return servePage(url, body, request, response);
    requests.push({ line: `${request.method} ${url.pathname}`, headers: request.headers });
    if (faults.slowMs > 0) await sleep(faults.slowMs, undefined, { ref: false });
    if (faults.down > 0 && faults.down--) return void resetConnection(request.socket);
    const answer = answerApi(request, url, body);
    if (faults.lost > 0 && faults.lost--) return void resetConnection(request.socket);
    response.writeHead(answer.status, {
      'content-type': 'application/json',
      'request-id': newId('req', 14),
      ...(answer.isReplay && { 'idempotent-replayed': 'true' }),
    });
    response.end(answer.body);
  }

  function answerApi(request: IncomingMessage, url: URL, body: string): ApiAnswer {
    try {
      if (faults.broken > 0 && faults.broken--)
        throw new StripeFailure(500, 'An unknown error occurred', { type: 'api_error' });
      if (request.headers.authorization !== `Bearer ${secretKey}`)
        throw new StripeFailure(401, 'Invalid API Key provided: sk_test_********');
      const name = (request.method === 'POST' && (request.headers['idempotency-key'] as string)) || null;
      const { method = 'GET' } = request;
      const answer = idempotent(name, `${method} ${url.pathname} ${body}`, () =>
        JSON.stringify(execute({ method, path: url.pathname, query: url.searchParams, form: readForm(body) })),
      );
      onChange(data);
      return answer;
    } catch (error) {
      if (!(error instanceof StripeFailure)) throw error;
      return { status: error.status, body: JSON.stringify(error.body), isReplay: false };
    }
  }

  function servePage(url: URL, body: string, request: IncomingMessage, response: ServerResponse): void {
    const chosen = request.method === 'POST' ? (textIn(readForm(body), 'card') ?? '') : null;
    try {
      const page = pageAt(ledger, url.pathname, chosen);
      onChange(data);
      if ('to' in page) response.writeHead(303, { location: page.to }).end();
      else
        response
          .writeHead(200, {
            'content-type': `${page.type}; charset=utf-8`,
            'cache-control': 'no-store',
            'content-security-policy': "default-src 'none'; style-src 'self'",
          })
          .end(page.text);
    } catch (error) {
      if (!(error instanceof StripeFailure)) throw error;
      response.writeHead(error.status, { 'content-type': 'text/plain' }).end(error.message);
    }
  }

  return {
    address,
    ledger,
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

type Page = { to: string } | { type: string; text: string };
const html = (text: string): Page => ({ type: 'text/html', text });

/** `chosen`: the button that the reader pressed; null on GET. */
function pageAt(ledger: Ledger, path: string, chosen: string | null): Page {
  if (path === '/style.css') return { type: 'text/css', text: STYLE };
  const [, kind, id = ''] = /^\/(c\/pay|p\/session)\/([A-Za-z0-9_]{1,100})$/.exec(path) ?? [];
  if (kind === 'c/pay') return checkoutAt(ledger, id, chosen);
  const portal = ledger.data.portals[id];
  if (kind !== 'p/session' || !portal) throw new StripeFailure(404, 'Not Found');
  return portalAt(ledger, portal, chosen);
}

function checkoutAt(ledger: Ledger, id: string, chosen: string | null): Page {
  const session = ledger.session(id);
  if (session.status !== 'open' || chosen === null || chosen === 'declined' || chosen === 'action')
    return html(checkoutPage(session, chosen === 'declined' || chosen === 'action' ? chosen : 'first'));
  if (chosen === 'closes') return { to: session.cancel_url ?? session.success_url ?? '/' };
  ledger.complete(id, true);
  return { to: (session.success_url ?? '/').replace('{CHECKOUT_SESSION_ID}', id) };
}

function portalAt(ledger: Ledger, portal: Stripe.BillingPortal.Session, chosen: string | null): Page {
  const current = (): Stripe.Subscription | null =>
    ledger
      .subscriptionsOf(portal.customer)
      .find(({ status }) => status !== 'canceled' && status !== 'incomplete_expired') ?? null;
  const one = current();
  if (one && chosen === 'cancel') ledger.cancelAtPeriodEnd(one.id, true);
  if (one && chosen === 'resume') ledger.cancelAtPeriodEnd(one.id, false);
  if (one && chosen === 'works') ledger.replaceCard(portal.customer, true);
  if (one && chosen === 'fails') ledger.replaceCard(portal.customer, false);
  if (one && (chosen === 'renew' || chosen === 'fails')) ledger.renew(one.id);
  return html(portalPage(portal, current()));
}

interface ApiAnswer {
  status: number;
  body: string;
  isReplay: boolean;
}

/** Stripe stores idempotency keys for at least a day. */
const KEYS_MAX = 10_000;

/** Executes a request with a key once. A repetition gets the stored answer; another request under the key is an error. */
function idempotentRequests() {
  const answers = new Map<string, { digest: string; body: string }>();
  return (key: string | null, request: string, execute: () => string): ApiAnswer => {
    if (key === null) return { status: 200, body: execute(), isReplay: false };
    const digest = createHash('sha256').update(request).digest('hex');
    const stored = answers.get(key);
    if (stored && stored.digest !== digest)
      throw new StripeFailure(
        400,
        `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
        { type: 'idempotency_error' },
      );
    if (stored) return { status: 200, body: stored.body, isReplay: true };
    // A failure throws and is not stored: the client may repeat it.
    const body = execute();
    answers.set(key, { digest, body });
    if (answers.size > KEYS_MAX) answers.delete(answers.keys().next().value ?? '');
    return { status: 200, body, isReplay: false };
  };
}
