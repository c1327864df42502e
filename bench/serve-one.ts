/** A measured process with serving threads: the real workers, a thread without the gate (`ungated`), the demo with its pages (`web`), or recorded answers from a file. */
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import { offline } from '#data/live/ports.ts';
import { openStore } from '#data/store/open.ts';
import { threadModule } from '#lib/paths.ts';
import { readConfig } from '#server/config/config.ts';
import { provideDemoCountry } from '#server/demo-port.ts';
import { startWorkers } from '#server/workers.ts';
import { demoService } from '#test/support/demo-service.ts';
import { type Shares, startProfile } from './profile.ts';

export type ToServer = 'measure' | 'profile' | 'stop';
export interface FromServer {
  /** Sent once, when the server listens. */
  port?: number;
  /** CPU of the process so far. */
  cpuMicroseconds?: number;
  /** Memory of the process, current and peak. */
  residentBytes?: number;
  residentBytesMax?: number;
  /** Null: profiling began; the next request of the parent ends it. */
  shares?: Shares | null;
  /** Without mapped files. */
  anonymousBytes?: number;
}

/** Enough for the showcase companies to have namesakes, ranks and markets. */
const DEMO_COMPANIES = 300;

provideDemoCountry(threadModule('demo-country/port'));
const [how] = process.argv.slice(2);
const { port, stop } = how === undefined ? await ours() : how === 'web' ? await pages() : await thread(how);
process.send?.({ port } satisfies FromServer);

let endProfile: (() => Promise<Shares>) | null = null;

process.on('message', async (message: ToServer) => {
  if (message === 'profile') {
    const shares = (await endProfile?.()) ?? null;
    endProfile = shares === null ? await startProfile() : null;
    process.send?.({ shares } satisfies FromServer);
    return;
  }
  if (message === 'stop') {
    await stop();
    process.disconnect?.();
    return;
  }
  const { user, system } = process.cpuUsage();
  process.send?.({
    cpuMicroseconds: user + system,
    residentBytes: process.memoryUsage.rss(),
    residentBytesMax: process.resourceUsage().maxRSS * 1_024,
    anonymousBytes: Number(/^RssAnon:\s+([0-9]+)/m.exec(readFileSync('/proc/self/status', 'latin1'))?.[1] ?? 0) * 1_024,
  } satisfies FromServer);
});

// Exits with the measuring process.
process.on('disconnect', () => process.exit());

/** The real workers, which query no source: every answer is cached and fresh. */
async function ours() {
  const config = readConfig();
  const { databaseUrl, country, dataFolder: folder, workers: count } = config;
  const store = await openStore({ databaseUrl, folder, country });
  const onError = (error: unknown): never => {
    throw error;
  };
  const workers = await startWorkers({ count, host: '127.0.0.1', port: 0, store, live: offline, onError });
  return {
    port: workers.port,
    async stop() {
      await workers.stop();
      await store.close();
    },
  };
}

/** The demo with its pages, in this process, without limits, which would cap the speed of one address. */
async function pages() {
  const service = await demoService(null, DEMO_COMPANIES);
  return { port: service.port, stop: () => service.close() };
}

/** A thread that reports its port: the operations without the gate, or recorded answers from a file. */
async function thread(how: string) {
  const ungated = new URL('./gateless-thread.ts', import.meta.url);
  const recorded = new URL('./replay-thread.ts', import.meta.url);
  const started = new Worker(how === 'ungated' ? ungated : recorded, { workerData: how });
  const [listening] = (await once(started, 'message')) as [number];
  return { port: listening, stop: () => started.terminate() };
}
