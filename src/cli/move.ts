/**
 * Moves an installation from its data folder into a PostgreSQL database: state, live and documents, then every generation with its parts.
 * The folder stays as it is. A partly filled database is marked, and no process opens it until a further move has completed it.
 */

import { join } from 'node:path';
import { importReadableFiles } from '#data/ingest/procurement/increment-files.ts';
import { type Progress, progressOn, silent } from '#data/ingest/progress.ts';
import { AnotherBuild, type Manifest } from '#data/store/dataset.ts';
import type { Builder } from '#data/store/generation-store.ts';
import { expireLeaderLease } from '#data/store/leader-table.ts';
import { openStore, type Store, type StoreSettings } from '#data/store/open.ts';
import { openPostgres } from '#data/store/postgres/database.ts';
import { openPostgresBuilder } from '#data/store/postgres/generation-store.ts';
import { isMarked, isUnused, mark, openMarked, unmark } from '#data/store/postgres/move-mark.ts';
import { filledTables } from '#data/store/store-tables.ts';
import { isStoreUnavailable } from '#data/store/unavailable.ts';
import { type Command, print, terminal, UsageError } from './command.ts';
import { movePart } from './move/parts.ts';
import { NotMoved, openSource, type Source, STORES } from './move/source.ts';
import { moveStore } from './move/store.ts';
import { textOf } from './state-verbs.ts';

export const command: Command = {
  summary: 'Move this installation from SQLite into a PostgreSQL database, with everything in it.',
  usage: [
    'move --to postgres://… [--json]',
    '  Stop the service first. The database must be empty; the data folder stays as it is. After an interruption run it again: it continues.',
    '  The password may come from PGPASSWORD instead of from the address.',
  ],
  options: { to: { type: 'string' }, json: { type: 'boolean' } },
  async run(call) {
    const { options, config } = call;
    const to = textOf(call, 'to');
    if (to === null || !/^postgres(?:ql)?:\/\//.test(to)) throw new UsageError('Say where to: move --to postgres://….');
    if (config.databaseUrl !== null)
      throw new UsageError(
        'DATABASE_URL is set: this installation is on PostgreSQL already. Unset it to move a folder.',
      );
    try {
      const { dataFolder: folder, country } = config;
      const moved = await move({
        folder,
        country,
        to,
        progress: options.json ? silent : progressOn(terminal().stderr),
      });
      print(options.json ? moved : lines(moved, folder).join('\n'));
      return 0;
    } catch (error) {
      if (isStoreUnavailable(error)) terminal().stderr.write(`${error.message}. ${ABOUT_ADDRESS}\n`);
      else if (error instanceof NotMoved || error instanceof AnotherBuild)
        terminal().stderr.write(`${error.message}\n`);
      else throw error;
      return 1;
    }
  },
};

const ABOUT_ADDRESS = 'Start it, or look at the address behind --to, and run the move again: it continues.';

const lines = ({ stores, generations, leftBehind, notTaken, parts }: MoveReport, folder: string): string[] => [
  `Everything is there: ${Object.entries(stores)
    .map(([store, rows]) => `${store} ${rows.toLocaleString('en-GB')} rows`)
    .join(', ')}; ${generations.length} generations, ${parts} parts moved now.`,
  ...leftBehind.map(
    (id) =>
      `Left behind: generation ${id}, which was never finished, or is of a format that this version does not read.`,
  ),
  ...notTaken.map((sentence) => `${sentence} They stay in the folder.`),
  'Set DATABASE_URL to it and start the service. Secrets, the trust store, imported treasury accounts, publications and the files',
  `of documents are not in a database: they stay in ${folder}. Further hosts need the same secrets (FIRMOTECA_SECRETS), one place`,
  'for documents (FIRMOTECA_DOCUMENTS), and a trust store and treasury accounts of their own: docs/hosts.md.',
];

interface MoveReport {
  /** Rows by store. */
  stores: Record<string, number>;
  generations: string[];
  /** Generations that stay in the folder, because they cannot be served. */
  leftBehind: string[];
  /** Messages about list files of procurement that could not be read: later starts of the service try them again. */
  notTaken: string[];
  /** Parts that were moved now; those of a move that was broken off are there already. */
  parts: number;
}

interface MoveOptions extends Pick<StoreSettings, 'folder' | 'country'> {
  /** Address of the database. */
  to: string;
  progress: Progress;
}

async function move({ folder, country, to, progress }: MoveOptions): Promise<MoveReport> {
  const source = await openSource(folder);
  try {
    // Held during the whole move: another move into the same database would empty the tables.
    const builder = await openPostgresBuilder({ url: to });
    try {
      return await moveInto({ source, builder, folder, country, to, progress });
    } finally {
      await builder.release();
    }
  } finally {
    source.close();
  }
}

interface MoveContext extends MoveOptions {
  source: Source;
  builder: Builder;
}

async function moveInto({ source, builder, folder, country, to, progress }: MoveContext): Promise<MoveReport> {
  const marked = openMarked(to);
  try {
    const isContinued = await isMarked(marked);
    // A service that starts at this moment must not create an installation in an empty database.
    const isNew = await isUnused(marked);
    if (isNew) await mark(marked);
    const target = await openStore({ databaseUrl: to, folder, country, isMoveTarget: true });
    try {
      if (!isContinued && !isNew) await assertEmpty(target);
      await mark(marked);
      const stores = await moveStores(source, to, progress);
      // A lease in a folder has no end: after a kill, no host could ever lead in the database.
      await target.state.write([expireLeaderLease()]);
      // Earlier versions stored procurement lists in files of the folder.
      const notTaken: string[] = [];
      await importReadableFiles(target.live, join(folder, 'publications'), ({ message }) => notTaken.push(message));
      const parts = await moveGenerations(source, target, builder, progress);
      await unmark(marked);
      return {
        stores,
        generations: source.manifests.map(({ id }) => id),
        leftBehind: source.skipped,
        notTaken,
        parts,
      };
    } finally {
      await target.close();
    }
  } finally {
    await marked.close();
  }
}

async function assertEmpty({ state, generations }: Store): Promise<void> {
  const filled = await filledTables(state);
  const found = filled.length > 0 ? `rows of ${filled.join(', ')}` : (await generations.list())[0]?.id;
  if (found !== undefined)
    throw new NotMoved(`The database contains an installation already (${found}): name an empty one.`);
}

/** On connections without a timeout: each statement works on whole tables. */
async function moveStores(source: Source, to: string, progress: Progress): Promise<Record<string, number>> {
  const moved: Record<string, number> = {};
  for (const store of STORES) {
    const step = progress.step(store, null);
    const target = openPostgres(to, { searchPath: [`firmoteca_${store}`] });
    moved[store] = await moveStore(source.stores[store], target, store, step).finally(() => target.close());
    step.end(`${moved[store].toLocaleString('en-GB')} rows`);
  }
  return moved;
}

/** A generation is published as soon as its parts are there: a repeated move moves only the rest. */
async function moveGenerations(source: Source, target: Store, builder: Builder, progress: Progress): Promise<number> {
  const there = await target.generations.list();
  const parts = new Set(there.flatMap((manifest) => manifest.parts.map(({ id }) => id)));
  const before = parts.size;
  await builder.sweep();
  for (const manifest of source.manifests) {
    if (there.some(({ id }) => id === manifest.id)) continue;
    for (const part of manifest.parts.filter(({ id }) => !parts.has(id))) {
      const step = progress.step(part.name, sum(part.rows));
      const connection = source.openPart(part);
      await movePart(connection, part, builder, step).finally(() => connection.close());
      step.end(`${sum(part.rows).toLocaleString('en-GB')} rows`);
      parts.add(part.id);
    }
    await builder.publish(manifest);
  }
  // The newest generation was published last, but an operator may have chosen an earlier one.
  if (source.current !== null) await target.generations.use(source.current);
  return parts.size - before;
}

const sum = (rows: Manifest['parts'][number]['rows']): number => Object.values(rows).reduce((all, n) => all + n, 0);
