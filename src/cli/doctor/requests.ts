/** How many readers wait for an answer of whoever runs the service. Changes nothing. */

import { waitingRequests } from '#platform/privacy/requests-table.ts';
import type { Config } from '#server/config/config.ts';
import { type Finding, ok, warning } from './finding.ts';
import { findInState } from './state.ts';

const CHECK = 'requests of readers';

export const checkRequests = (config: Config): Promise<Finding[]> =>
  findInState(config, CHECK, async (state) => {
    const { waiting, oldest } = await waitingRequests(state);
    return oldest === null
      ? ok(CHECK, 'none waits')
      : warning(CHECK, `${waiting} wait, the first since ${oldest.slice(0, 10)}`, 'Run npx firmoteca requests list.');
  });
