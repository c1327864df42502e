/** The demo's own payment provider: on the loopback, with what was bought kept in the data folder, and cards that nobody has. */
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { type IncomingMessage, request, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import type { Pages } from '#demo-country/billing/book.ts';
import { standIn } from '#demo-country/billing/stand-in.ts';
import { ownAddress } from '#lib/values/own-address.ts';
import { standInSettings } from '#platform/billing/settings.ts';
import { DEMO_PAYMENTS, WEBHOOK_PATH } from '#server/compose/billing.ts';
import type { Config } from '#server/config/config.ts';
import type { DemoPaymentProvider } from '#server/demo-port.ts';
import { CannotStart } from '#server/start-error.ts';
import type { ForeignHandler } from '#transports/http/router.ts';

const FILE = 'demo-payments.json';
/** Several things happen with one click. */
const WRITE_MS = 200;

export async function playPayments(
  { dataFolder, host, proPrice }: Config,
  secret: string,
): Promise<DemoPaymentProvider> {
  const file = join(dataFolder, FILE);
  const kept = keeper(file);
  // Its address is of no matter to the secrets.
  const { secretKey, webhookSecret } = standInSettings('', secret, proPrice);
  const own = await standIn({
    secretKey,
    webhookSecret,
    pagesAt: DEMO_PAYMENTS,
    changed: kept.changed,
    pages: existsSync(file) ? readPages(file) : null,
  });
  return {
    address: own.address,
    deliverTo: (port) => own.webhooks.deliverTo(`${ownAddress({ host, port })}${WEBHOOK_PATH}`),
    async close() {
      await own.close();
      kept.flush();
    },
  };
}

function readPages(file: string): Pages {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Pages;
  } catch (error) {
    throw new CannotStart(
      `${file} cannot be read (${(error as Error).message}): delete it, and the demo forgets what was bought.`,
    );
  }
}

function keeper(file: string) {
  let waiting: { timer: NodeJS.Timeout; pages: Pages } | null = null;
  const flush = (): void => {
    if (waiting === null) return;
    clearTimeout(waiting.timer);
    writeFileSync(`${file}.new`, JSON.stringify(waiting.pages), { mode: 0o600 });
    renameSync(`${file}.new`, file);
    waiting = null;
  };
  return {
    flush,
    changed(pages: Pages): void {
      waiting ??= { timer: setTimeout(flush, WRITE_MS), pages };
    },
  };
}

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
