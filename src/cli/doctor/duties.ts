/** What this host is to do among others, and which of them leads the duties. */

import type { Database } from '#data/store/database.ts';
import { leaderOf } from '#data/store/leader/leader-table.ts';
import type { Config } from '#server/config/config.ts';
import { type Finding, ok, warning, wrong } from './finding.ts';
import { findInState } from './state.ts';

const LED = 'duties';

export function checkRole({ role, databaseUrl }: Pick<Config, 'role' | 'databaseUrl'>): Finding {
  const check = 'role';
  if (databaseUrl !== null) return ok(check, role);
  return role === 'all'
    ? ok(check, 'all: files of SQLite have one host')
    : wrong(
        check,
        `${role}, on SQLite`,
        'Set DATABASE_URL to a PostgreSQL that all hosts share, or leave FIRMOTECA_ROLE away.',
      );
}

/** In files of SQLite the one host leads whenever it runs. */
export const checkDuties = async (config: Config): Promise<Finding[]> =>
  config.databaseUrl === null ? [] : findInState(config, LED, judged);

async function judged(state: Database): Promise<Finding> {
  const leader = await leaderOf(state);
  if (leader?.isHeld) return ok(LED, `led by ${leader.host} since ${leader.since}, term ${leader.term}`);
  const last = leader === null ? '' : `; the last was ${leader.host}, term ${leader.term}`;
  return warning(
    LED,
    `nobody leads them at the moment${last}`,
    'Start a host with FIRMOTECA_ROLE=all or work; where one runs, look at its log.',
  );
}
