/** Reads that may have to look at much of a table are made by the analyst: no look-up of anybody else waits for them. */
import { callerKey } from '#api/caller.ts';
import type { Call } from '#api/endpoint.ts';
import type { Database, Row, Value } from '#data/store/database.ts';
import { loaded } from './loaded.ts';
import type { ProcurementNeeds } from './needs.ts';

export type Reads = Pick<Database, 'engine' | 'all' | 'one'>;

/** The area of procurement, read beside the serving thread; who leaves is not read for. */
export function aside({ dataset, caller, signal }: Call, { analyses }: Pick<ProcurementNeeds, 'analyses'>): Reads {
  const all = (sql: string, params: readonly Value[] = []): Promise<Row[]> =>
    analyses.rowsAsked(dataset, sql, params, { by: callerKey(caller), signal });
  return {
    engine: loaded(dataset).engine,
    all: <R>(sql: string, params?: readonly Value[]) => all(sql, params) as Promise<R[]>,
    one: async <R>(sql: string, params?: readonly Value[]) => ((await all(sql, params))[0] ?? null) as R | null,
  };
}
