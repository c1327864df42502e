/** The demo country as an installation that lacks a source: built from the other publications, while the live sources are silent. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { storedIncrements } from '#data/ingest/procurement/increments-table.ts';
import { silent } from '#data/ingest/progress.ts';
import { findPublications } from '#data/ingest/publications.ts';
import { ingest } from '#data/ingest/run.ts';
import type { Store } from '#data/store/open.ts';
import { openStore } from '#data/store/open.ts';
import { forgetObserved, observedNow } from './demo-observations.ts';
import type { DemoService, Envelope } from './demo-service.ts';
import { keptDemo, observedCuis } from './demo-snapshot.ts';
import { knownSecrets } from './known-secrets.ts';
import { DEMO_KEY, serveSmall } from './small-service.ts';

export type PartlyLoaded = Pick<DemoService, 'operations' | 'get' | 'post' | 'close'>;

export interface Lack {
  /** Publications that are missing, below the folder of publications. */
  files?: readonly string[];
  /** Without what was collected since the last exports. */
  withoutRecent?: boolean;
  /** Forgets what the live sources had answered. */
  forget?(store: Store): Promise<unknown>;
}

/** No live source ever answered about a company that has not one already. */
export const withoutAnswers = (folder: string) => (store: Store) => forgetObserved(store.live, observedCuis(folder));

/** `lack`: null for everything. */
export async function partlyLoaded(lack: ((folder: string) => Lack) | null): Promise<PartlyLoaded> {
  const root = mkdtempSync(join(tmpdir(), 'firmoteca-partly-'));
  const folder = join(root, 'data');
  const published = join(folder, 'publications');
  const config = {
    dataFolder: folder,
    seed: 'test',
    companies: 300,
    today: () => '2026-11-15',
    country: 'demo',
  } as const;
  await keptDemo(null, config, knownSecrets.personKey);
  const { files = [], withoutRecent = false, forget } = lack?.(folder) ?? {};
  for (const each of ['CURRENT', 'generations', 'parts', 'country'])
    rmSync(join(folder, each), { recursive: true, force: true });
  for (const file of files) rmSync(join(published, file), { recursive: true });
  const store = await openStore({ folder, databaseUrl: null, country: 'demo' });
  await observedNow(store.live, observedCuis(folder));
  await forget?.(store);
  await ingest({
    ...store,
    publications: await findPublications(published),
    increments: withoutRecent ? [] : await storedIncrements(store.live),
    personKey: knownSecrets.personKey,
    strict: true,
    progress: silent,
  });
  await store.close();
  const service = await serveSmall({ folder, published, databaseUrl: null }, {});
  const request = async (path: string, init: RequestInit) => {
    const response = await fetch(service.origin + path, init);
    const text = await response.text();
    return { status: response.status, headers: response.headers, body: JSON.parse(text || 'null') as Envelope };
  };
  return {
    operations: service.operations,
    get: (path, headers = { 'x-api-key': DEMO_KEY }) => request(path, { headers }),
    post: (path, body, headers = { 'x-api-key': DEMO_KEY }) =>
      request(path, {
        method: 'POST',
        body: JSON.stringify(body),
        headers: { 'content-type': 'application/json', ...headers },
      }),
    close: () => service.close(),
  };
}
