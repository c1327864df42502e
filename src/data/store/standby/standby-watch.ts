/**
 * Checks the standby every second, once for all threads of a process: whether it is reachable, still a standby of this
 * database, and how far behind. Writes the result to the shared state (standby-state.ts).
 */

import { startPolling } from '#data/store/changes/poller.ts';
import type { Database } from '#data/store/database.ts';
import { CATALOGUE, readPointing } from '#data/store/postgres/catalogue.ts';
import { openPostgres } from '#data/store/postgres/database.ts';
import { type PrimaryPosition, primaryPosition, standbyPosition } from '#data/store/postgres/position.ts';
import { StoreUnavailable } from '#data/store/unavailable.ts';
import { afterLoopTime } from '#lib/values/loop-timeout.ts';
import { lagBehind } from './lag.ts';
import { type StandbyLook, type StandbyState, sharedStandbyState, standbyNow } from './standby-state.ts';

const POLL_MS = 1_000;
/** The primary's position is queried after this many checks without a reported one. */
const PRIMARY_POLLS = 2;
/** A reachable server answers within this, on a crowded machine too; waiting readers then go to the primary. */
const ANSWER_MS = 2_000;

export interface StandbySettings {
  databaseUrl: string;
  readUrl: string;
  /** Maximum lag. */
  lagMsMax: number;
  memory: SharedArrayBuffer;
  /** Timeout of a check. */
  answerMs?: number | undefined;
  /** Maximum connections of this thread to the primary, shared with its other queries. */
  connections?: number | undefined;
}

export interface StandbyWatch {
  now(): StandbyLook;
  /**
   * For a watcher that queries the primary anyway: while it reports positions, none are queried here. Null where the
   * primary gave none, which this user may lack permission for: the watcher's query must not fail because of it.
   */
  notePrimary: ((primary: PrimaryPosition) => void) | null;
  stop(): Promise<void>;
}

/** Resolves after the first check, whatever its result; `onChange` receives every new state with its reason. */
export async function watchStandby(
  { databaseUrl, readUrl, lagMsMax, memory, answerMs = ANSWER_MS, connections }: StandbySettings,
  onChange: (state: StandbyState, reason: string | null) => void,
): Promise<StandbyWatch> {
  const shared = sharedStandbyState(memory);
  const options = { searchPath: [CATALOGUE], statementTimeoutMs: answerMs };
  const withTimeout = within(answerMs);
  const standby = openPostgres(readUrl, { ...options, poolSize: 1 });
  const primary = openPostgres(databaseUrl, { ...options, connections });
  let lag = lagBehind();
  let known: PrimaryPosition | null = null;
  let reported: { primary: PrimaryPosition; at: number } | null = null;
  let unreported = PRIMARY_POLLS;

  const note = (position: PrimaryPosition): void => {
    reported = { primary: position, at: standbyNow() };
    unreported = 0;
  };
  /** Null without news. */
  const newsOfPrimary = async (): Promise<typeof reported> => {
    if (++unreported >= PRIMARY_POLLS) {
      unreported = 0;
      await withTimeout(primaryPosition(primary)).then(note, () => {});
    }
    const news = reported;
    reported = null;
    return news;
  };

  const check = async (): Promise<StandbyFinding> => {
    // While the primary is unreachable its standby is read all the same.
    const [news, standbyAt] = await Promise.all([newsOfPrimary(), withTimeout(standbyPosition(standby))]);
    const before = known;
    // During a failover a server that is no primary reports no timeline: the last one counts.
    if (news) known = { ...news.primary, timeline: news.primary.timeline ?? before?.timeline ?? null };
    if (known !== null && standbyAt.identity !== known.identity) return { state: 'foreign' };
    if (standbyAt.replayedBytes === null) return { state: 'promoted' };
    if (before !== null && known?.timeline !== before.timeline) lag = lagBehind();
    const [primaryTimeline = null, standbyTimeline = null] = [known?.timeline, standbyAt.timeline];
    if (primaryTimeline !== null && standbyTimeline !== null && primaryTimeline !== standbyTimeline)
      return { state: 'foreign', reason: `timeline ${standbyTimeline}, while the primary is on ${primaryTimeline}` };
    if (news) lag.wrote(news.primary.writtenBytes, before === null ? news.at - (standbyAt.quietMs ?? 0) : news.at);
    const at = standbyNow();
    const { bytes: lagBytes, ms: lagMs } = lag.behind(standbyAt.replayedBytes, at);
    const { pointings } = await withTimeout(readPointing(standby));
    return { state: lagMs > lagMsMax ? 'behind' : 'reading', pointings, lagMs, lagBytes };
  };

  const poll = async (): Promise<void> => {
    const at = standbyNow();
    const { state, pointings = 0, lagMs = null, lagBytes = null, reason = null } = await check().catch(awayOrBehind);
    const before = shared.read().state;
    shared.write({ state, at, pointings, lagMs, lagBytes });
    if (state !== before) onChange(state, reason);
  };

  await poll();
  const poller = startPolling(poll, POLL_MS, () => {});
  return {
    now: shared.read,
    notePrimary: known === null ? null : note,
    async stop() {
      await poller.stop();
      await close(standby);
      await close(primary);
    },
  };
}

type StandbyFinding = Partial<Omit<StandbyLook, 'state' | 'at'>> & { state: StandbyState; reason?: string };

/** Missing tables or columns of the catalogue: the standby has not replayed this version's migrations. */
const NOT_YET = new Set(['42P01', '42703']);

function awayOrBehind(error: unknown): StandbyFinding {
  const { code, message } = error as { code?: string; message: string };
  return {
    state: NOT_YET.has(code ?? '') ? 'behind' : 'away',
    reason: message.replace(/^The database does not answer: /, ''),
  };
}

const within =
  (answerMs: number) =>
  async <T>(query: Promise<T>): Promise<T> => {
    const late = Promise.withResolvers<never>();
    const giveUp = (): void => late.reject(new StoreUnavailable(`no answer in ${answerMs / 1_000} seconds`));
    return Promise.race([query, late.promise]).finally(afterLoopTime(answerMs, giveUp));
  };

/** A dead connection would delay the end. */
const close = (db: Database): Promise<void> => within(ANSWER_MS)(db.close()).catch(() => {});
