/**
 * The procurement system blocks addresses until its support lifts the restriction. The first request that gets the page
 * which announces it starts a block for the whole installation: no request for some hours, then a single probe. The
 * block is stored, so that all jobs and hosts share it.
 */

import { hostname } from 'node:os';
import type { SiteLock } from '#data/sources/procurement/site/site.ts';
import type { Database } from '#data/store/database.ts';
import { Failure } from '#lib/safe-fetch/exchange.ts';
import { unavailable } from '#lib/safe-fetch/outcome.ts';
import { type Clock, instant, systemClock } from './clock.ts';
import { type BlockRow, claimTrial, endBlock, probeNext, startBlock, storedBlock } from './source-block-table.ts';

/** The source's public name. */
const BLOCKED_SOURCE = 'seap';
/** Only the support lifts a restriction, and frequent probes would be one more reason for it. */
const BLOCK_MS = 6 * 3_600_000;
/** How long other requests wait for the result of the probe: no answer takes longer to begin. */
const TRIAL_MS = 5 * 60_000;

export interface ProcurementBlock extends SiteLock {
  /** Whether no request may be sent, not even a probe. */
  isActive(): Promise<boolean>;
  /** Lets the next request be sent as the probe, for an operator who knows that the restriction was lifted. */
  probeNow(): Promise<void>;
  /** The stored block, until a probe was answered normally. */
  stored(): Promise<BlockRow | null>;
}

export function createProcurementBlock(db: Database, clock: Pick<Clock, 'now'> = systemClock): ProcurementBlock {
  const read = (): Promise<BlockRow | null> => storedBlock(db, BLOCKED_SOURCE, clock.now());
  const failure = (block: BlockRow | null): Failure =>
    new Failure(unavailable('blocked', block === null ? OVER : blockedSentence(block), block?.left ?? null));
  return {
    async enter() {
      const block = await read();
      let trialUntil: number | null = null;
      if (block !== null && block.left <= 0) {
        const [claimed] = await db.write([claimTrial(db, BLOCKED_SOURCE, { hostNow: clock.now(), ms: TRIAL_MS })]);
        if (claimed?.length !== 1) throw failure(await read());
        trialUntil = Number(claimed[0]?.until);
      } else if (block !== null) throw failure(block);
      return {
        async blocked() {
          await db.write([startBlock(db, BLOCKED_SOURCE, { hostNow: clock.now(), ms: BLOCK_MS, host: hostname() })]);
          return failure(await read());
        },
        async answered() {
          if (trialUntil !== null) await db.write([endBlock(BLOCKED_SOURCE, trialUntil)]);
        },
        async undecided() {
          if (trialUntil !== null) await db.write([probeNext(db, BLOCKED_SOURCE, clock.now(), trialUntil)]);
        },
      };
    },
    async isActive() {
      return ((await read())?.left ?? 0) > 0;
    },
    async probeNow() {
      await db.write([probeNext(db, BLOCKED_SOURCE, clock.now())]);
    },
    stored: read,
  };
}

/** The block ended between two reads: the probe of another request was answered. */
const OVER = 'The procurement system was probed by another request at this moment.';

/** The event. */
export const blockedSince = ({ since, seenAt, host, until }: BlockRow): string =>
  `The procurement system (e-licitatie.ro) has shut out the address of ${host} since ${instant(since)} (last seen ${instant(seenAt)}); this installation sends it no request before ${instant(until)}`;

/** The remedy. */
export const blockedAdvice = ({ seenAt, host }: BlockRow): string =>
  `Contact the support of the system and ask to be unblocked: name the public IP address of ${host} and the time, ${instant(seenAt)}.`;

const blockedSentence = (block: BlockRow): string => `${blockedSince(block)}. ${blockedAdvice(block)}`;
