/** Reads that may scan much of a table run in the analytics worker, so that no other request waits for them. */
import { callerKey } from '#api/caller.ts';
import type { Call } from '#api/endpoint.ts';
import type { Reads, Row, Value } from '#data/store/database.ts';
import type { ProcurementContext } from './context.ts';
import { procurementGroup } from './procurement-database.ts';

/** The procurement part group, read in the worker; aborted when the caller leaves. */
export function workerReads(
  { dataset, caller, signal }: Call,
  { analyses }: Pick<ProcurementContext, 'analyses'>,
): Reads {
  const all = (sql: string, params: readonly Value[] = []): Promise<Row[]> =>
    analyses.queryRows(dataset, sql, params, { by: callerKey(caller), signal });
  return {
    engine: procurementGroup(dataset).engine,
    all: <R>(sql: string, params?: readonly Value[]) => all(sql, params) as Promise<R[]>,
    one: async <R>(sql: string, params?: readonly Value[]) => ((await all(sql, params))[0] ?? null) as R | null,
  };
}
