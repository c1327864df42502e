/** The set of hidden persons, cached in every serving thread for at most a second. */
import type { ChangeState } from '#data/store/changes/change-state.ts';
import { watchChanges } from '#data/store/changes/counter.ts';
import { startPolling } from '#data/store/changes/poller.ts';
import type { Database } from '#data/store/database.ts';
import { type HiddenPersons, hiddenNames, noHiddenPersons } from '#lib/redaction/hidden-names.ts';
import { sha256 } from '#lib/values/hash.ts';
import { hiddenRows } from './hidden-persons-table.ts';

/** Full re-read, for changes by an older version on another host that raises no topic. */
const REREAD_MS = 60_000;

export interface HiddenWatch {
  current(): HiddenPersons;
  /** Reads the register again now. */
  refresh(): Promise<void>;
  /** Waits for a running read. */
  stop(): Promise<void>;
}

/** Waits for the first read: no answer may be served before it. If a later read fails, the last set stays. */
export async function watchHiddenPersons(
  state: Database,
  onError: (error: unknown) => void,
  changes?: ChangeState,
): Promise<HiddenWatch> {
  let hidden = noHiddenPersons;
  const read = async (): Promise<void> => {
    const rows = await hiddenRows(state);
    const lines = rows.map(({ person_id, name }) => `${person_id} ${name ?? ''}`);
    const version = rows.length === 0 ? '' : sha256(lines.join('\n')).slice(0, VERSION_LENGTH);
    if (version === hidden.version) return;
    const ids = new Set(rows.map((row) => row.person_id));
    hidden = { ids, names: hiddenNames(rows.flatMap(({ name }) => name ?? [])), version };
  };
  // Serialized: a read that began before a change must not overwrite a later one.
  let lastRead: Promise<void> = Promise.resolve();
  const refresh = (): Promise<void> => {
    lastRead = lastRead.catch(() => {}).then(read);
    return lastRead;
  };
  const watch = await watchChanges(state, 'hidden', refresh, onError, changes);
  const poller = startPolling(refresh, REREAD_MS, onError);
  return {
    current: () => hidden,
    refresh,
    async stop() {
      await watch.stop();
      await poller.stop();
    },
  };
}

/** A digest, not a counter: after restoring a backup an old cached answer must not count as current. */
const VERSION_LENGTH = 16;
