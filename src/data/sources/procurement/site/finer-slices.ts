/** One code of one day with too many rows for its list: requested by other filters; unreachable rows are reported. */
import { isObject, type JsonObject, listOf, numberOf, textOf } from '#data/sources/json.ts';
import { assertFiltered, isTooLong, type List, type TooLong, wholeList } from './list.ts';
import type { Site } from './site.ts';
import { partyIn } from './values.ts';

/** The reachable rows of a filter with too many rows. */
export type Finer = (filter: JsonObject, tooLong: TooLong) => AsyncGenerator<JsonObject[]>;

/** Receives a message about unreachable rows. */
export type OnCut = (message: string) => void;

/** The states of purchases, by the system's numbers. */
const STATES = [3, 4, 5, 6, 7, 8];

/** Each costs two requests: more would take hours for a day. */
const AUTHORITIES_MAX = 300;

/** Purchases by state, then by the authorities among the reached rows: other authorities are unreachable. */
export const byStateAndAuthority = (site: Site, list: List, onCut: OnCut): Finer =>
  async function* (filter, { reached }) {
    yield reached;
    for (const state of STATES) {
      const sliced = { ...filter, sysDirectAcquisitionStateId: state };
      const rows = await wholeList(site, list, sliced);
      if (isTooLong(rows)) yield* byAuthority(site, list, sliced, rows.reached, onCut);
      else yield rows;
    }
  };

async function* byAuthority(
  site: Site,
  list: List,
  filter: JsonObject,
  reached: JsonObject[],
  onCut: OnCut,
): AsyncGenerator<JsonObject[]> {
  yield reached;
  const codes = new Set(reached.flatMap((row) => authorityOf(row) ?? []));
  for (const code of [...codes].slice(0, AUTHORITIES_MAX)) {
    const id = await authorityId(site, code);
    if (id === null) continue;
    const rows = await wholeList(site, list, { ...filter, contractingAuthorityId: id });
    const found = isTooLong(rows) ? rows.reached : rows;
    assertFiltered(list, found, (row) => authorityOf(row) === code, `of the authority ${code}`);
    yield found;
  }
  onCut(
    `cut: more rows of one code (${filter.cpvCodeText}) and state than the list shows; those of authorities that are not among the first ${reached.length} are missing`,
  );
}

/** Digits of the fiscal code. */
const authorityOf = (row: JsonObject): string | null =>
  partyIn(row.contractingAuthority)?.code?.replace(/\D/g, '') || null;

/** The system's own id of an authority; null when none, or more than one, has the code. */
async function authorityId(site: Site, code: string): Promise<number | null> {
  const path = `ComboPub/searchContractingAuthorities?filter=${code}&pageIndex=0&pageSize=20&parentId=`;
  const answer = await site.get(path);
  const ids = listOf(answer.items ?? answer.results)
    .filter(isObject)
    .filter(({ text }) => textOf(text)?.split(' ')[0]?.replace(/\D/g, '') === code)
    .flatMap(({ id }) => numberOf(id) ?? []);
  return ids.length === 1 ? (ids[0] ?? null) : null;
}

/** Few values are higher. */
const VALUE_MAX = 1e9;
/** Two bani: smaller ranges cannot be halved. */
const STEP_MIN = 0.02;

/** Award notices by ranges of their values, halved until each is short enough; bounds count on both sides. */
export const byValue = (site: Site, list: List, onCut: OnCut): Finer =>
  async function* (filter, { reached }) {
    yield reached;
    if (reached.some(({ awardedValue }) => numberOf(awardedValue) === null))
      onCut(`cut: more rows of one code (${filter.cpvCodeText}) than the list shows, and some without a value`);
    yield* between(0, VALUE_MAX);
    yield* between(VALUE_MAX, null);

    async function* between(least: number, most: number | null): AsyncGenerator<JsonObject[]> {
      const rows = await wholeList(site, list, { ...filter, awardedValueStart: least, awardedValueEnd: most });
      if (!isTooLong(rows)) return yield rows;
      yield rows.reached;
      if (most === null || most - least < STEP_MIN)
        return onCut(`cut: more rows of one code (${filter.cpvCodeText}) and value (${least}) than the list shows`);
      const middle = Math.round((least + most) * 50) / 100;
      yield* between(least, middle);
      yield* between(middle, most);
    }
  };
