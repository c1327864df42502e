/** A thread that fills one part for the thread that builds a generation (lanes.ts), and ends. */
import { parentPort, workerData } from 'node:worker_threads';
import { openReaders, openReservedPart } from '#data/store/open.ts';
import { serializeError } from '#lib/workers/error-codec.ts';
import { lowerPriority } from '#lib/workers/lower-priority.ts';
import { type Filled, fillPart } from './fillers.ts';
import { type FromPartThread, rowsOf, type ThreadOrder } from './lanes.ts';
import type { Step } from './progress.ts';

const { givesWay, settings, reserved, ...order } = workerData as ThreadOrder;
if (givesWay) lowerPriority();
const send = (message: FromPartThread): void => parentPort?.postMessage(message);
const step: Step = { at: (...at) => send({ at }), end() {} };
await fill().then(
  (filled) => send({ filled }),
  (error) => send({ error: serializeError(error) }),
);

async function fill(): Promise<Filled> {
  const store = await openReaders(settings, () => Promise.reject(new Error('This thread fills a part only.')));
  const part = await openReservedPart(settings, reserved, order.beside, rowsOf(order, step));
  try {
    return await fillPart(part, order, { ...store, step });
  } finally {
    await part.abandon();
    await store.close();
  }
}
