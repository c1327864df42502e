/** The demo's own payment provider on the loopback. Purchases are stored in the data folder. */
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { type IncomingMessage, request, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import type { LedgerData } from '#demo-country/billing/ledger.ts';
import { standIn } from '#demo-country/billing/stand-in.ts';
import { ownAddress } from '#lib/values/own-address.ts';
import { standInSettings } from '#platform/billing/settings.ts';
import { DEMO_PAYMENTS, WEBHOOK_PATH } from '#server/compose/billing.ts';
import type { Config } from '#server/config/config.ts';
import type { DemoPaymentProvider } from '#server/demo-port.ts';
import { CannotStart } from '#server/start-error.ts';
import type { ForeignHandler } from '#transports/http/router.ts';

const FILE = 'demo-payments.json';
/** One click changes several records. */
const WRITE_MS = 200;

export async function playPayments(
  { dataFolder, host, proPrice }: Config,
  secret: string,
): Promise<DemoPaymentProvider> {
  const file = join(dataFolder, FILE);
  const storage = storageIn(file);
  // The secrets do not depend on the address.
  const { secretKey, webhookSecret } = standInSettings('', secret, proPrice);
  const own = await standIn({
    secretKey,
    webhookSecret,
    pagesAt: DEMO_PAYMENTS,
    onChange: storage.onChange,
    data: existsSync(file) ? readLedger(file) : null,
  });
  return {
    address: own.address,
    deliverTo: (port) => own.webhooks.deliverTo(`${ownAddress({ host, port })}${WEBHOOK_PATH}`),
    async close() {
      await own.close();
      storage.flush();
    },
  };
}

function readLedger(file: string): LedgerData {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as LedgerData;
  } catch (error) {
    throw new CannotStart(
      `${file} cannot be read (${(error as Error).message}): delete it, and the demo forgets what was bought.`,
    );
  }
}

function storageIn(file: string) {
  let pending: { timer: NodeJS.Timeout; data: LedgerData } | null = null;
  const flush = (): void => {
    if (pending === null) return;
    clearTimeout(pending.timer);
    writeFileSync(`${file}.new`, JSON.stringify(pending.data), { mode: 0o600 });
    renameSync(`${file}.new`, file);
    pending = null;
  };
  return {
    flush,
    onChange(data: LedgerData): void {
      pending ??= { timer: setTimeout(flush, WRITE_MS), data };
    },
  };
}

/** The pages; the API stays on the loopback. */
const PAGES = /^\/(?:style\.css|c\/pay\/[A-Za-z0-9_]{1,100}|p\/session\/[A-Za-z0-9_]{1,100})$/;
const ANSWER_MS = 10_000;
const FORWARDED = ['content-type', 'location', 'cache-control', 'content-security-policy'];

export const paymentPages =
  (address: string): ForeignHandler =>
  (raw: IncomingMessage, response: ServerResponse) => {
    const pathname = URL.parse(raw.url ?? '/', address)?.pathname ?? '';
    if (!PAGES.test(pathname) || !['GET', 'HEAD', 'POST'].includes(raw.method ?? '')) {
      response.writeHead(404, { 'content-type': 'text/plain' }).end('Not Found');
      return;
    }
    const headers = { 'content-type': raw.headers['content-type'] ?? 'text/plain' };
    const upstream = request(
      new URL(pathname, address),
      { method: raw.method, headers, timeout: ANSWER_MS },
      (answer) => {
        const forwarded = FORWARDED.flatMap((name) =>
          answer.headers[name] === undefined ? [] : [[name, answer.headers[name]]],
        );
        response.writeHead(answer.statusCode ?? 502, { ...Object.fromEntries(forwarded), 'x-robots-tag': 'noindex' });
        answer.pipe(response);
      },
    );
    upstream.on('timeout', () => upstream.destroy());
    upstream.on('error', () => {
      if (!response.headersSent) response.writeHead(502, { 'content-type': 'text/plain' });
      response.end('Bad Gateway');
    });
    raw.pipe(upstream);
  };
