/** Counts every finished request: usage for its account, and metrics for the operator of the service. */

import type { Operation } from '#api/endpoint.ts';
import type { OperationOutcome } from '#api/request-context.ts';
import { sourceSamples } from '#data/live/source-sample-table.ts';
import { sourceStates } from '#data/live/source-state-table.ts';
import { leaderOf } from '#data/store/leader-table.ts';
import { documentFigures } from '#domain/documents/tables/blobs-table.ts';
import { trustFigures } from '#domain/documents/trust/trust-table.ts';
import { VERSION } from '#lib/version.ts';
import { billingFigures } from '#platform/billing/report-table.ts';
import { mailFigures } from '#platform/mail/report-table.ts';
import { allocateMetrics, rowsIn } from '#platform/metrics/memory.ts';
import { LIMIT_STATES, metricsOf } from '#platform/metrics/metrics.ts';
import {
  billingMetrics,
  documentMetrics,
  leaderMetrics,
  mailMetrics,
  sampleMetrics,
  standbyMetrics,
  trustMetrics,
} from '#platform/metrics/module-metrics.ts';
import {
  allocatePaymentCounts,
  type PaymentEvent,
  paymentMetrics,
  tallyIn,
} from '#platform/metrics/payment-metrics.ts';
import { recorder } from '#platform/metrics/recorder.ts';
import { openPayments } from '#platform/payments/ledger-report-table.ts';
import { usageCounter } from '#platform/usage/counter.ts';
import { addMetrics } from '#transports/http/monitoring-routes.ts';
import type { Handler } from '#transports/http/reply.ts';
import type { Router } from '#transports/http/router.ts';
import type { Observe } from '#transports/http/server.ts';
import type { AppContext } from './context.ts';

const FULL_LOG_MS = 60_000;

export interface Observability {
  /** Sees every finished request. */
  observe: Observe;
  /** Sees every executed operation, of every transport. */
  record(outcome: OperationOutcome): void;
  /** A limit of all callers together refuses one of them: counted, and logged once a minute. */
  reportFull(limit: string): void;
  /** Counts the events of payments. */
  tally(event: PaymentEvent): void;
  /** Registers further names of calls, those of agents, before the first request. */
  addCalls(calls: readonly string[]): void;
  addRoutes(router: Router<Handler>): void;
}

export function openObservability(
  context: AppContext,
  operations: readonly Operation[],
  resources: AsyncDisposableStack,
): Observability {
  const { config, store, limits, metrics, report } = context;
  const { seller = null } = config;
  const ids = operations.map(({ id }) => id);
  // Requests about the account itself do not count as usage.
  const uses = operations.filter(({ declaration }) => !declaration.path.startsWith('/account/')).map(({ id }) => id);
  const counter = usageCounter(store.state, uses, report);
  resources.defer(() => counter.stop());
  const { memory, payments, thread } = metrics ?? {
    memory: allocateMetrics(1),
    payments: allocatePaymentCounts(),
    thread: 0,
  };
  const rows = rowsIn(memory);
  const row = rows[thread];
  if (!row) throw new Error(`There is no slot for the metrics of thread ${thread}.`);
  const figures = recorder(row, ids, () => ({
    limits: LIMIT_STATES.indexOf(limits?.state() ?? 'off'),
    usageFlushes: counter.flushes().done,
    usageFlushFailures: counter.flushes().failed,
  }));
  resources.defer(() => figures.stop());
  const readable = <Figures>(read: Promise<Figures>): Promise<Figures | null> =>
    read.catch((error) => {
      report(error);
      return null;
    });
  let fullLoggedAt = Number.NEGATIVE_INFINITY;
  return {
    reportFull(limit) {
      figures.countFull();
      if (performance.now() - fullLoggedAt < FULL_LOG_MS) return;
      fullLoggedAt = performance.now();
      report(new Error(`All callers together use up a limit, and others are refused: ${limit} (docs/operations.md).`));
    },
    tally: tallyIn(payments),
    observe: figures.count,
    record: counter.count,
    addCalls(calls) {
      figures.add(calls);
      ids.push(...calls);
    },
    addRoutes(router) {
      addMetrics(router, {
        token: config.metricsToken ?? null,
        // For programs of the same machine, in a demo without a proxy or public address.
        isOpenHere: config.country === 'demo' && config.publicUrl === null && config.trustedProxies.length === 0,
        metrics: async () =>
          metricsOf({
            rows,
            operations: ids,
            upstreams: await readable(sourceStates(store.live)),
            samples: sampleMetrics(await readable(sourceSamples(store.live))),
            payments: seller ? paymentMetrics(payments, await readable(openPayments(store.state)), Date.now()) : [],
            documents: [
              ...documentMetrics(await readable(documentFigures(store.documents))),
              ...trustMetrics(await readable(trustFigures(store.documents, Date.now()))),
            ],
            billing: context.billing ? billingMetrics(await readable(billingFigures(store.state)), Date.now()) : [],
            leader: leaderMetrics(await readable(leaderOf(store.state))),
            mail: mailMetrics(await readable(mailFigures(store.state)), Date.now()),
            standby: standbyMetrics(context.standby),
            callers: limits?.callers(Date.now()) ?? 0,
            version: VERSION,
            generation: store.generations.current()?.manifest.id ?? null,
          }),
      });
    },
  };
}
