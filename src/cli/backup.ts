/** Copies state and secrets into one file, while the service runs. */

import { existsSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { Country } from '#data/store/dataset.ts';
import { openSnapshot } from '#data/store/snapshot.ts';
import { NoInstallation, type StoreName } from '#data/store/store-tables.ts';
import { VERSION } from '#lib/version.ts';
import type { Config } from '#server/config/config.ts';
import { secretsForBackup } from '#server/secrets.ts';
import { type BackupFile, FileExists, writeBackup } from './backup/write.ts';
import { type Command, print, terminal, UsageError } from './command.ts';
import { textOf } from './state-verbs.ts';

export const command: Command = {
  summary: 'Copy accounts, keys, payments, hidden persons and secrets into one file, while the service runs.',
  usage: [
    'backup [FILE|FOLDER] [--live] [--keep N] [--json]   default: a dated file in backups/ of the data folder',
    '    --live     also the answers of live sources; without it, they are fetched again',
    '    --keep N   removes all but the N newest dated back-ups of that folder',
    '  The dataset is not in it: ingest rebuilds it from the publications. The file contains the secrets: store it like one.',
  ],
  options: { live: { type: 'boolean' }, keep: { type: 'string' }, json: { type: 'boolean' } },
  async run(call) {
    const { words, options, config } = call;
    if (words.length > 1) throw new UsageError('Say one file or folder.');
    const keep = countOf(textOf(call, 'keep'));
    try {
      const backup = await backUp(config, words[0] ?? backupsIn(config), options.live ? ['state', 'live'] : ['state']);
      const removed = keep === null ? [] : keepNewest(dirname(backup.file), keep);
      const rows = sumOf(backup.rows);
      if (options.json) print({ file: backup.file, sizeBytes: backup.sizeBytes, rows: backup.rows, removed });
      else
        print(
          [
            `${backup.file}: ${rows} rows of ${Object.keys(backup.rows).length} tables and the secrets, read again and complete.`,
            'It opens every account: store it like a password, and not on this machine alone.',
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

/** The final slash marks a folder. */
export const backupsIn = ({ dataFolder }: Config): string => `${join(dataFolder, 'backups')}/`;

/** Opens nothing for writing: a running service of an older version keeps its tables. */
export async function backUp(config: Config, to: string, stores: readonly StoreName[]): Promise<BackupFile> {
  const { databaseUrl, dataFolder: folder, country: configured, secretsFile } = config;
  const snapshot = await openSnapshot({ databaseUrl, folder, country: configured }, stores);
  try {
    const country = ((await snapshot.country()) ?? configured) as Country;
    const madeAt = new Date().toISOString();
    const about = { madeAt, version: VERSION, country, secrets: secretsForBackup(secretsFile) };
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

/** `firmoteca-romania-20261116-031500.backup`: sorted by name they are sorted by time, which is UTC. */
const datedName = (country: string, madeAt: string): string =>
  `firmoteca-${country}-${madeAt.slice(0, 19).replaceAll(/[-:]/g, '').replace('T', '-')}.backup`;

/** The second of two within a second is `…-2.backup`. */
const DATED = /^firmoteca-(?:demo|romania)-([0-9]{8}-[0-9]{6}(?:-[0-9]{1,3})?)\.backup$/;
const SAME_SECOND_MAX = 100;

/** The named file, or a dated name in the named folder. Creates the folder, for its owner only. */
export function backupFile(named: string, country: string, madeAt: string): string {
  const path = resolve(named);
  const isFolder = named.endsWith('/') || (statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false);
  mkdirSync(isFolder ? path : dirname(path), { recursive: true, mode: 0o700 });
  if (!isFolder) return path;
  const dated = join(path, datedName(country, madeAt));
  const names = Array.from({ length: SAME_SECOND_MAX }, (_, i) =>
    i === 0 ? dated : dated.replace(/\.backup$/, `-${i + 1}.backup`),
  );
  return names.find((name) => !existsSync(name)) ?? dated;
}

/** Removes all but the newest dated back-ups of a folder; returns the removed names. */
export function keepNewest(folder: string, count: number): string[] {
  const removed = readdirSync(folder)
    .filter((name) => DATED.test(name))
    .toSorted((a, b) => (timeOf(a) < timeOf(b) ? 1 : -1))
    .slice(count);
  for (const name of removed) rmSync(join(folder, name));
  return removed;
}

const timeOf = (name: string): string => DATED.exec(name)?.[1] ?? '';
