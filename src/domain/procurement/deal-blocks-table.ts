/** Blocks of deals and the index of their numbers, part by part. */
import type { Database } from '#data/store/database.ts';
import type { Conditions } from './conditions.ts';
import type { BlockKind } from './deal-block.ts';

interface BlockRow {
  kind: BlockKind;
  /** -1 for replaced deals. */
  sign: number;
  deals: number;
  body: Uint8Array;
}

interface IndexRow {
  name: 'party' | 'town';
  body: Uint8Array;
}

export const blocksIn = (db: Database, part: string, conditions: Conditions): AsyncIterable<BlockRow> =>
  db.stream<BlockRow>(`select kind, sign, deals, body from ${part}.deal_block ${conditions.where}`, conditions.params);

export const dealIndexIn = (db: Database, part: string): Promise<IndexRow[]> =>
  db.all<IndexRow>(`select name, body from ${part}.deal_index`);
