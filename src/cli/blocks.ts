/** Blocks networks, lists the blocked ones, and unblocks them. */

import type { Database } from '#data/store/database.ts';
import { endOfDay, isUpcomingDay } from '#lib/values/date.ts';
import { parseSubnet, subnetText } from '#lib/values/ip.ts';
import { addBlock, type BlockRow, blockRows, removeBlock } from '#platform/limits/blocks-table.ts';
import { type Command, type CommandCall, print, UsageError } from './command.ts';
import { runVerb, textOf } from './state-verbs.ts';

/** `30m`, `12h`, `7d`. */
const DURATION = /^([1-9][0-9]{0,4})([mhd])$/;
const UNIT_MS = { m: 60_000, h: 3_600_000, d: 86_400_000 };

export const command: Command = {
  summary: 'Block networks, list the blocked ones, let them in again.',
  usage: [
    'blocks add CIDR --reason TEXT [--for 30m|12h|7d | --until YYYY-MM-DD] [--json]',
    'blocks list [--json]',
    'blocks remove CIDR [--json]',
  ],
  options: {
    reason: { type: 'string' },
    for: { type: 'string' },
    until: { type: 'string' },
    json: { type: 'boolean' },
  },
  run: (call) => runVerb(call, { add, list, remove }),
};

async function add(call: CommandCall, state: Database, [text]: string[]): Promise<number> {
  const network = networkOf(text);
  const reason = textOf(call, 'reason');
  if (reason === null || reason.trim() === '') throw new UsageError('Give the reason, for the record: --reason TEXT.');
  const now = Date.now();
  const row = { network, reason, created_at: new Date(now).toISOString(), expires_at: endOf(call, now) };
  await addBlock(state, row);
  if (call.options.json) print(blockJson({ ...row, automatic: 0 }));
  else print(`Blocked within a second: ${network}${row.expires_at ? ` until ${row.expires_at}` : ''}. Pro keys pass.`);
  return 0;
}

async function list({ options }: CommandCall, state: Database): Promise<number> {
  const rows = await blockRows(state, new Date().toISOString());
  if (options.json) print(rows.map(blockJson));
  else
    for (const row of rows)
      print(
        `${row.network}  since ${row.created_at}  ${row.expires_at ? `until ${row.expires_at}` : 'without end'}${row.automatic ? '  automatic' : ''}  ${row.reason}`,
      );
  return 0;
}

async function remove({ options }: CommandCall, state: Database, [text]: string[]): Promise<number> {
  const network = networkOf(text);
  const done = await removeBlock(state, network);
  if (options.json) print({ network, removed: done });
  else print(done ? 'Let in again within a second.' : 'This network was not blocked.');
  return done ? 0 : 1;
}

function networkOf(text: string | undefined): string {
  const network = parseSubnet(text ?? '');
  if (network === null)
    throw new UsageError(
      'Say which network: 192.0.2.1, 192.0.2.0/24, 2001:db8::/32 (blocks list shows the blocked ones).',
    );
  return subnetText(network);
}

/** Null for a block without an end. */
function endOf(call: CommandCall, now: number): string | null {
  const [duration, until] = [textOf(call, 'for'), textOf(call, 'until')];
  if (duration !== null && until !== null) throw new UsageError('Say --for or --until, not both.');
  if (duration !== null) {
    const [, count, unit] = DURATION.exec(duration) ?? [];
    if (count === undefined) throw new UsageError('--for takes minutes, hours or days: 30m, 12h, 7d.');
    return new Date(now + Number(count) * UNIT_MS[unit as keyof typeof UNIT_MS]).toISOString();
  }
  if (until === null) return null;
  if (!isUpcomingDay(until, now)) throw new UsageError('--until takes a day to come such as 2027-01-31.');
  return endOfDay(until);
}

const blockJson = (row: BlockRow) => ({
  network: row.network,
  reason: row.reason,
  automatic: row.automatic === 1,
  createdAt: row.created_at,
  expiresAt: row.expires_at,
});
