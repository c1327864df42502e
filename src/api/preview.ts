/** The preview of a list: its first rows and its total. */

import type { TArray, TSchema } from 'typebox';
import type { Static } from '#lib/values/static.ts';
import type { Preview } from './endpoint.ts';

/** `what` the rows are, for the documentation: `names`, `rows and the total`. */
export const firstRows = <Row extends TSchema>(
  schema: TArray<Row>,
  count: number,
  what: string,
): Preview<Static<Row>[], TArray<Row>> => ({
  about: `the first ${count} ${what}`,
  data: schema,
  query: { limit: count },
  reduce(rows, meta) {
    const { page } = meta;
    const data = rows.slice(0, count);
    if (page === undefined) return { data, meta };
    return { data, meta: { ...meta, page: { ...page, returned: data.length, nextCursor: null, next: null } } };
  },
});
