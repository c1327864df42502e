/** Pages, documentation, discovery files, assets and health probes. */

import type { Operation } from '#api/endpoint.ts';
import { documentedOperation } from '#api/operation-examples.ts';
import type { Checks } from '#domain/bulk-checks/checks.ts';
import type { ReceiptKeys } from '#domain/receipts/receipt-keys.ts';
import { VERSION } from '#lib/version.ts';
import { knownBrowsers } from '#platform/accounts/sign-in-attempts.ts';
import { outboxEmail, outboxEmails } from '#platform/mail/report-table.ts';
import { paymentInfo, paymentList } from '#platform/payments/discovery.ts';
import { dollars } from '#platform/payments/prices.ts';
import { originOf } from '#transports/http/client-address.ts';
import { addProbes } from '#transports/http/monitoring-routes.ts';
import type { Handler } from '#transports/http/reply.ts';
import type { Router } from '#transports/http/router.ts';
import { dataTools } from '#transports/mcp/tools/tools.ts';
import { addAssets, addIcon } from '#transports/web/assets/assets.ts';
import { docsRoutes } from '#transports/web/docs/routes.ts';
import { addOutboxEmail, type Outbox } from '#transports/web/pages/outbox.ts';
import { pagesOf } from '#transports/web/pages/pages.ts';
import { priceOf, type Terms } from '#transports/web/pages/pricing.ts';
import { addFormerReceiptsPage } from '#transports/web/pages/receipts.ts';
import type { RoutedPage } from '#transports/web/routing/page.ts';
import { addPages, admitPage, freeSessionHeaders } from '#transports/web/routing/routes.ts';
import { AGENTS_DATA_PATH, AGENTS_PATH } from './agents.ts';
import type { AppContext } from './context.ts';
import type { Declared } from './domain.ts';
import type { ExplainedPipeline } from './pipeline.ts';
import { minutely, type Platform } from './platform.ts';

/** The pages of the web application. */
export function openPages(context: AppContext, platform: Platform, checks: Checks): RoutedPage[] {
  const { config, profile } = context;
  const { accounts, authorization, billing, planOf } = platform;
  const { contact = null } = config;
  return pagesOf({
    verdicts: profile.demo?.verdicts ?? [],
    readerRequests: platform.readerRequests,
    checks,
    accounts: {
      ...platform.keyPages,
      auth: accounts.auth,
      own: accounts.own,
      subscription: { planOf, billing, settings: context.billing?.settings ?? null, priceOf, contact },
      approvals: platform.approvals,
      apps: authorization.apps,
      requests: authorization.requests,
      contact,
      publicUrl: config.publicUrl,
      isDemo: profile.demo !== null,
    },
    agents: { paths: { whole: AGENTS_PATH, data: AGENTS_DATA_PATH }, tools: dataTools },
    outbox: outboxOf(context),
    terms: termsOf(context),
  });
}

/** The demo's outbox shows queued emails; null where emails are sent, or none are written. */
function outboxOf({ config, store: { state } }: AppContext): Outbox | null {
  if (config.mail?.by !== 'outbox') return null;
  return { emails: (most) => outboxEmails(state, most), email: (id) => outboxEmail(state, id) };
}

/** The terms on the page of prices, from the settings and the limits in force. */
function termsOf({ config, profile, billing }: AppContext): Terms {
  const { seller = null, contact = null, browserDayMax = null, proPrice = null } = config;
  return {
    proPrice: billing?.settings.price ?? proPrice,
    isSold: billing !== null,
    perRequest: seller && {
      reference: dollars(seller.prices.reference),
      list: dollars(seller.prices.list),
      record: dollars(seller.prices.record),
      document: dollars(seller.prices.document),
    },
    isPlayMoney: seller?.networks.every(({ test }) => test) ?? false,
    limits: {
      browser: minutely('browser'),
      pro: minutely('pro'),
      address: minutely('address'),
      payer: minutely('payer'),
    },
    browserDayMax,
    contact,
    demoKey: profile.demo?.key ?? null,
  };
}

export interface WebRoutesParts {
  operations: readonly Operation[];
  declared: Declared;
  pipeline: ExplainedPipeline;
  pages: readonly RoutedPage[];
  /** Whether a generation can be served, with all of its parts where `whole` is true. */
  ready(whole: boolean): Promise<boolean>;
}

export function addWeb(
  router: Router<Handler>,
  context: AppContext,
  { sessions }: Platform['access'],
  { operations, declared, pipeline, pages, ready }: WebRoutesParts,
): void {
  const { profile, hidden, addressOf, log } = context;
  const { publicUrl, seller = null, contact = null } = context.config;
  docsRoutes(router, operations, {
    version: VERSION,
    publicUrl: publicUrl ?? '/',
    contact,
    limits: { pro: minutely('pro'), address: minutely('address'), browser: minutely('browser') },
    demo: profile.demo,
    hidden,
    session: (request) => freeSessionHeaders(request, { sessions, publicUrl }),
    admit: (request, language) => admitPage(request, language, { pipeline, addressOf, publicUrl }),
    ...(seller && { paymentInfo: paymentInfo(seller.prices) }),
  });
  const documented = (): Operation[] => operations.map((operation) => documentedOperation(operation, hidden()));
  if (seller) addPaymentList(router, documented, publicUrl);
  addIcon(router);
  addAssets(router);
  addPages(router, pages, {
    pipeline,
    declared,
    addressOf,
    sessions,
    known: knownBrowsers(context.secrets.sessionKey),
    publicUrl,
    isDemo: profile.demo !== null,
    report: log.error,
  });
  addFormerReceiptsPage(router);
  const outbox = outboxOf(context);
  if (outbox) addOutboxEmail(router, outbox);
  addProbes(router, ready);
}

/** The paid operations, for programs that discover them here. */
function addPaymentList(router: Router<Handler>, operations: () => Operation[], publicUrl: string | null): void {
  router.add('GET', '/.well-known/x402', (request) => ({
    status: 200,
    headers: { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'public, max-age=3600' },
    body: JSON.stringify(paymentList(operations(), publicUrl ?? originOf(request))),
  }));
}

/** Short: a receipt must be verifiable right after a rotation of the keys. */
const RECEIPT_KEYS_MAX_AGE_SECONDS = 300;

/** The public keys of receipts, earlier ones too. */
export function addReceiptKeys(router: Router<Handler>, keys: ReceiptKeys): void {
  router.add('GET', '/.well-known/receipt-keys.json', () => ({
    status: 200,
    headers: {
      'content-type': 'application/jwk-set+json',
      'cache-control': `public, max-age=${RECEIPT_KEYS_MAX_AGE_SECONDS}`,
    },
    body: JSON.stringify({ keys: keys.all() }),
  }));
}

/** Where to report a vulnerability of this installation (RFC 9116). */
const SECURITY_TXT = '/.well-known/security.txt';
const DAY_MS = 86_400_000;
/** RFC 9116 recommends less than a year. */
const EXPIRES_DAYS = 180;
const SECURITY_TXT_MAX_AGE_SECONDS = 86_400;

/** Without a contact there is no file. */
export function addSecurityTxt(router: Router<Handler>, contact: string | null, publicUrl: string | null): void {
  if (contact === null) return;
  router.add('GET', SECURITY_TXT, () => ({
    status: 200,
    headers: {
      'content-type': 'text/plain; charset=utf-8',
      'cache-control': `public, max-age=${SECURITY_TXT_MAX_AGE_SECONDS}`,
    },
    body: securityTxt(contact, publicUrl, Date.now()),
  }));
}

/** `Expires` counts from the beginning of the day, so that all answers of a day are equal. */
export function securityTxt(contact: string, publicUrl: string | null, now: number): string {
  const today = now - (now % DAY_MS);
  return [
    `Contact: ${contact}`,
    `Expires: ${new Date(today + EXPIRES_DAYS * DAY_MS).toISOString()}`,
    'Preferred-Languages: ro, en',
    // A web address in this field must be https (RFC 9116, section 2.5.2).
    ...(publicUrl?.startsWith('https://') ? [`Canonical: ${publicUrl}${SECURITY_TXT}`] : []),
    '',
  ].join('\n');
}
