/** Whether lists can be believed that say less than before: a blocked caller gets empty ones, and a busy site leaves rows out. */

import type { DocumentationRecord, DocumentRecord } from '#data/sources/procurement/records.ts';
import type { DocumentDesk } from '#data/sources/procurement/site/document-desk.ts';
import type { Database } from '#data/store/database.ts';
import { documentsOf, versionsOf } from '#domain/documents/tables/documentation-table.ts';
import { WrongShape } from '#lib/safe-fetch/wrong-shape.ts';
import type { CollectedNotice } from './needs.ts';

const LISTS = 'NoticeCommon/GetDfNoticeSectionFiles';

/** Throws a WrongShape where they cannot. Where single documents are gone and none came, they are read a second time. */
export async function believedLists(
  asked: CollectedNotice,
  { db, desk }: { db: Database; desk: DocumentDesk },
): Promise<DocumentationRecord> {
  const record = await desk.lists(asked);
  const { documents, isWithdrawn } = record;
  const [newest] = await versionsOf(db, asked.notice);
  if (!newest || isWithdrawn) return record;
  const known = await documentsOf(db, asked.notice, newest.version);
  const codes = new Set(documents.map(({ code }) => code));
  const gone = known.filter(({ code }) => !codes.has(code));
  if (gone.length === 0) return record;
  const isAnswer = ({ section }: Pick<DocumentRecord, 'section'>): boolean => section === 'clarification';
  // Nobody takes everything back without a word, and answers to bidders are not taken back at all.
  if (documents.length === 0 || (gone.some(isAnswer) && !documents.some(isAnswer)))
    throw new WrongShape(LISTS, `the documents of ${asked.notice}`, 'lists without those of before');
  if (documents.length > known.length - gone.length) return record;
  const again = await desk.lists(asked);
  if (
    again.isWithdrawn ||
    again.documents.length !== documents.length ||
    again.documents.some(({ code }) => !codes.has(code))
  )
    throw new WrongShape(LISTS, `the same documents of ${asked.notice} twice`, 'other ones each time');
  // The links of the second reading are the ones that hold.
  return again;
}
