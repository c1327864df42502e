/** Procurement analyses recomputed naively: every row read, no precomputed sums. */
import type { Database } from '#data/store/database.ts';
import { codeText } from '#domain/procurement/cpv.ts';
import { dayText } from '#domain/procurement/day-number.ts';
import { ACCEPTED, UNSTATED } from '#domain/procurement/tables.ts';

interface Range {
  dateFrom?: string;
  dateTo?: string;
}

interface Deal {
  kind: 'contract' | 'framework' | 'callOff' | 'purchase' | 'unstated' | 'award';
  day: string;
  value: number | null;
  offers: number | null;
  cpv: string | null;
}

const NAMES = {
  contracts: ['contract'],
  frameworks: ['framework'],
  callOffs: ['callOff'],
  directPurchases: ['purchase', 'unstated'],
  awards: ['award'],
} satisfies Record<string, Deal['kind'][]>;

const inRange = (day: string, { dateFrom, dateTo }: Range): boolean =>
  (dateFrom === undefined || day >= dateFrom) && (dateTo === undefined || (day <= dateTo && day !== ''));

async function dealsOf(db: Database, cpv: string, range: Range): Promise<Deal[]> {
  const rows = await Promise.all([
    db.all<Deal>('select kind, day, value_ron as value, offers, cpv from contract'),
    db.all<Deal>(
      `select case state when ${ACCEPTED} then 'purchase' else 'unstated' end as kind, day, value, cpv from purchase where state in (${ACCEPTED}, ${UNSTATED})`,
    ),
    db.all<Deal>("select 'award' as kind, day, value, cpv from award"),
  ]);
  return rows
    .flat()
    .map(asPublished)
    .map(valued)
    .filter((row) => row.cpv?.startsWith(cpv) && inRange(row.day, range));
}

/** With the texts behind the numbers of the table. */
const asPublished = <Row extends { day: unknown; cpv: unknown }>(row: Row): Row => ({
  ...row,
  day: dayText(Number(row.day)),
  cpv: row.cpv === null ? null : codeText(Number(row.cpv)),
});

/** Zero and less is no value. */
const valued = <Row extends { value: number | null }>(row: Row): Row =>
  row.value !== null && row.value <= 0 ? { ...row, value: null } : row;

export async function plainAnalysis(db: Database, cpv: string, range: Range) {
  const deals = await dealsOf(db, cpv, range);
  const dated = deals.filter(({ day }) => day !== '').toSorted((a, b) => (a.day < b.day ? -1 : 1));
  const values = deals
    .filter(({ kind, value }) => (kind === 'contract' || kind === 'callOff') && value !== null && value > 0)
    .map(({ value }) => Number(value))
    .sort((a, b) => a - b);
  const at = (share: number): number => Number(values[Math.max(1, Math.ceil(share * values.length)) - 1]) / 100;
  const offered = deals.filter(({ kind, offers }) => (kind === 'contract' || kind === 'callOff') && offers !== null);
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
  const spent = deals.filter(({ kind }) => kind !== 'framework' && kind !== 'award');
  const groups = Map.groupBy(spent, (deal) => deal.cpv?.slice(0, cpv.length + 1) ?? '');
  return [...groups]
    .map(([prefix, own]) => ({ prefix, own }))
    .toSorted((a, b) => (a.prefix < b.prefix ? -1 : 1))
    .map(({ prefix, own }) => ({
      prefix,
      contracts: sums(own).contracts,
      callOffs: sums(own).callOffs,
      directPurchases: withoutStates(sums(own).directPurchases),
    }));
}

const withoutStates = ({ count, value, unknown }: Record<string, unknown> = {}) => ({ count, value, unknown });

function sums(deals: readonly Deal[]) {
  return Object.fromEntries(
    Object.entries(NAMES).map(([name, kinds]: [string, Deal['kind'][]]) => {
      const own = deals.filter(({ kind }) => kinds.includes(kind));
      const known = own.filter(({ value }) => value !== null);
      const worth = known.reduce((all, deal) => all + Number(deal.value), 0) / 100;
      const value = own.length > 0 && known.length === 0 ? null : worth;
      const sum = { count: own.length, value, unknown: own.length - known.length };
      const unknownState = own.filter(({ kind }) => kind === 'unstated').length;
      return [name, name === 'directPurchases' ? { ...sum, unknownState } : sum];
    }),
  );
}

interface Sale {
  id: number;
  kind: 'contract' | 'callOff' | 'purchase';
  day: string;
  value: number | null;
  authority_id: number;
  cpv: string | null;
}

/** By the value of contracts and call-offs, then by that of purchases, then by id. */
export async function plainSuppliers(db: Database, cpv: string, range: Range) {
  const sold = await Promise.all([
    db.all<Sale>(
      "select supplier_id as id, kind, day, value_share as value, authority_id, cpv from contract_supplier where kind <> 'framework'",
    ),
    db.all<Sale>(
      `select supplier_id as id, 'purchase' as kind, day, value, authority_id, cpv from purchase where state in (${ACCEPTED}, ${UNSTATED}) and supplier_id is not null`,
    ),
  ]);
  const rows = sold
    .flat()
    .map(asPublished)
    .map(valued)
    .filter((row) => row.cpv?.startsWith(cpv) && inRange(row.day, range));
  const worth = (sales: readonly Sale[]): number => sales.reduce((all, { value }) => all + (value ?? 0), 0);
  const knownWorth = (sales: readonly Sale[]): number | null =>
    sales.length > 0 && sales.every(({ value }) => value === null) ? null : worth(sales) / 100;
  const signed = (sales: readonly Sale[]): Sale[] => sales.filter(({ kind }) => kind !== 'purchase');
  const bought = (sales: readonly Sale[]): Sale[] => sales.filter(({ kind }) => kind === 'purchase');
  const whole = worth(signed(rows));
  const suppliers = [...Map.groupBy(rows, ({ id }) => id)]
    .map(([id, sales]) => ({ id, sales, value: worth(signed(sales)), bought: worth(bought(sales)) }))
    .sort((a, b) => b.value - a.value || b.bought - a.bought || a.id - b.id);
  return suppliers.map(({ sales, value }, i) => {
    const contracts = sales.filter(({ kind }) => kind === 'contract');
    const callOffs = sales.filter(({ kind }) => kind === 'callOff');
    const purchases = bought(sales);
    const days = sales.flatMap(({ day }) => day || []).sort();
    return {
      rank: i + 1,
      contracts: { count: contracts.length, value: knownWorth(contracts) },
      callOffs: { count: callOffs.length, value: knownWorth(callOffs) },
      directPurchases: { count: purchases.length, value: knownWorth(purchases) },
      share: whole > 0 ? value / whole : null,
      authoritiesCount: new Set(sales.map(({ authority_id }) => authority_id)).size,
      firstDate: days[0] ?? null,
      lastDate: days.at(-1) ?? null,
    };
  });
}
