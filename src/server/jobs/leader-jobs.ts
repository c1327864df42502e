/** The jobs of the leader for the whole installation, started and stopped together. No caller waits for them. */

import { type Clock, systemClock } from '#data/live/clock.ts';
import type { Database } from '#data/store/database.ts';
import { fencedStore } from '#data/store/fenced-store.ts';
import { isLeaderLeaseLost } from '#data/store/leader-table.ts';
import type { Store } from '#data/store/open.ts';
import { trimMerged } from '#domain/companies/documents-table.ts';
import { addDays, bucharestDay } from '#lib/values/date.ts';
import { cleanUpAccounts } from '#platform/accounts/accounts.ts';
import { cleanUpApprovals } from '#platform/approvals/approvals.ts';
import type { MailTransport } from '#platform/mail/sender.ts';
import type { MailSettings } from '#platform/mail/settings.ts';
import { tallyIn } from '#platform/metrics/payment-metrics.ts';
import { cleanUpApps } from '#platform/oauth/provider.ts';
import type { PaymentsContext } from '#platform/payments/settle.ts';
import { forgetStrayUsage, trimUsage } from '#platform/usage/usage-table.ts';
import type { Config } from '#server/config/config.ts';
import type { Workers } from '#server/workers.ts';
import type { BillingJobs } from './billing.ts';
import { startCollector } from './collector.ts';
import { startDocuments } from './documents.ts';
import { startFirstDocuments } from './first-documents.ts';
import { type Job, type JobContext, startJob } from './job.ts';
import type { LeaderTerm } from './leader-election.ts';
import { startRebuild } from './rebuild.ts';
import { isSeedingDue, type SeedingContext, startSeeding } from './seeding.ts';

const CLEANUP_MS = 3_600_000;
/** After a start the serving threads come first. */
const FIRST_CLEANUP_MS = 60_000;
/** Usage is stored for a year and one more month. */
const USAGE_DAYS = 400;

export type LeaderJobsContext = JobContext & {
  config: Config;
  /** The procurement system. */
  procurement: { address: Promise<string>; paceMs: number; simulated: Promise<string> | null };
  billing: BillingJobs;
  rebuildState: SharedArrayBuffer;
  /** The demo country, and the shared state of its build. */
  country: Pick<SeedingContext, 'seedingState' | 'onServed'> | null;
  /** The serving threads, when they listen. */
  workers: Promise<Pick<Workers, 'refresh' | 'paymentCounts'>>;
  /** The demo country could not be built, and nothing is served. */
  onFailed(error: unknown): void;
  note(text: string): void;
};

export function startLeaderJobs(context: LeaderJobsContext, term: LeaderTerm): Job {
  const { config, procurement, country, rebuildState, clock = systemClock } = context;
  const { lease } = term;
  const store = fencedStore(context.store, lease);
  // The election reports a lost lease once.
  const onError = (error: unknown): void => {
    if (!isLeaderLeaseLost(error)) context.onError(error);
  };
  const running: (Job | null)[] = [];
  let isStopped = false;
  const first = country ? startFirstDocuments({ store, lease, clock, onError }) : null;
  try {
    running.push(first);
    running.push(startCollector({ config, store, lease, clock, ...procurement, onError }));
    // The first documents of the demo come before all others.
    const address = Promise.resolve(first?.done).then(() => procurement.address);
    running.push(startDocuments({ config, store, lease, clock, ...procurement, address, onError }));
    running.push(startMail(config, store, context, onError, term.isLeader));
    running.push(context.billing.startPlanReconciliation(store.state));
    running.push(startRebuild({ store, lease, clock, rebuildState, onError }));
    running.push(startCleanup(store, clock, onError));
  } catch (error) {
    for (const each of running) each?.stop().catch(onError);
    throw error;
  }
  // Building begins while the serving threads load: they learn of a generation when all of them listen.
  if (country && isSeedingDue(store)) {
    const refreshWorkers = async () => (await context.workers).refresh();
    const onServed = withDocuments(country.onServed, () => isStopped, first?.done ?? Promise.resolve());
    const seeding = startSeeding({ store, lease, clock, ...country, onServed, refreshWorkers, onError });
    seeding.failed.catch(context.onFailed);
    running.push(seeding);
  }
  /** Jobs that need the serving threads. */
  const rest = async (): Promise<void> => {
    const workers = await context.workers;
    if (isStopped) return;
    running.push(await startLedger(config, store.state, tallyIn(workers.paymentCounts), onError));
  };
  // The start of the service reports threads that do not listen.
  const started = rest().catch(() => {});
  return {
    async stop() {
      isStopped = true;
      // A job that starts meanwhile is stopped, too.
      const stopped = running.map((each) => each?.stop());
      const count = running.length;
      const ends = await Promise.allSettled([started, ...stopped]);
      const later = await Promise.allSettled(running.slice(count).map((each) => each?.stop()));
      for (const end of [...ends, ...later]) if (end.status === 'rejected') throw end.reason;
    },
  };
}

/** Awaits the first documents like parts of the dataset: the demo is complete with them only. */
function withDocuments(
  onServed: SeedingContext['onServed'],
  isStopped: () => boolean,
  documents: Promise<void>,
): SeedingContext['onServed'] {
  let areCollected = false;
  let isRestServed = false;
  void documents.then(() => {
    areCollected = true;
    if (isRestServed && !isStopped()) onServed([]);
  });
  return (awaits) => {
    isRestServed = awaits.length === 0;
    onServed(areCollected ? awaits : [...awaits, 'documents']);
  };
}

/** Reconciles payments of unknown outcome; loads its modules late, when the serving threads answer. */
async function startLedger(
  { seller }: Config,
  state: Database,
  tally: PaymentsContext['tally'],
  onError: (error: unknown) => void,
): Promise<Job | null> {
  if (!seller) return null;
  const { startReconciling } = await import('#platform/payments/reconcile.ts');
  const { settlers } = await import('#platform/payments/seller.ts');
  return startReconciling({ state, ...settlers(seller), tally }, onError);
}

function startCleanup({ state, live }: Store, clock: Clock, onError: (error: unknown) => void): Job {
  const cleanUp = (now: number): Promise<unknown>[] => [
    trimMerged(live),
    trimUsage(state, addDays(bucharestDay(now), -USAGE_DAYS)),
    forgetStrayUsage(state),
    cleanUpAccounts(state, now),
    cleanUpApps(state, now),
    cleanUpApprovals(state, now),
  ];
  return startJob(async (signal) => {
    // Soon: hosts that lead for less than an hour would never clean up.
    await clock.sleep(FIRST_CLEANUP_MS, signal);
    while (!signal.aborted) {
      await Promise.all(cleanUp(Date.now()).map((each) => each.catch(onError)));
      await clock.sleep(CLEANUP_MS, signal);
    }
  });
}

export function startMail(
  { mail }: Pick<Config, 'mail'>,
  { state, changes }: Pick<Store, 'state' | 'changes'>,
  { note }: { note(text: string): void },
  onError: (error: unknown) => void,
  isLeader: () => boolean = () => true,
): Job {
  const started = load(mail).then(({ startSending, transport }) =>
    startSending({ state, transport, isLeader, note, report: onError }, changes),
  );
  started.catch(onError);
  return {
    stop: async () => {
      await (await started.catch(() => null))?.stop();
    },
  };
}

async function load({ by }: MailSettings) {
  const { startSending } = await import('#platform/mail/sender.ts');
  return { startSending, transport: await transportOf(by) };
}

async function transportOf(by: MailSettings['by']): Promise<MailTransport | null> {
  if (by === null) return null;
  if (by === 'outbox') return (await import('#platform/mail/sender.ts')).outbox;
  return (await import('#platform/mail/smtp.ts')).smtpTransport(by);
}
