/** What would keep a service from starting, found out before any long work; each in one sentence that says what to do. */
import { accessSync, constants, existsSync, mkdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Config } from '#config';
import { placeProblem } from '#documents/blobs/place-mark.ts';
import { CannotStart } from '#serve/cannot-start.ts';
import { AnotherBuild } from '#store/dataset.ts';
import { lockFolder } from '#store/folder-lock.ts';
import type { Store } from '#store/open.ts';

/** A folder that may be written, made if need be; not a file. */
export function assertDataFolder(folder: string): void {
  if (existsSync(folder) && !statSync(folder).isDirectory())
    throw new CannotStart(`${folder} is a file: set FIRMOTECA_DATA to a folder, or move the file away.`);
  try {
    makeFolder(folder);
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    const { code = 'unknown' } = error as NodeJS.ErrnoException;
    throw new CannotStart(
      `The data folder ${folder} cannot be ${existsSync(folder) ? 'written' : 'made'} (${code}): set FIRMOTECA_DATA to a folder that this user may write, or give this user the right to.`,
    );
  }
}

/** Step by step: on some file systems Node's own way to make several at once never ends. */
function makeFolder(folder: string): void {
  if (existsSync(folder)) return;
  makeFolder(dirname(folder));
  // Others may read nothing of it (store/own-folder.ts).
  mkdirSync(folder, { mode: 0o700 });
}

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

/** Files that another host has would be told of to callers, and not be there. */
export async function assertDocumentsPlace({ documents }: Pick<Config, 'documents'>, store: Store): Promise<void> {
  const problem = await placeProblem(store.documents, documents.place);
  if (problem !== null) throw new CannotStart(problem);
}
