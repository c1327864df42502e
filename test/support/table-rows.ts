/** Rows of a dataset table from only the columns that matter to a test. */
import type { LoadTarget, Row } from '#data/store/table.ts';

/** Other columns are null; columns that may not be null are required. */
export const rowOf = <T extends LoadTarget>(table: T, given: Partial<Row<T>>): Row<T> => ({
  ...(Object.fromEntries(Object.keys(table.columns).map((name) => [name, null])) as Row<T>),
  ...given,
});
