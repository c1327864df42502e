/** Which documents were judged by another trust store than today's. */

import type { Database, Statement } from '#data/store/database.ts';
import type { DocumentRow } from '#domain/documents/tables/rows.ts';

/** Revocation, or something else, could not be told. */
const UNCERTAIN = `(verdict = 'indeterminate' or levels like '%"not_checked"%')`;
const SIGNED = `state = 'opened' and verdict is not null and file_sha256 is not null`;

/** Under other lists these stand: they are said to be judged by today's, some at a time. How many. */
export async function heldByLists(db: Database, authorities: string, judge: string, most: number): Promise<number> {
  const due = `${SIGNED} and judged_by > $2 and judged_by < $3 and judged_by <> $1 and not ${UNCERTAIN}`;
  const bounds = [judge, `${authorities}.`, `${authorities}/`];
  if (!(await db.one(`select 1 as found from document where ${due} limit 1`, bounds))) return 0;
  const [rows = []] = await db.write([
    {
      sql: `update document set judged_by = $1 where id in (select id from document where ${due} limit ${most}) returning id`,
      params: bounds,
    },
  ]);
  return rows.length;
}

/** Those to judge anew, the longest judged first: by other authorities at once, by other lists a day after. */
export const judgedOtherwise = (
  db: Database,
  authorities: string,
  judge: string,
  dayAgo: string,
  most: number,
): Promise<DocumentRow[]> =>
  db.all<DocumentRow>(
    `select * from document where ${SIGNED} and (judged_by < $2 or judged_by > $3
       or (judged_by > $2 and judged_by < $3 and judged_by <> $1 and judged_at < $4 and ${UNCERTAIN}))
     order by judged_at, id limit ${most}`,
    [judge, `${authorities}.`, `${authorities}/`, dayAgo],
  );

/** Whether some were judged by those whom another store trusts. */
export async function isJudgedElsewhere(db: Database, authorities: string): Promise<boolean> {
  const sql = `select 1 as found from document where ${SIGNED} and (judged_by < $1 or judged_by > $2) limit 1`;
  return (await db.one(sql, [`${authorities}.`, `${authorities}/`])) !== null;
}

/** Its verdict stays as it is. */
export const stampJudged = (id: string, judge: string, now: Date): Statement => ({
  sql: `update document set judged_by = $2, judged_at = $3 where id = $1`,
  params: [id, judge, now.toISOString()],
});
