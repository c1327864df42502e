/** Revocation lists by the address of their publication, and the state of the leader's trust store. */
import type { Database, Statement } from '#data/store/database.ts';
import type { ContainerLevel } from '#lib/signatures/verdict.ts';

export interface ListRow {
  address: string;
  tried_at: number | null;
  file: string | null;
  good_until: string | null;
  trouble: string | null;
}

/** Romanian authorities have a handful; some elsewhere split theirs into hundreds. */
const LISTS_MAX = 1_000;

/** Addresses from chains that lead to a trusted authority. */
export const nameLists = (addresses: Iterable<string>): Statement[] =>
  [...new Set(addresses)].map((address) => ({
    sql: `insert into revocation_list (address) select $1
          where (select count(*) from revocation_list) < ${LISTS_MAX} on conflict (address) do nothing`,
    params: [address],
  }));

/** Older verdicts lack the addresses. */
export const listAddressesIn = (levels: readonly ContainerLevel[]): string[] =>
  levels.flatMap(({ signers }) => signers.flatMap(({ certificate }) => certificate?.listAddresses ?? []));

export const namedLists = (db: Database): Promise<ListRow[]> =>
  db.all(
    `select address, tried_at, file, good_until, trouble from revocation_list order by address limit ${LISTS_MAX}`,
  );

export const recordList = (address: string, triedAt: number, file: string, goodUntil: Date): Statement => ({
  sql: 'update revocation_list set tried_at = $2, file = $3, good_until = $4, trouble = null where address = $1',
  params: [address, triedAt, file, goodUntil.toISOString()],
});

export const recordTrouble = (address: string, triedAt: number, trouble: string): Statement => ({
  sql: 'update revocation_list set tried_at = $2, trouble = $3 where address = $1',
  params: [address, triedAt, trouble],
});

interface TrustStateRow {
  checked_at: string;
  authorities: number;
  trusted_list_until: string | null;
}

export const recordTrustState = (row: TrustStateRow): Statement => ({
  sql: `insert into trust_state (one, checked_at, authorities, trusted_list_until) values (1, $1, $2, $3)
        on conflict (one) do update set checked_at = excluded.checked_at, authorities = excluded.authorities,
          trusted_list_until = excluded.trusted_list_until`,
  params: [row.checked_at, row.authorities, row.trusted_list_until],
});

export interface TrustFigures {
  authorities: number;
  /** When the next trusted list is due, ISO; null: none was imported, or it names no day. */
  trustedListUntil: string | null;
  lists: { current: number; old: number; missing: number };
}

/** Null: no leader has looked at its trust store yet. */
export async function trustFigures(db: Database, now: number): Promise<TrustFigures | null> {
  const state = await db.one<TrustStateRow>(
    'select checked_at, authorities, trusted_list_until from trust_state where one = 1',
  );
  if (state === null) return null;
  const at = new Date(now).toISOString();
  const lists = await db.one<TrustFigures['lists']>(
    `select count(case when good_until >= $1 then 1 end) as current, count(case when good_until < $1 then 1 end) as old,
       count(case when good_until is null then 1 end) as missing from revocation_list`,
    [at],
  );
  return {
    authorities: state.authorities,
    trustedListUntil: state.trusted_list_until,
    lists: lists ?? { current: 0, old: 0, missing: 0 },
  };
}

/** What keeps intact signatures from being `valid`, the first to mend first. */
function troublesOf({ authorities, trustedListUntil, lists }: TrustFigures, now: number) {
  if (authorities === 0) return ['trustStoreEmpty' as const];
  const isOld = trustedListUntil !== null && Date.parse(trustedListUntil) < now;
  return [
    ...(isOld ? ['trustedListOld' as const] : []),
    ...(lists.missing > 0 ? ['listsMissing' as const] : []),
    ...(lists.old > 0 ? ['listsOld' as const] : []),
  ];
}

/** `state`: what is to be mended first. */
export function trustSummary(figures: TrustFigures, now: number) {
  const { authorities, trustedListUntil, lists } = figures;
  const [state = 'ok' as const] = troublesOf(figures, now);
  const { current: listsCurrent, old: listsOld, missing: listsMissing } = lists;
  return { state, authorities, trustedListUntil, listsCurrent, listsOld, listsMissing };
}
