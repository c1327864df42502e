/** A host with all leader jobs of the real service, in its own process, that may be killed or paused at any moment. It serves no callers. */
import { mkdirSync } from 'node:fs';
import { type Clock, systemClock } from '#data/live/clock.ts';
import type { Database } from '#data/store/database.ts';
import { openStore } from '#data/store/open.ts';
import type { BillingSettings } from '#platform/billing/settings.ts';
import { allocatePaymentCounts } from '#platform/metrics/payment-metrics.ts';
import { networksOf } from '#platform/payments/networks.ts';
import { usualPrices } from '#platform/payments/prices.ts';
import type { Seller } from '#platform/payments/seller.ts';
import { readConfig } from '#server/config/config.ts';
import { startBilling } from '#server/jobs/billing.ts';
import { type LeaderElection, startLeaderElection } from '#server/jobs/leader-election.ts';
import { startLeaderJobs } from '#server/jobs/leader-jobs.ts';
import { startLive } from '#server/jobs/live-refreshers.ts';
import { allocateRebuildState } from '#server/jobs/rebuild.ts';
import { allocateSeedingState } from '#server/jobs/seeding.ts';
import { smtpAt } from './mail-server.ts';

export interface LedHost {
  databaseUrl: string;
  /** The folder of this host. */
  folder: string;
  /** The folder with files of documents, shared by all hosts. */
  documents: string;
  /** The address of the procurement system. */
  procurement: string;
  smtpPort: number;
  today: string;
  /** The offset of its clock. */
  skewMs?: number;
  /** The payment provider for Pro. */
  billing?: BillingSettings;
  /** The RPC address of the chain for paid requests. */
  chain?: string;
  /** The address of the tax authority, for refreshes of companies. */
  authority?: string;
  /** Builds a demo country of this size if there is none. */
  companies?: number;
  /** Kills itself before one of its writes to the state, after this number of writes. */
  stateWrites?: number;
}

const given = JSON.parse(process.argv[2] ?? '') as LedHost;
const { now } = Date;
Date.now = () => now() + (given.skewMs ?? 0);
mkdirSync(given.folder, { recursive: true });
// Threads read these settings too.
Object.assign(process.env, {
  DATABASE_URL: given.databaseUrl,
  FIRMOTECA_DATA: given.folder,
  FIRMOTECA_DOCUMENTS: given.documents,
  FIRMOTECA_TODAY: given.today,
  FIRMOTECA_ROLE: 'work',
  // Only requested documents are collected.
  FIRMOTECA_DOCUMENTS_AHEAD: 'no',
  ...(given.companies && { FIRMOTECA_COMPANIES: String(given.companies) }),
});
const config = {
  ...readConfig(process.env),
  mail: { by: smtpAt(given.smtpPort), hourMax: 1_000 },
  billing: given.billing ?? null,
  seller: given.chain ? sellerOn(given.chain) : null,
};
const say = (text: string): void => void process.stdout.write(`${text}\n`);
const onError = (error: unknown): void => say(`error ${error instanceof Error ? error.stack : error}`);
const store = await openStore({ databaseUrl: given.databaseUrl, folder: given.folder, country: 'demo' });
await store.generations.refresh();
const billing = await startBilling(config, store, onError);
billing.listening(1);
/** First polls and short pauses pass at once, but not those of an hour. */
const clock: Clock = {
  now: Date.now,
  sleep: (ms, signal) => systemClock.sleep(ms < 3_600_000 ? Math.min(ms, 100) : ms, signal),
};
let leading: LeaderElection | null = null;
if (given.authority)
  startLive({
    config: { addresses: {} },
    store,
    simulated: given.authority,
    onError,
    isLeader: () => leading?.isLeader() ?? false,
  });
const onServed = (awaits: readonly string[]): void => say(`served, to come: ${awaits.join(', ')}`);
leading = await startLeaderElection({
  state: looked(store.state),
  begin: (led) =>
    startLeaderJobs(
      {
        config,
        store: { ...store, state: doomed(store.state) },
        procurement: { address: Promise.resolve(given.procurement), simulated: null, paceMs: 1 },
        billing,
        rebuildState: allocateRebuildState(),
        country: given.companies ? { seedingState: allocateSeedingState(), onServed } : null,
        workers: Promise.resolve({ refresh: async () => {}, paymentCounts: allocatePaymentCounts() }),
        onFailed: (error) => say(`failed ${error}`),
        note: say,
        onError,
        clock,
      },
      led,
    ),
  note: say,
  onError,
  // A machine that is busy for seconds must not cost a host its lead.
  times: { leaseMs: 8_000, renewMs: 500, stopMs: 6_000, lookMs: 200 },
});
say('stands by or leads');

function sellerOn(rpcUrl: string): Seller {
  const networks = (networksOf(['base-sepolia']) ?? []).map((network) => ({ ...network, rpcUrl }));
  const facilitator = { url: 'http://127.0.0.1:1', token: null };
  return { payee: `0x${'11'.repeat(20)}`, networks, prices: usualPrices, facilitator };
}

function looked(state: Database): Database {
  return {
    ...state,
    async one(sql, params) {
      const row = await state.one<never>(sql, params);
      say('looked');
      return row;
    },
  };
}

function doomed(state: Database): Database {
  let left = given.stateWrites ?? Number.POSITIVE_INFINITY;
  return {
    ...state,
    async write(statements) {
      if (left-- > 0) return state.write(statements);
      process.kill(process.pid, 'SIGKILL');
      return new Promise<never>(() => {});
    },
  };
}
