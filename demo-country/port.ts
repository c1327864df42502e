/** The demo country as the server loads it (`src/server/demo-port.ts`). Imports that a start does not need are dynamic. */
import type { DemoCountry } from '#server/demo-port.ts';
import { demoSettings } from './installation/settings.ts';

export const demoCountry: DemoCountry = {
  profile: async (personKey) => (await import('./installation/profile.ts')).demoProfile(personKey),
  showcase: async () => (await import('./showcase.ts')).showcase,
  settings: demoSettings,
  publish: async (...args) => (await import('./installation/build.ts')).publishDemo(...args),
  collectProcurement: async (config, ...args) =>
    (await import('./installation/collect.ts')).collectDemo(demoSettings(config), config, ...args),
  usualSeconds: async (companies) => (await import('./installation/seeding-progress.ts')).usualStatus(companies),
  startPayments: async (...args) => (await import('./installation/payments.ts')).playPayments(...args),
  paymentPages: async (address) => (await import('./installation/payments.ts')).paymentPages(address),
  async write(settings, folder, today, progress) {
    const { country, publish } = await simulation();
    await publish(country(settings), folder, today, { progress });
  },
  async serve(settings, options) {
    const { country, serveCountry } = await simulation();
    return serveCountry(country(settings), options);
  },
};

const simulation = async () => ({
  ...(await import('./country.ts')),
  ...(await import('./publish.ts')),
  ...(await import('./server.ts')),
});
