/** Tells threads and hosts that something they keep a copy of has changed: a counter in the state that writers raise and readers look at. */
import type { Database, Statement } from './database.ts';
import { lookAgain } from './look-again.ts';

/** `access`: accounts, subscriptions, keys, sessions. `blocks`: blocked addresses. */
export const TOPICS = ['access', 'blocks'] as const;
export type Topic = (typeof TOPICS)[number];

/** Several times a second: a change is seen everywhere within one, the reading included. */
const LOOK_MS = 200;
/** A copy is good for this long after the last look; without looks (the database is away, or we are too busy) it is no good. */
const GOOD_MS = 900;

/** Goes into the transaction that makes the change. */
export const raise = (topic: Topic): Statement => ({
  sql: `insert into change_count (topic, changes) values ($1, 1)
        on conflict (topic) do update set changes = change_count.changes + 1`,
  params: [topic],
});

/** The same, where a question finds something. */
export const raiseWhere = (topic: Topic, { sql, params = [] }: Statement): Statement => ({
  sql: `insert into change_count (topic, changes) select '${topic}', 1 where exists (${sql})
        on conflict (topic) do update set changes = change_count.changes + 1`,
  params,
});

export interface ChangeWatch {
  /** Another number after every change that was seen. */
  seen(): number;
  /** Whether a copy made since the last change that was seen may be used. */
  isGood(): boolean;
  /** Looks now. */
  look(): Promise<void>;
  /** Looks no more, once a look under way is over. */
  stop(): Promise<void>;
}

/** `onChange` runs before the first look is over, and after each change; when it fails, it is run again at the next look. */
export async function watchChanges(
  state: Database,
  topic: Topic,
  onChange: () => Promise<void> | void,
  onError: (error: unknown) => void,
): Promise<ChangeWatch> {
  let seen = -1;
  let lookedAt = Number.NEGATIVE_INFINITY;
  let running: Promise<void> | null = null;

  const lookNow = async (): Promise<void> => {
    const started = performance.now();
    const row = await state.one<{ changes: number }>('select changes from change_count where topic = $1', [topic]);
    const changes = row?.changes ?? 0;
    if (changes !== seen) {
      await onChange();
      seen = changes;
    }
    lookedAt = started;
  };
  /** One at a time: a slow look must not put an older copy over a newer one. */
  const look = (): Promise<void> => {
    running ??= lookNow().finally(() => {
      running = null;
    });
    return running;
  };
  await look();
  const looking = lookAgain(look, LOOK_MS, onError);
  return {
    seen: () => seen,
    isGood: () => performance.now() - lookedAt < GOOD_MS,
    look,
    async stop() {
      await looking.stop();
      await running?.catch(() => {});
    },
  };
}
