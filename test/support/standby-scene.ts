/** A primary, its standby and a reader of a small dataset on the standby. */
import type { Generations } from '#data/store/dataset.ts';
import { openPostgresGenerations } from '#data/store/postgres/generation-store.ts';
import { allocateStandby, type StandbyState } from '#data/store/standby/standby-state.ts';
import { type StandbyWatch, watchStandby } from '#data/store/standby/standby-watch.ts';
import { wayTo } from './fault-proxy.ts';
import { type MortalServer, startPostgres } from './postgres-server.ts';
import { isCancelled, LOGGED, type Standby, startStandby } from './postgres-standby.ts';
import { publish, servedNames, sql } from './small-generations.ts';
import { until } from './until.ts';

export interface Scene {
  primary: MortalServer;
  standby: Standby;
  /** The proxy to the standby, which can be cut. */
  way: Awaited<ReturnType<typeof wayTo>>;
  /** Reads and writes on the primary. */
  builder: Generations;
  /** Reads on the standby. */
  reader: Generations;
  watch: StandbyWatch;
  /** Resolves when the watch reports this state. */
  is(state: StandbyState): Promise<void>;
  /** Resolves when the watch has checked everything so far. */
  looked(): Promise<void>;
  /** The number of state changes so far. */
  changes(): number;
  /** The runs of a query on each server since its last start. */
  asked(text: string): { primary: number; standby: number };
  stop(): Promise<void>;
}

/** Serves one generation whose only firm is named Alfa. */
export async function standbyScene({
  lagMsMax = 30_000,
  readMs = 10_000,
  answerMs,
}: {
  lagMsMax?: number;
  readMs?: number;
  answerMs?: number;
} = {}): Promise<Scene> {
  const primary = await startPostgres(LOGGED);
  // Queries on cleaned-up rows are canceled at once, not after half a minute.
  const standby = await startStandby(primary, [...LOGGED, 'max_standby_streaming_delay=0']);
  const way = await wayTo(standby.url);
  const builder = await openPostgresGenerations(primary.url, 'demo', { graceMs: 0 });
  await publish(builder, ['Alfa']);
  await standby.caughtUp();
  const memory = allocateStandby();
  const url = way.through(standby.url);
  let changes = 0;
  const watch = await watchStandby(
    { databaseUrl: primary.url, readUrl: url, lagMsMax, memory, answerMs },
    () => void changes++,
  );
  const reader = await openPostgresGenerations(primary.url, 'demo', { readMs, standby: { url, memory } });
  return {
    primary,
    standby,
    way,
    builder,
    reader,
    watch,
    is: (state) => until(`the standby is ${state}`, async () => watch.now().state === state),
    async looked() {
      await standby.caughtUp();
      // Two checks, because the primary is queried at every other one.
      for (let look = 0; look < 3; look++) {
        const { at } = watch.now();
        await until('the standby is checked', async () => watch.now().at > at);
      }
    },
    changes: () => changes,
    asked: (text) => ({ primary: count(primary.output(), text), standby: count(standby.output(), text) }),
    async stop() {
      await reader.close();
      await watch.stop();
      await builder.close();
      await way.stop();
      await standby.stop();
      await primary.stop();
    },
  };
}

/** The query of `servedNames`. */
export const FIRMS = 'select name from firm order by cui';

const count = (log: string, text: string): number => log.split(text).length - 1;

export const pauseReplay = ({ standby }: Scene) => sql(standby.url, 'select pg_wal_replay_pause()');
/** The replay may cancel the very statement that resumed it. */
export const resumeReplay = ({ standby }: Scene) =>
  sql(standby.url, 'select pg_wal_replay_resume()').catch((error) => {
    if (!isCancelled(error)) throw error;
  });

/** Awaits that reads run on that server alone; returns the number of attempts. */
export async function readsOn(scene: Scene, server: 'primary' | 'standby'): Promise<number> {
  const other = server === 'primary' ? 'standby' : 'primary';
  let tries = 0;
  await until(`reads run on the ${server}`, async () => {
    tries++;
    const before = scene.asked(FIRMS);
    await servedNames(scene.reader);
    const after = scene.asked(FIRMS);
    return after[server] > before[server] && after[other] === before[other];
  });
  return tries;
}
