/** Queues emails in the same write as the change they report. */
import { randomUUID } from 'node:crypto';
import { storedLimits, strangersOf } from '#api/network-limits.ts';
import type { Condition, Database, Row, Statement } from '#data/store/database.ts';
import type { Email } from './email.ts';
import { fallbackStatements, type NewEmail, queueStatements, requestedSince } from './queue-table.ts';
import { limitsOf, spansAt } from './settings.ts';

const HOUR_MS = 3_600_000;
/** Retries outlast a mail server's weekend outage. */
export const TRY_MS = 48 * HOUR_MS;
/** Retention of the text of an unsent email without a link. */
const TEXT_MS = 7 * 24 * HOUR_MS;

export interface QueueOptions {
  /** Emails of one kind are limited together. */
  kind: string;
  /** Null if it concerns no account, or one that is being deleted. */
  account: string | null;
  /** True for a notice about a change in an account; false for an email that anybody can request. */
  isNotice?: boolean;
  /** Requested for an account by its owner's address: may use what strangers leave of the installation's limit. Always true for a notice. */
  isForAccount?: boolean;
  /** ms. */
  now: number;
  /** Sent when a limit refuses this email, once an hour per address. */
  fallback?: { email: Email; kind: string };
  /** ms: end of its link. After that it is not sent, and its text is deleted. */
  until?: number;
  /** Queued only if this condition finds a row in the same write. */
  where?: Condition;
}

export interface QueuedEmail {
  id: string;
  /** Must be the last statements of a write: they lock the queue's counters, behind which no other lock may be taken. */
  statements: Statement[];
  /** Reads the results of the write: false if a limit refused the email, or there is no mail here. */
  wasQueued(results: readonly (readonly Row[])[]): boolean;
}

/** What the installation's limit still lets through of requested emails: all, those for accounts, or none. */
export type MailRoom = 'all' | 'accounts' | 'none';

export interface Mailer {
  /** Whether this installation can send emails. */
  readonly isReady: boolean;
  queue(email: Email, options: QueueOptions): QueuedEmail;
  room(state: Database, now: number): Promise<MailRoom>;
}

export const mailer = ({
  isReady,
  hourMax = storedLimits.letters.total,
}: {
  isReady: boolean;
  hourMax?: number;
}): Mailer => ({
  isReady,
  async room(state, now) {
    const emails = await requestedSince(state, spansAt(now).hour);
    return emails >= hourMax ? 'none' : emails >= strangersOf(hourMax) ? 'accounts' : 'all';
  },
  queue(email, { kind, account, isNotice = false, isForAccount = isNotice, now, until, where, fallback }) {
    const endsAt = until ?? now + TEXT_MS;
    const row = ({ to, ...content }: Email, rowKind: string): NewEmail => ({
      ...content,
      id: randomUUID(),
      kind: rowKind,
      account,
      isNotice,
      recipient: to,
      queuedAt: new Date(now).toISOString(),
      tryUntil: new Date(Math.min(now + TRY_MS, endsAt)).toISOString(),
      endsAt: new Date(endsAt).toISOString(),
    });
    const first = row(email, kind);
    const { id } = first;
    const limits = { ...limitsOf(isNotice), installationHour: isForAccount ? hourMax : strangersOf(hourMax) };
    const statements = [
      ...queueStatements(first, limits, spansAt(now), where),
      ...(fallback ? fallbackStatements(id, row(fallback.email, fallback.kind), limits, spansAt(now), where) : []),
    ];
    return {
      id,
      statements: isReady ? statements : [],
      wasQueued: (results) => results.some((rows) => rows.some((row) => row.letter === id)),
    };
  },
});
