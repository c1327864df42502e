/** The leader job that sends queued emails: a few at a time, retried with growing pauses, given up and deleted in time. */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Context } from '#api/context.ts';
import { type ChangeState, changeState } from '#data/store/changes/change-state.ts';
import { pollOnSignal } from '#data/store/changes/poller.ts';
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

/** People wait for the email they requested. */
const EVERY_MS = 1_000;
/** Poll interval for retries; new emails wake the poller. */
const REST_MS = 20_000;
/** Connections to the mail server at a time. */
const CONCURRENT_MAX = 4;
/** Longer than any delivery (smtp.ts): a lease that expires belongs to a dead process. */
const LEASE_MS = 120_000;
/** How long recording a delivery is retried while the store is unreachable; other hosts wait for the lease meanwhile. */
const RECORD_RETRY_MS = 15_000;
const RECORD_PAUSE_MS = 500;
/** Time for running deliveries to end when the service stops. */
const GRACE_MS = 5_000;
const CLEANUP_MS = 600_000;
/** How long closed emails stay in the queue table. */
const RETENTION_MS = 30 * 86_400_000;

const TOO_LATE = 'It could not be sent in time.';
/** Log line without the server's reply, which may contain addresses. */
const failureNote = (id: string): string =>
  `Email ${id} was not sent: npx firmoteca mail show ${id} displays the reason.`;

const MINUTE_MS = 60_000;
/** Greylisting servers accept a second try after some minutes; unreachable servers return within hours. */
const PAUSES = [1, 2, 5, 15, 30, 60, 120, 240, 480, 720].map((minutes) => minutes * MINUTE_MS);

/** Pause in ms after so many tries. */
export const pauseAfter = (tries: number): number => PAUSES[Math.min(tries, PAUSES.length) - 1] ?? MINUTE_MS;

export type SenderContext = Pick<Context, 'state' | 'report'> & {
  /** Null: no mail here; queued emails expire. */
  transport: MailTransport | null;
  /** Whether this host is still the leader, checked right before each delivery. Default: true. */
  isLeader?(): boolean;
  /** Logs that an email was given up, without its address and text. */
  note(text: string): void;
};

/** Sends due emails; returns how many were claimed. */
export async function sendDue(context: SenderContext, signal: AbortSignal): Promise<number> {
  const { state, transport, isLeader = () => true, note, report } = context;
  if (transport === null) return 0;
  let claimed = 0;
  while (!signal.aborted && isLeader() && (await hasDueEmails(state, instant()))) {
    const lease = randomUUID();
    const leaseUntil = instant(LEASE_MS);
    const emails = await claimEmails(state, { lease, now: instant(), leaseUntil, most: CONCURRENT_MAX });
    // Only the store can fail here: the email is claimed again after its lease.
    await Promise.all(
      emails.map((email) => send(email, { state, lease, transport, isLeader, signal, note }).catch(report)),
    );
    if (emails.length === 0) break;
    claimed += emails.length;
  }
  return claimed;
}

interface Sending extends Pick<SenderContext, 'state' | 'note'> {
  isLeader(): boolean;
  lease: string;
  transport: MailTransport;
  signal: AbortSignal;
}

async function send(email: DueEmail, sending: Sending): Promise<void> {
  const { state, lease, transport, isLeader, signal, note } = sending;
  // A new leader may have sent this email.
  if (!isLeader()) return;
  const { id, tries, tryUntil } = email;
  const isOver = Date.now() >= Date.parse(tryUntil);
  const delivery = isOver ? { refused: TOO_LATE } : await transport.deliver(email, signal);
  if (delivery === 'sent') return recordSent(email, sending);
  if ('later' in delivery) {
    const nextTryAt = instant(signal.aborted ? 0 : pauseAfter(tries));
    if (nextTryAt < tryUntil) return scheduleRetry(state, { id, lease, nextTryAt, reason: delivery.later });
  }
  const reason = 'later' in delivery ? `Given up after ${tries} tries: ${delivery.later}` : delivery.refused;
  if (await markFailed(state, { id, lease, now: instant(), reason })) note(failureNote(id));
}

/** Records the delivery with retries: a short outage of the store must not cause a second delivery. */
async function recordSent({ id }: DueEmail, { state, lease, transport, signal }: Sending): Promise<void> {
  for (const until = Date.now() + RECORD_RETRY_MS; ; )
    try {
      await markSent(state, { id, lease, now: instant(), storesBody: transport.storesBody });
      return;
    } catch (error) {
      if (!isStoreUnavailable(error) || signal.aborted || Date.now() > until) throw error;
      // No further try while stopping: it may take seconds.
      await sleep(RECORD_PAUSE_MS, undefined, { signal }).catch(() => Promise.reject(error));
    }
}

/** Gives up overdue emails, deletes expired texts and old rows. */
export async function cleanUp({ state, note }: Pick<SenderContext, 'state' | 'note'>, now = Date.now()): Promise<void> {
  const at = new Date(now).toISOString();
  for (const id of await failOverdue(state, at, TOO_LATE)) note(failureNote(id));
  await state.write([deleteBodies(at), deleteClosed(new Date(now - RETENTION_MS).toISOString())]);
}

/** Runs until it is stopped; a failed round is reported and retried. */
export function startSending(context: SenderContext, changes: ChangeState = changeState()): { stop(): Promise<void> } {
  const stopping = new AbortController();
  let isStopped = false;
  let cleanedAt = Number.NEGATIVE_INFINITY;

  const run = async (): Promise<void> => {
    if (performance.now() - cleanedAt > CLEANUP_MS) {
      cleanedAt = performance.now();
      await cleanUp(context);
    }
    if (!isStopped) await sendDue(context, stopping.signal);
  };
  const called = { changes, signal: 'letters', everyMs: EVERY_MS, restMs: REST_MS } as const;
  const poller = pollOnSignal(run, called, context.report);

  return {
    async stop() {
      isStopped = true;
      const grace = setTimeout(() => stopping.abort(), GRACE_MS);
      await poller.stop();
      clearTimeout(grace);
    },
  };
}

const instant = (inMs = 0): string => new Date(Date.now() + inMs).toISOString();

/** `refused`: permanent failure with its reason. `later`: temporary failure with its reason. */
export type Delivery = 'sent' | { refused: string } | { later: string };

export interface MailTransport {
  /** True for the demo's outbox, which displays sent emails. */
  readonly storesBody: boolean;
  /** Never throws; ends soon after the signal aborts. */
  deliver(email: DueEmail, signal: AbortSignal): Promise<Delivery>;
}

/** The demo's transport: a queued email counts as sent. */
export const outbox: MailTransport = { storesBody: true, deliver: async () => 'sent' };
