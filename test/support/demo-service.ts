/** The whole service over a small demo country whose simulated sources have a real socket: a first start, in one process. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { silent } from '#data/ingest/progress.ts';
import { findPublications } from '#data/ingest/publications.ts';
import { ingest } from '#data/ingest/run.ts';
import { type Clock, systemClock } from '#data/live/clock.ts';
import { acquireLeaderLease } from '#data/store/leader-table.ts';
import { openStore, type Store } from '#data/store/open.ts';
import { country } from '#demo-country/country.ts';
import { demoCountry } from '#demo-country/installation/build.ts';
import { demoProfile } from '#demo-country/installation/profile.ts';
import { type CountryServer, serveCountry } from '#demo-country/server.ts';
import { showcase } from '#demo-country/showcase.ts';
import { openFolderBlobs } from '#domain/documents/blobs/folder-blobs.ts';
import { DEMO_KEY } from '#platform/accounts/keys.ts';
import { type App, app } from '#server/app.ts';
import type { Config } from '#server/config/config.ts';
import { startLive } from '#server/jobs/live-refreshers.ts';
import type { Secrets } from '#server/secrets.ts';
import { type Client, createClient } from '../../client/src/index.ts';
import { forgetObserved, observedNow } from './demo-observations.ts';
import { keptDemo, observedCuis } from './demo-snapshot.ts';
import { knownSecrets } from './known-secrets.ts';
import { type Listening, listening } from './test-server.ts';

const TODAY = '2026-11-15';
const DAY_MS = 86_400_000;

/** The fiscal code of a showcase record. */
export function cuiOf(id: string): string {
  const record = showcase.find((one) => one.id === id);
  if (!record) throw new Error(`The showcase has no ${id}.`);
  return record.cui;
}

export interface Envelope {
  success: boolean;
  // biome-ignore lint/suspicious/noExplicitAny: the tests read answers of every shape.
  data: any;
  // biome-ignore lint/suspicious/noExplicitAny: as above.
  meta: any;
  error?: { code: string; message: string; details?: { in: string; name: string; problem: string }[] };
}

export interface DemoService extends Listening, App {
  /** The folder of its data outside of a database. */
  folder: string;
  store: Store;
  secrets: Secrets;
  simulated: CountryServer;
  /** Errors that the live side and the handlers reported. */
  errors: unknown[];
  /** Builds the next generation, from the same publications and the observations since. */
  rebuild(): Promise<void>;
  /** With the demo key unless the headers set another. */
  get(path: string, headers?: Record<string, string>): Promise<{ status: number; headers: Headers; body: Envelope }>;
  post(
    path: string,
    body: unknown,
    headers?: Record<string, string>,
  ): Promise<{ status: number; headers: Headers; body: Envelope }>;
  /** The typed client with the demo key; it throws errors. */
  client: Client;
}

/**
 * Its live side has observed everything and queries sources for requests only. With `isLed` it has observed nothing and starts to, as after
 * a first start, while `isLed` is true.
 */
export async function demoService(
  databaseUrl: string | null = null,
  companies = 300,
  clock: Clock = systemClock,
  addresses: Config['addresses'] = {},
  seller: Config['seller'] = null,
  isLed: (() => boolean) | null = null,
): Promise<DemoService> {
  const folder = mkdtempSync(join(tmpdir(), 'firmoteca-demo-'));
  const secrets = { ...knownSecrets };
  const config = {
    dataFolder: folder,
    seed: 'test',
    companies,
    today: () => TODAY,
    country: 'demo',
    publicUrl: null,
    trustedProxies: [],
    addresses,
    seller,
    mail: { by: 'outbox', hourMax: 1_000 },
  } as const;
  await keptDemo(databaseUrl, config, secrets.personKey);
  const store = await openStore({ databaseUrl, folder, country: 'demo' });
  await (isLed ? forgetObserved : observedNow)(store.live, observedCuis(folder));
  // A service needs a leader; here the test runs the jobs itself.
  await acquireLeaderLease(store.state, { holder: 'test', host: 'test', leaseMs: DAY_MS });
  const demo = await demoCountry({ config, store, personKey: secrets.personKey, progress: silent });
  const simulated = await serveCountry(country(demo.settings), {
    folder: demo.folder,
    host: '127.0.0.1',
    port: 0,
    today: config.today,
  });
  const errors: unknown[] = [];
  const { live, stop } = startLive({
    config,
    store,
    simulated: simulated.address,
    clock,
    isLeader: isLed ?? (() => false),
    onError: (error) => errors.push(error),
  });
  const log = { access: null, error: (error: unknown) => errors.push(error) };
  const blobs = await openFolderBlobs(join(folder, 'documents'));
  const created = await app({ config, secrets, store, live, blobs, profile: demoProfile(secrets.personKey), log });
  const served = await listening(created.router, created.observe, { unrouted: created.unrouted });
  const request = async (path: string, init: RequestInit) => {
    const response = await fetch(served.origin + path, init);
    const text = await response.text();
    return {
      status: response.status,
      headers: response.headers,
      body: (text === '' ? null : JSON.parse(text)) as Envelope,
    };
  };
  return {
    ...created,
    ...served,
    folder,
    store,
    secrets,
    simulated,
    errors,
    async rebuild() {
      const publications = await findPublications(demo.folder);
      await ingest({ ...store, publications, personKey: secrets.personKey, strict: true, progress: silent });
      await store.generations.refresh();
    },
    get: (path, headers = { 'x-api-key': DEMO_KEY }) => request(path, { headers }),
    post: (path, body, headers = { 'x-api-key': DEMO_KEY }) =>
      request(path, {
        method: 'POST',
        body: JSON.stringify(body),
        headers: { 'content-type': 'application/json', ...headers },
      }),
    // A test must see every answer, not the result of retries.
    client: createClient({ baseUrl: served.origin, key: DEMO_KEY, retries: 0 }),
    async close() {
      await served.close();
      await created.close();
      await stop();
      await simulated.close();
      await store.close();
      rmSync(folder, { recursive: true });
    },
  };
}
