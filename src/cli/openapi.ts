/** Prints the OpenAPI document, without a running service. */

import { openapi } from '#api/openapi/document.ts';
import { offline } from '#data/live/ports.ts';
import { openStore } from '#data/store/open.ts';
import { VERSION } from '#lib/version.ts';
import { paymentInfo } from '#platform/payments/discovery.ts';
import { app } from '#server/app.ts';
import { profileOf } from '#server/compose/profile.ts';
import { storeSettings } from '#server/config/config.ts';
import { createLog } from '#server/log.ts';
import { loadSecrets } from '#server/secrets.ts';
import { type Command, print } from './command.ts';

export const command: Command = {
  summary: 'Print the OpenAPI 3.1 document.',
  usage: ['openapi'],
  options: {},
  async run({ config }) {
    const store = await openStore(storeSettings(config));
    const secrets = loadSecrets(config.secretsFile);
    const profile = await profileOf(config, secrets, store);
    const { operations, close } = await app({
      config,
      secrets,
      store,
      live: offline,
      profile,
      log: createLog('errors'),
    });
    const { publicUrl, contact } = config;
    const about = { publicUrl: publicUrl ?? '/', contact, version: VERSION, demoKey: profile.demo?.key ?? null };
    const prices = config.seller?.prices;
    print(openapi(operations, { ...about, ...(prices && { paymentInfo: paymentInfo(prices) }) }) as object);
    await close();
    await store.close();
    return 0;
  },
};
