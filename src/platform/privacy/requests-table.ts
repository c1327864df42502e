/** What readers ask of whoever runs the service, in the state: it must not be lost before somebody answered. */

import type { Database } from '#data/store/database.ts';
import type { Language } from '#lib/i18n/message.ts';

/** `hide`: not to show a person any more. `error`: a record is wrong. */
export type RequestKind = 'hide' | 'error';
export type RequestState = 'open' | 'done' | 'refused';

export interface RequestRow {
  id: string;
  kind: RequestKind;
  /** Of the token with which its sender reads the answer. */
  token_digest: string;
  language: Language;
  /** The name of the person to be hidden; null of errors. */
  subject: string | null;
  /** Companies and links of that person, or the record that is wrong: `company:90000014`. */
  concerned: string;
  reason: string;
  /** Where it stands as it should be. */
  source: string | null;
  mail: string | null;
  state: RequestState;
  /** Read by the sender. */
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

export interface Room {
  /** Which of the shares it counts for. */
  share: number;
  shareMax: number;
  openMax: number;
}

/** `enough`: so many of its share wait. `full`: so many of all. Counted in one turn with adding it, so that two do not take one place. */
export async function addRequest(state: Database, row: RequestRow, room: Room): Promise<'added' | 'enough' | 'full'> {
  const places = columns.map((_, i) => `$${i + 1}`).join(', ');
  const place = (nth: number): string => `$${columns.length + nth}`;
  const results = await state.write([
    { sql: `update turn set name = name where name = 'reader_request'` },
    {
      sql: `insert into reader_request (${COLUMNS}, share) select ${places}, cast(${place(1)} as integer)
            where (select count(*) from reader_request where state = 'open') < ${place(2)}
              and (select count(*) from reader_request where state = 'open' and share = ${place(1)}) < ${place(3)}
            returning id`,
      params: [...columns.map((column) => row[column]), room.share, room.openMax, room.shareMax],
    },
    { sql: `select count(*) as own from reader_request where state = 'open' and share = $1`, params: [room.share] },
  ]);
  if (results[1]?.length === 1) return 'added';
  return Number(results[2]?.[0]?.own) >= room.shareMax ? 'enough' : 'full';
}

export const requestOfToken = (state: Database, digest: string): Promise<RequestRow | null> =>
  state.one<RequestRow>(`select ${COLUMNS} from reader_request where token_digest = $1`, [digest]);

export const requestById = (state: Database, id: string): Promise<RequestRow | null> =>
  state.one<RequestRow>(`select ${COLUMNS} from reader_request where id = $1`, [id]);

/** Those that wait, longest first; or all, answered ones last. */
export const requestRows = (state: Database, { all }: { all: boolean }): Promise<RequestRow[]> =>
  state.all<RequestRow>(
    all
      ? `select ${COLUMNS} from reader_request order by case state when 'open' then 0 else 1 end, created_at, id`
      : `select ${COLUMNS} from reader_request where state = 'open' order by created_at, id`,
  );

/** False when there is no such request. One that was answered before gets the new answer. */
export async function answerRequest(
  state: Database,
  id: string,
  answered: { state: Exclude<RequestState, 'open'>; answer: string; at: string },
): Promise<boolean> {
  const [rows = []] = await state.write([
    {
      // Whose share it took is of no more use.
      sql: 'update reader_request set state = $2, answer = $3, answered_at = $4, share = null where id = $1 returning id',
      params: [id, answered.state, answered.answer, answered.at],
    },
  ]);
  return rows.length > 0;
}

/** False when there was none. */
export async function deleteRequest(state: Database, id: string): Promise<boolean> {
  const [rows = []] = await state.write([
    { sql: 'delete from reader_request where id = $1 returning id', params: [id] },
  ]);
  return rows.length > 0;
}

/** Those that were answered before an instant; how many went. Open ones never do. */
export async function forgetAnswered(state: Database, before: string): Promise<number> {
  const [rows = []] = await state.write([
    {
      sql: `delete from reader_request where state <> 'open' and answered_at < $1 returning id`,
      params: [before],
    },
  ]);
  return rows.length;
}

export interface Waiting {
  waiting: number;
  /** Null where nobody waits. */
  oldest: string | null;
}

export const waitingRequests = async (state: Database): Promise<Waiting> =>
  (await state.one<Waiting>(
    `select count(*) as waiting, min(created_at) as oldest from reader_request where state = 'open'`,
  )) ?? { waiting: 0, oldest: null };
