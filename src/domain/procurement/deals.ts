/**
 * Deals under a CPV prefix, as blocks of numbers, over both parts. The newer part repeats, with a negative sign, the
 * deals it replaces in the older one.
 */

import type { Dataset } from '#data/store/dataset.ts';
import { Conditions } from './conditions.ts';
import { codesUnder } from './cpv.ts';
import { dayNumber } from './day-number.ts';
import { type BlockKind, COLUMNS, type DealBlock, GROUP_DIGITS, NONE, newBlock, readBlock } from './deal-block.ts';
import { blocksIn } from './deal-blocks-table.ts';
import { type DealIndex, dealIndex } from './deal-index.ts';
import type { DayRange } from './deal-lists.ts';
import { loadedProcurement } from './procurement-database.ts';
import { townsCovered } from './town.ts';

export interface Scope extends DayRange {
  /** First digits of a CPV code. */
  cpv: string;
  /** Its slug; only shares have it. */
  city?: string | undefined;
}

/** Deals from `from` up to, not including, `to` are in the range. */
export interface Deals extends DealBlock {
  kind: BlockKind;
  /** -1 for replaced deals. */
  sign: number;
  from: number;
  to: number;
}

const DAY_LAST = 99_999_999;

export async function* dealsOf(
  dataset: Dataset,
  kinds: readonly BlockKind[],
  scope: Scope,
): AsyncGenerator<Deals, void, undefined> {
  const { dateFrom, dateTo } = scope;
  // A deal without a day is in no range, but counts without one.
  const isRange = dateFrom !== undefined || dateTo !== undefined;
  const first = dateFrom === undefined ? Number(isRange) : dayNumber(dateFrom);
  const last = dateTo === undefined ? DAY_LAST : dayNumber(dateTo);
  const conditions = inGroups(scope)
    .add(`kind in (${kinds.map(() => '?').join(', ')})`, ...kinds)
    .add('last_day >= ? and first_day <= ?', first, last);
  const db = loadedProcurement(dataset);
  const { parts } = await dealIndex(dataset);
  for (const part of parts) {
    const blocks = db === null ? [] : blocksIn(db, part.id, conditions);
    for await (const { kind, sign, deals, body } of blocks) {
      const block = renumber(filterBlock(readBlock(body, deals), scope, part), part);
      yield { ...block, kind, sign, from: firstFrom(block.days, first), to: firstFrom(block.days, last + 1) };
    }
  }
}

/** A block has codes with the same first digits. */
function inGroups({ cpv }: Scope): Conditions {
  if (cpv.length >= GROUP_DIGITS) return new Conditions().add('code_group = ?', cpv.slice(0, GROUP_DIGITS));
  return new Conditions().add('code_group >= ? and code_group < ?', cpv, `${cpv}:`); // the colon comes after 9
}

type Part = DealIndex['parts'][number];

/** Deals of the prefix, where the block has others too, and of suppliers in the town. */
function filterBlock(block: DealBlock, { cpv, city }: Scope, { towns }: Part): DealBlock {
  if (cpv.length <= GROUP_DIGITS && city === undefined) return block;
  const [first, after] = codesUnder(cpv);
  const cityNumbers = city === undefined ? null : new Set(townsCovered(city).map((town) => towns.get(town) ?? NO_TOWN));
  const { codes, extras } = block;
  const matches: number[] = [];
  for (let i = 0; i < codes.length; i++) {
    const code = codes[i] as number;
    if (code >= first && code < after && (cityNumbers === null || cityNumbers.has(extras[i] as number)))
      matches.push(i);
  }
  const own = newBlock(matches.length, extras.length > 0);
  for (const name of COLUMNS) {
    const [from, to] = [block[name], own[name]];
    for (let i = 0; i < to.length; i++) to[i] = from[matches[i] as number] as number;
  }
  return own;
}

/** A town without suppliers in a part. Not `NONE`, which marks suppliers without a town. */
const NO_TOWN = -1;

/** Replaces the part's party numbers by those over all parts. */
function renumber(block: DealBlock, { numbers }: Part): DealBlock {
  if (numbers === null) return block;
  const over = (own: Uint32Array): Uint32Array => own.map((party) => numbers[party] ?? NONE);
  return { ...block, suppliers: over(block.suppliers), authorities: over(block.authorities) };
}

/** Index of the first day that is not before `day`. */
function firstFrom(days: Int32Array, day: number): number {
  let [low, high] = [0, days.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((days[middle] as number) < day) low = middle + 1;
    else high = middle;
  }
  return low;
}
