/** Blocked networks in the state store. */
import { recordChange } from '#data/store/changes/counter.ts';
import type { Database } from '#data/store/database.ts';

export interface BlockRow {
  /** As CIDR. */
  network: string;
  reason: string;
  automatic: number;
  created_at: string;
  /** Null lasts until it is removed. */
  expires_at: string | null;
}

/** Automatic blocks at a time: against more attackers, blocking single addresses does not help. */
const AUTOMATIC_MAX = 10_000;

/** Blocks that have not expired, oldest first. */
export const blockRows = (state: Database, now: string): Promise<BlockRow[]> =>
  state.all<BlockRow>(
    `select network, reason, automatic, created_at, expires_at from address_block
     where expires_at is null or expires_at > $1 order by created_at, network`,
    [now],
  );

/** Replaces a block of the same network. */
export async function addBlock(state: Database, block: Omit<BlockRow, 'automatic'>): Promise<void> {
  await state.write([
    {
      sql: `insert into address_block (network, reason, automatic, created_at, expires_at) values ($1, $2, 0, $3, $4)
            on conflict (network) do update set reason = excluded.reason, automatic = 0,
              created_at = excluded.created_at, expires_at = excluded.expires_at`,
      params: [block.network, block.reason, block.created_at, block.expires_at],
    },
    recordChange('blocks'),
  ]);
}

/** Never replaces a block that an operator added. Also deletes expired blocks. */
export async function addAutomaticBlock(state: Database, block: Omit<BlockRow, 'automatic'>): Promise<void> {
  await state.write([
    { sql: 'delete from address_block where expires_at is not null and expires_at <= $1', params: [block.created_at] },
    {
      sql: `insert into address_block (network, reason, automatic, created_at, expires_at)
            select $1, $2, 1, $3, $4 where (select count(*) from address_block where automatic = 1) < ${AUTOMATIC_MAX}
            on conflict (network) do nothing`,
      params: [block.network, block.reason, block.created_at, block.expires_at],
    },
    recordChange('blocks'),
  ]);
}

/** False if the network was not blocked. */
export async function removeBlock(state: Database, network: string): Promise<boolean> {
  const [rows] = await state.write([
    { sql: 'delete from address_block where network = $1 returning network', params: [network] },
    recordChange('blocks'),
  ]);
  return (rows?.length ?? 0) > 0;
}
