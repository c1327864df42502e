/**
 * Deals as analyses read them: blocks of one kind and one group of codes, sorted by day, each column an array of
 * numbers. A million deals are summed in some ten milliseconds, for any CPV prefix and any days, without precomputed
 * sums.
 */

/**
 * `share`, `callOffShare`: contracts and call-offs by their suppliers; the shares of a consortium sum up to the value. `purchase`: an
 * accepted one; `unstated`: one whose state the source does not publish.
 */
export type BlockKind =
  | 'purchase'
  | 'unstated'
  | 'award'
  | 'contract'
  | 'framework'
  | 'callOff'
  | 'share'
  | 'callOffShare';

/** Codes with the same three digits are a group of the vocabulary; blocks of single codes would be too small. */
export const GROUP_DIGITS = 3;

/** Deals of a block: as many as are read in a millisecond, and few enough that a range of days skips most blocks. */
export const BLOCK_DEALS = 8_192;

/** Instead of a number: no such party, or unknown. */
export const NONE = 0xffffffff;

export interface DealBlock {
  /** Bani as published, also zero and less; NaN where unknown. */
  values: Float64Array;
  /** Numbers of parties (deal-index.ts). */
  suppliers: Uint32Array;
  authorities: Uint32Array;
  /** 20260314; 0 where there is none. Ascending. */
  days: Int32Array;
  /** CPV codes as numbers. */
  codes: Uint32Array;
  /** Of contracts and call-offs the number of offers, of shares the number of the supplier's town; empty for other kinds. */
  extras: Uint32Array;
}

const BYTES = 8 + 4 + 4 + 4 + 4;
const EXTRA_BYTES = 4;

export const COLUMNS = ['values', 'suppliers', 'authorities', 'days', 'codes', 'extras'] as const;

export const newBlock = (deals: number, hasExtras: boolean): DealBlock =>
  blockOver(new ArrayBuffer(deals * (BYTES + (hasExtras ? EXTRA_BYTES : 0))), deals);

function blockOver(buffer: ArrayBufferLike, deals: number): DealBlock {
  return {
    values: new Float64Array(buffer, 0, deals),
    suppliers: new Uint32Array(buffer, deals * 8, deals),
    authorities: new Uint32Array(buffer, deals * 12, deals),
    days: new Int32Array(buffer, deals * 16, deals),
    codes: new Uint32Array(buffer, deals * 20, deals),
    extras: new Uint32Array(buffer, deals * BYTES, buffer.byteLength > deals * BYTES ? deals : 0),
  };
}

/** `body`: the bytes of a block of so many deals. */
export function readBlock(body: Uint8Array, deals: number): DealBlock {
  // A driver may return a view of a larger buffer, where numbers are not aligned.
  const isWhole = body.byteOffset === 0 && body.byteLength === body.buffer.byteLength;
  return blockOver(isWhole ? body.buffer : new Uint8Array(body).buffer, deals);
}

export interface Deal {
  value: number | null;
  supplier: number;
  authority: number;
  day: number;
  code: number;
  extra: number;
}

/** Collects deals of one kind and group, in the order of their days. */
export function blockWriter(hasExtras: boolean) {
  const open = newBlock(BLOCK_DEALS, hasExtras);
  let deals = 0;
  return {
    isFull: () => deals === BLOCK_DEALS,
    isEmpty: () => deals === 0,
    add({ value, supplier, authority, day, code, extra }: Deal): void {
      open.values[deals] = value ?? Number.NaN;
      open.suppliers[deals] = supplier;
      open.authorities[deals] = authority;
      open.days[deals] = day;
      open.codes[deals] = code;
      if (hasExtras) open.extras[deals] = extra;
      deals++;
    },
    /** Returns the deals added since the last call. */
    take() {
      const block = newBlock(deals, hasExtras);
      for (const column of COLUMNS) block[column].set(open[column].subarray(0, block[column].length));
      const taken = {
        deals,
        firstDay: open.days[0] ?? 0,
        lastDay: open.days[deals - 1] ?? 0,
        body: new Uint8Array(block.values.buffer),
      };
      deals = 0;
      return taken;
    },
  };
}
