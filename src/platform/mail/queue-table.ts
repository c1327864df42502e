/** The email queue (table `letter`) in the state store: inserted within limits, claimed by one sender, closed, cleaned up and requeued. */
import type { Condition, Database, Row, Statement, Value } from '#data/store/database.ts';
import type { Language } from '#lib/i18n/message.ts';
import type { EmailLimits } from './settings.ts';

export interface NewEmail {
  id: string;
  recipient: string;
  account: string | null;
  kind: string;
  isNotice: boolean;
  language: Language;
  subject: string;
  text: string;
  html: string;
  queuedAt: string;
  tryUntil: string;
  endsAt: string;
}

/** All emails of one sort in an hour, or fewer for strangers. */
type InstallationLimit = { installationHour: number };
type Since = { hour: string; day: string };

/**
 * Four statements: lock and count, insert within the limits (returns the id), count a refusal, also by which limit. The first locks a counter row, so that
 * concurrent writes insert one after the other, each seeing the rows of the one before.
 */
export function queueStatements(
  email: NewEmail,
  limits: EmailLimits & InstallationLimit,
  since: Since,
  where?: Condition,
): Statement[] {
  const conditions = where ? [where] : [];
  const under = (who: string, { hour, day }: { hour: number; day: number }): string =>
    `${fewerThan(email, who, '$14', hour)} and ${fewerThan(email, who, '$15', day)}`;
  return [
    increment('asked', conditions),
    insertWhere(
      email,
      `${under('recipient = $2 and', limits.address)}
        and ${under('recipient = $2 and kind = $4 and', limits.addressAndKind)}
        and ${under('account_id = $3 and', limits.account)}
        and ${fewerThan(email, '', '$14', limits.installationHour)}`,
      [since.hour, since.day],
      conditions,
    ),
    increment('refused', [isNotQueued(email.id), ...conditions]),
    increment('full', [isNotQueued(email.id), isFull(email, limits, since), ...conditions]),
  ];
}

/** Requested emails that were queued since an instant. */
export const requestedSince = async (state: Database, since: string): Promise<number> =>
  (
    await state.one<{ emails: number }>(
      'select count(*) as emails from letter where is_notice = 0 and queued_at > $1',
      [since],
    )
  )?.emails ?? 0;

/** After `queueStatements`: a fallback email if a limit refused the first, unless the address got a fallback within the hour. */
export function fallbackStatements(
  refusedId: string,
  email: NewEmail,
  { installationHour }: InstallationLimit,
  since: Since,
  where?: Condition,
): Statement[] {
  return [
    insertWhere(
      email,
      `not exists (select 1 from letter where recipient = $2 and kind = $4 and queued_at > $14)
        and ${fewerThan(email, '', '$14', installationHour)}`,
      [since.hour],
      [isNotQueued(refusedId), ...(where ? [where] : [])],
    ),
    increment('asked', [isQueued(email.id)]),
  ];
}

const fewerThan = ({ isNotice }: NewEmail, who: string, from: '$14' | '$15', most: number): string =>
  `(select count(*) from letter where ${who} is_notice = ${isNotice ? 1 : 0} and queued_at > ${from}) < ${most}`;

/** Inserts the email within `limits`, whose parameters start at $14, if every condition finds a row. */
function insertWhere(
  email: NewEmail,
  limits: string,
  since: readonly string[],
  conditions: readonly Condition[],
): Statement {
  const params = [
    ...[email.id, email.recipient, email.account, email.kind, email.language, email.subject],
    ...[email.text, email.html, email.queuedAt, email.queuedAt, email.tryUntil, email.endsAt, ''],
    ...since,
  ];
  const and = andExists(conditions, params.length + 1);
  return {
    sql: `insert into letter (id, recipient, account_id, kind, language, subject, text, html, queued_at, next_try_at,
            try_until, ends_at, lease_until, is_notice, tries, state)
          select $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, ${email.isNotice ? 1 : 0}, 0, 'queued'
          where ${limits}${and.sql}
          returning id as letter`,
    params: [...params, ...and.params],
  };
}

/** Increments a counter if every condition finds a row. */
function increment(event: 'asked' | 'refused' | 'full', conditions: readonly Condition[]): Statement {
  const { sql, params } = andExists(conditions, 1);
  return { sql: `update letter_tally set letters = letters + 1 where event = '${event}'${sql}`, params };
}

function andExists(conditions: readonly Condition[], first: number): { sql: string; params: Value[] } {
  const params: Value[] = [];
  const clauses = conditions.map((condition) => {
    const { sql, params: more = [] } = condition(first + params.length);
    params.push(...more);
    return ` and exists (${sql})`;
  });
  return { sql: clauses.join(''), params };
}

const isFull =
  ({ isNotice }: NewEmail, { installationHour }: InstallationLimit, { hour }: Since): Condition =>
  (first) => ({
    sql: `select 1 where (select count(*) from letter where is_notice = ${isNotice ? 1 : 0} and queued_at > $${first}) >= ${installationHour}`,
    params: [hour],
  });
const isQueued =
  (id: string): Condition =>
  (first) => ({ sql: `select 1 from letter where id = $${first}`, params: [id] });
const isNotQueued =
  (id: string): Condition =>
  (first) => ({ sql: `select 1 where not exists (select 1 from letter where id = $${first})`, params: [id] });

/** Deletes all emails of an account, and those sent to its address before sign-up. */
export const deleteEmailsOf = (account: string): Statement => ({
  sql: 'delete from letter where account_id = $1 or recipient = (select email from account where id = $1)',
  params: [account],
});

/** The same emails for the account export; texts are deleted after sending. */
export const exportedEmails = (state: Database, account: string): AsyncIterable<Row> =>
  state.stream(
    `select recipient, kind, language, subject, queued_at, state, closed_at from letter
     where account_id = $1 or recipient = (select email from account where id = $1) order by queued_at, id`,
    [account],
  );

export interface DueEmail {
  id: string;
  recipient: string;
  language: Language;
  subject: string;
  text: string;
  html: string;
  queuedAt: string;
  tryUntil: string;
  /** This try included. */
  tries: number;
}

/** The first try is always due: the clock of the queueing host may be ahead of the sender's. */
const due = (now: '$1' | '$2'): string =>
  `state = 'queued' and (tries = 0 or next_try_at <= ${now}) and lease_until <= ${now}`;

/** A read before the claim, which is a write. */
export const hasDueEmails = async (state: Database, now: string): Promise<boolean> =>
  (await state.one(`select id from letter where ${due('$1')} limit 1`, [now])) !== null;

/** Claims due emails that have no valid lease, until the lease ends. */
export async function claimEmails(
  state: Database,
  { lease, now, leaseUntil, most }: { lease: string; now: string; leaseUntil: string; most: number },
): Promise<DueEmail[]> {
  const [rows = []] = await state.write([
    {
      // The condition is repeated outside: after waiting for another claim, PostgreSQL evaluates it on the changed rows.
      sql: `update letter set lease = $1, lease_until = $3, tries = tries + 1
            where id in (select id from letter where ${due('$2')} order by next_try_at, id limit ${most}) and ${due('$2')}
            returning id, recipient, language, subject, text, html, queued_at as "queuedAt", try_until as "tryUntil", tries`,
      params: [lease, now, leaseUntil],
    },
  ]);
  // The statement returns exactly the members of DueEmail.
  return rows as unknown as DueEmail[];
}

/** Deletes the text unless an outbox displays it. False if the lease expired and another sender claimed it. */
export const markSent = (
  state: Database,
  { id, lease, now, storesBody }: { id: string; lease: string; now: string; storesBody: boolean },
): Promise<boolean> =>
  closed(state, 'sent', {
    sql: `update letter set state = 'sent', closed_at = $3, lease = null, lease_until = '', last_error = null
            ${storesBody ? '' : ', text = null, html = null'}
          where id = $1 and lease = $2 and state = 'queued' returning id`,
    params: [id, lease, now],
  });

export const markFailed = (
  state: Database,
  { id, lease, now, reason }: { id: string; lease: string; now: string; reason: string },
): Promise<boolean> =>
  closed(state, 'failed', {
    sql: `update letter set state = 'failed', closed_at = $3, lease = null, lease_until = '', last_error = $4
          where id = $1 and lease = $2 and state = 'queued' returning id`,
    params: [id, lease, now, reason],
  });

export async function scheduleRetry(
  state: Database,
  { id, lease, nextTryAt, reason }: { id: string; lease: string; nextTryAt: string; reason: string },
): Promise<void> {
  await state.write([
    {
      sql: `update letter set next_try_at = $3, lease = null, lease_until = '', last_error = $4
            where id = $1 and lease = $2 and state = 'queued'`,
      params: [id, lease, nextTryAt, reason],
    },
  ]);
}

/** Closes and counts in one write, while the lease is valid. */
async function closed(state: Database, event: 'sent' | 'failed', statement: Statement): Promise<boolean> {
  const [id = null, lease = null] = statement.params ?? [];
  const [, rows = []] = await state.write([
    {
      sql: `update letter_tally set letters = letters + 1 where event = '${event}'
              and exists (select 1 from letter where id = $1 and lease = $2 and state = 'queued')`,
      params: [id, lease],
    },
    statement,
  ]);
  return rows.length > 0;
}

/** Gives up overdue emails without a valid lease; returns their ids. */
export async function failOverdue(state: Database, now: string, reason: string): Promise<string[]> {
  const [rows = []] = await state.write([
    {
      sql: `update letter set state = 'failed', closed_at = $1, last_error = coalesce(last_error, $2)
            where state = 'queued' and try_until <= $1 and lease_until <= $1 returning id`,
      params: [now, reason],
    },
    {
      sql: `update letter_tally set letters = letters + (select count(*) from letter where state = 'failed' and closed_at = $1)
            where event = 'failed'`,
      params: [now],
    },
  ]);
  return rows.map(({ id }) => String(id));
}

/** Deletes the text of failed emails whose link has expired. */
export const deleteBodies = (now: string): Statement => ({
  sql: `update letter set text = null, html = null where state = 'failed' and ends_at <= $1 and text is not null`,
  params: [now],
});

export const deleteClosed = (before: string): Statement => ({
  sql: `delete from letter where state <> 'queued' and closed_at < $1`,
  params: [before],
});

/** Queues a failed email again; false if it did not fail or its text is deleted. */
export async function requeue(state: Database, id: string, now: string, tryUntil: string): Promise<boolean> {
  const [rows = []] = await state.write([
    {
      sql: `update letter set state = 'queued', tries = 0, next_try_at = $2, closed_at = null,
              try_until = case when ends_at < $3 then ends_at else $3 end
            where id = $1 and state = 'failed' and text is not null and ends_at > $2 returning id`,
      params: [id, now, tryUntil],
    },
  ]);
  return rows.length > 0;
}
