/** Runs the service; builds the demo country at its first start. */
import { once } from 'node:events';
import { DEMO_KEY } from '#accounts/keys.ts';
import { hasKeys } from '#accounts/keys-table.ts';
import type { Config } from '#config';
import { type DemoCountry, demoSettings } from '#demo/settings.ts';
import { shownCui } from '#demo/showcase.ts';
import { loadSecrets } from '#secrets';
import { startService } from '#serve/service.ts';
import { openStore, type Store } from '#store/open.ts';
import { type Command, print, UsageError } from './command.ts';
import { firstKeyLines } from './first-key.ts';

export const command: Command = {
  summary: 'Run the service. The first start builds the demo country.',
  usage: ['serve [--workers N]'],
  options: { workers: { type: 'string' } },
  async run({ options, config: given }) {
    const config = typeof options.workers === 'string' ? { ...given, workers: workersOf(options.workers) } : given;
    const stop = stopSignal();
    // A start may be broken off at any moment: what is not complete is not served, and the next start begins it anew.
    const breakOff = (): never => process.exit(0);
    stop.addEventListener('abort', breakOff);
    const store = await openStore({
      databaseUrl: config.databaseUrl,
      folder: config.dataFolder,
      country: config.country,
    });
    try {
      // Says what is wrong with a generation that cannot be opened, instead of building another over it.
      await store.generations.refresh();
      const secrets = loadSecrets(config.secretsFile);
      if (config.country === 'romania' && store.generations.current() === null) {
        print('This installation has no data yet. Run: npx firmoteca setup');
        return 1;
      }
      const demo = config.country === 'demo' ? await theDemo(config, store, secrets.personKey) : null;
      const service = await startService(config, store, demo);
      stop.removeEventListener('abort', breakOff);
      announce(config, service.port, await hasKeys(store.state));
      await once(stop, 'abort');
      await service.stop();
      return 0;
    } finally {
      await store.close();
    }
  },
};

/** The builder and the simulated country are loaded by the first start only: they cost as much time as all the rest. */
async function theDemo(config: Config, store: Store, personKey: string): Promise<DemoCountry> {
  if (store.generations.current() !== null) return demoSettings(config);
  const { demoCountry } = await import('#demo/build.ts');
  const { progressOn } = await import('#ingest/progress.ts');
  return demoCountry({ config, store, personKey, progress: progressOn(process.stderr) });
}

function announce(config: Config, port: number, isInUse: boolean): void {
  const address = config.publicUrl ?? `http://${config.host.includes(':') ? `[${config.host}]` : config.host}:${port}`;
  print(`\nFirmoteca listens on ${address}\n  docs     ${address}/docs`);
  if (config.country !== 'demo') {
    if (!isInUse) print(firstKeyLines(config).join('\n'));
    return;
  }
  print(`  demo key ${DEMO_KEY}   (all companies of the demo country are invented)

Try:
  curl -H 'X-API-Key: ${DEMO_KEY}' ${address}/api/company/${shownCui('giant')}
  curl -H 'X-API-Key: ${DEMO_KEY}' ${address}/api/company/${shownCui('giant')}/financials
  curl -H 'X-API-Key: ${DEMO_KEY}' ${address}/api/company/${shownCui('insolvent')}/health
`);
}

function workersOf(text: string): number {
  if (!/^[1-9][0-9]{0,2}$/.test(text)) throw new UsageError('--workers takes a whole number, 1 or more.');
  return Number(text);
}

function stopSignal(): AbortSignal {
  const stop = new AbortController();
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => stop.abort());
  return stop.signal;
}
