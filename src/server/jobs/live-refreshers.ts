/** One refresher for each live source, on every host. Only the leader fetches what no caller waits for. */

import { type Bank, bank } from '#data/live/bank.ts';
import { systemClock } from '#data/live/clock.ts';
import type { LivePort } from '#data/live/ports.ts';
import { type PressOffice, pressOffice } from '#data/live/press-office.ts';
import { startPressRefresher } from '#data/live/press-refresher.ts';
import { startRatesRefresher } from '#data/live/rates-refresher.ts';
import { newestObservedBefore } from '#data/live/rates-table.ts';
import { createRefresher, type TaxAuthority } from '#data/live/refresher.ts';
import { taxAuthority } from '#data/live/tax-authority.ts';
import { startWarmer } from '#data/live/warmer.ts';
import { createClient } from '#data/sources/client.ts';
import { resolveAddresses } from '#data/sources/source-addresses.ts';
import { sources } from '#data/sources/sources.ts';
import type { Dataset } from '#data/store/dataset.ts';
import { isComplete } from '#data/store/manifest.ts';
import type { Store } from '#data/store/open.ts';
import { codesAfter } from '#domain/companies/facts-table.ts';
import { newestRateBefore } from '#domain/rates/rates-table.ts';
import { createPdfReader } from '#lib/readers/pdf/text.ts';
import type { Day } from '#lib/values/date.ts';
import type { Config } from '#server/config/config.ts';
import type { Job, JobContext } from './job.ts';

/** The simulated sources need no pace: the first look-up of a new user should not wait for the warmer. */
export const DEMO_PACE_MS = 100;
/** Time for running fetches when the service stops. */
const GRACE_MS = 2_000;

type LiveContext = Pick<JobContext, 'store' | 'clock' | 'onError'> & {
  config: Pick<Config, 'addresses'>;
  /** Address of the simulated country, when it is up; null: the real sources. */
  simulated: Promise<string> | string | null;
  /** Whether this host fetches what no caller waits for. Default: true. */
  isLeader?(): boolean;
};

export interface LiveJobs extends Job {
  live: LivePort;
}

export function startLive(context: LiveContext): LiveJobs {
  const { config, store, simulated, isLeader = () => true, clock = systemClock, onError } = context;
  const { live: db } = store;
  const paceMs = simulated
    ? { companies: DEMO_PACE_MS, balances: DEMO_PACE_MS, rates: DEMO_PACE_MS, press: DEMO_PACE_MS }
    : {
        companies: sources.anafCompany.paceMs,
        balances: sources.anafBalance.paceMs,
        rates: sources.bnr.paceMs,
        press: sources.press.paceMs,
      };
  const reader = createPdfReader();
  const pictureReader = createPdfReader({ pictures: true });
  const liveSources = whenUp(
    Promise.resolve(simulated).then((base) => {
      const client = createClient();
      const addresses = resolveAddresses({ ...(base && simulatedAddresses(base)), ...config.addresses });
      return {
        ...taxAuthority(client, addresses),
        ...bank(client, addresses.bnr, (day) => newestRate(store, day)),
        ...pressOffice(client, addresses.press, { base: addresses.pressFiles, reader, pictureReader }),
      };
    }),
  );
  const refresher = createRefresher({
    db,
    taxAuthority: liveSources,
    paceMs,
    clock,
    // Merged answers are rendered at their next request.
    onObserved: async () => {},
    onError,
  });
  const rates = startRatesRefresher({ db, bank: liveSources, paceMs: paceMs.rates, isLeader, clock, onError });
  const press = startPressRefresher({
    db,
    office: liveSources,
    paceMs: paceMs.press,
    clock,
    mayPrefetch: () => isLeader() && completeDataset(store) !== null,
    onError,
  });
  const warmer = startWarmer({
    db,
    clock,
    paceMs: paceMs.companies,
    refresher,
    isLeader,
    companiesAfter: async (cui, limit) => {
      const dataset = completeDataset(store);
      return dataset ? codesAfter(dataset, cui, limit) : [];
    },
    onError,
  });
  return {
    live: {
      refreshFiscal: refresher.refreshFiscal,
      refreshBalances: refresher.refreshBalances,
      refreshRates: rates.refresh,
      refreshPress: press.refreshReleases,
      refreshPressFile: press.refreshFile,
      readPressPictures: press.readPictures,
      noteRequested: warmer.touched,
    },
    async stop() {
      await warmer.stop();
      await Promise.all([refresher.close(GRACE_MS), rates.close(GRACE_MS), press.close(GRACE_MS)]);
      reader.close();
      pictureReader.close();
    },
  };
}

type LiveSources = TaxAuthority & Bank & PressOffice;

/** Fetches wait for a simulated country that is not up yet, until their signal aborts. */
function whenUp(starting: Promise<LiveSources>): LiveSources {
  let up: LiveSources | undefined;
  const state = async (signal: AbortSignal): Promise<LiveSources> => {
    signal.throwIfAborted();
    const aborted = Promise.withResolvers<never>();
    signal.addEventListener('abort', () => aborted.reject(signal.reason), { once: true });
    up = await Promise.race([starting, aborted.promise]);
    return up;
  };
  return {
    companies: async (cuis, signal) => (up ?? (await state(signal))).companies(cuis, signal),
    balance: async (unit, signal) => (up ?? (await state(signal))).balance(unit, signal),
    recentRates: async (signal) => (up ?? (await state(signal))).recentRates(signal),
    pressReleases: async (signal) => (up ?? (await state(signal))).pressReleases(signal),
    pressFile: async (url, signal) => (up ?? (await state(signal))).pressFile(url, signal),
    pressPictures: async (url, signal) => (up ?? (await state(signal))).pressPictures(url, signal),
  };
}

/** The newest day with rates before this one, in the generation or fetched since. */
async function newestRate({ live, generations }: Store, day: Day): Promise<Day | null> {
  const dataset = completeDataset({ generations });
  const days = await Promise.all([newestObservedBefore(live, day), dataset && newestRateBefore(dataset, day)]);
  return (
    days
      .filter((each) => each !== null)
      .toSorted()
      .at(-1) ?? null
  );
}

/** Null also while parts are being built or rebuilt: background work waits for them. */
function completeDataset({ generations }: Pick<Store, 'generations'>): Dataset | null {
  const dataset = generations.current();
  return dataset?.unreadable.length === 0 && isComplete(dataset.manifest) ? dataset : null;
}

const simulatedAddresses = (base: string) => ({
  anafCompany: `${base}/api/PlatitorTvaRest/v9/tva`,
  anafBalance: `${base}/bilant`,
  ckan: base,
  bnr: base,
  press: `${base}/presa/comunicate`,
  pressFiles: base,
  procurement: base,
});
