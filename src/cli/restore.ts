/** Puts a back-up into an installation: of the same engine or the other, empty or with `--replace`. */
import { isDeepStrictEqual } from 'node:util';
import { isMadeWith } from '#data/ingest/snapshots.ts';
import { openStore, type Store } from '#data/store/open.ts';
import { filledTables } from '#data/store/store-tables.ts';
import type { Config } from '#server/config/config.ts';
import { replaceSecrets, secretsThere } from '#server/secrets.ts';
import { BrokenBackup, type Header } from './backup/format.ts';
import { type Checked, checkBackup } from './backup/read.ts';
import { assertKnownMigrations, restoreStores } from './backup/restore.ts';
import { backUp, backupsIn, sumOf } from './backup.ts';
import { type Command, print, UsageError } from './command.ts';
import { terminal } from './terminal.ts';

export const command: Command = {
  summary: 'Put a back-up into this installation, while the service runs or before it starts.',
  usage: [
    'restore FILE [--replace] [--json]',
    '    --replace   also where there are accounts already: they are backed up first, then gone',
    '  The whole file is checked before anything is changed. SQLite and PostgreSQL read each other’s back-ups.',
  ],
  options: { replace: { type: 'boolean' }, json: { type: 'boolean' } },
  async run({ words: [file, ...more], options, config }) {
    if (file === undefined || more.length > 0) throw new UsageError('Say which file: restore FILE.');
    try {
      const checked = await checkBackup(file);
      assertFits(checked.header, config);
      const done = await restore(file, checked, config, options.replace === true);
      if (options.json) print({ file, madeAt: checked.header.madeAt, rows: checked.rows, ...done });
      else print(lines(checked, done).join('\n'));
      return 0;
    } catch (error) {
      if (!(error instanceof BrokenBackup || error instanceof NotRestored)) throw error;
      terminal().stderr.write(`${error.message}\nNothing was changed.\n`);
      return 1;
    }
  },
};

class NotRestored extends Error {}

interface Done {
  /** The back-up of what was there before; null when there was nothing. */
  replaced: string | null;
  secretsChanged: boolean;
}

function assertFits(header: Header, { country }: Config): void {
  assertKnownMigrations(header);
  if (header.country !== country)
    throw new NotRestored(
      `The back-up is of ${header.country}, and the settings say ${country}: set FIRMOTECA_COUNTRY=${header.country}, with a data folder or database of its own.`,
    );
}

async function restore(file: string, checked: Checked, config: Config, mayReplace: boolean): Promise<Done> {
  const settings = { databaseUrl: config.databaseUrl, folder: config.dataFolder, country: config.country };
  const { secrets } = checked.header;
  const store = await openStore(settings);
  try {
    const there = secretsThere(config.secretsFile);
    const secretsChanged = !isDeepStrictEqual(there, secrets);
    const filled = await filledTables(store.state);
    if (!mayReplace) assertEmpty(filled, there !== null && secretsChanged);
    assertSamePersons(store, secrets);
    // Builds write into the state; of both there is one at a time.
    const build = await store.generations.build();
    try {
      const stores = checked.header.stores.map(({ name }) => name);
      const isEmpty = filled.length === 0 && (there === null || !secretsChanged);
      const replaced = isEmpty ? null : (await backUp(config, backupsIn(config), stores)).file;
      await restoreStores(file, checked, settings);
      if (secretsChanged) replaceSecrets(config.secretsFile, secrets);
      return { replaced, secretsChanged: there !== null && secretsChanged };
    } finally {
      await build.close();
    }
  } finally {
    await store.close();
  }
}

function assertEmpty(filled: readonly string[], hasOtherSecrets: boolean): void {
  if (filled.length === 0 && !hasOtherSecrets) return;
  const found = filled.length > 0 ? `rows of ${filled.join(', ')}` : 'other secrets';
  throw new NotRestored(
    `This installation is not empty: it has ${found}. With --replace they are backed up, then give way.`,
  );
}

/** Ids of persons are made with a secret: in a dataset of another one nobody would be recognised, and hidden persons would show. */
function assertSamePersons({ generations }: Store, { personKey }: Record<string, unknown>): void {
  const served = generations.current();
  if (served === null || isMadeWith(String(personKey), served.manifest)) return;
  throw new NotRestored(
    'The dataset of this installation was built with other secrets than those of the back-up: persons have other ids in it, and hidden ones would show. Restore into an empty data folder or database, then ingest.',
  );
}

const lines = ({ header, rows }: Checked, { replaced, secretsChanged }: Done): string[] => [
  `The back-up of ${header.madeAt} is restored: ${sumOf(rows)} rows of ${Object.keys(rows).length} tables, and the secrets.`,
  ...(replaced === null ? [] : [`What was there before lies in ${replaced}.`]),
  secretsChanged
    ? 'The secrets are others than before: restart the service on every host, or its keys and cookies do not work.'
    : 'A running service sees it within a second.',
  'The dataset, tender documents and the trust store are not part of a back-up: run npx firmoteca setup or ingest where there is no dataset yet, and trust import.',
];
