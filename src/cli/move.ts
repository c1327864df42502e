/** Moves an installation from its data folder into a PostgreSQL database: one command, once, while the service stands still. */

import { progressOn, silent } from '#data/ingest/progress.ts';
import { AnotherBuild } from '#data/store/dataset.ts';
import { isStoreUnavailable } from '#data/store/unavailable.ts';
import { type Command, print, terminal, UsageError } from './command.ts';
import { type Moved, move } from './move/move.ts';
import { NotMoved } from './move/source.ts';
import { textOf } from './state-verbs.ts';

export const command: Command = {
  summary: 'Move this installation from SQLite into a PostgreSQL database, with everything in it.',
  usage: [
    'move --to postgres://… [--json]',
    '  Stop the service first. The database must be empty; the data folder stays as it is. Broken off, run it again: it goes on.',
    '  The password may come from PGPASSWORD instead of standing in the address.',
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

const ABOUT_ADDRESS = 'Start it, or look at the address behind --to, and run the move again: it goes on.';

const lines = ({ stores, generations, leftBehind, notTaken, parts }: Moved, folder: string): string[] => [
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
