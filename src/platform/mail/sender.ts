/** The duty that sends letters: takes those that are due, a few at a time, and sees that none is tried for ever or kept too long. */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { type ChangeState, changeState } from '#data/store/changes/change-state.ts';
import { lookWhenCalled } from '#data/store/changes/poller.ts';
import type { Database } from '#data/store/database.ts';
import { isStoreUnavailable } from '#data/store/unavailable.ts';
import {
  claimEmails,
  type DueEmail,
  deleteBodies,
  deleteClosed,
  failOverdue,
  hasDueEmails,
  markFailed,
  markSent,
  scheduleRetry,
} from './queue-table.ts';

/** Who asked for a letter looks for it at once. */
const EVERY_MS = 1_000;
/** Those whose next try is due may wait for so long, where new ones call. */
const REST_MS = 20_000;
/** Connections to the mail server at a time. */
const AT_ONCE = 4;
/** Longer than a delivery can take (smtp.ts): who holds a letter at its end is dead. */
const LEASE_MS = 120_000;
/** A store that is away is told so long that a letter was sent; who led has lost the lead by then, and others must wait for the lease. */
const NOTED_MS = 15_000;
const NOTED_AGAIN_MS = 500;
/** Deliveries under way when the service stops may end by themselves in this time. */
const GRACE_MS = 5_000;
const TIDY_MS = 600_000;
/** How long it is known that a letter was sent, or not. */
const KEPT_MS = 30 * 86_400_000;

const TOO_LATE = 'It could not be sent in time.';
/** Servers name addresses in what they say, which is nothing for a log. */
const givenUp = (id: string): string => `Letter ${id} was not sent: npx firmoteca mail show ${id} says why.`;

const MINUTE_MS = 60_000;
/** Servers that do not know us yet take a second try after some minutes (greylisting); those that are away come back in hours. */
const PAUSES = [1, 2, 5, 15, 30, 60, 120, 240, 480, 720].map((minutes) => minutes * MINUTE_MS);

/** ms until the next try, after so many. */
export const pauseAfter = (tries: number): number => PAUSES[Math.min(tries, PAUSES.length) - 1] ?? MINUTE_MS;

export interface SenderNeeds {
  state: Database;
  /** Null: nobody takes letters; those that wait are given up in time. */
  carrier: MailTransport | null;
  /** Whether this host still is the one that sends; left out, it is. Looked at right before a letter leaves. */
  isLed?(): boolean;
  /** That a letter was given up, for the log: without its address and its words. */
  note(text: string): void;
  onError(error: unknown): void;
}

/** Sends what is due now; how many were taken. */
export async function sendDue(needs: SenderNeeds, signal: AbortSignal): Promise<number> {
  const { state, carrier, isLed = () => true, note, onError } = needs;
  if (carrier === null) return 0;
  let taken = 0;
  while (!signal.aborted && isLed() && (await hasDueEmails(state, instant()))) {
    const lease = randomUUID();
    const leaseUntil = instant(LEASE_MS);
    const letters = await claimEmails(state, { lease, now: instant(), leaseUntil, most: AT_ONCE });
    // What fails here is the store: the letter stays with its lease, and is taken again when that is over.
    await Promise.all(
      letters.map((letter) => send(letter, { state, lease, carrier, isLed, signal, note }).catch(onError)),
    );
    if (letters.length === 0) break;
    taken += letters.length;
  }
  return taken;
}

interface Sending extends Pick<SenderNeeds, 'state' | 'note'> {
  isLed(): boolean;
  lease: string;
  carrier: MailTransport;
  signal: AbortSignal;
}

async function send(letter: DueEmail, sending: Sending): Promise<void> {
  const { state, lease, carrier, isLed, signal, note } = sending;
  // Another host sends by now, and has perhaps sent this one.
  if (!isLed()) return;
  const { id, tries, tryUntil } = letter;
  const isOver = Date.now() >= Date.parse(tryUntil);
  const delivery = isOver ? { refused: TOO_LATE } : await carrier.deliver(letter, signal);
  if (delivery === 'sent') return noteSent(letter, sending);
  if ('later' in delivery) {
    const nextTryAt = instant(signal.aborted ? 0 : pauseAfter(tries));
    if (nextTryAt < tryUntil) return scheduleRetry(state, { id, lease, nextTryAt, reason: delivery.later });
  }
  const reason = 'later' in delivery ? `Given up after ${tries} tries: ${delivery.later}` : delivery.refused;
  if (await markFailed(state, { id, lease, now: instant(), reason })) note(givenUp(id));
}

/** It has left: as long as nobody else can take it, a store that is away for a moment must not have it sent again. */
async function noteSent({ id }: DueEmail, { state, lease, carrier, signal }: Sending): Promise<void> {
  for (const until = Date.now() + NOTED_MS; ; )
    try {
      await markSent(state, { id, lease, now: instant(), keepsBody: carrier.keepsBody });
      return;
    } catch (error) {
      if (!isStoreUnavailable(error) || signal.aborted || Date.now() > until) throw error;
      // Who is stopping has no time for another try, which may take seconds.
      await sleep(NOTED_AGAIN_MS, undefined, { signal }).catch(() => Promise.reject(error));
    }
}

/** Gives up what waited too long, and forgets what need not be known any more. */
export async function cleanUp({ state, note }: Pick<SenderNeeds, 'state' | 'note'>, now = Date.now()): Promise<void> {
  const at = new Date(now).toISOString();
  for (const id of await failOverdue(state, at, TOO_LATE)) note(givenUp(id));
  await state.write([deleteBodies(at), deleteClosed(new Date(now - KEPT_MS).toISOString())]);
}

/** Runs until it is stopped; a round that fails is reported, and tried again with the next. */
export function startSending(needs: SenderNeeds, changes: ChangeState = changeState()): { stop(): Promise<void> } {
  const stopping = new AbortController();
  let isStopped = false;
  let tidiedAt = Number.NEGATIVE_INFINITY;

  const run = async (): Promise<void> => {
    if (performance.now() - tidiedAt > TIDY_MS) {
      tidiedAt = performance.now();
      await cleanUp(needs);
    }
    if (!isStopped) await sendDue(needs, stopping.signal);
  };
  const called = { changes, call: 'letters', everyMs: EVERY_MS, restMs: REST_MS } as const;
  const looking = lookWhenCalled(run, called, needs.onError);

  return {
    async stop() {
      isStopped = true;
      const grace = setTimeout(() => stopping.abort(), GRACE_MS);
      await looking.stop();
      clearTimeout(grace);
    },
  };
}

const instant = (inMs = 0): string => new Date(Date.now() + inMs).toISOString();

// §§ mail-transport.ts: Who takes letters from the queue to their readers.

/** `refused`: for good, and why. `later`: not this time, and why. */
export type Delivery = 'sent' | { refused: string } | { later: string };

export interface MailTransport {
  /** An outbox keeps what was put in. */
  readonly keepsBody: boolean;
  /** Never throws; it is over soon after the signal. */
  deliver(letter: DueEmail, signal: AbortSignal): Promise<Delivery>;
}

/** The demo's: a letter is there as soon as it was queued. */
export const outbox: MailTransport = { keepsBody: true, deliver: async () => 'sent' };
