/** Announces changes to threads and hosts that cache rows of the state: writers increment a counter, readers poll it. */

import type { Database, Statement } from '#data/store/database.ts';
import {
  type ChangeState,
  changeState,
  now,
  type PolledChanges,
  TOPICS,
  type Topic,
  type WorkSignal,
} from './change-state.ts';
import { NOT_POLLED, startPolling } from './poller.ts';

/** Poll interval without a watcher. A change is visible everywhere within a second, reading included. */
const POLL_MS = 200;
/** A copy is valid this long after the last poll. Without polls (database unreachable, thread busy) it is stale. */
const FRESH_MS = 900;

/** Goes into the transaction of the change. */
export const recordChange = (topic: Topic): Statement => ({
  sql: `insert into change_count (topic, changes) values ($1, 1)
        on conflict (topic) do update set changes = change_count.changes + 1`,
  params: [topic],
});

/** The same, if the query returns a row. */
export const recordChangeWhere = (topic: Topic, { sql, params = [] }: Statement): Statement => ({
  sql: `insert into change_count (topic, changes) select '${topic}', 1 where exists (${sql})
        on conflict (topic) do update set changes = change_count.changes + 1`,
  params,
});

/** Goes into the transaction that adds work, for tables without a notifying trigger. */
export const signalWork = ({ engine }: Pick<Database, 'engine'>, call: WorkSignal): Statement[] =>
  engine === 'postgres' ? [{ sql: `select pg_notify('firmoteca', $1)`, params: [call] }] : [];

export interface ChangeWatch {
  /** Changes with every change seen. */
  version(): number;
  /** Whether a copy loaded since the last change seen may be used. */
  isFresh(): boolean;
  /** Polls now. */
  poll(): Promise<void>;
  /** Resolves when a poll under way has ended. */
  stop(): Promise<void>;
}

export interface CountRow {
  topic: string | null;
  changes: number | null;
}

export const countsIn = async (state: Database): Promise<PolledChanges['counts']> =>
  countsOf(await state.all<CountRow>('select topic, changes from change_count'));

export function countsOf(rows: readonly CountRow[]): PolledChanges['counts'] {
  const counts = new Map(rows.map(({ topic, changes }) => [topic, changes]));
  return Object.fromEntries(TOPICS.map((topic) => [topic, counts.get(topic) ?? 0])) as PolledChanges['counts'];
}

/**
 * `onChange` runs before the function resolves and after each change; after a failure it runs again at the next poll.
 * The process's watcher polls; without one, one thread of the process polls for all.
 */
export async function watchChanges(
  state: Database,
  topic: Topic,
  onChange: () => Promise<void> | void,
  onError: (error: unknown) => void,
  shared: ChangeState = changeState(),
): Promise<ChangeWatch> {
  let seen = -1;
  let polledAt = Number.NEGATIVE_INFINITY;
  let queue: Promise<void> = Promise.resolve();

  const poll = async (): Promise<void> => {
    const began = now();
    shared.publish({ counts: await countsIn(state) }, began);
  };
  const apply = async (): Promise<void> => {
    const [polledTime, changes] = [shared.polledAt(), shared.count(topic)];
    if (changes !== seen) {
      await onChange();
      seen = changes;
    }
    polledAt = polledTime;
  };
  /** One at a time: a slow poll must not replace a newer copy by an older one. */
  const enqueue = (work: () => Promise<void>): Promise<void> => {
    queue = queue.catch(() => {}).then(work);
    return queue;
  };
  const pollAndApply = (): Promise<void> => enqueue(() => poll().then(apply));
  await pollAndApply();
  const poller = startPolling(
    async () => {
      if (shared.isUnwatched() && shared.mayPoll(POLL_MS)) return pollAndApply();
      return shared.polledAt() > polledAt ? enqueue(apply) : NOT_POLLED;
    },
    POLL_MS,
    onError,
  );
  const subscription = shared.subscribe(poller.pollNow);
  return {
    version: () => seen,
    isFresh: () => now() - polledAt < FRESH_MS,
    poll: pollAndApply,
    async stop() {
      subscription.stop();
      await poller.stop();
      await queue.catch(() => {});
    },
  };
}
