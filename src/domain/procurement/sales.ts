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

/** By fiscal code; null when procurement is not loaded. */
export async function salesOf(
  dataset: Dataset,
  cuis: readonly number[],
): Promise<Map<number, { contracts: Sum; directPurchases: Sum }> | null> {
  const db = loadedProcurement(dataset);
  if (db === null) return null;
  const byParty = Map.groupBy(await salesBy(db, cuis), ({ party }) => party);
  return new Map(
    [...byParty].map(([party, rows]) => [
      party,
      { contracts: sum(rows, 'contract'), directPurchases: sum(rows, 'purchase') },
    ]),
  );
}

function sum(rows: readonly SalesRow[], kind: SalesRow['kind']): Sum {
  const row = rows.find((each) => each.kind === kind);
  const count = row?.count ?? 0;
  return { count, value: sumOrNull(count, row && row.valued > 0 ? row.value : null) };
}
