/** What would keep a service from starting, found out before any long work; each in one sentence that says what to do. */
import { accessSync, constants, existsSync, mkdirSync, statSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import type { Config } from '#config';
import { AnotherBuild } from '#store/dataset.ts';
import { lockFolder } from '#store/folder-lock.ts';
import type { Store } from '#store/open.ts';

/** Something about the machine is in the way: the sentence says what to do, and no stack follows it. */
export class CannotStart extends Error {}

/** A folder that may be written, made if need be; not a file. */
export function assertDataFolder(folder: string): void {
  try {
    // Others may read nothing of it (store/own-folder.ts).
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    if (existsSync(folder) && !statSync(folder).isDirectory())
      throw new CannotStart(`${folder} is a file: set FIRMOTECA_DATA to a folder, or move the file away.`);
    const { code = 'unknown' } = error as NodeJS.ErrnoException;
    throw new CannotStart(
      `The data folder ${folder} cannot be ${existsSync(folder) ? 'written' : 'made'} (${code}): set FIRMOTECA_DATA to a folder that this user may write, or give this user the right to.`,
    );
  }
}

/** Whether the address can be listened on: tried, and let go of at once. */
export function assertPortFree({ host, port }: Pick<Config, 'host' | 'port'>): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const probe = createServer();
  probe.once('error', (error: NodeJS.ErrnoException) => {
    const why = LISTENING[error.code ?? ''];
    reject(why === undefined ? error : new CannotStart(why(host, port)));
  });
  probe.listen({ port, host }, () => probe.close(() => resolve()));
  return promise;
}

const LISTENING: Record<string, (host: string, port: number) => string> = {
  EADDRINUSE: (host, port) =>
    `Another process listens on port ${port} of ${host}: stop it, or choose another one, for example PORT=${port === 65_535 ? 8081 : port + 1}.`,
  EACCES: (host, port) => `This user may not listen on port ${port} of ${host}: choose a PORT above 1023.`,
  EADDRNOTAVAIL: (host) =>
    `This machine has no address ${host}: set HOST to one that it has, 127.0.0.1 or 0.0.0.0 for example.`,
  ENOTFOUND: (host) => `No machine is named ${host}: set HOST to an address of this one, 127.0.0.1 for example.`,
};

/** For an installation that has nothing to serve: it would wait for a build whose end nobody knows. */
export async function assertNobodyBuilds({ dataFolder }: Pick<Config, 'dataFolder'>, store: Store): Promise<void> {
  try {
    lockFolder(join(dataFolder, 'demo.lock'))();
    await (await store.generations.build()).close();
  } catch (error) {
    if (!(error instanceof AnotherBuild)) throw error;
    throw new CannotStart(
      'Another process is making the first dataset of this installation: wait until it has ended, then start again.',
    );
  }
}
