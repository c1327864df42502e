/** Loads real data: shows the cost, downloads, builds the dataset, and names the next commands. A stopped run can be repeated. */

import { statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline/promises';
import {
  type DownloadOptions,
  type DownloadPlan,
  downloadPublications,
  type Footprint,
  footprintOf,
  MEASURED_ON,
  planDownloads,
  reachablePublishers,
} from '#data/ingest/downloads.ts';
import { grouped, progressOn, silent } from '#data/ingest/progress.ts';
import { reportLines } from '#data/ingest/report.ts';
import { createClient } from '#data/sources/client.ts';
import { resolveAddresses } from '#data/sources/source-addresses.ts';
import { type Config, WrongSetting } from '#server/config/config.ts';
import { assertDataFolder } from './before-start.ts';
import { type Command, print, terminal, UsageError } from './command.ts';
import { firstKeyLines } from './first-key.ts';
import { byHand, load, servedRegistry } from './load.ts';

export const command: Command = {
  summary: 'Bring real data into a new installation, step by step.',
  usage: ['setup [--yes] [--json]    --yes: do not ask; an interrupted run continues where it stopped'],
  options: { yes: { type: 'boolean' }, json: { type: 'boolean' } },
  async run({ options, config }) {
    assertRomania(config);
    assertDataFolder(config.dataFolder);
    const say = (text: string): void => {
      if (!options.json) print(text);
    };
    const folder = join(config.dataFolder, 'publications');
    const downloads: DownloadOptions = {
      client: createClient(),
      addresses: resolveAddresses(config.addresses),
      folder,
      today: config.today(),
      // Opening the store throws for a data folder or database of the demo.
      servedRegistry: await servedRegistry(config),
      // Standard output belongs to the report.
      progress: options.json ? silent : progressOn(terminal().stderr),
    };
    say(`Firmoteca reads what the state publishes. It will lie in ${config.dataFolder}.\n`);
    const { parts, problems: unreachable } = await reachablePublishers(downloads);
    downloads.only = parts;
    const plan = await planDownloads(downloads);
    plan.problems.unshift(...unreachable);
    const freeBytes = await freeBytesIn(config.dataFolder);
    const hasRegistry = plan.files.some((file) => file.part === 'registry');
    // Without the registry the size of the data is unknown.
    const footprint = hasRegistry ? footprintOf(plan) : null;
    say([...plan.problems, ...(footprint ? costLines(plan, footprint, freeBytes, config) : [])].join('\n'));

    const summary = { folder, files: plan.files.length, ...(footprint ?? unknownFootprint), freeBytes };
    const refuse = (problems: string[]): number => {
      if (options.json) print({ ...summary, problems, report: null });
      else print(`\n${problems.join('\n')}`);
      return 1;
    };
    if (footprint === null)
      return refuse([
        // Printed above, without --json.
        ...(options.json ? plan.problems : []),
        'Without the trade registry there is nothing to build. What fails: npx firmoteca doctor --sources',
        ...byHand(),
      ]);
    // The free space of a PostgreSQL server is unknown.
    if (freeBytes < (config.databaseUrl === null ? footprint.diskBytes : footprint.downloadBytes))
      return refuse(['There is not enough free space. Choose another folder with FIRMOTECA_DATA.']);
    if (!options.yes && !(await agreed())) return refuse(['Nothing was changed.']);

    const problems = await downloadPublications(downloads, plan);
    if (problems.some((problem) => problem.startsWith('onrc/')))
      return refuse([...problems, 'Run setup again: complete files are not downloaded again.', ...byHand()]);
    const report = await load(config, folder, downloads.progress);
    if (options.json) print({ ...summary, problems, report });
    else print([...problems, ...reportLines(report), ...nextLines(config)].join('\n'));
    return report.generation === null ? 1 : 0;
  },
};

function assertRomania({ country }: Config): void {
  if (country !== 'romania')
    throw new WrongSetting(
      'setup loads real data, and the settings select the demo country. Name a folder for the real data, and start again:\n\n' +
        '  export FIRMOTECA_COUNTRY=romania FIRMOTECA_DATA=./romania\n  npx firmoteca setup',
    );
}

async function freeBytesIn(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}

function costLines(
  { files }: DownloadPlan,
  footprint: Footprint,
  freeBytes: number,
  { databaseUrl }: Config,
): string[] {
  const { datasetBytes, buildSeconds } = footprint;
  const missing = files.filter((file) => !file.isDownloaded).length;
  const others = missing < files.length ? '; the others are complete' : '';
  const place = databaseUrl ? ' in PostgreSQL' : '';
  return [
    `Download  ${missing} of ${grouped(files.length)} files${others}.${missing > 0 ? ` ${sizes(missing, footprint)}` : ''}`,
    `Disk      about ${gigabytes(datasetBytes)}${place} for registry and balance sheets in one generation; an update needs as much again, and the one before is kept too. Procurement comes on top. Free: ${gigabytes(freeBytes)}.`,
    `Time      the download, then about ${Math.ceil(buildSeconds / 60)} min to build registry and balance sheets on two cores.`,
    'A run that breaks off can be started again.',
  ];
}

const unknownFootprint: Record<keyof Footprint, null> = {
  downloadBytes: null,
  unknownFiles: null,
  estimated: null,
  datasetBytes: null,
  diskBytes: null,
  buildSeconds: null,
};

/** Reported or measured sizes only. */
function sizes(missing: number, { downloadBytes, unknownFiles, estimated }: Footprint): string {
  if (unknownFiles === missing) return 'The catalogue has the size of none of them.';
  const measured = estimated ? ` (where the catalogue has no size, that of ${MEASURED_ON})` : '';
  const size = `${gigabytes(downloadBytes)}${measured}`;
  return unknownFiles === 0
    ? `Together ${size}.`
    : `${grouped(missing - unknownFiles)} of them have ${size}; the size of the other ${grouped(unknownFiles)} is not known.`;
}

const gigabytes = (bytes: number): string =>
  bytes >= 1e9 ? `${(bytes / 1e9).toFixed(1)} GB` : `${(bytes / 1e6).toFixed(1)} MB`;

async function agreed(): Promise<boolean> {
  if (!terminal().stdin.isTTY) throw new UsageError('There is no terminal to ask: add --yes.');
  const questions = createInterface({ input: terminal().stdin, output: terminal().stderr, terminal: false });
  const answer = await questions.question('\nDownload and build now? [y/N] ');
  questions.close();
  // The thread ends only after the end of its input.
  terminal().stdin.resume();
  return /^y(es)?$/i.test(answer.trim());
}

const nextLines = (config: Config): string[] => [
  '\nNext:',
  ...firstKeyLines(config),
  '  npx firmoteca serve                     runs the service (keep FIRMOTECA_COUNTRY and FIRMOTECA_DATA set)',
  '  npx firmoteca trust download            trusts the authorities of Romania’s trusted list, so that signatures can be valid',
  '  npx firmoteca ingest --download         brings later publications, for example every night',
  '  npx firmoteca backup                    copies accounts, keys and secrets, for example every night',
];
