/** Copies what must not be lost into one file, while the service runs. */
import { dirname, join } from 'node:path';
import type { Country } from '#data/store/dataset.ts';
import { openSnapshot } from '#data/store/snapshot.ts';
import { NoInstallation, type StoreName } from '#data/store/store-tables.ts';
import { VERSION } from '#lib/version.ts';
import type { Config } from '#server/config/config.ts';
import { secretsToKeep } from '#server/secrets.ts';
import { backupFile, keepNewest } from './backup/place.ts';
import { FileExists, type Written, writeBackup } from './backup/write.ts';
import { type Command, print, UsageError } from './command.ts';
import { textOf } from './state-verbs.ts';
import { terminal } from './terminal.ts';

export const command: Command = {
  summary: 'Copy accounts, keys, payments, hidden persons and secrets into one file, while the service runs.',
  usage: [
    'backup [FILE|FOLDER] [--live] [--keep N] [--json]   default: a dated file in backups/ of the data folder',
    '    --live     also what was asked of live sources; without it, it is asked for again',
    '    --keep N   removes all but the N newest dated back-ups of that folder',
    '  The dataset is not in it: ingest makes it again from the publications. The file holds the secrets: keep it as one.',
  ],
  options: { live: { type: 'boolean' }, keep: { type: 'string' }, json: { type: 'boolean' } },
  async run(call) {
    const { words, options, config } = call;
    if (words.length > 1) throw new UsageError('Say one file or folder.');
    const keep = countOf(textOf(call, 'keep'));
    try {
      const written = await backUp(config, words[0] ?? backupsIn(config), options.live ? ['state', 'live'] : ['state']);
      const removed = keep === null ? [] : keepNewest(dirname(written.file), keep);
      const rows = sumOf(written.rows);
      if (options.json) print({ file: written.file, sizeBytes: written.sizeBytes, rows: written.rows, removed });
      else
        print(
          [
            `${written.file}: ${rows} rows of ${Object.keys(written.rows).length} tables and the secrets, read again and complete.`,
            'It opens every account: keep it as you keep a password, and not on this machine alone.',
            ...removed.map((name) => `Removed: ${name}`),
          ].join('\n'),
        );
      return 0;
    } catch (error) {
      if (!(error instanceof FileExists || error instanceof NoInstallation)) throw error;
      terminal().stderr.write(`${error.message}\n`);
      return 1;
    }
  },
};

/** A folder of the data folder; the ending says that it is one. */
export const backupsIn = ({ dataFolder }: Config): string => `${join(dataFolder, 'backups')}/`;

/** Opens nothing for writing: an older service may run beside, and its tables stay as they are. */
export async function backUp(config: Config, to: string, stores: readonly StoreName[]): Promise<Written> {
  const { databaseUrl, dataFolder: folder, country: asked, secretsFile } = config;
  const snapshot = await openSnapshot({ databaseUrl, folder, country: asked }, stores);
  try {
    const country = ((await snapshot.country()) ?? asked) as Country;
    const madeAt = new Date().toISOString();
    const about = { madeAt, version: VERSION, country, secrets: secretsToKeep(secretsFile) };
    return await writeBackup(backupFile(to, country, madeAt), about, snapshot, stores);
  } finally {
    await snapshot.close();
  }
}

export const sumOf = (rows: Record<string, number>): string =>
  Object.values(rows)
    .reduce((sum, each) => sum + each, 0)
    .toLocaleString('en-GB');

function countOf(text: string | null): number | null {
  if (text === null) return null;
  if (!/^[1-9][0-9]{0,3}$/.test(text)) throw new UsageError('--keep takes a whole number, 1 or more.');
  return Number(text);
}
