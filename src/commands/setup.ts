/** Leads an operator to real data: says what it costs, downloads, builds the dataset, names the next command. Can be stopped and run again. */
import { statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { type Config, WrongSetting } from '#config';
import { type DownloadNeeds, type DownloadPlan, downloadPublications, planDownloads } from '#ingest/downloads.ts';
import { type Footprint, footprintOf } from '#ingest/footprint.ts';
import { grouped, progressOn, silent } from '#ingest/progress.ts';
import { reportLines } from '#ingest/report.ts';
import { createClient } from '#sources/client.ts';
import { resolveAddresses } from '#sources/source-addresses.ts';
import { type Command, print, UsageError } from './command.ts';
import { load, servedRegistry } from './load.ts';

export const command: Command = {
  summary: 'Bring real data into a new installation, step by step.',
  usage: ['setup [--yes] [--json]    --yes: do not ask; a broken run goes on where it stopped'],
  options: { yes: { type: 'boolean' }, json: { type: 'boolean' } },
  async run({ options, config }) {
    assertRomania(config);
    const say = (text: string): void => {
      if (!options.json) print(text);
    };
    const folder = join(config.dataFolder, 'publications');
    const needs: DownloadNeeds = {
      client: createClient(),
      addresses: resolveAddresses(config.addresses),
      folder,
      today: config.today(),
      // Opens the store: a data folder or database that holds the demo refuses.
      servedRegistry: await servedRegistry(config),
      // Standard output belongs to what was found and done.
      progress: options.json ? silent : progressOn(process.stderr),
    };
    say(`Firmoteca reads what the state publishes. It will lie in ${config.dataFolder}.\n`);
    const plan = await planDownloads(needs);
    const freeBytes = await freeBytesIn(config.dataFolder);
    const hasRegistry = plan.files.some((file) => file.publication === 'trade registry');
    // Nobody can say what a country costs whose list of files did not come.
    const footprint = hasRegistry ? footprintOf(plan) : null;
    say([...plan.problems, ...(footprint ? costLines(plan, footprint, freeBytes, config) : [])].join('\n'));

    const told = { folder, files: plan.files.length, ...(footprint ?? unknownFootprint), freeBytes };
    const refuse = (problems: string[]): number => {
      if (options.json) print({ ...told, problems, report: null });
      else print(`\n${problems.join('\n')}`);
      return 1;
    };
    if (footprint === null)
      return refuse(['Without the trade registry there is nothing to build. Try: npx firmoteca doctor --sources']);
    // With PostgreSQL the dataset lies where we cannot measure.
    if (freeBytes < (config.databaseUrl === null ? footprint.diskBytes : footprint.downloadBytes))
      return refuse(['There is not enough free space. Choose another folder with FIRMOTECA_DATA.']);
    if (!options.yes && !(await agreed())) return refuse(['Nothing was changed.']);

    const problems = await downloadPublications(needs, plan);
    if (problems.some((problem) => problem.startsWith('onrc/')))
      return refuse([...problems, 'Run setup again: complete files are kept.']);
    const report = await load(config, folder, needs.progress);
    if (options.json) print({ ...told, problems, report });
    else print([...problems, ...reportLines(report), ...nextLines].join('\n'));
    return report.generation === null ? 1 : 0;
  },
};

function assertRomania({ country }: Config): void {
  if (country !== 'romania')
    throw new WrongSetting(
      'setup brings real data, and the settings ask for the demo country. Say where the real data shall lie, and start again:\n\n' +
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
  const missing = files.filter((file) => !file.there).length;
  const about = footprint.estimated ? 'about ' : '';
  const onTop = footprint.unsized > 0 ? ` without the ${footprint.unsized} whose size is not listed` : '';
  const dataset = `${gigabytes(footprint.datasetBytes)} for one generation of the dataset${databaseUrl ? ' in PostgreSQL' : ''}`;
  return [
    missing === 0
      ? 'Download  nothing: all files are complete.'
      : `Download  ${missing} of ${grouped(files.length)} files, ${about}${gigabytes(footprint.downloadBytes)}${onTop}${missing < files.length ? '; the others are complete' : ''}.`,
    `Disk      ${footprint.unsized > 0 ? 'at least' : 'about'} ${dataset}; an update needs as much again, and the one before is kept too. Free: ${gigabytes(freeBytes)}.`,
    `Time      the download, then about ${Math.ceil(footprint.buildSeconds / 60)} min to build.`,
    'A run that breaks off can be started again.',
  ];
}

const unknownFootprint: Record<keyof Footprint, null> = {
  downloadBytes: null,
  estimated: null,
  unsized: null,
  datasetBytes: null,
  diskBytes: null,
  buildSeconds: null,
};

const gigabytes = (bytes: number): string =>
  bytes >= 1e9 ? `${(bytes / 1e9).toFixed(1)} GB` : `${(bytes / 1e6).toFixed(1)} MB`;

async function agreed(): Promise<boolean> {
  if (!process.stdin.isTTY) throw new UsageError('Nobody can be asked here: say --yes.');
  const questions = createInterface({ input: process.stdin, output: process.stderr });
  const answer = await questions.question('\nDownload and build now? [y/N] ');
  questions.close();
  return /^y(es)?$/i.test(answer.trim());
}

const nextLines = [
  '\nNext:',
  '  npx firmoteca keys create --plan pro    makes an API key',
  '  npx firmoteca serve                     runs the service (keep FIRMOTECA_COUNTRY and FIRMOTECA_DATA set)',
  '  npx firmoteca ingest --download         brings later publications, for example every night',
];
