/**
 * Watches the store for all threads of a process: one question, asked again and again, tells what changed and which generation is to
 * be served. PostgreSQL also calls, so that a change is seen at once; nothing but haste depends on it.
 */

import type { Store } from '#data/store/open.ts';
import type { Listener } from '#data/store/postgres/listener.ts';
import { PRIMARY_POSITION, type PrimaryPosition } from '#data/store/postgres/position.ts';
import { WORK_SIGNALS, type WorkSignal, type ChangeState, now, type PolledChanges } from './change-state.ts';
import { type CountRow, countsIn, countsOf } from './counter.ts';
import { startPolling } from './poller.ts';

/** Less than a copy is good for (changes/counter.ts) by more than a look takes, also on a busy machine. */
const LOOK_MS = 600;
/** On SQLite a look takes some microseconds of this process. */
const SQLITE_LOOK_MS = 200;
/** However many changes are called, between two looks there is this much time. */
const GAP_MS = 50;
/** An answer takes a millisecond; what takes longer is asked on another connection, too. */
const LATE_MS = 250;

export interface Watcher {
  stop(): Promise<void>;
}

type WatchedStore = Pick<Store, 'state' | 'generations' | 'changes'>;

/** Hears with every look how far the primary has come. */
type OnPosition = (primary: PrimaryPosition) => void;

/** `onPosition`: where somebody wants to know; nobody else need ask for it then. */
export async function startWatcher(
  store: WatchedStore,
  databaseUrl: string | null,
  onError: (error: unknown) => void,
  onPosition: OnPosition | null = null,
): Promise<Watcher> {
  if (databaseUrl === null) return watching(store.changes, () => lookAtSqlite(store), SQLITE_LOOK_MS, onError);
  const { listenTo } = await import('#data/store/postgres/listener.ts');
  let gap: NodeJS.Timeout | null = null;
  const listener = listenTo(databaseUrl, store.state, {
    onNotification(name) {
      if (isCall(name)) return store.changes.call(name);
      // Hosts prove to themselves that they are called, and all others hear it.
      if (!WATCHED.has(name)) return;
      gap ??= setTimeout(() => {
        gap = null;
        watcher.pollNow();
      }, GAP_MS).unref();
    },
    onListening: store.changes.setListening,
  });
  const watcher = watching(store.changes, () => lookAtPostgres(store, listener, onPosition), LOOK_MS, onError);
  return {
    async stop() {
      clearTimeout(gap ?? undefined);
      await watcher.stop();
      await listener.stop();
    },
  };
}

const isCall = (name: string): name is WorkSignal => (WORK_SIGNALS as readonly string[]).includes(name);
/** Said where a look would find something new. */
const WATCHED: ReadonlySet<string> = new Set(['changed', 'generation']);

function watching(board: ChangeState, look: () => Promise<PolledChanges>, everyMs: number, onError: (error: unknown) => void) {
  const looking = startPolling(
    async () => {
      const began = now();
      board.publish(await look(), began);
      board.noteWatch(began);
    },
    everyMs,
    onError,
  );
  looking.pollNow();
  return looking;
}

/** A new generation is a file's, which every thread reads by itself. */
const lookAtSqlite = async ({ state }: WatchedStore): Promise<PolledChanges> => ({ counts: await countsIn(state) });

/** A topic and its changes; or, beside no topic, the generation and how far the primary has come. */
interface SeenRow extends CountRow, Partial<PrimaryPosition> {
  generation: string | null;
}

const EVERYTHING = `select topic, changes, null as generation from firmoteca_state.change_count
  union all select null, null, current from firmoteca.installation`;
const AND_POSITION = `select seen.*, position.* from (${EVERYTHING}) as seen
  left join (select ${PRIMARY_POSITION}) as position on seen.topic is null`;

async function lookAtPostgres(
  { state }: WatchedStore,
  listener: Listener,
  onPosition: OnPosition | null,
): Promise<PolledChanges> {
  const question = onPosition ? AND_POSITION : EVERYTHING;
  const rows = await listener.ask<SeenRow>(question, LATE_MS).catch(() => state.all<SeenRow>(question));
  const installation = rows.find(({ topic }) => topic === null);
  if (onPosition && installation) onPosition(installation as PrimaryPosition);
  return { counts: countsOf(rows), generation: installation?.generation ?? null };
}
