/** Supplier-performance reports. */
import type { Database } from '#data/store/database.ts';
import type { ReportRow } from './report.ts';

export const reportById = (db: Database, ackDocId: string): Promise<ReportRow | null> =>
  db.one<ReportRow>('select * from report where ack_doc_id = $1', [ackDocId]);
