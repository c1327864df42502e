/** Sales of companies to public authorities, for lists of companies: one read for a page of them. */

import type { Dataset } from '#data/store/dataset.ts';
import { sumOrNull } from '#lib/values/money.ts';
import { loadedProcurement } from './procurement-database.ts';
import { type SalesRow, salesBy } from './totals-table.ts';

interface Sum {
  count: number;
  /** Lei. */
  value: number | null;
}

interface Sales {
  contracts: Sum;
  callOffs: Sum;
  directPurchases: Sum & { unknownState: number };
}

/** By fiscal code; null when procurement is not loaded. */
export async function salesOf(dataset: Dataset, cuis: readonly number[]): Promise<Map<number, Sales> | null> {
  const db = loadedProcurement(dataset);
  if (db === null) return null;
  const byParty = Map.groupBy(await salesBy(db, cuis), ({ party }) => party);
  return new Map(
    [...byParty].map(([party, rows]) => [
      party,
      {
        contracts: sum(rows, 'contract'),
        callOffs: sum(rows, 'callOff'),
        directPurchases: { ...sum(rows, 'purchase', 'unstated'), unknownState: sum(rows, 'unstated').count },
      },
    ]),
  );
}

function sum(rows: readonly SalesRow[], ...kinds: SalesRow['kind'][]): Sum {
  const own = rows.filter(({ kind }) => kinds.includes(kind));
  const total = (figure: 'count' | 'valued' | 'value'): number => own.reduce((all, row) => all + row[figure], 0);
  return { count: total('count'), value: sumOrNull(total('count'), total('valued') > 0 ? total('value') : null) };
}
