/** The composition root: opens the modules one after another, and closes them in reverse order. */

import { cursors } from '#api/cursor.ts';
import { type Operation, operationsOf } from '#api/endpoint.ts';
import type { Pipeline } from '#api/pipeline.ts';
import { noBlobs } from '#domain/documents/blobs/blobs.ts';
import { receiptKeys } from '#domain/receipts/receipt-keys.ts';
import { redact } from '#lib/redaction/redact.ts';
import type { Mailer } from '#platform/mail/mailer.ts';
import { watchHiddenPersons } from '#platform/privacy/hidden-persons.ts';
import { addressReader } from '#transports/http/client-address.ts';
import type { AdmitUnrouted } from '#transports/http/connections.ts';
import type { Handler } from '#transports/http/reply.ts';
import type { Router } from '#transports/http/router.ts';
import type { Log, Observe } from '#transports/http/server.ts';
import { analyses } from './compose/analyses.ts';
import type { AppContext, AppOptions } from './compose/context.ts';
import { type Declared, openDomain } from './compose/domain.ts';
import { openObservability } from './compose/observability.ts';
import { openChecks, openPipeline } from './compose/pipeline.ts';
import { openPlatform } from './compose/platform.ts';
import { redactedLog } from './compose/redacted-log.ts';
import { openTransports } from './compose/transports.ts';

export interface App {
  pipeline: Pipeline;
  /** By operation id, for clients that know their types. */
  declared: Declared;
  operations: Operation[];
  mailer: Mailer;
  router: Router<Handler>;
  /** The log for the HTTP server of the router: without the names of hidden persons. */
  log: Log;
  /** Counts requests without a route. */
  unrouted: AdmitUnrouted;
  /** Sees every finished request. */
  observe: Observe;
  reportFull(limit: string): void;
  /** Flushes all buffers. Called after the HTTP server is closed, and before the store is. */
  close(): Promise<void>;
}

export async function app(options: AppOptions): Promise<App> {
  // Closes what is open when a later step fails.
  await using opening = new AsyncDisposableStack();
  const context = await openContext(options, opening);
  const declared = await openDomain(context, opening);
  const operations = operationsOf(declared);
  const observability = openObservability(context, operations, opening);
  const platform = await openPlatform(context, observability, opening);
  const pipeline = openPipeline(context, observability, platform);
  const checks = openChecks(context, pipeline, declared, opening);
  const router = openTransports(context, { operations, declared, platform, pipeline, checks, observability });
  const resources = opening.move();
  return {
    pipeline,
    declared,
    operations,
    mailer: platform.mailer,
    router,
    log: context.log,
    unrouted: (address, occasion) => pipeline.admit({ ...NO_CREDENTIALS, address }, occasion),
    observe: observability.observe,
    reportFull: observability.reportFull,
    close: () => resources.disposeAsync(),
  };
}

const NO_CREDENTIALS = {
  transport: 'api',
  key: null,
  session: null,
  token: null,
  payment: null,
  unreadable: null,
  isUnrouted: true,
} as const;

async function openContext(options: AppOptions, resources: AsyncDisposableStack): Promise<AppContext> {
  const { config, secrets, store, limits = null, attempts = limits } = options;
  const watch = await watchHiddenPersons(store.state, (error) => options.log.error(error, 'none'), store.changes);
  resources.defer(() => watch.stop());
  const log = redactedLog(options.log, watch.current);
  return {
    ...options,
    state: store.state,
    liveStore: store.live,
    documents: store.documents,
    secret: secrets.sessionKey,
    isDemo: config.country === 'demo',
    publicUrl: config.publicUrl,
    contact: config.contact ?? null,
    blobs: options.blobs ?? noBlobs,
    analyses: options.analyses ?? analyses,
    limits,
    attempts,
    standby: options.standby ?? null,
    billing: options.billing ?? null,
    log,
    cursors: cursors(secrets.cursorKey),
    receiptKeys: receiptKeys(options.secretsNow ?? (() => secrets)),
    addressOf: addressReader(config.trustedProxies),
    hidden: watch.current,
    redactHidden: (data) => {
      const { version, names } = watch.current();
      return version === '' ? data : redact(data, names);
    },
    report: (error) => log.error(error, 'none'),
  };
}
