/** Imports the treasury accounts that the tax authority publishes. */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { downloadTreasuries, importTreasuries, type TreasuryImport } from '#data/ingest/treasury.ts';
import { createClient } from '#data/sources/client.ts';
import { resolveAddresses } from '#data/sources/source-addresses.ts';
import { sources } from '#data/sources/sources.ts';
import { createPdfReader } from '#lib/readers/pdf/text.ts';
import { type Command, type CommandCall, print, UsageError } from './command.ts';

/** Enough lines to see a defect of a list. */
const LINES_MAX = 20;
/** In the data folder: downloaded files stay there for a look or another import. */
const DOWNLOADED = 'treasury';

export const command: Command = {
  summary: 'Bring in the published IBANs of the treasuries.',
  usage: [
    'treasury import [--json]                  downloads the county pages and lists from the tax authority, then brings them in',
    'treasury import --from FOLDER [--json]    from county pages (Alba.htm) and lists (iban_TREZ001_TREZ002.pdf, or their text as .txt)',
    'treasury import … --accept-partial        also lists of which less than nine tenths of the IBANs have a name',
    'treasury import … --accept-smaller        all of them, though they are less than half of those brought in before',
  ],
  options: {
    from: { type: 'string' },
    json: { type: 'boolean' },
    'accept-partial': { type: 'boolean' },
    'accept-smaller': { type: 'boolean' },
  },
  async run(call) {
    const { words, options, config } = call;
    if (words[0] !== 'import') throw new UsageError('Say import.');
    await mkdir(config.dataFolder, { recursive: true });
    const source = typeof options.from === 'string' ? { folder: options.from, missing: [] } : await download(call);
    if ('failure' in source) {
      if (options.json) print(source);
      else print(`${source.failure}\nNothing was changed.`);
      return 1;
    }
    const reader = createPdfReader({ runs: true });
    const accept = { partial: options['accept-partial'] === true, smaller: options['accept-smaller'] === true };
    const read = await importTreasuries(source.folder, config.dataFolder, reader, accept).finally(() => reader.close());
    const result = { ...read, skipped: [...source.missing, ...read.skipped] };
    if (options.json) print(result);
    else print(linesOf(result, source.folder).join('\n'));
    return isDone(result) ? 0 : 1;
  },
};

async function download({
  config,
  options,
}: CommandCall): Promise<{ failure: string } | { folder: string; missing: string[] }> {
  const folder = join(config.dataFolder, DOWNLOADED);
  const result = await downloadTreasuries({
    client: createClient(),
    address: resolveAddresses(config.addresses).treasury,
    folder,
    // Another address is one of the operator.
    paceMs: config.addresses.treasury === undefined ? sources.treasury.paceMs : 0,
    onFile: (name) => {
      if (!options.json) print(name);
    },
  });
  return 'failure' in result ? result : { folder, ...result };
}

const isDone = ({ ibans, wrong }: TreasuryImport): boolean => ibans > 0 && wrong.length === 0;

function linesOf(result: TreasuryImport, folder: string): string[] {
  const { ibans, lists, pages, skipped, undated, wrong } = result;
  return [
    `${ibans} IBANs of ${lists} lists and ${pages} county pages.`,
    ...firstLines(skipped.map((line) => `skipped: ${line}`)),
    ...firstLines(undated.map((name) => `of an unknown day: ${name}`)),
    ...firstLines(wrong),
    ...(wrong.length > 0 ? [`Remove them from ${folder} and bring it in with --from, or wait for right ones.`] : []),
    isDone(result) ? 'The service reads them at its next start.' : 'Nothing was changed.',
  ];
}

const firstLines = (lines: string[]): string[] =>
  lines.length > LINES_MAX ? [...lines.slice(0, LINES_MAX), `and ${lines.length - LINES_MAX} more`] : lines;
