/** Who sees every finished request: usage, for its account, and figures, for whoever runs the service. */

import { billingFigures } from '#billing/report-table.ts';
import { documentFigures } from '#documents/tables/room-table.ts';
import type { Router } from '#http/router.ts';
import type { Handler, Observe } from '#http/server.ts';
import type { OpenLimits } from '#limits/open.ts';
import { sourceStates } from '#live/source-state-table.ts';
import { mailFigures } from '#mail/report-table.ts';
import { billingMetrics } from '#metrics/billing-metrics.ts';
import { documentMetrics } from '#metrics/document-metrics.ts';
import { dutyMetrics } from '#metrics/duty-metrics.ts';
import { mailMetrics } from '#metrics/mail-metrics.ts';
import { allocateMetrics, type MetricsPlace, rowsIn } from '#metrics/memory.ts';
import { metricsOf } from '#metrics/metrics.ts';
import {
  allocatePaymentCounts,
  type OpenPayments,
  type PaymentEvent,
  paymentMetrics,
  tallyIn,
} from '#metrics/payment-metrics.ts';
import { recorder } from '#metrics/recorder.ts';
import { addMetrics } from '#metrics/route.ts';
import { standbyMetrics } from '#metrics/standby-metrics.ts';
import { LIMIT_STATES } from '#metrics/thread-metrics.ts';
import type { Operation } from '#operations/endpoint.ts';
import type { Performance } from '#operations/visit.ts';
import { leaderOf } from '#store/lead/leader-table.ts';
import type { Store } from '#store/open.ts';
import type { StandbyBoard } from '#store/standby/board.ts';
import { usageCounter } from '#usage/counter.ts';
import { VERSION } from '#version';

export interface ObserversNeeds {
  store: Store;
  operations: readonly Operation[];
  limits: OpenLimits | null;
  /** Left out by who serves alone. */
  metrics?: MetricsPlace | undefined;
  metricsToken: string | null;
  /** Whether programs of this machine may ask for figures without the token. */
  metricsOpenHere: boolean;
  /** Null where nothing is sold. */
  openPayments: (() => Promise<OpenPayments>) | null;
  /** Null where there is none. */
  standby: StandbyBoard | null;
  /** Whether accounts pay for plans. */
  sellsPlans: boolean;
  report(error: unknown): void;
}

export interface Observers {
  /** Sees every finished request. */
  observe: Observe;
  /** Sees every operation that was asked for, by whichever door. */
  record(performance: Performance): void;
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
