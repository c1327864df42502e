/** Asks the lists of procurement for what is due, at the pace that the whole installation keeps to; for the service and for the command. */
import { join } from 'node:path';
import { type Collected, collect } from '#data/ingest/procurement/collect.ts';
import { takeOverReadable } from '#data/ingest/procurement/increment-files.ts';
import { coveredIn } from '#data/ingest/procurement/parts.ts';
import type { Progress } from '#data/ingest/progress.ts';
import { type Clock, systemClock } from '#data/live/clock.ts';
import { createPace } from '#data/live/pace.ts';
import { createProcurementHold } from '#data/live/procurement-hold.ts';
import { createClient } from '#data/sources/client.ts';
import { createSite } from '#data/sources/procurement/site/site.ts';
import { realClock } from '#data/sources/retry.ts';
import type { Store } from '#data/store/open.ts';
import type { Config } from '#server/config/config.ts';

export interface AskNeeds {
  config: Pick<Config, 'dataFolder' | 'today'>;
  store: Store;
  address: string;
  paceMs: number;
  /** How far back at most. */
  days: number;
  progress: Progress;
  signal: AbortSignal;
  /** What of our own is wrong, and keeps nobody from asking. */
  onError(error: unknown): void;
  clock?: Clock;
}

export async function askProcurement(needs: AskNeeds): Promise<Collected> {
  const { config, store, address, paceMs, days, progress, signal, onError, clock = systemClock } = needs;
  // What this host kept in files of its own, before increments came into the store.
  await takeOverReadable(store.live, join(config.dataFolder, 'publications'), onError, signal);
  const pace = createPace(store.live, 'procurementLists', paceMs, clock);
  return collect({
    site: createSite({
      client: createClient(),
      address,
      turn: () => pace.slot(signal),
      hold: createProcurementHold(store.live, clock),
      clock: realClock,
      signal,
    }),
    live: store.live,
    today: config.today(),
    covered: await coveredIn(store.generations.current()),
    days,
    progress,
    signal,
  });
}
