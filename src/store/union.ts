/**
 * Tables that two parts of an area share, read as one: a part may continue an earlier one, and its rows replace those they correct.
 * Written so that both engines read either side from its index and merge the two: as long as the columns that a query orders by
 * are among those it selects, and a second table is asked by `key in (…)` instead of being joined, no query sorts or scans.
 */
import type { Part } from './dataset.ts';

interface Union {
  table: string;
  /** What the view reads. */
  select: string;
}

/** None for an area whose parts have no table in common. */
export const unionsOf = (parts: readonly Part[]): Union[] =>
  parts.flatMap((part) => {
    const { continues } = part;
    const before = parts.find(({ name }) => name === continues?.part);
    if (!continues || !before) return [];
    return Object.entries(continues.tables).map(([table, replaced]) => {
      const hidden = replaced
        ? // A value, not an anti-join: PostgreSQL would turn that into a merge by key and sort the list afterwards.
          ` where (select 1 from ${part.id}.${replaced.of} as newer where newer.key = older.${replaced.by}) is null`
        : '';
      return {
        table,
        select: `select older.* from ${before.id}.${table} as older${hidden} union all select * from ${part.id}.${table}`,
      };
    });
  });
