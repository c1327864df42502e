/** A day with too many rows for one list, requested in slices: by categories of goods, then by prefixes of their codes, then finer. */
import { isObject, type JsonObject, listOf, numberOf, textOf } from '#data/sources/json.ts';
import { WrongShape } from '#lib/safe-fetch/wrong-shape.ts';
import type { Finer } from './finer-slices.ts';
import { assertFiltered, assertOpen, isTooLong, type List, type TooLong, wholeList } from './list.ts';
import type { Site } from './site.ts';

/** The vocabulary's divisions, and 00, which the system also has. */
const DIVISIONS =
  '00 03 09 14 15 16 18 19 22 24 30 31 32 33 34 35 37 38 39 41 42 43 44 45 48 50 51 55 60 63 64 65 66 70 71 72 73 75 76 77 79 80 85 90 92 98'.split(
    ' ',
  );
const DIGITS = '0123456789'.split('');
const CODE_LENGTH = 8;

/** Some twelve, coarser than the vocabulary's divisions. */
async function cpvCategories(site: Site): Promise<number[]> {
  const path = 'ComboPub/getCpvCategories';
  const answer = await site.get(path);
  const ids = listOf(answer.results ?? answer.items).flatMap((item) =>
    isObject(item) ? (numberOf(item.id) ?? []) : [],
  );
  if (ids.length === 0) throw new WrongShape(path, '{ results: [{ id, text }] }', JSON.stringify(answer).slice(0, 120));
  return ids;
}

/** `categoryFilter`: the list's name of the filter by category; null when it has none. */
export async function* slicedByCpv(
  site: Site,
  list: List,
  filter: JsonObject,
  categoryFilter: string | null,
  { least }: TooLong,
  finer: Finer,
): AsyncGenerator<JsonObject> {
  const seen = new Set<unknown>();
  const fresh = (rows: JsonObject[]): JsonObject[] =>
    rows.filter((row) => !seen.has(row[list.id]) && seen.add(row[list.id]));
  const categories = categoryFilter === null ? [null] : await cpvCategories(site);
  for (const category of categories) {
    const sliced = category === null || categoryFilter === null ? filter : { ...filter, [categoryFilter]: category };
    const rows = category === null ? null : await wholeList(site, list, sliced);
    if (rows !== null && !isTooLong(rows)) yield* fresh(rows);
    else
      for (const division of DIVISIONS)
        for await (const found of byCode(site, list, sliced, division, finer)) yield* fresh(found);
  }
  // Many slices are empty: this detects a block that began among them.
  await assertOpen(site, list);
  // Fewer rows than the first answer announced: slices have omitted some.
  if (seen.size < least) throw new WrongShape(list.path, `at least ${least} rows in slices`, `${seen.size}`);
}

async function* byCode(
  site: Site,
  list: List,
  filter: JsonObject,
  prefix: string,
  finer: Finer,
): AsyncGenerator<JsonObject[]> {
  const sliced = { ...filter, cpvCodeText: prefix };
  const rows = await wholeList(site, list, sliced);
  const found = isTooLong(rows) ? rows.reached : rows;
  assertFiltered(list, found, (row) => codeOf(row).includes(prefix), `with ${prefix} in the CPV code`);
  if (!isTooLong(rows)) {
    // The filter matches digits anywhere in the code; rows with another prefix come with another slice.
    yield rows.filter((row) => codeOf(row).startsWith(prefix));
  } else if (prefix.length < CODE_LENGTH) {
    for (const digit of DIGITS) yield* byCode(site, list, filter, prefix + digit, finer);
  } else if (rows.reached.length === 0) {
    throw new WrongShape(list.path, `rows of ${prefix}, of which there are too many`, 'none');
  } else yield* finer(sliced, rows);
}

const codeOf = (row: JsonObject): string => textOf(row.cpvCode) ?? '';
