/** Supplier-performance reports among the documents: files that hang on award notices. */
import type { Database } from '#data/store/database.ts';

export interface ReportDocument {
  id: string;
  /** The award notice. */
  notice: string;
  ack_doc_id: string;
  name: string;
  published_on: string | null;
  content_sha256: string | null;
}

/** Those whose text was read, or cannot be. */
export const openedReports = (db: Database): AsyncIterable<ReportDocument> =>
  db.stream<ReportDocument>(
    `select id, notice, ack_doc_id, name, published_on, content_sha256 from document
     where section = 'supplierReport' and state = 'opened' and ack_doc_id is not null order by id`,
  );

/** Pages of a report that are read: the rest are annexes. */
const PAGES_MAX = 20;

/** Null when nothing was read of it. */
export async function reportText(db: Database, sha256: string): Promise<string | null> {
  const pages = await db.all<{ text: string }>(
    `select page.text from content join page on page.content = content.key
     where content.sha256 = $1 order by page.number limit ${PAGES_MAX}`,
    [sha256],
  );
  return pages.length === 0 ? null : pages.map(({ text }) => text).join('\n');
}

/** The documents that reports are, by the ids of the reports. */
export async function documentsOfReports(db: Database, ackDocIds: readonly string[]): Promise<Map<string, string>> {
  if (ackDocIds.length === 0) return new Map();
  const list = ackDocIds.map((_, i) => `$${i + 1}`).join(', ');
  const rows = await db.all<{ id: string; ack_doc_id: string }>(
    `select id, ack_doc_id from document
     where ack_doc_id in (${list}) and section = 'supplierReport' and state = 'opened' order by id`,
    ackDocIds,
  );
  return new Map(rows.map(({ id, ack_doc_id }) => [ack_doc_id, id]));
}
