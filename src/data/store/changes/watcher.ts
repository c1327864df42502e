/**
 * Watches the store for all threads of a process: one repeated query reads the change counters and the current
 * generation. PostgreSQL notifications only shorten the delay; correctness does not depend on them.
 */

import type { Store } from '#data/store/open.ts';
import type { Listener } from '#data/store/postgres/listener.ts';
import { PRIMARY_POSITION, type PrimaryPosition } from '#data/store/postgres/position.ts';
import { type ChangeState, now, type PolledChanges, WORK_SIGNALS, type WorkSignal } from './change-state.ts';
import { type CountRow, countsIn, countsOf } from './counter.ts';
import { startPolling } from './poller.ts';

/** Shorter than the validity of a copy (changes/counter.ts) by more than a poll takes on a busy machine. */
const POLL_MS = 600;
/** On SQLite a poll takes microseconds. */
const SQLITE_POLL_MS = 200;
/** Minimum time between two polls, however many notifications arrive. */
const GAP_MS = 50;
/** An answer takes a millisecond; a slower one is also requested on another connection. */
const LATE_MS = 250;

export interface Watcher {
  stop(): Promise<void>;
}

type WatchedStore = Pick<Store, 'state' | 'generations' | 'changes'>;

/** Receives the primary's position with every poll. */
type OnPosition = (primary: PrimaryPosition) => void;

/** `onPosition` null: the poll does not query the position. */
export async function startWatcher(
  store: WatchedStore,
  databaseUrl: string | null,
  onError: (error: unknown) => void,
  onPosition: OnPosition | null = null,
): Promise<Watcher> {
  if (databaseUrl === null) return startPolls(store.changes, () => pollSqlite(store), SQLITE_POLL_MS, onError);
  const { listenTo } = await import('#data/store/postgres/listener.ts');
  let gap: NodeJS.Timeout | null = null;
  const listener = listenTo(databaseUrl, store.state, {
    onNotification(name) {
      if (isWorkSignal(name)) return store.changes.call(name);
      // Hosts also send test notifications to themselves, which all hosts receive.
      if (!CHANGE_PAYLOADS.has(name)) return;
      gap ??= setTimeout(() => {
        gap = null;
        watcher.pollNow();
      }, GAP_MS).unref();
    },
    onListening: store.changes.setListening,
  });
  const watcher = startPolls(store.changes, () => pollPostgres(store, listener, onPosition), POLL_MS, onError);
  return {
    async stop() {
      clearTimeout(gap ?? undefined);
      await watcher.stop();
      await listener.stop();
    },
  };
}

const isWorkSignal = (name: string): name is WorkSignal => (WORK_SIGNALS as readonly string[]).includes(name);
/** Payloads that announce a change a poll would see. */
const CHANGE_PAYLOADS: ReadonlySet<string> = new Set(['changed', 'generation']);

function startPolls(
  state: ChangeState,
  poll: () => Promise<PolledChanges>,
  everyMs: number,
  onError: (error: unknown) => void,
) {
  const poller = startPolling(
    async () => {
      const began = now();
      state.publish(await poll(), began);
      state.noteWatch(began);
    },
    everyMs,
    onError,
  );
  poller.pollNow();
  return poller;
}

/** On SQLite the current generation is a file, which every thread reads itself. */
const pollSqlite = async ({ state }: WatchedStore): Promise<PolledChanges> => ({ counts: await countsIn(state) });

/** A topic and its changes; in the row without a topic the generation and the primary's position. */
interface SeenRow extends CountRow, Partial<PrimaryPosition> {
  generation: string | null;
}

const CHANGES = `select topic, changes, null as generation from firmoteca_state.change_count
  union all select null, null, current from firmoteca.installation`;
const CHANGES_AND_POSITION = `select seen.*, position.* from (${CHANGES}) as seen
  left join (select ${PRIMARY_POSITION}) as position on seen.topic is null`;

async function pollPostgres(
  { state }: WatchedStore,
  listener: Listener,
  onPosition: OnPosition | null,
): Promise<PolledChanges> {
  const sql = onPosition ? CHANGES_AND_POSITION : CHANGES;
  const rows = await listener.ask<SeenRow>(sql, LATE_MS).catch(() => state.all<SeenRow>(sql));
  const installation = rows.find(({ topic }) => topic === null);
  if (onPosition && installation) onPosition(installation as PrimaryPosition);
  return { counts: countsOf(rows), generation: installation?.generation ?? null };
}
