/**
 * Looks at the standby every second, once for all threads of a process: whether it is there, still a standby of our database, and
 * how far behind. What it finds stands on the board (standby/board.ts).
 */

import { startPolling } from '#data/store/changes/poller.ts';
import type { Database } from '#data/store/database.ts';
import { CATALOGUE, readPointing } from '#data/store/postgres/catalogue.ts';
import { openPostgres } from '#data/store/postgres/database.ts';
import { type PrimaryPosition, primaryPosition, standbyPosition } from '#data/store/postgres/position.ts';
import { StoreUnavailable } from '#data/store/unavailable.ts';
import { afterLoopTime } from '#lib/values/loop-timeout.ts';
import { lagBehind } from './lag.ts';
import { type StandbyLook, type StandbyState, standbyNow, sharedStandbyState } from './standby-state.ts';

const LOOK_MS = 1_000;
/** The primary has others to serve: it is asked when nobody has told of it for so many looks. */
const PRIMARY_LOOKS = 2;
/** A server that is there answers within this, on a crowded machine too; by then those who wait for it go to the primary. */
const ANSWER_MS = 2_000;

export interface StandbySettings {
  databaseUrl: string;
  readUrl: string;
  /** Further behind than this it is not read. */
  lagMsMax: number;
  memory: SharedArrayBuffer;
  /** Who does not answer within this is taken for gone. */
  answerMs?: number | undefined;
  /** Of this thread to the primary, at most: the look at it goes over those of everything else. */
  connections?: number | undefined;
}

export interface StandbyWatch {
  now(): StandbyLook;
  /**
   * For whoever asks the primary anyhow, and often: while he tells, it is not asked for this. Null where it did not say how far it has
   * come, which this user may not be allowed to ask: nobody else's question shall fail of it.
   */
  notePrimary: ((primary: PrimaryPosition) => void) | null;
  stop(): Promise<void>;
}

/** When it is open the first look is over, whatever that found; `onChange` hears of every other state, with what was met. */
export async function watchStandby(
  { databaseUrl, readUrl, lagMsMax, memory, answerMs = ANSWER_MS, connections }: StandbySettings,
  onChange: (state: StandbyState, reason: string | null) => void,
): Promise<StandbyWatch> {
  const board = sharedStandbyState(memory);
  const options = { searchPath: [CATALOGUE], statementTimeoutMs: answerMs };
  const answered = within(answerMs);
  const standby = openPostgres(readUrl, { ...options, poolSize: 1 });
  const primary = openPostgres(databaseUrl, { ...options, connections });
  let lag = lagBehind();
  let ours: PrimaryPosition | null = null;
  let heard: { primary: PrimaryPosition; at: number } | null = null;
  let unheard = PRIMARY_LOOKS;

  const hear = (position: PrimaryPosition): void => {
    heard = { primary: position, at: standbyNow() };
    unheard = 0;
  };
  /** Null where there is nothing new. */
  const newsOfPrimary = async (): Promise<typeof heard> => {
    if (++unheard >= PRIMARY_LOOKS) {
      unheard = 0;
      await answered(primaryPosition(primary)).then(hear, () => {});
    }
    const news = heard;
    heard = null;
    return news;
  };

  const found = async (): Promise<StandbyFinding> => {
    // While the primary is away its standby is read all the same.
    const [news, there] = await Promise.all([newsOfPrimary(), answered(standbyPosition(standby))]);
    const before = ours;
    // One that is no primary at the moment, because servers change places, is on the timeline that it had.
    if (news) ours = { ...news.primary, timeline: news.primary.timeline ?? before?.timeline ?? null };
    if (ours !== null && there.identity !== ours.identity) return { state: 'foreign' };
    if (there.replayedBytes === null) return { state: 'promoted' };
    if (before !== null && ours?.timeline !== before.timeline) lag = lagBehind();
    const [here = null, is = null] = [ours?.timeline, there.timeline];
    if (here !== null && is !== null && here !== is)
      return { state: 'foreign', reason: `timeline ${is}, while the primary is on ${here}` };
    if (news) lag.wrote(news.primary.writtenBytes, before === null ? news.at - (there.quietMs ?? 0) : news.at);
    const at = standbyNow();
    const { bytes: lagBytes, ms: lagMs } = lag.behind(there.replayedBytes, at);
    const { pointings } = await answered(readPointing(standby));
    return { state: lagMs > lagMsMax ? 'behind' : 'reading', pointings, lagMs, lagBytes };
  };

  const look = async (): Promise<void> => {
    const at = standbyNow();
    const { state, pointings = 0, lagMs = null, lagBytes = null, reason = null } = await found().catch(lostOrBehind);
    const before = board.read().state;
    board.write({ state, at, pointings, lagMs, lagBytes });
    if (state !== before) onChange(state, reason);
  };

  await look();
  const looking = startPolling(look, LOOK_MS, () => {});
  return {
    now: board.read,
    notePrimary: ours === null ? null : hear,
    async stop() {
      await looking.stop();
      await close(standby);
      await close(primary);
    },
  };
}

type StandbyFinding = Partial<Omit<StandbyLook, 'state' | 'at'>> & { state: StandbyState; reason?: string };

/** Tables or columns of the catalogue are not there yet: it has not replayed the start of this version. */
const NOT_YET = new Set(['42P01', '42703']);

function lostOrBehind(error: unknown): StandbyFinding {
  const { code, message } = error as { code?: string; message: string };
  return {
    state: NOT_YET.has(code ?? '') ? 'behind' : 'away',
    reason: message.replace(/^The database does not answer: /, ''),
  };
}

const within =
  (answerMs: number) =>
  async <T>(asked: Promise<T>): Promise<T> => {
    const late = Promise.withResolvers<never>();
    const giveUp = (): void => late.reject(new StoreUnavailable(`no answer in ${answerMs / 1_000} seconds`));
    return Promise.race([asked, late.promise]).finally(afterLoopTime(answerMs, giveUp));
  };

/** One that went silent would keep us waiting for its good-bye. */
const close = (db: Database): Promise<void> => within(ANSWER_MS)(db.close()).catch(() => {});
