/** Complete lists of the procurement system: joins pages, and detects caps, blocks and ignored filters. */
import { isObject, type JsonObject, numberOf } from '#data/sources/json.ts';
import { WrongShape } from '#lib/safe-fetch/wrong-shape.ts';
import type { Site } from './site.ts';

export interface List {
  path: string;
  /** The field that identifies a row. */
  id: string;
  /** A request without a filter, which always has rows. */
  everything: JsonObject;
  /** The site's maximum of rows for a request. */
  rowsMax: number;
}

/** More rows than the site returns: `least` by its own total, and the `reached` ones. */
export interface TooLong {
  least: number;
  reached: JsonObject[];
}

export const isTooLong = (rows: JsonObject[] | TooLong): rows is TooLong => !Array.isArray(rows);

/** Every list accepts it; most days fit. */
const PAGE_ROWS = 2_000;
/** Pages of a list within its cap, and one more for its end. */
const PAGES_MAX = 10;

interface Page {
  total: number;
  items: JsonObject[];
  isCut: boolean;
}

async function readPage(
  site: Site,
  list: List,
  filter: JsonObject,
  pageIndex: number,
  pageSize: number,
): Promise<Page> {
  const answer = await site.post(list.path, { ...list.everything, ...filter, pageIndex, pageSize });
  const { items, searchTooLong } = answer;
  const total = numberOf(answer.total);
  if (!Array.isArray(items) || !items.every(isObject) || total === null) {
    throw new WrongShape(list.path, 'a list { total, items }', JSON.stringify(answer).slice(0, 120));
  }
  return { total, items, isCut: searchTooLong === true };
}

/** The rows of a filter, each once. */
export async function wholeList(site: Site, list: List, filter: JsonObject): Promise<JsonObject[] | TooLong> {
  const rows = new Map<unknown, JsonObject>();
  for (let pageIndex = 0; pageIndex < PAGES_MAX; pageIndex++) {
    const { total, items, isCut } = await readPage(site, list, filter, pageIndex, PAGE_ROWS);
    if (isCut || total >= list.rowsMax) return { least: total, reached: items };
    const before = rows.size;
    for (const item of items) {
      const id = item[list.id];
      if (id === undefined || id === null) throw new WrongShape(list.path, `rows with ${list.id}`, describe(item));
      rows.set(id, item);
    }
    if (rows.size >= total) return [...rows.values()];
    // An empty or repeated page: the list ends.
    if (rows.size === before) throw new WrongShape(list.path, `${total} rows`, `${rows.size}, then the same again`);
  }
  throw new WrongShape(list.path, `an end within ${PAGES_MAX} pages`, `${rows.size} rows`);
}

/** A blocked caller gets empty lists: an empty list counts only when the site returns other rows. */
export async function assertOpen(site: Site, list: List): Promise<void> {
  const { items } = await readPage(site, list, {}, 0, 1);
  if (items.length === 0) {
    throw new WrongShape(list.path, 'rows when nothing is filtered', 'an empty list: the site shows us nothing');
  }
}

/** The site ignores unknown filters: a row outside the filter invalidates the answer. */
export function assertFiltered(
  list: List,
  rows: readonly JsonObject[],
  isMatch: (row: JsonObject) => boolean,
  what: string,
): void {
  const other = rows.find((row) => !isMatch(row));
  if (other !== undefined) throw new WrongShape(list.path, `only rows ${what}`, describe(other));
}

const describe = (row: JsonObject): string => JSON.stringify(row).slice(0, 200);
