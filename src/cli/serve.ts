/** Runs the service; at its first start the demo country is made while it listens. */

import { grouped } from '#data/ingest/progress.ts';
import { openStore, type Store } from '#data/store/open.ts';
import { shareConnections } from '#data/store/postgres/connections.ts';
import { DEMO_KEY } from '#platform/accounts/keys.ts';
import { hasKeys } from '#platform/accounts/keys-table.ts';
import { type Config, servingThreads } from '#server/config/config.ts';
import { type DemoCountry, loadDemoCountry } from '#server/demo-port.ts';
import { whenStopRequested } from '#server/guard.ts';
import { isSeedingDue } from '#server/jobs/seeding.ts';
import { loadSecrets } from '#server/secrets.ts';
import { type DemoStart, startService } from '#server/service.ts';
import { findPort } from '#server/start-error.ts';
import {
  assertConnections,
  assertDataFolder,
  assertDocumentsPlace,
  assertNobodyBuilds,
  assertRole,
  assertSecrets,
} from './before-start.ts';
import { type Command, print, terminal, UsageError } from './command.ts';
import { firstKeyLines } from './first-key.ts';

export const command: Command = {
  summary: 'Run the service. The first start makes the demo country while it listens.',
  usage: ['serve [--workers N]'],
  options: { workers: { type: 'string' } },
  async run({ options, config: given }) {
    const config = typeof options.workers === 'string' ? { ...given, workers: workersOf(options.workers) } : given;
    assertRole(config);
    assertDataFolder(config.dataFolder);
    await findPort(config.port, config.host);
    for (const warning of await assertConnections(config)) terminal().stderr.write(`${warning}\n`);
    const store = await openStore({
      databaseUrl: config.databaseUrl,
      folder: config.dataFolder,
      country: config.country,
      connections: shareConnections(servingThreads(config), config.databaseConnections).thread,
    });
    try {
      // Says what is wrong with a generation that cannot be opened, instead of building another over it.
      await store.generations.refresh();
      const isEmpty = store.generations.current() === null;
      if (config.country === 'romania' && isEmpty) {
        print('This installation has no data yet. Run: npx firmoteca setup');
        return 1;
      }
      await assertSecrets(config, store);
      loadSecrets(config.secretsFile);
      await assertDocumentsPlace(config, store);
      // Among several hosts another makes it: what it has made is served as soon as it is.
      if (isEmpty && config.databaseUrl === null) await assertNobodyBuilds(config, store);
      const service = await startService(
        config,
        store,
        config.country === 'demo' ? await theDemo(config, store) : null,
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

async function theDemo(config: Config, store: Store): Promise<DemoStart> {
  const demo = await loadDemoCountry();
  const { settings, folder } = demo.settings(config);
  const { companies } = settings;
  // A host that does not lead makes none, and waits for what another makes.
  const onServed =
    isSeedingDue(store) && config.role !== 'serve'
      ? reportSeeding(companies, await demo.usualSeconds(companies), terminal().stderr)
      : () => {};
  return { settings, folder, onServed };
}

async function announce(config: Config, port: number, isInUse: boolean): Promise<void> {
  const address = config.publicUrl ?? `http://${config.host.includes(':') ? `[${config.host}]` : config.host}:${port}`;
  print(`\nFirmoteca listens on ${address}`);
  // Only health probes and metrics are answered there.
  if (config.role === 'work') return;
  print(`  docs     ${address}/docs`);
  if (config.country !== 'demo') {
    if (!isInUse) print(firstKeyLines(config).join('\n'));
    return;
  }
  const showcase = await (await loadDemoCountry()).showcase();
  const shownCui = (id: string): string => showcase.find((record) => record.id === id)?.cui ?? '';
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

interface Screen {
  write(text: string): unknown;
}

/** Writes the first message at once; the returned function takes each generation that is served. */
export function reportSeeding(
  companies: number,
  { secondsToFirst, secondsToWhole }: Awaited<ReturnType<DemoCountry['usualSeconds']>>,
  screen: Screen,
  clock: () => number = performance.now.bind(performance),
): (awaits: readonly string[]) => void {
  screen.write(
    `The demo country of ${grouped(companies)} companies is made now, while the service listens: company data in about ${secondsToFirst} s, everything in about ${secondsToWhole} s. Until then requests are answered 503 with what is being made.\n`,
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
