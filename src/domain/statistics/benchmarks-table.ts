/** Quartiles of activities, computed once per generation. */
import type { Database } from '#data/store/database.ts';

export interface BenchmarkRow {
  revision: string;
  code: string;
  firms: number;
  metrics: string;
}

/** Rev.3 first; a group stands before its classes. The keys are sorted, not the rows. */
export const benchmarkPage = (
  db: Database,
  year: number,
  { skip, limit }: { skip: number; limit: number },
): Promise<BenchmarkRow[]> =>
  db.all<BenchmarkRow>(
    `select b.revision, b.code, b.firms, b.metrics from (
       select revision, code from benchmark where year = $1 order by revision desc, code limit $2 offset $3
     ) k join benchmark b on b.year = $1 and b.revision = k.revision and b.code = k.code
     order by b.revision desc, b.code`,
    [year, limit, skip],
  );

export const benchmarksCount = async (db: Database, year: number): Promise<number> =>
  (await db.one<{ activities: number }>('select count(*) as activities from benchmark where year = $1', [year]))
    ?.activities ?? 0;

/** Of one class or group; of both revisions where both have it. */
export const benchmarksOf = (db: Database, year: number, code: string): Promise<BenchmarkRow[]> =>
  db.all<BenchmarkRow>(
    `select revision, code, firms, metrics from benchmark where year = $1 and revision in ('rev3', 'rev2') and code = $2
     order by revision desc`,
    [year, code],
  );
