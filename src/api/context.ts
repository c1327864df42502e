/** What the modules of the service share. A module takes the members that it uses: `Pick<Context, 'state' | 'report'>`. */
import type { Database } from '#data/store/database.ts';
import type { HiddenPersons } from '#lib/redaction/hidden-names.ts';
import type { Limits } from './allowance.ts';
import type { Cursors } from './cursor.ts';

export interface Context {
  /** The store of what must not be lost. */
  state: Database;
  /** The store of what can be fetched again. */
  liveStore: Database;
  /** The store of collected documents and their texts. */
  documents: Database;
  /** The hidden persons at this moment. */
  hidden(): HiddenPersons;
  cursors: Cursors;
  /** Null: no limits. */
  limits: Limits | null;
  /** Signs and hashes sessions, grants and approvals; the same on all hosts. */
  secret: string;
  isDemo: boolean;
  /** Null where no setting names it. */
  publicUrl: string | null;
  /** How the operator is reached; null where no setting says. */
  contact: string | null;
  /** Logs an error of ours that belongs to no request. */
  report(error: unknown): void;
}
