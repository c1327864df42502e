/**
 * Tables that two parts of an area share, read as one: a part may continue an earlier one, and its rows replace those they correct.
 * Each engine has its own view for it (sqlite/database.ts, postgres/views.ts), which reads either side from its index and merges the two: as
 * long as the columns that a query orders by are among those it selects, and a second table is asked by `key in (…)` instead of
 * being joined, no query sorts or scans.
 */
import type { Part } from './dataset.ts';

export interface Union {
  table: string;
  /** Ids of the parts. */
  older: string;
  newer: string;
  /** Rows of the older part are gone when their column `by` is a `key` of the newer part's table `of`; null when none is. */
  replaced: { by: string; of: string } | null;
}

/** None for an area whose parts have no table in common. */
export const unionsOf = (parts: readonly Part[]): Union[] =>
  parts.flatMap(({ id, continues }) => {
    const older = parts.find(({ name }) => name === continues?.part)?.id;
    if (!continues || older === undefined) return [];
    return Object.entries(continues.tables).map(([table, replaced]) => ({ table, older, newer: id, replaced }));
  });
