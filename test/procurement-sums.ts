/** The sums of procurement, counted again row by row, from what unqualified names read. */
import { BIN_RATIO } from '#procurement/rollup-tables.ts';
import type { Database } from '#store/database.ts';

interface Deal {
  cpv: string | null;
  day: string;
  kind: string;
  value: number | null;
  authority: number;
  supplier: number | null;
}

/** Each thing once. */
const DEALS = `
select cpv, day, kind, value_ron as value, authority_id as authority, null as supplier from contract
union all select cpv, day, case state when 'accepted' then 'purchase' else 'notBought' end, value, authority_id, supplier_id from purchase
union all select cpv, day, 'award', value, authority_id, supplier_id from award`;

/** Each thing once per supplier. */
const SHARES = `
select s.cpv, s.day, s.kind, s.value_share as value, s.authority_id as authority, s.supplier_id as supplier from contract_supplier s
union all select cpv, day, case state when 'accepted' then 'purchase' else 'notBought' end, value, authority_id, supplier_id from purchase where supplier_id is not null
union all select cpv, day, 'award', value, authority_id, supplier_id from award where supplier_id is not null`;

export type Sums = Record<string, [count: number, valued: number, value: number]>;

function sumBy(deals: readonly Deal[], key: (deal: Deal) => string | null): Sums {
  const sums: Sums = {};
  for (const deal of deals) {
    const name = key(deal);
    if (name === null) continue;
    const sum = sums[name] ?? [0, 0, 0];
    sums[name] = sum;
    sum[0]++;
    if (deal.value === null) continue;
    sum[1]++;
    sum[2] += deal.value;
  }
  return sums;
}

const BOUGHT = (deal: Deal): boolean => deal.kind !== 'notBought';

/** By rollup: what it should say. */
export async function recount(db: Database): Promise<Record<string, Sums>> {
  const deals = await db.all<Deal>(DEALS);
  const shares = await db.all<Deal>(SHARES);
  const month = (deal: Deal): string => deal.day.slice(0, 7);
  const bin = (value: number): number => Math.floor(Math.log(value) / Math.log(BIN_RATIO));
  const coded = deals.filter(({ cpv }) => cpv !== null);
  const spread = (of: readonly Deal[], digits: number): Sums =>
    sumBy(of, (deal) =>
      deal.value === null || deal.value <= 0
        ? null
        : `${(deal.cpv ?? '').slice(0, digits)} ${month(deal)} ${deal.kind} ${bin(deal.value)}`,
    );
  const notices = await db.all<Deal>(
    `select cpv, day, 'notice' as kind, null as value, authority_id as authority, null as supplier from notice`,
  );
  const offered = await db.all<Deal>(
    `select cpv, day, kind, offers as value, authority_id as authority, null as supplier from contract
     where kind = 'contract' and offers is not null`,
  );
  return {
    cpv_month: sumBy(deals, (deal) => `${deal.cpv ?? ''} ${month(deal)} ${deal.kind}`),
    digit_month: sumBy(coded, (deal) => `${deal.cpv?.slice(0, 1)} ${month(deal)} ${deal.kind}`),
    division_month: sumBy(coded, (deal) => `${deal.cpv?.slice(0, 2)} ${month(deal)} ${deal.kind}`),
    cpv_value: spread(deals, 2),
    digit_value: spread(coded, 1),
    ...periods('authority', deals),
    ...periods('supplier', shares),
    offer_month: sumBy(offered, (deal) => `${deal.cpv?.slice(0, 2)} ${month(deal)} ${deal.value}`),
    party_year: {
      ...sumBy([...deals, ...notices], (deal) => `${deal.authority} authority ${deal.day.slice(0, 4)} ${deal.kind}`),
      ...sumBy(shares, (deal) => `${deal.supplier} supplier ${deal.day.slice(0, 4)} ${deal.kind}`),
    },
    partner: sumBy(shares.filter(BOUGHT), (deal) => `${deal.authority} ${deal.supplier} ${deal.kind}`),
  };
}

/** Months, years and all of it, of ordinary contracts and accepted purchases by one and two digits. */
function periods(role: 'authority' | 'supplier', deals: readonly Deal[]): Record<string, Sums> {
  const counted = deals.filter(({ kind, cpv }) => (kind === 'contract' || kind === 'purchase') && cpv !== null);
  const by = (digits: number, period: (day: string) => string | null): Sums =>
    sumBy(counted, (deal) => {
      const within = period(deal.day);
      return within === null ? null : `${deal.cpv?.slice(0, digits)} ${within} ${deal[role]} ${deal.kind}`;
    });
  const cut = (length: number) => (day: string) => (day === '' ? null : day.slice(0, length));
  return Object.fromEntries(
    [1, 2].flatMap((digits) => [
      [`${role} ${digits} month`, by(digits, cut(7))],
      [`${role} ${digits} year`, by(digits, cut(4))],
      [`${role} ${digits} all`, by(digits, () => '')],
    ]),
  );
}

/** By rollup: what it says. */
export async function rolledUp(db: Database): Promise<Record<string, Sums>> {
  const read = async (table: string, keys: string, where = ''): Promise<Sums> => {
    const valued =
      table === 'cpv_value' || table === 'offer_month'
        ? 'sum(count) as valued, 0 as value'
        : 'sum(valued) as valued, sum(value) as value';
    const rows = await db.all<Record<string, string | number>>(
      `select ${keys}, sum(count) as count, ${valued} from ${table} ${where} group by ${keys}`,
    );
    return Object.fromEntries(
      rows
        .filter(({ count, valued }) => count !== 0 || valued !== 0)
        .map((row) => [
          keys
            .split(', ')
            .map((key) => row[key])
            .join(' '),
          [Number(row.count), Number(row.valued), Number(row.value)],
        ]),
    );
  };
  const told: Record<string, Sums> = {};
  for (const role of ['authority', 'supplier'])
    for (const digits of [1, 2])
      for (const span of ['month', 'year', 'all'])
        told[`${role} ${digits} ${span}`] = await read(
          'party_period',
          'prefix, period, party, kind',
          `where role = '${role}' and length(prefix) = ${digits} and span = '${span}' and (period <> '' or span = 'all')`,
        );
  return {
    cpv_month: await read('cpv_month', 'cpv, month, kind'),
    cpv_value: await read('cpv_value', 'division, month, kind, bin', 'where length(division) <> 1'),
    digit_value: await read('cpv_value', 'division, month, kind, bin', 'where length(division) = 1'),
    digit_month: await read('prefix_month', 'prefix, month, kind', 'where length(prefix) = 1'),
    division_month: await read('prefix_month', 'prefix, month, kind', 'where length(prefix) = 2'),
    ...told,
    offer_month: await read('offer_month', 'division, month, offers'),
    party_year: await read('party_year', 'party, role, year, kind'),
    partner: await read('partner', 'authority, supplier, kind'),
  };
}
