/** Questions for a lane under test: any SQL. */
import type { Value } from '#store/database.ts';
import type { Dataset } from '#store/dataset.ts';

export const questions = {
  all: ({ db }: Dataset, sql: string, params?: readonly Value[]) => db.all(sql, params),
  one: ({ db }: Dataset, sql: string, params?: readonly Value[]) => db.one(sql, params),
};
