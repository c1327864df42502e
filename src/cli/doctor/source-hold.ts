/** Whether the procurement system has shut out this installation, and how a sample of it keeps to that. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import {
  blockedAdvice,
  blockedSince,
  createProcurementHold,
  type ProcurementHold,
} from '#data/live/procurement-hold.ts';
import type { Config } from '#server/config/config.ts';
import { type Finding, ok, wrong } from './finding.ts';
import { aboutServer } from './server-table.ts';
import { findIn, inKept } from './state.ts';

const CHECK = 'procurement system';
const SCHEMA = 'firmoteca_live';

/** Also when the hold is over and no probe was sent yet. */
export const checkSourceHold = (config: Config): Promise<Finding[]> =>
  findIn(config, 'live', CHECK, async (live) => {
    const hold = await createProcurementHold(live).noted();
    return hold === null
      ? ok(CHECK, 'has not shut out this installation')
      : wrong(CHECK, blockedSince(hold), blockedAdvice(hold));
  });

/** Without an installation there is no store to note a hold in. */
export async function withHold<Made extends object>(
  config: Config,
  use: (hold: ProcurementHold | undefined) => Promise<Made>,
): Promise<Made> {
  const made = (await isInstalled(config))
    ? await inKept(config, 'live', (live) => use(createProcurementHold(live)), { readOnly: false })
    : null;
  return made ?? use(undefined);
}

async function isInstalled({ databaseUrl, dataFolder }: Config): Promise<boolean> {
  if (databaseUrl === null) return existsSync(join(dataFolder, 'live.db'));
  const { openPostgres } = await import('#data/store/postgres/database.ts');
  const db = openPostgres(databaseUrl, { searchPath: [SCHEMA] });
  try {
    return (await aboutServer(db, [SCHEMA]))?.installed === 1;
  } finally {
    await db.close();
  }
}
