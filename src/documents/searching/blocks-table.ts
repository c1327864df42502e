/** Blocks of words, as they are written with a content and looked up by a question. */
import type { Database, Value } from '#store/database.ts';

export interface FoundBlock {
  content: number;
  words: Uint8Array;
}

/** Contents of one statement: few texts of statements, each prepared once. A key may stand there twice. */
const CONTENTS_EACH = [4, 16, 64, 256];

/** Of each content the block in which the stem stands, if it does. */
export const blocksWith = (db: Database, contents: readonly number[], stem: string): Promise<FoundBlock[]> =>
  inParts(contents, (keys, places) =>
    db.all<FoundBlock>(
      `select content, words from word_block
       where content in (${places(1)}) and last >= $1 and first =
         (select max(before.first) from word_block as before where before.content = word_block.content and before.first <= $1)`,
      [stem, ...keys],
    ),
  );

/** Of each content those in which a stem begins like this, some at most. */
export const blocksBegun = (
  db: Database,
  contents: readonly number[],
  begun: string,
  most: number,
): Promise<FoundBlock[]> =>
  inParts(contents, (keys, places) =>
    db.all<FoundBlock>(
      `select content, words from word_block where content in (${places(2)}) and last >= $1 and first < $2 and first >=
         (select max(before.first) from word_block as before where before.content = word_block.content and before.first <= $1)
       order by content, first limit ${most}`,
      [begun, behind(begun), ...keys],
    ),
  );

/** Behind everything that begins like this: no letter of a stem is beyond it. */
const behind = (begun: string): string => `${begun}\u{10ffff}`;

async function inParts<Found>(
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
