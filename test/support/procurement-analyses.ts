/** Procurement analyses recomputed naively: every row read, no precomputed sums. */
import type { Database } from '#data/store/database.ts';

interface Range {
  dateFrom?: string;
  dateTo?: string;
}

interface Deal {
  kind: 'contract' | 'framework' | 'callOff' | 'purchase' | 'award';
  day: string;
  value: number | null;
  offers: number | null;
  cpv: string | null;
}

const NAMES = {
  contract: 'contracts',
  framework: 'frameworks',
  callOff: 'callOffs',
  purchase: 'directPurchases',
  award: 'awards',
} as const;

const inRange = (day: string, { dateFrom, dateTo }: Range): boolean =>
  (dateFrom === undefined || day >= dateFrom) && (dateTo === undefined || (day <= dateTo && day !== ''));

async function dealsOf(db: Database, cpv: string, range: Range): Promise<Deal[]> {
  const rows = await Promise.all([
    db.all<Deal>('select kind, day, value_ron as value, offers, cpv from contract'),
    db.all<Deal>("select 'purchase' as kind, day, value, cpv from purchase where state = 'accepted'"),
    db.all<Deal>("select 'award' as kind, day, value, cpv from award"),
  ]);
  return rows.flat().filter((row) => row.cpv?.startsWith(cpv) && inRange(row.day, range));
}

export async function plainAnalysis(db: Database, cpv: string, range: Range) {
  const deals = await dealsOf(db, cpv, range);
  const dated = deals.filter(({ day }) => day !== '').toSorted((a, b) => (a.day < b.day ? -1 : 1));
  const values = deals
    .filter(({ kind, value }) => (kind === 'contract' || kind === 'purchase') && value !== null && value > 0)
    .map(({ value }) => Number(value))
    .sort((a, b) => a - b);
  const at = (share: number): number => Number(values[Math.max(1, Math.ceil(share * values.length)) - 1]) / 100;
  const offered = deals.filter(({ kind, offers }) => kind === 'contract' && offers !== null);
  const per = (part: number): number | null => (offered.length === 0 ? null : part / offered.length);
  return {
    totals: sums(deals),
    byYear: [...Map.groupBy(dated, ({ day }) => Number(day.slice(0, 4)))].map(([year, own]) => ({
      year,
      ...sums(own),
    })),
    byMonth: [...Map.groupBy(dated, ({ day }) => day.slice(0, 7))].map(([month, own]) => ({ month, ...sums(own) })),
    children: childrenOf(deals, cpv),
    values: values.length === 0 ? null : { p10: at(0.1), p25: at(0.25), p50: at(0.5), p75: at(0.75), p90: at(0.9) },
    offers: {
      contracts: offered.length,
      average: per(offered.reduce((all, { offers }) => all + Number(offers), 0)),
      singleShare: per(offered.filter(({ offers }) => offers === 1).length),
    },
  };
}

function childrenOf(deals: readonly Deal[], cpv: string) {
  if (cpv.length >= 8) return [];
  const ordinary = deals.filter(({ kind }) => kind === 'contract' || kind === 'purchase');
  const groups = Map.groupBy(ordinary, (deal) => deal.cpv?.slice(0, cpv.length + 1) ?? '');
  return [...groups]
    .map(([prefix, own]) => ({ prefix, own }))
    .toSorted((a, b) => (a.prefix < b.prefix ? -1 : 1))
    .map(({ prefix, own }) => ({
      prefix,
      contracts: sums(own).contracts,
      directPurchases: sums(own).directPurchases,
    }));
}

function sums(deals: readonly Deal[]) {
  return Object.fromEntries(
    Object.entries(NAMES).map(([kind, name]) => {
      const own = deals.filter((deal) => deal.kind === kind);
      const known = own.filter(({ value }) => value !== null);
      const worth = known.reduce((all, deal) => all + Number(deal.value), 0) / 100;
      const value = own.length > 0 && known.length === 0 ? null : worth;
      return [name, { count: own.length, value, unknown: own.length - known.length }];
    }),
  );
}

interface Sale {
  id: number;
  is_contract: number;
  day: string;
  value: number | null;
  authority_id: number;
  cpv: string | null;
}

/** By value, then by id. */
export async function plainSuppliers(db: Database, cpv: string, range: Range) {
  const sold = await Promise.all([
    db.all<Sale>(
      "select supplier_id as id, 1 as is_contract, day, value_share as value, authority_id, cpv from contract_supplier where kind = 'contract'",
    ),
    db.all<Sale>(
      "select supplier_id as id, 0 as is_contract, day, value, authority_id, cpv from purchase where state = 'accepted' and supplier_id is not null",
    ),
  ]);
  const rows = sold.flat().filter((row) => row.cpv?.startsWith(cpv) && inRange(row.day, range));
  const worth = (sales: readonly Sale[]): number => sales.reduce((all, { value }) => all + (value ?? 0), 0);
  const knownWorth = (sales: readonly Sale[]): number | null =>
    sales.length > 0 && sales.every(({ value }) => value === null) ? null : worth(sales) / 100;
  const whole = worth(rows);
  const suppliers = [...Map.groupBy(rows, ({ id }) => id)]
    .map(([id, sales]) => ({ id, sales, value: worth(sales) }))
    .sort((a, b) => b.value - a.value || a.id - b.id);
  return suppliers.map(({ sales, value }, i) => {
    const contracts = sales.filter(({ is_contract }) => is_contract === 1);
    const purchases = sales.filter(({ is_contract }) => is_contract === 0);
    const days = sales.flatMap(({ day }) => day || []).sort();
    return {
      rank: i + 1,
      contracts: { count: contracts.length, value: knownWorth(contracts) },
      directPurchases: { count: purchases.length, value: knownWorth(purchases) },
      share: whole > 0 ? value / whole : null,
      authoritiesCount: new Set(sales.map(({ authority_id }) => authority_id)).size,
      firstDate: days[0] ?? null,
      lastDate: days.at(-1) ?? null,
    };
  });
}
