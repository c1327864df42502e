/** Keeps the set of hidden persons at hand in every serving thread, never older than a second. */

import type { ChangeState } from '#data/store/changes/change-state.ts';
import { watchChanges } from '#data/store/changes/counter.ts';
import { startPolling } from '#data/store/changes/poller.ts';
import type { Database } from '#data/store/database.ts';
import { hiddenNames } from '#lib/redaction/hidden-names.ts';
import { type HiddenPersons, nobodyHidden } from '#lib/redaction/hidden-persons.ts';
import { sha256 } from '#lib/values/hash.ts';
import { hiddenRows } from './hidden-persons-table.ts';

/** A change by other hands than ours, such as those of an earlier version on another host, is seen within this. */
const ANYWAY_MS = 60_000;

export interface HiddenWatch {
  current(): HiddenPersons;
  /** Reads the register again now. */
  refresh(): Promise<void>;
  /** Once a reading under way is over. */
  stop(): Promise<void>;
}

/** Nothing may be served before the first reading, so it is waited for; when a later one fails, the last set stays. */
export async function watchHiddenPersons(
  state: Database,
  onError: (error: unknown) => void,
  changes?: ChangeState,
): Promise<HiddenWatch> {
  let hidden = nobodyHidden;
  const read = async (): Promise<void> => {
    const rows = await hiddenRows(state);
    const told = rows.map(({ person_id, name }) => `${person_id} ${name ?? ''}`);
    const version = rows.length === 0 ? '' : sha256(told.join('\n')).slice(0, VERSION_LENGTH);
    if (version === hidden.version) return;
    const ids = new Set(rows.map((row) => row.person_id));
    hidden = { ids, names: hiddenNames(rows.flatMap(({ name }) => name ?? [])), version };
  };
  // In turn: one that began before somebody was hidden must not end after the one that knows it.
  let turn: Promise<void> = Promise.resolve();
  const refresh = (): Promise<void> => {
    turn = turn.catch(() => {}).then(read);
    return turn;
  };
  const watch = await watchChanges(state, 'hidden', refresh, onError, changes);
  const looking = startPolling(refresh, ANYWAY_MS, onError);
  return {
    current: () => hidden,
    refresh,
    async stop() {
      await watch.stop();
      await looking.stop();
    },
  };
}

/** A digest, not a counter: a state restored from a back-up must not bring an old answer back to life. */
const VERSION_LENGTH = 16;
