/** Queues emails in the same write as the change they report. */
import { randomUUID } from 'node:crypto';
import type { Condition, Row, Statement } from '#data/store/database.ts';
import type { Email } from './email.ts';
import { fallbackStatements, type NewEmail, queueStatements } from './queue-table.ts';
import { INSTALLATION_HOUR_MAX, limitsOf, spansAt } from './settings.ts';

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

export interface Mailer {
  /** Whether this installation can send emails. */
  readonly isReady: boolean;
  queue(email: Email, options: QueueOptions): QueuedEmail;
}

export const mailer = (settings: { isReady: boolean; hourMax?: number }): Mailer => ({
  isReady: settings.isReady,
  queue(email, { kind, account, isNotice = false, now, until, where, fallback }) {
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
    const limits = { ...limitsOf(isNotice), installationHour: settings.hourMax ?? INSTALLATION_HOUR_MAX };
    const statements = [
      ...queueStatements(first, limits, spansAt(now), where),
      ...(fallback ? fallbackStatements(id, row(fallback.email, fallback.kind), limits, spansAt(now), where) : []),
    ];
    return {
      id,
      statements: settings.isReady ? statements : [],
      wasQueued: (results) => results.some((rows) => rows.some((row) => row.letter === id)),
    };
  },
});
