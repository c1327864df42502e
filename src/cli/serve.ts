/** Runs the service. The first start builds the demo country while the service listens. */

import { grouped } from '#data/ingest/progress.ts';
import { openStore, type Store } from '#data/store/open.ts';
import { shareConnections } from '#data/store/postgres/connections.ts';
import { DEMO_KEY } from '#platform/accounts/keys.ts';
import { hasKeys } from '#platform/accounts/keys-table.ts';
import { type Config, servingThreads, storeSettings } from '#server/config/config.ts';
import { type DemoCountry, loadDemoCountry } from '#server/demo-port.ts';
import { whenStopRequested } from '#server/guard.ts';
import { isSeedingDue } from '#server/jobs/seeding.ts';
import { loadSecrets } from '#server/secrets.ts';
import { type DemoStart, startService } from '#server/service.ts';
import { findPort } from '#server/start-error.ts';
import {
  assertConnections,
  assertDataFolder,
  assertDocumentsLocation,
  assertNoOtherBuild,
  assertRole,
  assertSecrets,
} from './before-start.ts';
import { type Command, print, terminal, UsageError } from './command.ts';
import { firstKeyLines } from './first-key.ts';

export const command: Command = {
  summary: 'Run the service. The first start makes the demo country while it listens.',
  usage: ['serve [--workers N]'],
  options: { workers: { type: 'string' } },
  async run({ options, config: configured }) {
    const config =
      typeof options.workers === 'string' ? { ...configured, workers: workersOf(options.workers) } : configured;
    assertRole(config);
    assertDataFolder(config.dataFolder);
    await findPort(config.port, config.host);
    for (const warning of await assertConnections(config)) terminal().stderr.write(`${warning}\n`);
    const { thread: connections } = shareConnections(servingThreads(config), config.databaseConnections);
    const store = await openStore({ ...storeSettings(config), connections });
    try {
      // Throws for a generation that cannot be opened, instead of building another over it.
      await store.generations.refresh();
      const isEmpty = store.generations.current() === null;
      if (config.country === 'romania' && isEmpty) {
        print('This installation has no data yet. Run: npx firmoteca setup');
        return 1;
      }
      await assertSecrets(config, store);
      loadSecrets(config.secretsFile);
      await assertDocumentsLocation(config, store);
      // With several hosts another host may build: this one serves each generation as soon as it is published.
      if (isEmpty && config.databaseUrl === null) await assertNoOtherBuild(config, store);
      const service = await startService(
        config,
        store,
        config.country === 'demo' ? await demoStart(config, store) : null,
      );
      try {
        const stopped = whenStopRequested();
        await announce(config, service.port, await hasKeys(store.state));
        await Promise.race([stopped, service.failed]);
      } finally {
        await service.stop();
      }
      return 0;
    } finally {
      await store.close();
    }
  },
};

async function demoStart(config: Config, store: Store): Promise<DemoStart> {
  const demo = await loadDemoCountry();
  const { settings, folder } = demo.settings(config);
  const { companies } = settings;
  // A host that only serves builds nothing.
  const onServed =
    isSeedingDue(store) && config.role !== 'serve'
      ? reportSeeding(companies, await demo.usualSeconds(companies), terminal().stderr)
      : () => {};
  return { settings, folder, onServed };
}

async function announce(config: Config, port: number, isInUse: boolean): Promise<void> {
  const address = config.publicUrl ?? `http://${config.host.includes(':') ? `[${config.host}]` : config.host}:${port}`;
  print(`\nFirmoteca listens on ${address}`);
  // Such a host answers health probes and metrics only.
  if (config.role === 'work') return;
  print(`  docs     ${address}/docs`);
  if (config.country !== 'demo') {
    if (!isInUse) print(firstKeyLines(config).join('\n'));
    return;
  }
  const showcase = await (await loadDemoCountry()).showcase();
  const showcaseCui = (id: string): string => showcase.find((record) => record.id === id)?.cui ?? '';
  print(`  demo key ${DEMO_KEY}   (all companies of the demo country are invented)

Try:
  curl -H 'X-API-Key: ${DEMO_KEY}' ${address}/api/company/${showcaseCui('giant')}
  curl -H 'X-API-Key: ${DEMO_KEY}' ${address}/api/company/${showcaseCui('giant')}/financials
  curl -H 'X-API-Key: ${DEMO_KEY}' ${address}/api/company/${showcaseCui('insolvent')}/health
`);
}

function workersOf(text: string): number {
  if (!/^[1-9][0-9]{0,2}$/.test(text)) throw new UsageError('--workers takes a whole number, 1 or more.');
  return Number(text);
}

interface Screen {
  write(text: string): unknown;
}

/** Writes the first message at once. The returned function takes the missing parts of each served generation. */
export function reportSeeding(
  companies: number,
  { secondsToFirst, secondsToWhole }: Awaited<ReturnType<DemoCountry['usualSeconds']>>,
  screen: Screen,
  clock: () => number = performance.now.bind(performance),
): (awaits: readonly string[]) => void {
  screen.write(
    `The demo country of ${grouped(companies)} companies is built now, while the service listens: company data in about ${secondsToFirst} s, everything in about ${secondsToWhole} s. Until then requests are answered 503 with what is being made.\n`,
  );
  const started = clock();
  let isFirst = true;
  return (awaits) => {
    const after = `${((clock() - started) / 1000).toFixed(1)} s`;
    if (awaits.length === 0)
      screen.write(
        `Everything is served, ${after} after the start. Documents of further notices follow by themselves.\n`,
      );
    else if (isFirst)
      screen.write(`Company data is served, ${after} after the start. To come: ${awaits.join(', ')}.\n`);
    else screen.write(`More is served. To come: ${awaits.join(', ')}.\n`);
    isFirst = false;
  };
}
