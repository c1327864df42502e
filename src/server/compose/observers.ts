/** Who sees every finished request: usage, for its account, and figures, for whoever runs the service. */

import type { Operation } from '#api/endpoint.ts';
import type { OperationOutcome } from '#api/request-context.ts';
import { sourceStates } from '#data/live/source-state-table.ts';
import { leaderOf } from '#data/store/leader/leader-table.ts';
import type { Store } from '#data/store/open.ts';
import type { StandbyStateReader } from '#data/store/standby/standby-state.ts';
import { documentFigures } from '#domain/documents/tables/quota-table.ts';
import { VERSION } from '#lib/version.ts';
import { billingFigures } from '#platform/billing/report-table.ts';
import type { OpenLimits } from '#platform/limits/open.ts';
import { mailFigures } from '#platform/mail/report-table.ts';
import { billingMetrics } from '#platform/metrics/billing-metrics.ts';
import { documentMetrics } from '#platform/metrics/document-metrics.ts';
import { dutyMetrics } from '#platform/metrics/leader-job-metrics.ts';
import { mailMetrics } from '#platform/metrics/mail-metrics.ts';
import { allocateMetrics, type MetricsMemory, rowsIn } from '#platform/metrics/memory.ts';
import { metricsOf } from '#platform/metrics/metrics.ts';
import {
  allocatePaymentCounts,
  type OpenPayments,
  type PaymentEvent,
  paymentMetrics,
  tallyIn,
} from '#platform/metrics/payment-metrics.ts';
import { recorder } from '#platform/metrics/recorder.ts';
import { standbyMetrics } from '#platform/metrics/standby-metrics.ts';
import { LIMIT_STATES } from '#platform/metrics/thread-metrics.ts';
import { usageCounter } from '#platform/usage/counter.ts';
import { addMetrics } from '#transports/http/metrics-route.ts';
import type { Router } from '#transports/http/router.ts';
import type { Handler, Observe } from '#transports/http/server.ts';

export interface ObserversNeeds {
  store: Store;
  operations: readonly Operation[];
  limits: OpenLimits | null;
  /** Left out by who serves alone. */
  metrics?: MetricsMemory | undefined;
  metricsToken: string | null;
  /** Whether programs of this machine may ask for figures without the token. */
  metricsOpenHere: boolean;
  /** Null where nothing is sold. */
  openPayments: (() => Promise<OpenPayments>) | null;
  /** Null where there is none. */
  standby: StandbyStateReader | null;
  /** Whether accounts pay for plans. */
  sellsPlans: boolean;
  report(error: unknown): void;
}

export interface Observers {
  /** Sees every finished request. */
  observe: Observe;
  /** Sees every operation that was asked for, by whichever door. */
  record(performance: OperationOutcome): void;
  /** Counts what becomes of payments. */
  tally(event: PaymentEvent): void;
  /** Tells apart what agents call, too: by these names, before the first of them is called. */
  tellApart(calls: readonly string[]): void;
  addRoutes(router: Router<Handler>): void;
  close(): Promise<void>;
}

export function openObservers(needs: ObserversNeeds): Observers {
  const { store, operations, limits, metrics, report, openPayments } = needs;
  const ids = operations.map(({ id }) => id);
  // What an account asks about itself is no use of the data.
  const uses = operations.filter(({ declaration }) => !declaration.path.startsWith('/account/')).map(({ id }) => id);
  const counter = usageCounter(store.state, uses, report);
  const { memory, payments, thread } = metrics ?? {
    memory: allocateMetrics(1),
    payments: allocatePaymentCounts(),
    thread: 0,
  };
  const rows = rowsIn(memory);
  const row = rows[thread];
  if (!row) throw new Error(`There is no place for the figures of thread ${thread}.`);
  const figures = recorder(row, ids, () => ({
    limits: LIMIT_STATES.indexOf(limits?.state() ?? 'off'),
    usageFlushes: counter.flushes().done,
    usageFlushFailures: counter.flushes().failed,
  }));
  const readable = <Figures>(figures: Promise<Figures>): Promise<Figures | null> =>
    figures.catch((error) => {
      report(error);
      return null;
    });
  return {
    tally: tallyIn(payments),
    observe: figures.count,
    record: counter.count,
    tellApart(calls) {
      figures.add(calls);
      ids.push(...calls);
    },
    addRoutes(router) {
      addMetrics(router, {
        token: needs.metricsToken,
        isOpenHere: needs.metricsOpenHere,
        metrics: async () =>
          metricsOf({
            rows,
            operations: ids,
            upstreams: await readable(sourceStates(store.live)),
            payments: openPayments ? paymentMetrics(payments, await readable(openPayments()), Date.now()) : [],
            documents: documentMetrics(await readable(documentFigures(store.documents))),
            billing: needs.sellsPlans ? billingMetrics(await readable(billingFigures(store.state)), Date.now()) : [],
            duties: dutyMetrics(await readable(leaderOf(store.state))),
            mail: mailMetrics(await readable(mailFigures(store.state)), Date.now()),
            standby: standbyMetrics(needs.standby),
            callers: limits?.callers(Date.now()) ?? 0,
            version: VERSION,
            generation: store.generations.current()?.manifest.id ?? null,
          }),
      });
    },
    async close() {
      figures.stop();
      await counter.stop();
    },
  };
}
