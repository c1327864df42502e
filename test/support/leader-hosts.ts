/** Hosts of one installation as processes: started, checked for the leader, and killed. */
import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { leaderOf } from '#data/store/leader-table.ts';
import type { Store } from '#data/store/open.ts';
import type { LedHost } from './leader-host.ts';
import { until } from './until.ts';

const HOST = join(import.meta.dirname, 'leader-host.ts');
/** A timeout for busy machines. */
export const PATIENCE_MS = 180_000;

export interface StartedHost {
  child: ChildProcess;
  /** The folder of this host. */
  folder: string;
  output(): string;
}

/** `usual`: default settings of a host. */
export function ledHosts(store: Store, parent: string, usual: () => Omit<LedHost, 'folder'>) {
  const hosts: StartedHost[] = [];
  const leader = async (): Promise<StartedHost | null> => {
    const result = await leaderOf(store.state);
    return result?.isHeld ? (hosts.find(({ child }) => result.host.endsWith(`/${child.pid}`)) ?? null) : null;
  };
  return {
    leader,
    async start(more: Partial<LedHost> = {}): Promise<StartedHost> {
      const { folder = mkdtempSync(join(parent, 'host-')) } = more;
      const given: LedHost = { ...usual(), ...more, folder };
      const child = spawn(process.execPath, [HOST, JSON.stringify(given)], { stdio: ['ignore', 'pipe', 'inherit'] });
      let output = '';
      child.stdout?.setEncoding('utf8').on('data', (chunk: string) => {
        output += chunk;
      });
      const host = { child, folder, output: () => output };
      hosts.push(host);
      await until(
        'it is there',
        async () => {
          assert.equal(child.exitCode, null, `the host ended: ${output}`);
          return output.includes('stands by or leads');
        },
        PATIENCE_MS,
      );
      return host;
    },
    /** Resolves with the leader, once there is one. */
    async leading(other?: StartedHost): Promise<StartedHost> {
      await until(
        'one leads',
        async () => {
          const one = await leader();
          return one !== null && one !== other;
        },
        PATIENCE_MS,
      );
      const one = await leader();
      assert.ok(one);
      return one;
    },
    kill,
    async killAll(): Promise<void> {
      for (const host of hosts.splice(0)) await kill(host);
    },
  };
}

async function kill({ child }: StartedHost): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const over = once(child, 'exit');
  child.kill('SIGKILL');
  await over;
}
