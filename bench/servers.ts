/** Measured servers, each in a separate process that reports its CPU. */
import { fork } from 'node:child_process';
import type { Shares } from './profile.ts';
import type { FromServer, ToServer } from './serve-one.ts';

export interface Server {
  name: string;
  port: number;
  keys: string[];
  cpuMicroseconds(): Promise<number>;
  memory(): Promise<{ nowBytes: number; mostBytes: number; anonymousBytes: number }>;
  /** CPU by cause while `work` runs, in microseconds. */
  profile(work: () => Promise<unknown>): Promise<Shares>;
  stop(): Promise<void>;
}

interface Start {
  /** Keys of many accounts, so that none reaches its limit. */
  keys: string[];
  env?: Record<string, string>;
  args?: string[];
}

export async function startServer(name: string, { keys, env = {}, args = [] }: Start): Promise<Server> {
  const child = fork(new URL('./serve-one.ts', import.meta.url), args, {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const { port = 0 } = await answerOf<FromServer>(child);
  const measured = (): Promise<FromServer> => {
    child.send('measure' satisfies ToServer);
    return answerOf<FromServer>(child);
  };
  return {
    name,
    port,
    keys,
    async cpuMicroseconds() {
      return (await measured()).cpuMicroseconds ?? 0;
    },
    async memory() {
      const { residentBytes = 0, residentBytesMax = 0, anonymousBytes = 0 } = await measured();
      return { nowBytes: residentBytes, mostBytes: residentBytesMax, anonymousBytes };
    },
    async profile(work) {
      const next = (): Promise<FromServer> => {
        child.send('profile' satisfies ToServer);
        return answerOf<FromServer>(child);
      };
      await next();
      await work();
      const { shares } = await next();
      if (!shares) throw new Error('The server reported no profile.');
      return shares;
    },
    async stop() {
      const gone = new Promise((resolve) => child.once('exit', resolve));
      child.send('stop' satisfies ToServer);
      await gone;
    },
  };
}

export function answerOf<Message>(child: ReturnType<typeof fork>): Promise<Message> {
  return new Promise((resolve, reject) => {
    const gone = (code: number | null) => reject(new Error(`A process of the bench ended with ${code}.`));
    child.once('exit', gone);
    child.once('message', (message) => {
      child.off('exit', gone);
      resolve(message as Message);
    });
  });
}
