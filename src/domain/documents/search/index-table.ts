/** Reads blocks of the word index and pages, for a search. */
import type { Database, Value } from '#data/store/database.ts';
import type { PageRow } from '#domain/documents/tables/rows.ts';

interface BlockRow {
  content: number;
  words: Uint8Array;
}

/** Contents per statement, in few sizes so that few statements are prepared. A key may occur twice. */
const CONTENTS_EACH = [4, 16, 64, 256];

/**
 * The block that may hold a stem. It depends on the content and not on the block, so both engines find single blocks by the key instead of
 * scanning all blocks of a content.
 */
const LAST_BEFORE =
  '(select max(before.first) from word_block as before where before.content = content.key and before.first <= $1)';

/** For each content the block with the stem, if any. */
export const blocksWith = (db: Database, contents: readonly number[], stem: string): Promise<BlockRow[]> =>
  inBatches(contents, (keys, places) =>
    db.all<BlockRow>(
      `select block.content, block.words from content cross join word_block as block
       where content.key in (${places(1)}) and block.content = content.key and block.last >= $1 and block.first = ${LAST_BEFORE}`,
      [stem, ...keys],
    ),
  );

/** For each content the blocks with stems of this prefix, limited. */
export const blocksWithPrefix = (
  db: Database,
  contents: readonly number[],
  begun: string,
  most: number,
): Promise<BlockRow[]> =>
  inBatches(contents, (keys, places) =>
    db.all<BlockRow>(
      `select block.content, block.words from content cross join word_block as block
       where content.key in (${places(2)}) and block.content = content.key and block.last >= $1 and block.first < $2
         and block.first >= ${LAST_BEFORE}
       order by block.content, block.first limit ${most}`,
      [begun, upperBound(begun), ...keys],
    ),
  );

/** An upper bound of all strings with this prefix. */
const upperBound = (begun: string): string => `${begun}\u{10ffff}`;

async function inBatches<Found>(
  contents: readonly number[],
  read: (keys: Value[], places: (before: number) => string) => Promise<Found[]>,
): Promise<Found[]> {
  const found: Found[] = [];
  const most = CONTENTS_EACH.at(-1) ?? 1;
  for (let at = 0; at < contents.length; at += most) {
    const keys = contents.slice(at, at + most);
    const size = CONTENTS_EACH.find((each) => each >= keys.length) ?? most;
    const filled = Array.from({ length: size }, (_, i) => keys[i] ?? keys[0] ?? 0);
    const places = (before: number): string => filled.map((_, i) => `$${before + i + 1}`).join(', ');
    for (const each of await read(filled, places)) found.push(each);
  }
  return found;
}

/** Pages per statement; the statement text is always the same. */
const EACH = 10;
/** Characters read per page: a workbook without pages may have twenty million. */
const LENGTH_MAX = 1_000_000;

const SQL = `select content, number, page, entry, source, substr(text, 1, ${LENGTH_MAX}) as text from page
  where ${Array.from({ length: EACH }, (_, i) => `(content = $${2 * i + 1} and number = $${2 * i + 2})`).join(' or ')}`;

/** In the requested order; undefined for a page that no longer exists. */
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
