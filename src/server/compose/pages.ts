/** What is served beside the operations: documentation, discovery, the start page, and probes for whoever runs the service. */

import type { Operation } from '#api/endpoint.ts';
import { documentedOperation } from '#api/operation-examples.ts';
import type { Pipeline } from '#api/pipeline.ts';
import type { HiddenPersons } from '#lib/redaction/hidden-persons.ts';
import { VERSION } from '#lib/version.ts';
import type { BrowserSessions } from '#platform/accounts/sessions.ts';
import { paymentInfo, paymentList } from '#platform/payments/discovery.ts';
import type { Config } from '#server/config/config.ts';
import type { AddressOf } from '#transports/http/client-address.ts';
import { originOf } from '#transports/http/origin.ts';
import { addProbes } from '#transports/http/probes.ts';
import type { Router } from '#transports/http/router.ts';
import type { Handler } from '#transports/http/server.ts';
import { addAssets } from '#transports/web/assets/assets.ts';
import { docsRoutes } from '#transports/web/docs/routes.ts';
import { freeSession } from '#transports/web/free-session.ts';
import { addIcon } from '#transports/web/icon.ts';
import type { Outbox } from '#transports/web/pages/demo/outbox.ts';
import { addOutboxLetter } from '#transports/web/pages/demo/outbox-letter.ts';
import { addFormerReceiptsPage } from '#transports/web/pages/receipts/receipts.ts';
import { admitted } from '#transports/web/routing/admission.ts';
import type { Page } from '#transports/web/routing/page.ts';
import { addPages as addWebPages } from '#transports/web/routing/routes.ts';
import type { Declared } from './domain.ts';
import type { InstallationProfile } from './examples.ts';
import { minutely } from './web-pages.ts';

export interface PagesNeeds {
  config: Pick<Config, 'publicUrl'> & Partial<Pick<Config, 'seller' | 'contact'>>;
  operations: readonly Operation[];
  /** Of the web app. */
  pages: readonly Page[];
  /** Of a demo. */
  outbox: Outbox | null;
  profile: InstallationProfile;
  sessions: BrowserSessions;
  hidden(): HiddenPersons;
  pipeline: Pipeline;
  declared: Declared;
  addressOf: AddressOf;
  report(error: unknown, requestId: string): void;
  /** Whether a generation can be served; with every part that it is to have, where `whole` is asked for. */
  ready(whole: boolean): Promise<boolean>;
}

export function addPages(router: Router<Handler>, needs: PagesNeeds): void {
  const { operations, profile, sessions } = needs;
  const { publicUrl, seller = null, contact = null } = needs.config;
  docsRoutes(router, operations, {
    version: VERSION,
    publicUrl: publicUrl ?? '/',
    contact,
    limits: { pro: minutely('pro'), address: minutely('address'), browser: minutely('browser') },
    demo: profile.demo,
    hidden: needs.hidden,
    session: (request) => freeSession(request, { sessions, publicUrl }),
    admit: (request, language) => admitted(request, language, { ...needs, publicUrl }),
    ...(seller && { paymentInfo: paymentInfo(seller.prices) }),
  });
  const shown = (): Operation[] => operations.map((operation) => documentedOperation(operation, needs.hidden()));
  if (seller) addPaymentList(router, shown, publicUrl);
  addIcon(router);
  addAssets(router);
  addWebPages(router, needs.pages, {
    pipeline: needs.pipeline,
    declared: needs.declared,
    addressOf: needs.addressOf,
    sessions,
    publicUrl,
    isDemo: profile.demo !== null,
    report: needs.report,
  });
  addFormerReceiptsPage(router);
  if (needs.outbox) addOutboxLetter(router, needs.outbox);
  addProbes(router, needs.ready);
}

/** For programs that look for something to buy. */
function addPaymentList(router: Router<Handler>, operations: () => Operation[], publicUrl: string | null): void {
  router.add('GET', '/.well-known/x402', (request) => ({
    status: 200,
    headers: { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'public, max-age=3600' },
    body: JSON.stringify(paymentList(operations(), publicUrl ?? originOf(request))),
  }));
}
