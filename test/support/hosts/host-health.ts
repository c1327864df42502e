/** Reported states of hosts: where they read, whether they share limits, which generation they serve. */
import { setTimeout as sleep } from 'node:timers/promises';
import { until } from '#test/support/until.ts';
import { type Host, type Installation, METRICS_TOKEN } from './installation.ts';
import { asked } from './request.ts';

/** A standby is checked every second and Sentinels every five; a machine that runs all hosts is slower. */
const PATIENCE_MS = 120_000;

interface Health {
  limits: string;
  standby: { state: string } | null;
  generation: string;
}

/** Between two requests to one host: a key has a rate limit too. */
const PAUSE_MS = 200;

export async function healthOf({ origin }: Host, key: string): Promise<Health> {
  const { status, text } = await asked(origin, '/api/health', { 'x-api-key': key });
  if (status !== 200) throw new Error(`${origin}/api/health answered ${status}: ${text.slice(0, 300)}`);
  return JSON.parse(text).data;
}

/** Awaits that every host reports it; returns the seconds. */
export async function untilAll(
  { hosts, key }: Installation,
  what: string,
  says: (health: Health) => boolean,
): Promise<string> {
  const began = performance.now();
  for (const host of hosts)
    await until(
      `${host.name}: ${what}`,
      async () => says(await healthOf(host, key)) || (await sleep(PAUSE_MS, false)),
      PATIENCE_MS,
    );
  return `${((performance.now() - began) / 1000).toFixed(1)} s`;
}

export interface Reads {
  standby: number;
  primary: number;
}

/** Reads of the dataset since the start, by server. */
async function readsOf({ origin }: Host): Promise<Reads> {
  const { status, text } = await asked(origin, '/metrics', { authorization: `Bearer ${METRICS_TOKEN}` });
  const count = (server: string): number => {
    const found = new RegExp(`^firmoteca_dataset_reads_total\\{server="${server}"\\} ([0-9]+)`, 'm').exec(text)?.[1];
    if (found === undefined) throw new Error(`${origin}/metrics (${status}) does not count reads from the ${server}.`);
    return Number(found);
  };
  return { standby: count('standby'), primary: count('primary') };
}

/** The returned function gives the reads of each host since the first call. */
export async function countReads(hosts: readonly Host[]): Promise<() => Promise<Reads[]>> {
  const before = await Promise.all(hosts.map(readsOf));
  return async () => {
    const now = await Promise.all(hosts.map(readsOf));
    return now.map(({ standby, primary }, i) => ({
      standby: standby - (before[i]?.standby ?? 0),
      primary: primary - (before[i]?.primary ?? 0),
    }));
  };
}
