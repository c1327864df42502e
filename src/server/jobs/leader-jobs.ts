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
import type { Tally } from '#platform/payments/settle.ts';
import { forgetStrayUsage, trimUsage } from '#platform/usage/usage-table.ts';
import type { Config } from '#server/config/config.ts';
import type { Workers } from '#server/workers.ts';
import type { BillingSide } from './billing.ts';
import { startCollector } from './collector.ts';
import { startDocuments } from './documents.ts';
import { startFirstDocuments } from './first-documents.ts';
import type { LeaderTerm } from './leader-election.ts';
import { startRebuild } from './rebuild.ts';
import { isSeedingDue, type SeedingNeeds, startSeeding } from './seeding.ts';

const TRIM_MS = 3_600_000;
/** After a start the serving threads come first. */
const FIRST_TRIM_MS = 60_000;
/** Usage is stored for a year and one more month. */
const USAGE_DAYS = 400;

export interface LeaderJobsNeeds {
  config: Config;
  store: Store;
  /** The procurement system. */
  procurement: { address: Promise<string>; paceMs: number };
  billing: BillingSide;
  rebuildState: SharedArrayBuffer;
  /** The demo country, and the shared state of its build. */
  country: Pick<SeedingNeeds, 'board' | 'onServed'> | null;
  /** The serving threads, when they listen. */
  workers: Promise<Pick<Workers, 'look' | 'paymentCounts'>>;
  /** The demo country could not be made, and nothing is served. */
  onFailed(error: unknown): void;
  note(text: string): void;
  onError(error: unknown): void;
  clock?: Clock;
}

interface LeaderJob {
  stop(): Promise<void>;
}

export function startLeaderJobs(needs: LeaderJobsNeeds, led: LeaderTerm): LeaderJob {
  const { config, procurement, country, rebuildState, clock = systemClock } = needs;
  const { lead } = led;
  const store = fencedStore(needs.store, lead);
  // The election reports a lost lead once.
  const onError = (error: unknown): void => {
    if (!isLeaderLeaseLost(error)) needs.onError(error);
  };
  const running: (LeaderJob | null)[] = [];
  let isStopped = false;
  const first = country ? startFirstDocuments({ store, lead, clock, onError }) : null;
  try {
    running.push(first);
    running.push(startCollector({ config, store, lead, clock, ...procurement, onError }));
    // What the demo collects first is collected before anything else.
    const address = Promise.resolve(first?.done).then(() => procurement.address);
    running.push(startDocuments({ config, store, lead, clock, paceMs: procurement.paceMs, address, onError }));
    running.push(startMail(config, store, needs, onError, led.isHeld));
    running.push(needs.billing.startPlanReconciliation(store.state));
    running.push(startRebuild({ store, lead, clock, rebuildState, onError }));
    running.push(startTrimming(store, clock, onError));
  } catch (error) {
    for (const each of running) each?.stop().catch(onError);
    throw error;
  }
  // One core makes it while another loads the serving threads, behind them; what is made is looked for when all of them listen.
  if (country && isSeedingDue(store)) {
    const look = async () => (await needs.workers).look();
    const onServed = withDocuments(country.onServed, () => isStopped, first?.done ?? Promise.resolve());
    const founding = startSeeding({ store, lead, clock, ...country, onServed, look, onError });
    founding.failed.catch(needs.onFailed);
    running.push(founding);
  }
  /** What needs the serving threads, and is not needed for listening. */
  const rest = async (): Promise<void> => {
    const workers = await needs.workers;
    if (isStopped) return;
    running.push(await startLedger(config, store.state, tallyIn(workers.paymentCounts), onError));
  };
  // A service whose threads do not listen ends with their reason.
  const started = rest().catch(() => {});
  return {
    async stop() {
      isStopped = true;
      // What came to be meanwhile is stopped, too.
      const stopped = running.map((each) => each?.stop());
      const known = running.length;
      const ends = await Promise.allSettled([started, ...stopped]);
      const later = await Promise.allSettled(running.slice(known).map((each) => each?.stop()));
      for (const end of [...ends, ...later]) if (end.status === 'rejected') throw end.reason;
    },
  };
}

/** The first documents are awaited beside the parts of the dataset: without them not everything is served. */
function withDocuments(
  onServed: SeedingNeeds['onServed'],
  isStopped: () => boolean,
  documents: Promise<void>,
): SeedingNeeds['onServed'] {
  let areThere = false;
  let isRestServed = false;
  void documents.then(() => {
    areThere = true;
    if (isRestServed && !isStopped()) onServed([]);
  });
  return (awaits) => {
    isRestServed = awaits.length === 0;
    onServed(areThere ? awaits : [...awaits, 'documents']);
  };
}

/** Finds out what became of payments; what it needs is loaded when the threads answer. */
async function startLedger(
  { seller }: Config,
  state: Database,
  tally: Tally,
  onError: (error: unknown) => void,
): Promise<LeaderJob | null> {
  if (!seller) return null;
  const { startReconciling } = await import('#platform/payments/reconcile.ts');
  const { settlers } = await import('#platform/payments/seller.ts');
  return startReconciling({ state, ...settlers(seller), tally }, onError);
}

function startTrimming({ state, live }: Store, clock: Clock, onError: (error: unknown) => void): LeaderJob {
  const stopping = new AbortController();
  const trim = (now: number): Promise<unknown>[] => [
    trimMerged(live),
    trimUsage(state, addDays(bucharestDay(now), -USAGE_DAYS)),
    forgetStrayUsage(state),
    cleanUpAccounts(state, now),
    cleanUpApps(state, now),
    cleanUpApprovals(state, now),
  ];
  const keep = async (): Promise<void> => {
    // Not only after an hour: hosts that lead for less would never come to it.
    await clock.sleep(FIRST_TRIM_MS, stopping.signal);
    while (!stopping.signal.aborted) {
      await Promise.all(trim(Date.now()).map((each) => each.catch(onError)));
      await clock.sleep(TRIM_MS, stopping.signal);
    }
  };
  const keeping = keep();
  return {
    async stop() {
      stopping.abort();
      await keeping;
    },
  };
}

export function startMail(
  { mail }: Pick<Config, 'mail'>,
  { state, changes }: Pick<Store, 'state' | 'changes'>,
  { note }: { note(text: string): void },
  onError: (error: unknown) => void,
  isLed: () => boolean = () => true,
): { stop(): Promise<void> } {
  const started = load(mail).then(({ startSending, transport }) =>
    startSending({ state, transport, isLed, note, onError }, changes),
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
  return { startSending, transport: await carrierOf(by) };
}

async function carrierOf(by: MailSettings['by']): Promise<MailTransport | null> {
  if (by === null) return null;
  if (by === 'outbox') return (await import('#platform/mail/sender.ts')).outbox;
  return (await import('#platform/mail/smtp.ts')).smtpTransport(by);
}
