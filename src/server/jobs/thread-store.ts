/** The store in a thread: the thread reads on its own connections, and the thread that started it writes. */

import type { MessagePort } from 'node:worker_threads';
import { changeState } from '#data/store/changes/change-state.ts';
import { fencedStore } from '#data/store/fenced-store.ts';
import type { LeaderLease } from '#data/store/leader-table.ts';
import { openReaders, type Store, type StoreSettings, type Writer } from '#data/store/open.ts';
import { SIDE_CONNECTIONS } from '#data/store/postgres/connections.ts';
import { connect, serve } from '#lib/workers/calls.ts';
import { type StoreLocation, storeSettings } from '#server/config/config.ts';

interface WritingThread {
  write: Writer;
}

/** Executes the writes of another thread. */
export const serveWrites = (port: MessagePort, store: Store): void =>
  serve<WritingThread>(port, { write: (name, statements) => store[name].write(statements) });

export const connectWriter = (port: MessagePort): Writer => connect<WritingThread>(port).write;

/** For a thread that works for the installation beside the serving ones: its writes fail as soon as another host leads. */
export async function openJobStore(
  config: StoreLocation,
  { storePort, lease, changes }: { storePort: MessagePort; lease: LeaderLease | null; changes?: SharedArrayBuffer },
): Promise<Store> {
  const settings: StoreSettings = { ...storeSettings(config), connections: SIDE_CONNECTIONS };
  const store = await openReaders(settings, connectWriter(storePort), changes && changeState(changes));
  return fencedStore(store, lease);
}
