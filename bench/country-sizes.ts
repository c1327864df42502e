/** Which sizes of a country fit the disk, and the figures of a size that does not, from those of three that do. */
import { statfsSync } from 'node:fs';
import type { Counts } from './country-publications.ts';
import type { Cell, Findings } from './table.ts';

/** Romania: rows for each firm of the registry. */
const NATIONAL: Counts = {
  companies: 4_200_000,
  balances: 7_000_000,
  purchases: 10_000_000,
  contracts: 1_500_000,
  notices: 100_000,
};

/** Counts that are not named follow the firms. */
export const countsOf = ({ companies, ...named }: { companies: number } & Partial<Counts>): Counts => {
  const share = (name: keyof Counts): number =>
    named[name as keyof typeof named] ?? Math.max(1, Math.round((NATIONAL[name] * companies) / NATIONAL.companies));
  return {
    companies,
    balances: share('balances'),
    purchases: share('purchases'),
    contracts: share('contracts'),
    notices: share('notices'),
  };
};

/**
 * Bytes on disk while the update is built, measured at 20,000 and 200,000 firms: two snapshots of the registry and the parts made from them, the old
 * and the new ones; exports and lists beside their part.
 */
const PER_COMPANY = 6_000;
const PER_BALANCE = 600;
const PER_PURCHASE = 1_000;
const PER_CONTRACT = 2_000;

export const needOf = ({ companies, balances, purchases, contracts }: Counts): number =>
  companies * PER_COMPANY + balances * PER_BALANCE + purchases * PER_PURCHASE + contracts * PER_CONTRACT;

/** A tenth stays free. */
export const freeBytes = (folder: string): number => {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize * 0.9;
};

const scaled = (counts: Counts, share: number): Counts => {
  const part = (name: keyof Counts): number => Math.max(1, Math.round(counts[name] * share));
  return {
    companies: part('companies'),
    balances: part('balances'),
    purchases: part('purchases'),
    contracts: part('contracts'),
    notices: part('notices'),
  };
};

/** Fewer say little about growth. */
const COMPANIES_MIN = 2_000;

/** The size itself where it fits; else the largest that does, its half and its quarter. */
export function sizesFor(asked: Counts, diskBytes: number): Counts[] {
  const share = diskBytes / needOf(asked);
  if (share >= 1) return [asked];
  // All three stay on the disk.
  const largest = share / SHARES.reduce((sum, each) => sum + each, 0);
  const sizes = SHARES.map((each) => scaled(asked, largest * each));
  if (sizes.some(({ companies }) => companies < COMPANIES_MIN))
    throw new Error('There is not enough disk for three sizes of a country.');
  return sizes;
}

const SHARES = [0.25, 0.5, 1];

/** Columns of a table whose figures grow with the country; the others are not extrapolated. */
const GROWING = ['rows', 'seconds', 'CPU s', 'MB'];

/** `tables`: the same table at each of the sizes. A figure follows the power of the size that fits the three best. */
export function extrapolated(tables: readonly Findings[], sizes: readonly number[], to: number): Findings {
  const last = tables.at(-1);
  const largest = sizes.at(-1);
  if (!last || !largest) throw new Error('There is nothing to extrapolate from.');
  const columns = [0, ...GROWING.flatMap((name) => last.columns.indexOf(name)).filter((at) => at > 0)];
  const rows = last.rows.map((row) => {
    const found = tables.map((table) => table.rows.find(([name]) => name === row[0]));
    const values = (at: number): number[] => found.map((each) => Number(each?.[at] || 0));
    const cells = columns.slice(1).map((at): Cell => estimate(values(at), sizes, to).value);
    return [row[0] ?? '', ...cells, estimate(values(last.columns.indexOf('CPU s')), sizes, to).exponent.toFixed(2)];
  });
  return {
    name: `${last.name.replace(/[0-9]+/, String(to))}-extrapolated`,
    title: `${last.title.replace(largest.toLocaleString('en-GB'), to.toLocaleString('en-GB'))}, EXTRAPOLATED from ${sizes.map((size) => size.toLocaleString('en-GB')).join(', ')}`,
    columns: [...columns.map((at) => last.columns[at] ?? ''), 'CPU grows as n to the'],
    rows,
    remarks: ['Not measured: there is no disk for it. n·log n would grow as n to the 1.08, or the 1.1 below 50,000.'],
  };
}

function estimate(
  values: readonly number[],
  sizes: readonly number[],
  to: number,
): { value: number; exponent: number } {
  const points = values.flatMap((value, i) => (value > 0 ? [[Math.log(sizes[i] ?? 1), Math.log(value)] as const] : []));
  if (points.length < 2) return { value: 0, exponent: 0 };
  const mean = (at: 0 | 1): number => points.reduce((sum, point) => sum + point[at], 0) / points.length;
  const [x, y] = [mean(0), mean(1)];
  const spread = points.reduce((sum, point) => sum + (point[0] - x) ** 2, 0);
  const exponent = points.reduce((sum, point) => sum + (point[0] - x) * (point[1] - y), 0) / spread;
  return { value: Math.exp(y + exponent * (Math.log(to) - x)), exponent };
}
