/** The email queue as read by operators, metrics and the demo's outbox. */

import type { Database } from '#data/store/database.ts';
import type { Language } from '#lib/i18n/message.ts';

export const emailStates = ['queued', 'sent', 'failed'] as const;
export type EmailState = (typeof emailStates)[number];

/** An email without its text, which belongs to the recipient. */
export interface EmailReport {
  id: string;
  to: string;
  account: string | null;
  kind: string;
  language: Language;
  subject: string;
  state: EmailState;
  queuedAt: string;
  nextTryAt: string;
  tryUntil: string;
  tries: number;
  lastError: string | null;
  closedAt: string | null;
  /** Whether the text is still there, so that it can be sent again. */
  hasWords: number;
}

const REPORT = `id, recipient as "to", account_id as "account", kind, language, subject, state, queued_at as "queuedAt",
  next_try_at as "nextTryAt", try_until as "tryUntil", tries, last_error as "lastError", closed_at as "closedAt",
  case when text is null then 0 else 1 end as "hasWords"`;

/** Newest first. */
export const emailReports = (state: Database, only: EmailState | null, limit: number): Promise<EmailReport[]> =>
  state.all<EmailReport>(
    `select ${REPORT} from letter where state = coalesce($1, state) order by queued_at desc, id limit $2`,
    [only, limit],
  );

export const emailReport = (state: Database, id: string): Promise<EmailReport | null> =>
  state.one<EmailReport>(`select ${REPORT} from letter where id = $1`, [id]);

export interface OutboxEmail {
  id: string;
  to: string;
  language: Language;
  subject: string;
  text: string;
  html: string;
  queuedAt: string;
}

const WORDS = 'id, recipient as "to", language, subject, text, html, queued_at as "queuedAt"';

/** Newest first, queued ones included. */
export const outboxEmails = (state: Database, limit: number): Promise<OutboxEmail[]> =>
  state.all<OutboxEmail>(`select ${WORDS} from letter where text is not null order by queued_at desc, id limit $1`, [
    limit,
  ]);

export const outboxEmail = (state: Database, id: string): Promise<OutboxEmail | null> =>
  state.one<OutboxEmail>(`select ${WORDS} from letter where id = $1 and text is not null`, [id]);

export interface MailFigures {
  waiting: number;
  /** Instant at which the oldest was queued; null if none waits. */
  oldest: string | null;
  asked: number;
  refused: number;
  /** Of those refused: by the limit of the installation. */
  full: number;
  sent: number;
  failed: number;
}

export async function mailFigures(state: Database): Promise<MailFigures> {
  const [waits, events] = await Promise.all([
    state.one<{ waiting: number; oldest: string | null }>(
      `select count(*) as waiting, min(queued_at) as oldest from letter where state = 'queued'`,
    ),
    state.all<{ event: string; letters: number }>('select event, letters from letter_tally'),
  ]);
  const of = (name: string): number => events.find(({ event }) => event === name)?.letters ?? 0;
  return {
    waiting: waits?.waiting ?? 0,
    oldest: waits?.oldest ?? null,
    asked: of('asked'),
    refused: of('refused'),
    full: of('full'),
    sent: of('sent'),
    failed: of('failed'),
  };
}

/** Emails given up since an instant. */
export const failedSince = async (state: Database, since: string): Promise<number> =>
  (
    await state.one<{ failed: number }>(
      `select count(*) as failed from letter where state = 'failed' and closed_at >= $1`,
      [since],
    )
  )?.failed ?? 0;
