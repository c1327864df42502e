/** Runs the service; at its first start the demo country is made while it listens. */
import { DEMO_KEY } from '#accounts/keys.ts';
import { hasKeys } from '#accounts/keys-table.ts';
import { type Config, servingThreads } from '#config';
import { demoSettings } from '#demo/settings.ts';
import { shownCui } from '#demo/showcase.ts';
import { loadSecrets } from '#secrets';
import { isFoundingDue } from '#serve/founding.ts';
import { stopRequest } from '#serve/guard.ts';
import { takePort } from '#serve/port.ts';
import { type Demo, startService } from '#serve/service.ts';
import { openStore, type Store } from '#store/open.ts';
import { shareConnections } from '#store/postgres/connections.ts';
import {
  assertConnections,
  assertDataFolder,
  assertDocumentsPlace,
  assertNobodyBuilds,
  assertRole,
  assertSecrets,
} from './before-start.ts';
import { type Command, print, UsageError } from './command.ts';
import { firstKeyLines } from './first-key.ts';
import { tellFounding } from './founding-words.ts';
import { terminal } from './terminal.ts';

export const command: Command = {
  summary: 'Run the service. The first start makes the demo country while it listens.',
  usage: ['serve [--workers N]'],
  options: { workers: { type: 'string' } },
  async run({ options, config: given }) {
    const config = typeof options.workers === 'string' ? { ...given, workers: workersOf(options.workers) } : given;
    assertRole(config);
    assertDataFolder(config.dataFolder);
    await takePort(config.port, config.host);
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
      const service = await startService(config, store, config.country === 'demo' ? theDemo(config, store) : null);
      try {
        const stopped = stopRequest();
        announce(config, service.port, await hasKeys(store.state));
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

function theDemo(config: Config, store: Store): Demo {
  const { settings, folder } = demoSettings(config);
  // A host that does not lead makes none, and waits for what another makes.
  const onServed =
    isFoundingDue(store) && config.role !== 'serve' ? tellFounding(settings.companies, terminal().stderr) : () => {};
  return { settings, folder, onServed };
}

function announce(config: Config, port: number, isInUse: boolean): void {
  const address = config.publicUrl ?? `http://${config.host.includes(':') ? `[${config.host}]` : config.host}:${port}`;
  print(`\nFirmoteca listens on ${address}`);
  // Whoever watches over it is answered there, and nobody else.
  if (config.role === 'work') return;
  print(`  docs     ${address}/docs`);
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
