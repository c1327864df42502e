/** How the documentations of a page of notices stand: one query, however many they are. */

import type { Database } from '#data/store/database.ts';
import type { DocumentationState } from '#domain/documents/states.ts';

interface StateRow {
  notice: string;
  state: DocumentationState;
  since: string;
  version: number | null;
  documentsCount: number;
}

/** A page of the longest list; few lengths, so that an engine plans few texts. */
const LENGTHS = [1, 50, 200];

/** By notice; only of those that were looked at. */
export async function storedDocumentations(
  db: Database,
  notices: readonly string[],
): Promise<Map<string, Omit<StateRow, 'notice'>>> {
  const last = notices.at(-1);
  if (last === undefined) return new Map();
  const length = LENGTHS.find((each) => each >= notices.length) ?? notices.length;
  const asked = Array.from({ length }, (_, i) => notices[i] ?? last);
  const rows = await db.all<StateRow>(
    `select notice, state, since, version,
       (select count(*) from documentation_document listed
        where listed.notice = documentation.notice and listed.version = documentation.version) as "documentsCount"
     from documentation where notice in (${asked.map((_, i) => `$${i + 1}`).join(', ')})`,
    asked,
  );
  return new Map(rows.map(({ notice, ...row }) => [notice, row]));
}
