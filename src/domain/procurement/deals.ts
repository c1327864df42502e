/**
 * Deals under a beginning of CPV codes, as blocks of numbers, over both parts. The newer part brings along, with a sign, what it
 * replaces in the older one: it is counted and taken back.
 */
import type { Dataset } from '#data/store/dataset.ts';
import { Conditions } from './conditions.ts';
import {
  type BlockKind,
  COLUMNS,
  type DealBlock,
  dayNumber,
  GROUP_DIGITS,
  NONE,
  newBlock,
  readBlock,
} from './deal-block.ts';
import { blocksIn } from './deal-blocks-table.ts';
import { type DealIndex, dealIndex } from './deal-index.ts';
import type { DayRange } from './deal-lists.ts';
import { townsMeant } from './town.ts';

export interface Scope extends DayRange {
  /** First digits of a CPV code. */
  cpv: string;
  /** Its slug; only shares have it. */
  city?: string | undefined;
}

/** Those from `from` up to, not including, `to` lie in the range. */
export interface Deals extends DealBlock {
  kind: BlockKind;
  /** -1 for what is taken back. */
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
  // A deal without a day lies in no range, and in everything.
  const isRange = dateFrom !== undefined || dateTo !== undefined;
  const first = dateFrom === undefined ? Number(isRange) : dayNumber(dateFrom);
  const last = dateTo === undefined ? DAY_LAST : dayNumber(dateTo);
  const conditions = inGroups(scope)
    .add(`kind in (${kinds.map(() => '?').join(', ')})`, ...kinds)
    .add('last_day >= ? and first_day <= ?', first, last);
  const db = dataset.partGroup('procurement');
  const { parts } = await dealIndex(dataset);
  for (const part of parts) {
    const blocks = db === null ? [] : blocksIn(db, part.id, conditions);
    for await (const { kind, sign, deals, body } of blocks) {
      const block = renumbered(narrowed(readBlock(body, deals), scope, part), part);
      yield { ...block, kind, sign, from: firstFrom(block.days, first), to: firstFrom(block.days, last + 1) };
    }
  }
}

/** Blocks hold codes with the same first digits. */
function inGroups({ cpv }: Scope): Conditions {
  if (cpv.length >= GROUP_DIGITS) return new Conditions().add('code_group = ?', cpv.slice(0, GROUP_DIGITS));
  return new Conditions().add('code_group >= ? and code_group < ?', cpv, `${cpv}:`); // the colon comes after 9
}

type Part = DealIndex['parts'][number];

/** Those of codes that begin so, where the block has others, and of suppliers in the town. */
function narrowed(block: DealBlock, { cpv, city }: Scope, { towns }: Part): DealBlock {
  if (cpv.length <= GROUP_DIGITS && city === undefined) return block;
  const [first, after] = [Number(cpv.padEnd(CODE_DIGITS, '0')), (Number(cpv) + 1) * 10 ** (CODE_DIGITS - cpv.length)];
  const meant = city === undefined ? null : new Set(townsMeant(city).map((town) => towns.get(town) ?? NO_TOWN));
  const { codes, extras } = block;
  const kept: number[] = [];
  for (let i = 0; i < codes.length; i++) {
    const code = codes[i] as number;
    if (code >= first && code < after && (meant === null || meant.has(extras[i] as number))) kept.push(i);
  }
  const own = newBlock(kept.length, extras.length > 0);
  for (const name of COLUMNS) {
    const [from, to] = [block[name], own[name]];
    for (let i = 0; i < to.length; i++) to[i] = from[kept[i] as number] as number;
  }
  return own;
}

const CODE_DIGITS = 8;

/** A town that nobody of a part is from. Not `NONE`: that is what suppliers without a town have. */
const NO_TOWN = -1;

/** By the numbers that parties have over all parts. */
function renumbered(block: DealBlock, { numbers }: Part): DealBlock {
  if (numbers === null) return block;
  const over = (own: Uint32Array): Uint32Array => own.map((party) => numbers[party] ?? NONE);
  return { ...block, suppliers: over(block.suppliers), authorities: over(block.authorities) };
}

/** Place of the first day that is not before. */
function firstFrom(days: Int32Array, day: number): number {
  let [low, high] = [0, days.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((days[middle] as number) < day) low = middle + 1;
    else high = middle;
  }
  return low;
}
