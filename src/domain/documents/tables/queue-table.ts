/** Whose turn it is. */
import type { Database } from '#data/store/database.ts';
import type { DocumentationRow } from './rows.ts';

const FREE = `state <> 'withdrawn' and (held_until is null or held_until < $1)`;

/** Who waits longest. */
export const nextAsked = (db: Database, now: number): Promise<DocumentationRow | null> =>
  db.one<DocumentationRow>(
    `select * from documentation where asked_at is not null and ${FREE} order by asked_at, notice limit 1`,
    [now],
  );

/** `isWanted`: only of what a caller once requested. */
export const nextDue = (db: Database, now: number, { isWanted = false } = {}): Promise<DocumentationRow | null> =>
  db.one<DocumentationRow>(
    `select * from documentation where due_at <= $1 and asked_at is null and ${FREE}
     ${isWanted ? 'and wanted_at is not null' : ''} order by due_at, notice limit 1`,
    [now],
  );

/** Notices that somebody waits for. */
export const waitingCount = async (db: Database): Promise<number> =>
  (await db.one<{ count: number }>('select count(*) as count from documentation where asked_at is not null'))?.count ??
  0;

/** Of them, those whose turn is before this one's. */
export const waitingBefore = async (
  db: Database,
  { notice, asked_at }: Pick<DocumentationRow, 'notice' | 'asked_at'>,
): Promise<number> =>
  (
    await db.one<{ count: number }>(
      'select count(*) as count from documentation where asked_at < $1 or (asked_at = $1 and notice < $2)',
      [asked_at, notice],
    )
  )?.count ?? 0;
