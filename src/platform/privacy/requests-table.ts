/** Requests of readers to the operator, in the state store. */

import type { Database } from '#data/store/database.ts';
import type { Language } from '#lib/i18n/message.ts';

/** `hide`: hide a person. `error`: a record is wrong. */
export type RequestKind = 'hide' | 'error';
export type RequestState = 'open' | 'done' | 'refused';

export interface RequestRow {
  id: string;
  kind: RequestKind;
  /** Digest of the token with which the sender reads the answer. */
  token_digest: string;
  language: Language;
  /** Name of the person to hide; null for errors. */
  subject: string | null;
  /** Companies and links of that person, or the record that is wrong: `company:90000014`. */
  concerned: string;
  reason: string;
  /** Where the correct data is published. */
  source: string | null;
  mail: string | null;
  state: RequestState;
  /** Text for the sender. */
  answer: string | null;
  created_at: string;
  answered_at: string | null;
}

const columns = [
  'id',
  'kind',
  'token_digest',
  'language',
  'subject',
  'concerned',
  'reason',
  'source',
  'mail',
  'state',
  'answer',
  'created_at',
  'answered_at',
] as const satisfies readonly (keyof RequestRow)[];

const COLUMNS = columns.join(', ');

export interface RequestQuota {
  /** Number of the client network, by which open requests are counted. */
  share: number;
  shareMax: number;
  openMax: number;
}

/** `enough`: the share has the maximum of open requests. `full`: all shares together do. The first statement serializes concurrent inserts. */
export async function addRequest(
  state: Database,
  row: RequestRow,
  quota: RequestQuota,
): Promise<'added' | 'enough' | 'full'> {
  const parameters = columns.map((_, i) => `$${i + 1}`).join(', ');
  const parameter = (nth: number): string => `$${columns.length + nth}`;
  const results = await state.write([
    { sql: `update turn set name = name where name = 'reader_request'` },
    {
      sql: `insert into reader_request (${COLUMNS}, share) select ${parameters}, cast(${parameter(1)} as integer)
            where (select count(*) from reader_request where state = 'open') < ${parameter(2)}
              and (select count(*) from reader_request where state = 'open' and share = ${parameter(1)}) < ${parameter(3)}
            returning id`,
      params: [...columns.map((column) => row[column]), quota.share, quota.openMax, quota.shareMax],
    },
    { sql: `select count(*) as own from reader_request where state = 'open' and share = $1`, params: [quota.share] },
  ]);
  if (results[1]?.length === 1) return 'added';
  return Number(results[2]?.[0]?.own) >= quota.shareMax ? 'enough' : 'full';
}

export const requestOfToken = (state: Database, digest: string): Promise<RequestRow | null> =>
  state.one<RequestRow>(`select ${COLUMNS} from reader_request where token_digest = $1`, [digest]);

export const requestById = (state: Database, id: string): Promise<RequestRow | null> =>
  state.one<RequestRow>(`select ${COLUMNS} from reader_request where id = $1`, [id]);

/** Open requests, oldest first; with `all` also answered ones, after the open ones. */
export const requestRows = (state: Database, { all }: { all: boolean }): Promise<RequestRow[]> =>
  state.all<RequestRow>(
    all
      ? `select ${COLUMNS} from reader_request order by case state when 'open' then 0 else 1 end, created_at, id`
      : `select ${COLUMNS} from reader_request where state = 'open' order by created_at, id`,
  );

/** False if there is no such request. Replaces an earlier answer. */
export async function answerRequest(
  state: Database,
  id: string,
  answered: { state: Exclude<RequestState, 'open'>; answer: string; at: string },
): Promise<boolean> {
  const [rows = []] = await state.write([
    {
      // Only open requests count for a share.
      sql: 'update reader_request set state = $2, answer = $3, answered_at = $4, share = null where id = $1 returning id',
      params: [id, answered.state, answered.answer, answered.at],
    },
  ]);
  return rows.length > 0;
}

/** False if there was none. */
export async function deleteRequest(state: Database, id: string): Promise<boolean> {
  const [rows = []] = await state.write([
    { sql: 'delete from reader_request where id = $1 returning id', params: [id] },
  ]);
  return rows.length > 0;
}

/** Deletes requests answered before an instant; returns their number. */
export async function deleteAnswered(state: Database, before: string): Promise<number> {
  const [rows = []] = await state.write([
    {
      sql: `delete from reader_request where state <> 'open' and answered_at < $1 returning id`,
      params: [before],
    },
  ]);
  return rows.length;
}

export interface WaitingRequests {
  waiting: number;
  /** Null if none is open. */
  oldest: string | null;
}

export const waitingRequests = async (state: Database): Promise<WaitingRequests> =>
  (await state.one<WaitingRequests>(
    `select count(*) as waiting, min(created_at) as oldest from reader_request where state = 'open'`,
  )) ?? { waiting: 0, oldest: null };
