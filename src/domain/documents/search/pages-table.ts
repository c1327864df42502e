/** Pages by their numbers, as a question needs them. */

import type { Database } from '#data/store/database.ts';
import type { PageRow } from '#domain/documents/tables/rows.ts';

/** Pages of one statement; the same text of a statement each time. */
const EACH = 10;
/** Letters that are read of a page: a workbook without pages may have twenty million. */
const LENGTH_MAX = 1_000_000;

const SQL = `select content, number, page, entry, source, substr(text, 1, ${LENGTH_MAX}) as text from page
  where ${Array.from({ length: EACH }, (_, i) => `(content = $${2 * i + 1} and number = $${2 * i + 2})`).join(' or ')}`;

/** In the order in which they were asked for; undefined for one that is gone. */
export async function textsAt(
  db: Database,
  pages: readonly { content: number; number: number }[],
): Promise<(PageRow | undefined)[]> {
  const found = new Map<string, PageRow>();
  for (let at = 0; at < pages.length; at += EACH) {
    const some = Array.from({ length: EACH }, (_, i) => pages[at + i] ?? pages[at] ?? { content: 0, number: 0 });
    const params = some.flatMap(({ content, number }) => [content, number]);
    for (const row of await db.all<PageRow>(SQL, params)) found.set(`${row.content}/${row.number}`, row);
  }
  return pages.map(({ content, number }) => found.get(`${content}/${number}`));
}
