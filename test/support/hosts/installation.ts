/** An installation of several hosts on one machine: PostgreSQL with a standby, Redis with Sentinels, three services, nginx in front. */
import { appendFileSync, cpSync, mkdirSync, mkdtempSync, rmSync, statSync, utimesSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { BalanceFiles } from '#data/ingest/finances.ts';
import { silent } from '#data/ingest/progress.ts';
import { findPublications } from '#data/ingest/publications.ts';
import { ingest } from '#data/ingest/run.ts';
import { openStore, type Store } from '#data/store/open.ts';
import { demoCountry } from '#demo-country/installation/build.ts';
import { readConfig } from '#server/config/config.ts';
import { loadSecrets, type Secrets } from '#server/secrets.ts';
import { localChain } from '#test/support/chain/chain.ts';
import { testFacilitator } from '#test/support/chain/facilitator.ts';
import { freePort } from '#test/support/free-port.ts';
import { type MortalServer, startPostgres } from '#test/support/postgres-server.ts';
import { type Standby, startStandby } from '#test/support/postgres-standby.ts';
import { firmoteca, type Started } from '#test/support/process.ts';
import { startWatched, type Watched } from '#test/support/redis-sentinels.ts';
import { until } from '#test/support/until.ts';
import { type Front, startFront } from './front.ts';
import { proKey } from './load.ts';
import { KNOWN_MS } from './request-log.ts';
import { allTold, type Truth, truthAlone } from './truth.ts';

/** Each on an address of its own, like a machine: one only serves, the others can become leader. */
const HOSTS = [
  { address: '127.0.0.2', role: 'serve' },
  { address: '127.0.0.3', role: 'all' },
  { address: '127.0.0.4', role: 'all' },
] as const;

/** The payee of single requests. */
export const PAYEE = '0x1111111111111111111111111111111111111111';

/** Gives access to the metrics of every host. */
export const METRICS_TOKEN = 'figures-of-the-trial';

/** Time until the first answer, on a busy machine. */
const START_MS = 300_000;

export interface Host {
  name: string;
  origin: string;
  /** Whether its last log line about the leadership says that it is the leader. */
  leads(): boolean;
  start(): Promise<void>;
  /** A clean stop. */
  stop(): Promise<void>;
  /** A kill of all its processes. */
  kill(): Promise<void>;
  output(): string;
}

export interface Installation {
  front: Front;
  hosts: readonly Host[];
  primary: MortalServer;
  standby: Standby;
  redis: Watched;
  chain: Awaited<ReturnType<typeof localChain>>;
  /** The primary, as for operator commands. */
  store: Store;
  secrets: Secrets;
  /** Answers of a single service. */
  truth: Truth;
  /** A key of an account with Pro. */
  key: string;
  /** Builds the next generation, as `ingest` does. */
  rebuild(): Promise<void>;
  stop(): Promise<void>;
}

export async function startInstallation(companies: number, say: (line: string) => void): Promise<Installation> {
  const folder = mkdtempSync(join(tmpdir(), 'firmoteca-hosts-'));
  const closing: (() => unknown)[] = [() => rmSync(folder, { recursive: true, force: true })];
  const later = <Thing extends { stop(): unknown }>(thing: Thing): Thing => {
    closing.push(() => thing.stop());
    return thing;
  };
  const stop = async (): Promise<void> => {
    for (const close of closing.splice(0).toReversed()) await close();
  };
  try {
    // For three hosts and an administrator.
    const primary = later(await startPostgres(['max_connections=200']));
    const chain = await localChain();
    closing.push(() => chain.close());
    const facilitator = await testFacilitator(chain);
    closing.push(() => facilitator.close());
    const common = {
      DATABASE_URL: primary.url,
      FIRMOTECA_COMPANIES: String(companies),
      FIRMOTECA_SECRETS: join(folder, 'secrets.json'),
      FIRMOTECA_DOCUMENTS: join(folder, 'documents'),
      FIRMOTECA_WORKERS: '1',
      FIRMOTECA_METRICS_TOKEN: METRICS_TOKEN,
      TRUSTED_PROXIES: '127.0.0.1',
      FIRMOTECA_X402_PAYEE: PAYEE,
      FIRMOTECA_X402_FACILITATOR_URL: facilitator.url,
      FIRMOTECA_X402_RPC_URLS: chain.rpcUrl,
    };

    const first = join(folder, 'first');
    mkdirSync(first);
    const config = readConfig({ ...common, FIRMOTECA_DATA: first });
    const secrets = loadSecrets(config.secretsFile);
    const store = await openStore({ databaseUrl: primary.url, folder: first, country: 'demo' });
    closing.push(() => store.close());
    const { personKey } = secrets;
    const demo = await demoCountry({ config, store, personKey, progress: silent });
    say(`PostgreSQL with a demo country of ${companies} companies.`);
    const rebuild = async (): Promise<void> => {
      // A line without data is added to the balance sheets: their part is rebuilt with the same contents.
      const { finances } = await findPublications(demo.folder);
      const { path } = (finances.at(-1) as BalanceFiles).data;
      // The day of the balance sheets is the day of the file.
      const { atime, mtime } = statSync(path);
      appendFileSync(path, '\n');
      utimesSync(path, atime, mtime);
      const publications = await findPublications(demo.folder);
      const { published } = await ingest({ ...store, publications, personKey, strict: true, progress: silent });
      if (!published) throw new Error('No new generation was built.');
    };
    const alone = { ...common, FIRMOTECA_DATA: first };
    await allTold(alone, store, rebuild);
    const truth = await truthAlone(alone, { store, secrets });
    say('The reference answers of a single service are recorded.');

    const standby = later(await startStandby(primary, ['max_connections=200']));
    await standby.caughtUp();
    say('A standby with all of its data.');
    const redis = later(await startWatched());
    say('Redis with a replica, and three Sentinels in front of both.');

    const port = await freePort();
    const hosts = await Promise.all(
      HOSTS.map(async ({ address, role }) => {
        const data = join(folder, address);
        // A disk of its own: publications that the simulated country continues from.
        cpSync(first, data, { recursive: true });
        const host = hostOf(address, await freePort(), {
          ...common,
          PUBLIC_URL: `http://127.0.0.1:${port}`,
          FIRMOTECA_DATA: data,
          FIRMOTECA_ROLE: role,
          DATABASE_READ_URL: standby.url,
          REDIS_URL: redis.url,
          REDIS_SENTINEL_PASSWORD: redis.sentinelPassword,
        });
        closing.push(host.stop);
        await host.start();
        say(`A service at ${host.origin}, role ${role}.`);
        return host;
      }),
    );
    const front = later(
      await startFront(
        port,
        hosts.map(({ origin }) => new URL(origin).host),
      ),
    );
    say(`nginx in front of them: ${front.origin}`);
    await until('a host is leader', async () => hosts.some((host) => host.leads()));
    const key = await proKey({ origin: front.origin, store, secrets });
    await sleep(KNOWN_MS);
    return { front, hosts, primary, standby, redis, chain, store, secrets, truth, key, rebuild, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

function hostOf(address: string, port: number, environment: Record<string, string>): Host {
  let service: Started | null = null;
  let before = '';
  const origin = `http://${address}:${port}`;
  const end = async (how: 'stop' | 'kill'): Promise<void> => {
    const ended = service;
    service = null;
    await ended?.[how]();
    before += ended?.output() ?? '';
  };
  return {
    name: address,
    origin,
    leads: () =>
      (service?.output().lastIndexOf('is now the leader') ?? -1) >
      (service?.output().lastIndexOf('is no longer the leader') ?? -1),
    output: () => before + (service?.output() ?? ''),
    async start() {
      service = firmoteca(['serve'], { ...environment, HOST: address, PORT: String(port) });
      const { ended } = service;
      let isOver = false;
      void ended.then(() => (isOver = true));
      await until(
        `${address} is ready`,
        async () => {
          if (isOver) throw new Error(`The service at ${address} ended:\n${service?.output()}`);
          return fetch(`${origin}/readyz`).then(
            ({ status }) => status === 200,
            () => false,
          );
        },
        START_MS,
      );
    },
    stop: () => end('stop'),
    kill: () => end('kill'),
  };
}
