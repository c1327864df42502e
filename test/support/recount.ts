/** A naive recount of balance sheets and registrations of a generation, for comparison with the build. */

import type { Database } from '#data/store/database.ts';
import type { SummaryColumn } from '#domain/companies/tables.ts';

export type Balance = Record<SummaryColumn, number | null> & {
  cui: number;
  year: number;
  form: string;
  caen: string | null;
  caen_revision: string | null;
};

export interface Firm {
  id: number;
  cui: number | null;
  county_slug: string | null;
  legal_form: string | null;
  registered_on: string | null;
}

export const metrics = { cifra: 'turnover', profit: 'net_profit', angajati: 'employees' } as const;

export type Recount = Awaited<ReturnType<typeof recount>>;

export async function recount(db: Database) {
  const balances = await db.all<Balance>('select * from balance');
  const firms = await db.all<Firm>('select id, cui, county_slug, legal_form, registered_on from firm order by id');
  const gone = await db.all<{ firm_id: number }>(`select firm_id from firm_status where code = '1084'`);
  const struckOff = new Set(gone.map((row) => row.firm_id));

  /** A fiscal code belongs to its first active registration, else to its first. */
  const countyOf = (cui: number): string | null => {
    const own = firms.filter((firm) => firm.cui === cui);
    return (own.find((firm) => !struckOff.has(firm.id)) ?? own[0])?.county_slug ?? null;
  };
  const placeOf = {
    national: () => 'RO',
    judet: (balance: Balance) => countyOf(balance.cui),
    caen: (balance: Balance) =>
      balance.caen && balance.caen_revision ? `${balance.caen_revision}:${balance.caen}` : null,
  };

  /** Rankings of a year by slice: best first, ties by the lower fiscal code. */
  function naive(year: number, metric: keyof typeof metrics, slice: keyof typeof placeOf): Map<string, Balance[]> {
    const column = metrics[metric];
    const ranked = balances
      .filter((one) => one.year === year && one.form !== 'NGO' && one[column] !== null)
      .toSorted((a, b) => Number(b[column]) - Number(a[column]) || a.cui - b.cui);
    const slices = Map.groupBy(ranked, (one) => placeOf[slice](one) ?? '');
    slices.delete('');
    return new Map([...slices].toSorted(([a], [b]) => (a < b ? -1 : 1)));
  }
  const rankIn = (list: readonly Balance[] | undefined, cui: number, metric: keyof typeof metrics): number | null => {
    const own = list?.find((one) => one.cui === cui);
    if (!list || !own) return null;
    return list.filter((one) => Number(one[metrics[metric]]) > Number(own[metrics[metric]])).length + 1;
  };

  /** Sums over the filings of a year, in the form of the operations. */
  function together(year: number, takesPart: (balance: Balance) => boolean) {
    const filed = balances.filter(
      (one) =>
        one.year === year &&
        one.form !== 'NGO' &&
        takesPart(one) &&
        Object.values(metrics).some((column) => one[column] !== null),
    );
    const sum = (column: SummaryColumn, unit: number) => {
      const known = filed.map((one) => one[column]).filter((figure) => figure !== null);
      return { sum: known.length === 0 ? null : known.reduce((a, b) => a + b, 0) / unit, firms: known.length };
    };
    const both = filed.flatMap((one) => {
      const past = balances.find((other) => other.cui === one.cui && other.year === year - 1);
      return one.turnover === null || past?.turnover == null ? [] : [[one.turnover, past.turnover] as const];
    });
    const [now, before] = [0, 1].map((side) => both.reduce((total, pair) => total + Number(pair[side]), 0));
    const growth = before ? Math.round((Number(now) / before - 1) * 10_000) / 10_000 : null;
    return {
      year,
      companies: filed.length,
      turnover: sum('turnover', 100),
      profit: sum('net_profit', 100),
      employees: sum('employees', 1),
      growth: { turnover: growth, firms: both.length },
    };
  }

  return { balances, firms, struckOff, countyOf, naive, rankIn, together };
}
