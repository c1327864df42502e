/** The regular expressions that a module composes while it loads, captured in a thread where it loads for the first time. */
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';

/** The constructor is replaced before the module loads; literals do not use it. */
const LOADING = `
const { parentPort, workerData } = require('node:worker_threads');
const made = [];
globalThis.RegExp = new Proxy(RegExp, {
  construct(target, [source, flags = '']) {
    if (new Error().stack.split('\\n')[2]?.includes(workerData)) made.push({ source: String(source), flags });
    return new target(source, flags);
  },
});
import(workerData).then(() => parentPort.postMessage(made));
`;

export function madeByLoading(file: string): Promise<{ source: string; flags: string }[]> {
  const { promise, resolve, reject } = Promise.withResolvers<{ source: string; flags: string }[]>();
  const worker = new Worker(LOADING, { eval: true, workerData: pathToFileURL(file).href });
  worker.once('message', resolve);
  worker.once('error', reject);
  return promise.finally(() => worker.terminate());
}
