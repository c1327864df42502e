/** Lists, checks and rolls back the generations of the dataset. */
import { type Generations, type Manifest, NoEarlierGeneration, UnreadablePart } from '#store/dataset.ts';
import { isReadable } from '#store/formats.ts';
import { openStore } from '#store/open.ts';
import { type Command, type CommandCall, print, UsageError } from './command.ts';

export const command: Command = {
  summary: 'List, check and roll back the generations of the dataset.',
  usage: [
    'generations list [--json]',
    'generations check [ID] [--json]    counts every table again (default: the one being served)',
    'generations rollback [--json]      serves the one before',
  ],
  options: { json: { type: 'boolean' } },
  async run(call) {
    const [verb] = call.words;
    const { databaseUrl, dataFolder, country } = call.config;
    const store = await openStore({ databaseUrl, folder: dataFolder, country });
    try {
      switch (verb) {
        case 'list':
          return await list(call, store.generations);
        case 'check':
          return await check(call, store.generations);
        case 'rollback':
          return await rollback(call, store.generations);
        default:
          throw new UsageError('Say list, check or rollback.');
      }
    } finally {
      await store.close();
    }
  },
};

async function list({ options }: CommandCall, generations: Generations): Promise<number> {
  const manifests = await generations.list();
  const served = generations.current()?.manifest.id ?? null;
  if (options.json) print(manifests.map((manifest) => ({ ...manifest, served: manifest.id === served })));
  else if (manifests.length === 0) print('There is no generation yet: run ingest.');
  else for (const manifest of manifests) print(linesOf(manifest, manifest.id === served).join('\n'));
  return 0;
}

function linesOf({ id, country, createdAt, parts, lost, awaits = [] }: Manifest, served: boolean): string[] {
  return [
    `${id}  ${country}, made ${createdAt}${served ? '  (being served)' : ''}`,
    ...parts.map((part) => {
      const { name, asOf, rows, stale } = part;
      const count = Object.values(rows).reduce((sum, each) => sum + each, 0);
      const older = isReadable(part) ? '' : '  OF ANOTHER FORMAT, not read';
      const late = stale === null ? '' : `  STALE: ${stale}`;
      return `  ${name.padEnd(14)}${(asOf ?? '').padEnd(12)}${count} rows${older}${late}`;
    }),
    ...(lost ?? []).map(({ name, stale }) => `  ${name.padEnd(14)}LOST: ${stale}`),
    ...awaits.map((name) => `  ${name.padEnd(14)}still to be made`),
  ];
}

async function check({ words, options }: CommandCall, generations: Generations): Promise<number> {
  const id = words[1] ?? generations.current()?.manifest.id;
  if (id === undefined) throw new UsageError('There is no generation yet: run ingest.');
  const problems = await generations.check(id);
  if (options.json) print({ id, problems });
  else print(problems.length === 0 ? `${id} is complete.` : problems.join('\n'));
  return problems.length === 0 ? 0 : 1;
}

async function rollback({ options }: CommandCall, generations: Generations): Promise<number> {
  const manifest = await generations.rollback().catch((error) => {
    if (!(error instanceof UnreadablePart || error instanceof NoEarlierGeneration)) throw error;
    process.stderr.write(`${error.message}\n`);
    return null;
  });
  if (manifest === null) return 1;
  print(options.json ? manifest : `${manifest.id} is being served.`);
  return 0;
}
