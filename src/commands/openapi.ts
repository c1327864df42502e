/** Prints the OpenAPI document, without a running service. */
import { DEMO_KEY } from '#accounts/keys.ts';
import { app } from '#app';
import { offline } from '#live/ports.ts';
import { createLog } from '#log';
import { openapi } from '#openapi/document.ts';
import { paymentInfo } from '#payments/discovery.ts';
import { loadSecrets } from '#secrets';
import { openStore } from '#store/open.ts';
import { VERSION } from '#version';
import { type Command, print } from './command.ts';

export const command: Command = {
  summary: 'Print the OpenAPI 3.1 document.',
  usage: ['openapi'],
  options: {},
  async run({ config }) {
    const store = await openStore({
      databaseUrl: config.databaseUrl,
      folder: config.dataFolder,
      country: config.country,
    });
    const { operations, close } = await app({
      config,
      secrets: loadSecrets(config.secretsFile),
      store,
      live: offline,
      log: createLog('errors'),
    });
    const demoKey = config.country === 'demo' ? DEMO_KEY : null;
    const about = { publicUrl: config.publicUrl ?? '/', version: VERSION, demoKey };
    const prices = config.seller?.prices;
    print(openapi(operations, { ...about, ...(prices && { paymentInfo: paymentInfo(prices) }) }) as object);
    await close();
    await store.close();
    return 0;
  },
};
