/** How the rest of the service writes letters: into the queue, with the write that makes true what they tell. */
import { randomUUID } from 'node:crypto';
import type { Condition, Row, Statement } from '#data/store/database.ts';
import type { Email } from './email.ts';
import { fallbackStatements, type NewEmail, queueStatements } from './queue-table.ts';
import { INSTALLATION_HOUR_MAX, limitsOf, spansAt } from './settings.ts';

const HOUR_MS = 3_600_000;
/** A server that is away for a weekend gets its letters; after that nobody expects them any more. */
export const TRY_MS = 48 * HOUR_MS;
/** For how long the words of a letter without a link of its own are kept, when it could not be sent. */
const WORDS_MS = 7 * 24 * HOUR_MS;

export interface QueueOptions {
  /** `confirm`, `reset`, `key-made`: what is counted together. */
  kind: string;
  /** Null when it concerns none, or one that is being deleted. */
  account: string | null;
  /** It tells of what was done in the account by somebody who was let in; what anybody can ask for is none. */
  isNotice?: boolean;
  /** ms. */
  now: number;
  /** Sent where a limit keeps this one away, once an hour to an address: its reader learns that there was more. */
  instead?: { letter: Email; kind: string };
  /** ms: when its link ends. It is not sent after that, and its words are forgotten. */
  until?: number;
  /** It is queued only where this finds something, in the same write: what did not happen is not told. */
  where?: Condition;
}

export interface QueuedEmail {
  id: string;
  /** At the end of a write: they wait for other writers of letters, who must not wait for what this write holds, or comes to hold. */
  statements: Statement[];
  /** From what that write returned: false when there were too many, or when there is no mail here. */
  wasQueued(results: readonly (readonly Row[])[]): boolean;
}

export interface Mailer {
  /** Whether letters can reach anybody here. Pages that need it say so where they cannot. */
  readonly isReady: boolean;
  queue(letter: Email, about: QueueOptions): QueuedEmail;
}

export const mailer = (settings: { isReady: boolean; hourMax?: number }): Mailer => ({
  isReady: settings.isReady,
  queue(letter, { kind, account, isNotice = false, now, until, where, instead }) {
    const endsAt = until ?? now + WORDS_MS;
    const row = ({ to, ...words }: Email, named: string): NewEmail => ({
      ...{ ...words, id: randomUUID(), kind: named, account, isNotice, recipient: to },
      queuedAt: new Date(now).toISOString(),
      tryUntil: new Date(Math.min(now + TRY_MS, endsAt)).toISOString(),
      endsAt: new Date(endsAt).toISOString(),
    });
    const first = row(letter, kind);
    const { id } = first;
    const limits = { ...limitsOf(isNotice), installationHour: settings.hourMax ?? INSTALLATION_HOUR_MAX };
    const statements = [
      ...queueStatements(first, limits, spansAt(now), where),
      ...(instead ? fallbackStatements(id, row(instead.letter, instead.kind), limits, spansAt(now), where) : []),
    ];
    return {
      id,
      statements: settings.isReady ? statements : [],
      wasQueued: (results) => results.some((rows) => rows.some((row) => row.letter === id)),
    };
  },
});
