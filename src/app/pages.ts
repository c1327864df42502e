/** What is served beside the operations: documentation, discovery, the start page, and probes for whoever runs the service. */
import type { BrowserSessions } from '#accounts/sessions.ts';
import type { HiddenPersons } from '#base/hidden-persons.ts';
import type { Config } from '#config';
import { docsRoutes } from '#docs/routes.ts';
import type { AddressOf } from '#http/client-address.ts';
import { originOf } from '#http/origin.ts';
import { addProbes } from '#http/probes.ts';
import type { Router } from '#http/router.ts';
import type { Handler } from '#http/server.ts';
import type { Operation } from '#operations/endpoint.ts';
import type { Kernel } from '#operations/kernel.ts';
import { shownOperation } from '#operations/shown-examples.ts';
import { paymentInfo, paymentList } from '#payments/discovery.ts';
import { VERSION } from '#version';
import { addAssets } from '#web/assets/assets.ts';
import { admitted } from '#web/door/admitted.ts';
import type { Page } from '#web/door/page.ts';
import { addPages as addWebPages } from '#web/door/routes.ts';
import { freeSession } from '#web/free-session.ts';
import { addIcon } from '#web/icon.ts';
import type { Outbox } from '#web/pages/demo/outbox.ts';
import { addOutboxLetter } from '#web/pages/demo/outbox-letter.ts';
import { addFormerReceiptsPage } from '#web/pages/receipts/receipts.ts';
import type { Face } from './examples.ts';
import type { Declared } from './slices.ts';
import { minutely } from './web-pages.ts';

export interface PagesNeeds {
  config: Pick<Config, 'publicUrl'> & Partial<Pick<Config, 'seller' | 'contact'>>;
  operations: readonly Operation[];
  /** Of the web app. */
  pages: readonly Page[];
  /** Of a demo. */
  outbox: Outbox | null;
  face: Face;
  sessions: BrowserSessions;
  hidden(): HiddenPersons;
  kernel: Kernel;
  declared: Declared;
  addressOf: AddressOf;
  report(error: unknown, requestId: string): void;
  /** Whether a generation can be served; with every part that it is to have, where `whole` is asked for. */
  ready(whole: boolean): Promise<boolean>;
}

export function addPages(router: Router<Handler>, needs: PagesNeeds): void {
  const { operations, face, sessions } = needs;
  const { publicUrl, seller = null, contact = null } = needs.config;
  docsRoutes(router, operations, {
    version: VERSION,
    publicUrl: publicUrl ?? '/',
    contact,
    limits: { pro: minutely('pro'), address: minutely('address'), browser: minutely('browser') },
    demo: face.demo,
    hidden: needs.hidden,
    session: (request) => freeSession(request, { sessions, publicUrl }),
    admit: (request, language) => admitted(request, language, { ...needs, publicUrl }),
    ...(seller && { paymentInfo: paymentInfo(seller.prices) }),
  });
  const shown = (): Operation[] => operations.map((operation) => shownOperation(operation, needs.hidden()));
  if (seller) addPaymentList(router, shown, publicUrl);
  addIcon(router);
  addAssets(router);
  addWebPages(router, needs.pages, {
    kernel: needs.kernel,
    declared: needs.declared,
    addressOf: needs.addressOf,
    sessions,
    publicUrl,
    isDemo: face.demo !== null,
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
