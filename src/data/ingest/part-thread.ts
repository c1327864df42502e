/** A thread that fills parts for the thread that builds a generation (lanes.ts), one after the other. */
import { type MessagePort, workerData } from 'node:worker_threads';
import { openReaders, openReservedPart, type Store, type StoreSettings } from '#data/store/open.ts';
import { connect, serve } from '#lib/workers/calls.ts';
import { lowerPriority } from '#lib/workers/lower-priority.ts';
import { fillPart } from './fillers.ts';
import { type BuildingThread, type FillingThread, rowsOf } from './lanes.ts';
import type { Step } from './progress.ts';

/** Between two messages on the progress. */
const PROGRESS_MS = 100;

const { settings, givesWay, orders, building } = workerData as {
  settings: StoreSettings;
  givesWay: boolean;
  orders: MessagePort;
  building: MessagePort;
};
if (givesWay) lowerPriority();
const { at, write } = connect<BuildingThread>(building, { at: 0 });
/** Opened by the first call, which gets the error. */
let store: Promise<Store> | undefined;
const opened = (): Promise<Store> => (store ??= openReaders(settings, (_, statements) => write(statements)));

/** Passes on the latest progress now and then. */
function passedOn(): Step {
  let sentAt = 0;
  return {
    at(...progress) {
      const now = performance.now();
      if (now - sentAt < PROGRESS_MS) return;
      sentAt = now;
      at(...progress);
    },
    end() {},
  };
}

serve<FillingThread>(orders, {
  async fill(order) {
    const step = passedOn();
    const stores = await opened();
    const part = await openReservedPart(settings, order.reserved, order.beside, rowsOf(order, step));
    try {
      return await fillPart(part, order, stores, step);
    } finally {
      await part.abandon();
    }
  },
  close: async () => (await store)?.close(),
});
