/** Accounts as their entrance and their owners need them: looked up, opened, changed. */

import { raise } from '#data/store/changes/counter.ts';
import type { Database, Statement } from '#data/store/database.ts';
import type { Language } from '#lib/i18n/sentence.ts';

export interface EntranceRow {
  id: string;
  email: string | null;
  /** Digest in PHC form. */
  password: string | null;
  language: Language;
  created_at: string;
  blocked_at: string | null;
}

const COLUMNS = 'id, email, password, language, created_at, blocked_at';

export const accountOfEmail = (state: Database, email: string): Promise<EntranceRow | null> =>
  state.one<EntranceRow>(`select ${COLUMNS} from account where email = $1`, [email]);

export const accountOfId = (state: Database, id: string): Promise<EntranceRow | null> =>
  state.one<EntranceRow>(`select ${COLUMNS} from account where id = $1`, [id]);

/** Opens an account for whoever used the link up, unless the address has one meanwhile. */
export const openAccount = (
  spent: string,
  { id, password, now }: { id: string; password: string; now: string },
): Statement[] => [
  {
    sql: `insert into account (id, email, password, created_at, language)
          select $2, l.email, $3, $4, l.language from one_time_link l where l.digest = $1
          on conflict (email) do nothing returning id`,
    params: [spent, id, password, now],
    isCondition: true,
  },
  {
    sql: `insert into subscription (account_id, state, since, until)
          select id, 'none', created_at, null from account where id = $1`,
    params: [id],
  },
  // The link and the letter that it came in are the account's from now on, whatever its address becomes.
  {
    sql: 'update one_time_link set account_id = $2 where digest = $1 and exists (select 1 from account where id = $2)',
    params: [spent, id],
  },
  {
    sql: `update letter set account_id = $1
          where account_id is null and recipient = (select email from account where id = $1)`,
    params: [id],
  },
];

/** Everybody who is signed in to it is signed out. */
export const passwordBySpent = (spent: string, password: string): Statement[] => [
  {
    sql: `update account set password = $2
          where id = (select l.account_id from one_time_link l where l.digest = $1)`,
    params: [spent, password],
  },
  {
    sql: `delete from browser_session
          where account_id = (select l.account_id from one_time_link l where l.digest = $1)`,
    params: [spent],
  },
  raise('access'),
];

/** Nothing when somebody else opened an account with it meanwhile. */
export const emailBySpent = (spent: string): Statement => ({
  sql: `update account set email = (select l.email from one_time_link l where l.digest = $1)
        where id = (select l.account_id from one_time_link l where l.digest = $1)
          and not exists (select 1 from account o, one_time_link l where l.digest = $1 and o.email = l.email)
        returning id`,
  params: [spent],
  isCondition: true,
});

export const newPassword = (account: string, password: string): Statement => ({
  sql: 'update account set password = $2 where id = $1',
  params: [account, password],
});

/** One of the account's own; nothing when it is somebody else's. */
export const removeOwnSession = (account: string, digest: string): Statement[] => [
  { sql: 'delete from browser_session where account_id = $1 and digest = $2', params: [account, digest] },
  raise('access'),
];

export const addDemoAccount = (id: string, now: string): Statement[] => [
  {
    sql: 'insert into account (id, email, password, created_at) values ($1, null, null, $2) on conflict (id) do nothing',
    params: [id, now],
  },
  {
    sql: `insert into subscription (account_id, state, since, until) values ($1, 'active', $2, null)
          on conflict (account_id) do nothing`,
    params: [id, now],
  },
];

export const isDemoAccountThere = async (state: Database, id: string): Promise<boolean> =>
  (await state.one('select 1 as found from subscription where account_id = $1', [id])) !== null;
