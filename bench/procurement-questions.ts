/** Reproducible procurement requests. */

import type { Dataset } from '#data/store/dataset.ts';
import { kindNumber, type Role, roleNumber } from '#domain/procurement/rollup-tables.ts';
import { addDays } from '#lib/values/date.ts';

export interface Asked {
  id: string;
  params: Record<string, string>;
  query: string;
}

/** Divisions by number of purchases, the largest first. */
const DIVISIONS = '33 39 30 44 50 79 45 15 71 34 90 72 24 38 09 31 22 55 80 85'.split(' ');
const DIGITS = '3 4 5 7 1 9 0 2 6 8'.split(' ');
const NARROW = '331 3319 33192 45233 45233142 391 39130 30197 30197644 44 50112 7152 90919 1589'
  .split(' ')
  .filter((prefix) => prefix.length > 2);

const wholeMonths = (i: number): string => {
  if (i === 0) return '';
  const [from, to] = [new Date(Date.UTC(2021, 10 + (i % 23), 1)), new Date(Date.UTC(2026, 10 - (i % 17), 0))];
  return `dateFrom=${from.toISOString().slice(0, 10)}&dateTo=${to.toISOString().slice(0, 10)}`;
};
const otherDays = (i: number): string =>
  `dateFrom=${addDays('2021-11-15', (i * 37) % 700)}&dateTo=${addDays('2026-10-14', -((i * 53) % 600))}`;

export function analysesOf(count: number): Record<string, Asked[]> {
  const ask = (id: string, prefixes: readonly string[], range: (i: number) => string): Asked[] =>
    Array.from({ length: count }, (_, i) => ({
      id,
      params: { cpv: prefixes[i % prefixes.length] as string },
      query: range(Math.floor(i / prefixes.length)),
    }));
  const mixed = (i: number): string => (i % 2 === 0 ? wholeMonths(i / 2) : otherDays(i));
  const kinds: [string, readonly string[], (i: number) => string][] = [
    ['one digit, whole months', DIGITS, wholeMonths],
    ['one digit, other days', DIGITS, otherDays],
    ['two digits', DIVISIONS, mixed],
    ['three digits and more', NARROW, mixed],
  ];
  return Object.fromEntries(
    kinds.flatMap(([name, prefixes, range]) => [
      [`analysis, ${name}`, ask('getCpvAnalysis', prefixes, range)],
      [`top suppliers, ${name}`, ask('getCpvTopSuppliers', prefixes, range)],
    ]),
  );
}

/** Consecutive pages of a list. */
const PAGES = 200;
/** The offset of a deep page. */
const DEEP = 5_000;

const SOME_DAYS = 'dateFrom=2022-05-17&dateTo=2026-02-11';

/** `ask` fetches the cursors of deep pages. */
export async function listsOf(
  dataset: Dataset,
  ask: (requested: Asked) => Promise<unknown>,
): Promise<Record<string, Asked[]>> {
  const lists: Record<string, Asked[]> = {};
  const add = async (name: string, requested: Asked[]): Promise<void> => {
    lists[`${name}, first page`] = Array.from({ length: PAGES }, (_, i) => requested[i % requested.length] as Asked);
    const deep: Asked[] = [];
    for (const one of requested) {
      let query = `${one.query}&offset=${DEEP}`;
      for (let page = 0; page < PAGES / requested.length; page++) {
        const { meta } = (await ask({ ...one, query })) as { meta: { page: { nextCursor: string | null } } };
        if (meta.page.nextCursor === null) break;
        query = `${one.query}&cursor=${meta.page.nextCursor}`;
        deep.push({ ...one, query });
      }
    }
    if (deep.length > 0) lists[`${name}, deep`] = deep;
  };
  for (const prefixes of [
    DIGITS,
    DIVISIONS,
    ['331', '391', '301'],
    ['3319', '3913', '3019'],
    ['33192', '39130', '30197'],
    ['331921', '391311', '301976'],
    ['33192000', '30197644'],
  ])
    for (const id of ['getCpvDirectPurchases', 'getCpvContracts'])
      await add(
        `${id === 'getCpvContracts' ? 'contracts' : 'purchases'} by CPV, ${prefixes[0]?.length} digits`,
        prefixes.map((cpv) => ({ id, params: { cpv }, query: '' })),
      );
  for (const prefixes of [DIGITS, DIVISIONS, ['3319', '3913', '3019']])
    await add(
      `purchases by CPV, ${prefixes[0]?.length} digits, some days`,
      prefixes.map((cpv) => ({ id: 'getCpvDirectPurchases', params: { cpv }, query: SOME_DAYS })),
    );
  const largest = { authority: await largestOf(dataset, 'authority'), supplier: await largestOf(dataset, 'supplier') };
  for (const [role, cuis] of Object.entries(largest))
    for (const id of ['getCompanyDirectPurchases', 'getCompanyContracts'])
      await add(
        `${id === 'getCompanyContracts' ? 'contracts' : 'purchases'} of the largest ${role}`,
        cuis.map((cui) => ({ id, params: { cui }, query: '' })),
      );
  await add(
    'purchases of the largest supplier, some days of 33',
    largest.supplier.map((cui) => ({
      id: 'getCompanyDirectPurchases',
      params: { cui },
      query: `role=supplier&cpv=33&${SOME_DAYS}`,
    })),
  );
  for (const [role, cuis] of Object.entries(largest))
    lists[`previews of the largest ${role}`] = Array.from({ length: PAGES }, (_, i) => ({
      id: 'getCompanySeap',
      params: { cui: cuis[i % cuis.length] as string },
      query: '',
    }));
  return lists;
}

const LARGEST = 5;

async function largestOf(dataset: Dataset, role: Role): Promise<string[]> {
  const rows = await dataset
    .partGroup('procurement')
    ?.all<{ party: number }>(
      `select party from party_year where role = $1 and kind = ${kindNumber('purchase')} group by party order by sum(count) desc limit ${LARGEST}`,
      [roleNumber(role)],
    );
  return rows?.map(({ party }) => String(party)) ?? [];
}
