/** Supplier-performance reports. */
import type { Database } from '#data/store/database.ts';
import type { ReportRow } from './report.ts';
import { addTexts } from './rows-table.ts';

export async function reportById(db: Database, ackDocId: string): Promise<ReportRow | null> {
  const rows = await db.all<ReportRow>('select * from report where ack_doc_id = $1 limit 1', [ackDocId]);
  await addTexts(db, rows);
  return rows[0] ?? null;
}
