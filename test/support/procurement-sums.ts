/** The sums of procurement recomputed row by row through unqualified table names. */

import type { Database } from '#data/store/database.ts';
import type { Dataset } from '#data/store/dataset.ts';
import { codeText } from '#domain/procurement/cpv.ts';
import { dayNumber, dayText } from '#domain/procurement/day-number.ts';
import { type BlockKind, NONE, readBlock } from '#domain/procurement/deal-block.ts';
import { dealIndex } from '#domain/procurement/deal-index.ts';
import { kindOf, ROLES } from '#domain/procurement/rollup-tables.ts';
import { ACCEPTED, UNSTATED } from '#domain/procurement/tables.ts';

interface Deal {
  cpv: number | null;
  /** As a number. */
  day: number;
  kind: string;
  value: number | null;
  authority: number;
  supplier: number | null;
}

/** Each deal once. */
const DEALS = `
select cpv, day, kind, value_ron as value, authority_id as authority, null as supplier from contract
union all select cpv, day, case state when ${ACCEPTED} then 'purchase' when ${UNSTATED} then 'unstated' else 'notBought' end, value, authority_id, supplier_id from purchase
union all select cpv, day, 'award', value, authority_id, supplier_id from award`;

/** Each deal once for each supplier. */
const SHARES = `
select s.cpv, s.day, s.kind, s.value_share as value, s.authority_id as authority, s.supplier_id as supplier from contract_supplier s
union all select cpv, day, case state when ${ACCEPTED} then 'purchase' when ${UNSTATED} then 'unstated' else 'notBought' end, value, authority_id, supplier_id from purchase where supplier_id is not null
union all select cpv, day, 'award', value, authority_id, supplier_id from award where supplier_id is not null`;

/** The last two only in the sums by year. */
type Sum = [count: number, valued: number, value: number, zero?: number, negative?: number];
export type Sums = Record<string, Sum>;

function sumBy(deals: readonly Deal[], key: (deal: Deal) => string | null, isNoted = false): Sums {
  const sums: Sums = {};
  for (const deal of deals) {
    const name = key(deal);
    if (name === null) continue;
    const sum: Sum = sums[name] ?? (isNoted ? [0, 0, 0, 0, 0] : [0, 0, 0]);
    sums[name] = sum;
    sum[0]++;
    if (isNoted && deal.value === 0) sum[3] = Number(sum[3]) + 1;
    if (isNoted && deal.value !== null && deal.value < 0) sum[4] = Number(sum[4]) + 1;
    if (deal.value === null || deal.value <= 0) continue;
    sum[1]++;
    sum[2] += deal.value;
  }
  return sums;
}

/** Of deals that never came about only those with the same company on both sides. */
const PARTNERS = ({ kind, authority, supplier }: Deal): boolean => kind !== 'notBought' || authority === supplier;

/** Expected sums by rollup. */
export async function recount(db: Database): Promise<Record<string, Sums>> {
  const deals = await db.all<Deal>(DEALS);
  const shares = await db.all<Deal>(SHARES);
  const notices = await db.all<Omit<Deal, 'day'> & { day: string }>(
    `select null as cpv, day, 'notice' as kind, null as value, authority_id as authority, null as supplier from notice`,
  );
  const entries = (deal: Deal): string => LISTS[deal.kind] ?? deal.kind;
  return {
    ...Object.fromEntries(
      [1, 2, 3, 8].map((digits) => [
        `cpv_count ${digits}`,
        sumBy(deals, (deal) => (deal.cpv === null ? null : `${codeText(deal.cpv).slice(0, digits)} ${entries(deal)}`)),
      ]),
    ),
    party_year: {
      ...sumBy(
        [...deals, ...notices.map((notice) => ({ ...notice, day: dayNumber(notice.day) }))],
        (deal) => `${deal.authority} authority ${yearOf(deal)} ${deal.kind}`,
        true,
      ),
      ...sumBy(shares, (deal) => `${deal.supplier} supplier ${yearOf(deal)} ${deal.kind}`, true),
    },
    partner: sumBy(shares.filter(PARTNERS), (deal) => `${deal.authority} ${deal.supplier} ${deal.kind}`),
  };
}

const yearOf = ({ day }: Deal): number => Math.trunc(day / 10_000);

/** The list of a deal. */
const LISTS: Record<string, string> = {
  notBought: 'purchase',
  unstated: 'purchase',
  framework: 'contract',
  callOff: 'contract',
};

/** Of a column of keys: kinds of deals and roles are stored as numbers. */
const nameOf = (key: string, value: string | number | undefined) =>
  key === 'kind' ? kindOf(Number(value)) : key === 'role' ? ROLES[Number(value)] : value;

/** Stored sums by rollup. */
export async function rolledUp(db: Database): Promise<Record<string, Sums>> {
  const read = async (table: string, keys: string, where = ''): Promise<Sums> => {
    const valued =
      table === 'cpv_count' ? 'sum(count) as valued, 0 as value' : 'sum(valued) as valued, sum(value) as value';
    const noted = table === 'party_year' ? ['zero', 'negative'] : [];
    const more = noted.map((column) => `, sum(${column}) as ${column}`).join('');
    const rows = await db.all<Record<string, string | number>>(
      `select ${keys}, sum(count) as count, ${valued}${more} from ${table} ${where} group by ${keys}`,
    );
    return Object.fromEntries(
      rows
        .filter(({ count, valued }) => count !== 0 || valued !== 0)
        .map((row) => [
          keys
            .split(', ')
            .map((key) => nameOf(key, row[key]))
            .join(' '),
          [
            Number(row.count),
            Number(row.valued),
            Number(row.value),
            ...noted.map((column) => Number(row[column])),
          ] as Sum,
        ]),
    );
  };
  const counts: Record<string, Sums> = {};
  for (const digits of [1, 2, 3, 8])
    counts[`cpv_count ${digits}`] = await read('cpv_count', 'prefix, list', `where length(prefix) = ${digits}`);
  return {
    ...counts,
    party_year: await read('party_year', 'party, role, year, kind'),
    partner: await read('partner', 'authority, supplier, kind'),
  };
}

interface Counted {
  kind: string;
  cpv: number;
  day: number;
  value: number | null;
  supplier: number | null;
  authority: number;
  extra: number | string | null;
}

/** Every deal that analyses count, as sorted text. */
export async function dealTexts(db: Database): Promise<string[]> {
  const rows = await Promise.all(
    [
      `select kind, cpv, day, value_ron as value, null as supplier, authority_id as authority,
         case when kind in ('contract', 'callOff') then offers end as extra from contract where cpv is not null`,
      `select case kind when 'contract' then 'share' else 'callOffShare' end as kind, cpv, day, value_share as value,
         supplier_id as supplier, authority_id as authority, town as extra
         from contract_supplier where kind in ('contract', 'callOff') and cpv is not null`,
      `select case state when ${ACCEPTED} then 'purchase' else 'unstated' end as kind, cpv, day, value,
         supplier_id as supplier, authority_id as authority, null as extra
         from purchase where state in (${ACCEPTED}, ${UNSTATED}) and cpv is not null`,
      `select 'award' as kind, cpv, day, value, supplier_id as supplier, authority_id as authority, null as extra
         from award where cpv is not null`,
    ].map((sql) => db.all<Counted>(sql)),
  );
  return rows
    .flat()
    .map(({ kind, cpv, day, value, supplier, authority, extra }) =>
      [kind, codeText(cpv), dayText(day), value ?? '-', supplier ?? '-', authority, extra ?? '-'].join(' '),
    )
    .sort();
}

/** The same, unpacked from the blocks of all parts; a withdrawn deal removes one equal deal. */
export async function packedTexts(dataset: Dataset): Promise<string[]> {
  const { ids, parts } = await dealIndex(dataset);
  const found = new Map<string, number>();
  for (const { id, numbers, towns } of parts) {
    const rows = await dataset
      .partGroup('procurement')
      ?.all<{ kind: BlockKind; sign: number; deals: number; body: Uint8Array }>(
        `select kind, sign, deals, body from ${id}.deal_block`,
      );
    const party = (number: number): number | string =>
      number === NONE ? '-' : Number(ids[numbers === null ? number : Number(numbers[number])]);
    const town = [...towns.keys()];
    for (const { kind, sign, deals, body } of rows ?? []) {
      const block = readBlock(body, deals);
      for (let i = 0; i < deals; i++) {
        const number = block.extras[i] ?? NONE;
        const extra = number === NONE ? '-' : kind === 'share' || kind === 'callOffShare' ? town[number] : number;
        const cpv = codeText(Number(block.codes[i]));
        const [value, day] = [Number(block.values[i]), Number(block.days[i])];
        const parties = `${party(Number(block.suppliers[i]))} ${party(Number(block.authorities[i]))}`;
        const text = `${kind} ${cpv} ${dayText(day)} ${Number.isNaN(value) ? '-' : value} ${parties} ${extra}`;
        found.set(text, (found.get(text) ?? 0) + sign);
      }
    }
  }
  return [...found].flatMap(([text, times]) => Array.from({ length: times }, () => text)).sort();
}
