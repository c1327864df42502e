/** How many readers wait for an answer of whoever runs the service. Changes nothing. */
import type { Config } from '#config';
import { waitingRequests } from '#requests/requests-table.ts';
import { migrationsOf, pendingMigrations } from '#store/migrate.ts';
import { type Finding, messageOf, ok, warning, wrong } from './finding.ts';
import { openState } from './state.ts';

const CHECK = 'requests of readers';

export async function checkRequests(config: Config): Promise<Finding[]> {
  try {
    const state = await openState(config);
    try {
      // An installation of before there were any: its migrations are told by themselves.
      if ((await pendingMigrations(state, migrationsOf('state', state.engine))).length > 0) return [];
      const { waiting, oldest } = await waitingRequests(state);
      if (oldest === null) return [ok(CHECK, 'none waits')];
      return [
        warning(CHECK, `${waiting} wait, the first since ${oldest.slice(0, 10)}`, 'Run npx firmoteca requests list.'),
      ];
    } finally {
      await state.close();
    }
  } catch (error) {
    return [wrong(CHECK, messageOf(error), 'See above.')];
  }
}
