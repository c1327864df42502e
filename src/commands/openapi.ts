/** Prints the OpenAPI document, without a running service. */
import { app } from '#app';
import { faceOf } from '#face';
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
    const secrets = loadSecrets(config.secretsFile);
    const face = await faceOf(config, secrets, store);
    const { operations, close } = await app({
      config,
      secrets,
      store,
      live: offline,
      face,
      log: createLog('errors'),
    });
    const { publicUrl, contact } = config;
    const about = { publicUrl: publicUrl ?? '/', contact, version: VERSION, demoKey: face.demo?.key ?? null };
    const prices = config.seller?.prices;
    print(openapi(operations, { ...about, ...(prices && { paymentInfo: paymentInfo(prices) }) }) as object);
    await close();
    await store.close();
    return 0;
  },
};
