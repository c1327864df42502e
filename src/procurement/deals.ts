/**
 * Deals under a beginning of CPV codes, as blocks of numbers, over both parts. The newer part brings along, with a sign, what it
 * replaces in the older one: it is counted and taken back.
 */
import type { Dataset } from '#store/dataset.ts';
import { Conditions } from './conditions.ts';
import { type BlockKind, type DealBlock, dayNumber, NONE, readBlock } from './deal-block.ts';
import { type DealIndex, dealIndex } from './deal-index.ts';
import type { DayRange } from './filters.ts';

export interface Scope extends DayRange {
  /** First digits of a CPV code. */
  cpv: string;
  /** Folded; only shares have it. */
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
  const { dateFrom, dateTo, city } = scope;
  // A deal without a day lies in no range, and in everything.
  const isRange = dateFrom !== undefined || dateTo !== undefined;
  const first = dateFrom === undefined ? Number(isRange) : dayNumber(dateFrom);
  const last = dateTo === undefined ? DAY_LAST : dayNumber(dateTo);
  const conditions = within(scope)
    .add(`kind in (${kinds.map(() => '?').join(', ')})`, ...kinds)
    .add('last_day >= ? and first_day <= ?', first, last);
  const { parts } = await dealIndex(dataset);
  for (const part of parts) {
    const sql = `select kind, sign, deals, body from ${part.id}.deal_block ${conditions.where}`;
    const rows = dataset.area('procurement')?.stream<BlockRow>(sql, conditions.params) ?? [];
    for await (const { kind, sign, deals, body } of rows) {
      const block = inTown(numbered(readBlock(body, deals), part), city, part);
      yield { ...block, kind, sign, from: firstFrom(block.days, first), to: firstFrom(block.days, last + 1) };
    }
  }
}

interface BlockRow {
  kind: BlockKind;
  sign: number;
  deals: number;
  body: Uint8Array;
}

/** Codes with this beginning. */
function within({ cpv }: Scope): Conditions {
  if (cpv.length === 8) return new Conditions().add('cpv = ?', cpv);
  return new Conditions().add('cpv >= ? and cpv < ?', cpv, `${cpv}:`); // the colon comes after 9
}

type Part = DealIndex['parts'][number];

/** By the numbers that parties have over all parts. */
function numbered(block: DealBlock, { numbers }: Part): DealBlock {
  if (numbers === null) return block;
  const over = (own: Uint32Array): Uint32Array => own.map((party) => numbers[party] ?? NONE);
  return { ...block, suppliers: over(block.suppliers), authorities: over(block.authorities) };
}

/** Those of suppliers in the town. */
function inTown(block: DealBlock, city: string | undefined, { towns }: Part): DealBlock {
  if (city === undefined) return block;
  const town = towns.get(city);
  const only = <Column extends Float64Array | Uint32Array | Int32Array>(column: Column): Column =>
    column.filter((_, i) => block.extras[i] === town) as Column;
  return {
    values: only(block.values),
    suppliers: only(block.suppliers),
    authorities: only(block.authorities),
    days: only(block.days),
    extras: only(block.extras),
  };
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
