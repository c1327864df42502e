/** Rows of a table of the dataset that name only the columns that matter to a test. */
import type { LoadTarget, Row } from '#data/store/table.ts';

/** The other columns are null; a column that may not be null has to be given. */
export const rowOf = <T extends LoadTarget>(table: T, given: Partial<Row<T>>): Row<T> => ({
  ...(Object.fromEntries(Object.keys(table.columns).map((name) => [name, null])) as Row<T>),
  ...given,
});
