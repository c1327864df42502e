/** The pages that are searched, numbered through over all contents: what is counted of a page lies in plain arrays. */
import type { Database } from '#data/store/database.ts';
import { blocksWith } from './blocks-table.ts';
import { LENGTHS, lengthsOf } from './word-blocks.ts';

export interface SearchedPages {
  count: number;
  /** Of each page, how many words it has. */
  lengths: readonly number[];
  /** Of each page: its content and its number there. */
  contents: readonly number[];
  numbers: readonly number[];
  /** The first page of a content, by its key. */
  first: ReadonlyMap<number, number>;
}

export async function searchedPages(db: Database, keys: readonly number[]): Promise<SearchedPages> {
  const lengths: number[] = [];
  const contents: number[] = [];
  const numbers: number[] = [];
  const first = new Map<number, number>();
  for (const { content, words } of await blocksWith(db, keys, LENGTHS)) {
    first.set(content, lengths.length);
    for (const page of lengthsOf(words)) {
      lengths.push(page.words);
      contents.push(content);
      numbers.push(page.number);
    }
  }
  return { count: lengths.length, lengths, contents, numbers, first };
}
