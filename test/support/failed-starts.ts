/**
 * Starts the service repeatedly on a port in use, over a store that fails at ever later steps until none fails; prints where each start
 * failed. The process exits by itself if nothing was left open.
 */

import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { basename } from 'node:path';
import { openStore } from '#data/store/open.ts';
import { threadModule } from '#lib/paths.ts';
import { readConfig } from '#server/config/config.ts';
import { provideDemoCountry } from '#server/demo-port.ts';
import { startService } from '#server/service.ts';
import { CannotStart } from '#server/start-error.ts';

provideDemoCountry(threadModule('demo-country/port'));

const taken = createServer().listen(0, '127.0.0.1');
await once(taken, 'listening');
const { port } = taken.address() as AddressInfo;
const config = { ...readConfig(), host: '127.0.0.1', port };
const { dataFolder: folder, databaseUrl, country } = config;
const store = await openStore({ databaseUrl, folder, country });

/** Whether a start reached the n-th access to the store. */
async function failAt(n: number): Promise<boolean> {
  let looks = 0;
  const failing = new Proxy(store, {
    get(own, name, receiver) {
      if (looks++ === n) throw new Error(`no ${String(name)}`);
      return Reflect.get(own, name, receiver);
    },
  });
  const error = await startService(config, failing, null).then(
    () => new Error('The service started.'),
    (reason: Error) => reason,
  );
  const where =
    error instanceof CannotStart
      ? 'port'
      : basename(/\/(?:src|demo-country)\/(\S+)\.ts/.exec(error.stack ?? '')?.[1] ?? '');
  process.stdout.write(`${where}\n`);
  return looks > n;
}

for (let n = 0; await failAt(n); n++);
await store.close();
taken.close();
