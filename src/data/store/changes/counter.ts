/** Tells threads and hosts that something they keep a copy of has changed: a counter in the state that writers raise and readers look at. */

import type { Database, Statement } from '#data/store/database.ts';
import { type WorkSignal, type ChangeState, changeState, now, type PolledChanges, TOPICS, type Topic } from './change-state.ts';
import { NOT_POLLED, startPolling } from './poller.ts';

/** While nobody watches for us, several times a second: a change is seen everywhere within one, the reading included. */
const LOOK_MS = 200;
/** A copy is good for this long after the last look; without looks (the database is away, or we are too busy) it is no good. */
const GOOD_MS = 900;

/** Goes into the transaction that makes the change. */
export const recordChange = (topic: Topic): Statement => ({
  sql: `insert into change_count (topic, changes) values ($1, 1)
        on conflict (topic) do update set changes = change_count.changes + 1`,
  params: [topic],
});

/** The same, where a question finds something. */
export const recordChangeWhere = (topic: Topic, { sql, params = [] }: Statement): Statement => ({
  sql: `insert into change_count (topic, changes) select '${topic}', 1 where exists (${sql})
        on conflict (topic) do update set changes = change_count.changes + 1`,
  params,
});

/** Goes into the transaction that makes something to do, where no trigger of its table calls. */
export const signalWork = ({ engine }: Pick<Database, 'engine'>, call: WorkSignal): Statement[] =>
  engine === 'postgres' ? [{ sql: `select pg_notify('firmoteca', $1)`, params: [call] }] : [];

export interface ChangeWatch {
  /** Another number after every change that was seen. */
  version(): number;
  /** Whether a copy made since the last change that was seen may be used. */
  isFresh(): boolean;
  /** Looks now. */
  poll(): Promise<void>;
  /** Looks no more, once a look under way is over. */
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
 * `onChange` runs before the first look is over, and after each change; when it fails, it is run again at the next look. Looks are
 * those of the process's watcher; where it is silent, or there is none, a thread of the process looks for all of them.
 */
export async function watchChanges(
  state: Database,
  topic: Topic,
  onChange: () => Promise<void> | void,
  onError: (error: unknown) => void,
  board: ChangeState = changeState(),
): Promise<ChangeWatch> {
  let seen = -1;
  let lookedAt = Number.NEGATIVE_INFINITY;
  let turn: Promise<void> = Promise.resolve();

  const look = async (): Promise<void> => {
    const began = now();
    board.publish({ counts: await countsIn(state) }, began);
  };
  const take = async (): Promise<void> => {
    const [at, changes] = [board.polledAt(), board.count(topic)];
    if (changes !== seen) {
      await onChange();
      seen = changes;
    }
    lookedAt = at;
  };
  /** One at a time: a slow look must not put an older copy over a newer one. */
  const inTurn = (work: () => Promise<void>): Promise<void> => {
    turn = turn.catch(() => {}).then(work);
    return turn;
  };
  const lookAndTake = (): Promise<void> => inTurn(() => look().then(take));
  await lookAndTake();
  const looking = startPolling(
    async () => {
      if (board.isUnwatched() && board.mayPoll(LOOK_MS)) return lookAndTake();
      return board.polledAt() > lookedAt ? inTurn(take) : NOT_POLLED;
    },
    LOOK_MS,
    onError,
  );
  const following = board.subscribe(looking.pollNow);
  return {
    version: () => seen,
    isFresh: () => now() - lookedAt < GOOD_MS,
    poll: lookAndTake,
    async stop() {
      following.stop();
      await looking.stop();
      await turn.catch(() => {});
    },
  };
}
