/**
 * The procurement system shuts out addresses until its support lifts the restriction. The first request that gets the page which
 * says so starts a hold for the whole installation: no request for some hours, then a single one as a probe. The hold lies in the
 * store, which all jobs and hosts share.
 */
import { hostname } from 'node:os';
import type { SiteLock } from '#data/sources/procurement/site/site.ts';
import type { Database } from '#data/store/database.ts';
import { Failure } from '#lib/safe-fetch/exchange.ts';
import { unavailable } from '#lib/safe-fetch/outcome.ts';
import { type Clock, instant, systemClock } from './clock.ts';
import { type BlockRow, claimTrial, endBlock, probeNext, startBlock, storedBlock } from './source-hold-table.ts';

/** As readers know it. */
const HELD_SOURCE = 'seap';
/** Only the support lifts a restriction: frequent probes would be one more reason for it. */
const HOLD_MS = 6 * 3_600_000;
/** How long other requests wait for the result of the probe: no answer takes longer to begin. */
const TRIAL_MS = 5 * 60_000;

export interface ProcurementHold extends SiteLock {
  /** Whether no request may be sent, not even a probe. */
  isActive(): Promise<boolean>;
  /** Lets the next request be sent, as the probe, though the hold lasts: for an operator who knows that the restriction was lifted. */
  probeNow(): Promise<void>;
  /** The hold as noted, until a probe was answered normally. */
  stored(): Promise<BlockRow | null>;
}

export function createProcurementBlock(db: Database, clock: Pick<Clock, 'now'> = systemClock): ProcurementBlock {
  const read = (): Promise<BlockRow | null> => storedBlock(db, HELD_SOURCE, clock.now());
  const failure = (hold: BlockRow | null): Failure =>
    new Failure(unavailable('blocked', hold === null ? OVER : blockedSentence(hold), hold?.left ?? null));
  return {
    async enter() {
      const hold = await read();
      let trialUntil: number | null = null;
      if (hold !== null && hold.left <= 0) {
        const [claimed] = await db.write([claimTrial(db, HELD_SOURCE, { hostNow: clock.now(), ms: TRIAL_MS })]);
        if (claimed?.length !== 1) throw failure(await read());
        trialUntil = Number(claimed[0]?.until);
      } else if (hold !== null) throw failure(hold);
      return {
        async blocked() {
          await db.write([startBlock(db, HELD_SOURCE, { hostNow: clock.now(), ms: HOLD_MS, host: hostname() })]);
          return failure(await read());
        },
        async answered() {
          if (trialUntil !== null) await db.write([endBlock(HELD_SOURCE, trialUntil)]);
        },
        async undecided() {
          if (trialUntil !== null) await db.write([probeNext(db, HELD_SOURCE, clock.now(), trialUntil)]);
        },
      };
    },
    async isActive() {
      return ((await read())?.left ?? 0) > 0;
    },
    async probeNow() {
      await db.write([probeNext(db, HELD_SOURCE, clock.now())]);
    },
    stored: read,
  };
}

/** The hold ended between two reads: the probe of another request was answered. */
const OVER = 'The procurement system was probed by another request at this moment.';

/** What happened. */
export const blockedSince = ({ since, seenAt, host, until }: BlockRow): string =>
  `The procurement system (e-licitatie.ro) has shut out the address of ${host} since ${instant(since)} (last seen ${instant(seenAt)}); this installation sends it no request before ${instant(until)}`;

/** What to do about it. */
export const blockedAdvice = ({ seenAt, host }: BlockRow): string =>
  `Contact the support of the system and ask to be unblocked: name the public IP address of ${host} and the time, ${instant(seenAt)}.`;

const blockedSentence = (hold: BlockRow): string => `${blockedSince(hold)}. ${blockedAdvice(hold)}`;
