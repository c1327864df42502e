/** Reads publications into a new generation of the dataset. */

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { downloadPublications, planDownloads, reachablePublishers } from '#data/ingest/downloads.ts';
import { type Progress, progressOn, silent } from '#data/ingest/progress.ts';
import { reportLines } from '#data/ingest/report.ts';
import { LostRegistry } from '#data/ingest/run.ts';
import { createClient } from '#data/sources/client.ts';
import { resolveAddresses } from '#data/sources/source-addresses.ts';
import { WrongShape } from '#lib/safe-fetch/wrong-shape.ts';
import { type Day, isDay } from '#lib/values/date.ts';
import { loadDemoCountry } from '#server/demo-port.ts';
import { type Command, type CommandCall, print, terminal, UsageError } from './command.ts';
import { byHand, load, servedRegistry } from './load.ts';

export const command: Command = {
  summary: 'Read publications into the dataset: from a folder, or downloaded.',
  usage: [
    'ingest [--from FOLDER] [--strict] [--json]    the contents of a folder (default: publications in the data folder)',
    'ingest --download [--strict] [--json]         brings the newest from the open-data portal and the bank first',
    'ingest … --as-of DAY                          the day (YYYY-MM-DD) of files without a day in folder, name and rows',
    'ingest … --accept-partial                     also files of which less than nine tenths of the rows are understood',
    'ingest … --accept-smaller                     also lists of less than half the rows of those they replace',
    'ingest … --accept-other-secrets               also if the secrets of the dataset are lost: persons get other ids',
  ],
  options: {
    from: { type: 'string' },
    'as-of': { type: 'string' },
    download: { type: 'boolean' },
    strict: { type: 'boolean' },
    'accept-partial': { type: 'boolean' },
    'accept-smaller': { type: 'boolean' },
    'accept-other-secrets': { type: 'boolean' },
    json: { type: 'boolean' },
  },
  async run(call) {
    const { options, config } = call;
    if (options.from !== undefined && options.download) throw new UsageError('Say --from or --download, not both.');
    const asOf = dayOf(call);
    const folder = typeof options.from === 'string' ? options.from : join(config.dataFolder, 'publications');
    if (options.download && config.country === 'demo' && config.addresses.ckan === null)
      throw new UsageError('The demo country publishes by itself; real data needs FIRMOTECA_COUNTRY=romania.');
    const publishes = config.country === 'demo' && options.from === undefined && !options.download;
    // Standard output belongs to the report.
    const progress = options.json ? silent : progressOn(terminal().stderr);
    const downloaded = options.download ? await download(call, folder, progress) : null;
    if (downloaded !== null && downloaded.files === 0) return nothingRead(call, downloaded.problems);
    if (publishes) await (await loadDemoCountry()).publish(config, progress);
    return await report(call, folder, progress, downloaded?.problems ?? [], asOf);
  },
};

/** The day of `--as-of`; null without it. */
function dayOf({ options, config }: CommandCall): Day | null {
  const text = options['as-of'];
  if (text === undefined) return null;
  if (typeof text !== 'string' || !isDay(text)) throw new UsageError('--as-of wants a day: YYYY-MM-DD.');
  if (text > config.today()) throw new UsageError(`--as-of ${text} is a day to come.`);
  if (options.download) throw new UsageError('--as-of is for --from only: downloads have their own days.');
  return text;
}

interface DownloadResult {
  /** Readable files: downloaded now, or complete before. */
  files: number;
  problems: string[];
}

async function download({ config, options }: CommandCall, folder: string, progress: Progress): Promise<DownloadResult> {
  const downloadOptions = {
    client: createClient(),
    addresses: resolveAddresses(config.addresses),
    folder,
    today: config.today(),
    progress,
    servedRegistry: await servedRegistry(config, options['accept-other-secrets'] === true),
  };
  const { parts, problems } = await reachablePublishers(downloadOptions);
  const plan = await planDownloads({ ...downloadOptions, only: parts });
  const failures = await downloadPublications(downloadOptions, plan);
  for (const problem of [...problems, ...failures]) terminal().stderr.write(`${problem}\n`);
  const readable = plan.files.filter((file) => file.isDownloaded || existsSync(join(folder, file.to)));
  return { files: readable.length, problems: [...problems, ...failures] };
}

/** For a nightly timer: the served data stays, and the exit code reports the failure. */
function nothingRead({ options }: CommandCall, problems: string[]): number {
  if (options.json) print({ generation: null, published: false, problems });
  const lines = ['Nothing could be downloaded, so nothing was read and nothing was changed.', ...byHand()];
  terminal().stderr.write(`${lines.join('\n')}\n`);
  return 1;
}

async function report(
  { options, config }: CommandCall,
  folder: string,
  progress: Progress,
  problems: readonly string[],
  asOf: Day | null,
): Promise<number> {
  try {
    const done = await load(config, folder, progress, {
      strict: options.strict === true,
      accept: { partial: options['accept-partial'] === true, smaller: options['accept-smaller'] === true },
      otherSecrets: options['accept-other-secrets'] === true,
      ...(asOf !== null && { asOf }),
    });
    print(options.json ? done : reportLines(done).join('\n'));
    // A failed download without any new part is a failure.
    return done.generation === null || (problems.length > 0 && !done.published) ? 1 : 0;
  } catch (error) {
    if (!(error instanceof WrongShape || error instanceof LostRegistry)) throw error;
    const strictly = error instanceof WrongShape ? ' (--strict)' : '';
    terminal().stderr.write(`${error.message}\nNothing was changed${strictly}.\n`);
    return 1;
  }
}
