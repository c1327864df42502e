/** Lists and checks the generations of the dataset, and chooses the one that is served. */

import {
  type Generations,
  type Manifest,
  NoEarlierGeneration,
  NoSuchGeneration,
  UnreadablePart,
} from '#data/store/dataset.ts';
import { isReadable } from '#data/store/formats.ts';
import { type Command, type CommandCall, print, terminal, UsageError } from './command.ts';
import { onStore } from './state-verbs.ts';

export const command: Command = {
  summary: 'List and check the generations of the dataset; choose the one that is served.',
  usage: [
    'generations list [--json]',
    'generations check [ID] [--json]    counts every table again (default: the one being served)',
    'generations rollback [--json]      serves the one before',
    'generations use N|ID [--json]      serves that one, earlier or later: by its number in the list (1 is the newest) or its id',
  ],
  options: { json: { type: 'boolean' } },
  async run(call) {
    const [verb] = call.words;
    return onStore(call, async ({ generations }) => {
      switch (verb) {
        case 'list':
          return list(call, generations);
        case 'check':
          return check(call, generations);
        case 'rollback':
          return serve(call, generations.rollback());
        case 'use':
          return serve(call, use(call, generations));
        default:
          throw new UsageError('Say list, check, rollback or use.');
      }
    });
  },
};

async function list({ options }: CommandCall, generations: Generations): Promise<number> {
  const manifests = await generations.list();
  const served = generations.current()?.manifest.id ?? null;
  if (options.json) print(manifests.map((manifest) => ({ ...manifest, served: manifest.id === served })));
  else if (manifests.length === 0) print('There is no generation yet: run ingest.');
  else
    for (const [i, manifest] of manifests.entries())
      print([`${i + 1}: ${headOf(manifest, manifest.id === served)}`, ...linesOf(manifest)].join('\n'));
  return 0;
}

const headOf = ({ id, country, createdAt }: Manifest, served: boolean): string =>
  `${id}  ${country}, created ${createdAt}${served ? '  (being served)' : ''}`;

function linesOf({ parts, lost, awaits = [] }: Manifest): string[] {
  return [
    ...parts.map((part) => {
      const { name, asOf, rows, stale } = part;
      const count = Object.values(rows).reduce((sum, each) => sum + each, 0);
      const older = isReadable(part) ? '' : '  OF ANOTHER FORMAT, not read';
      const late = stale === null ? '' : `  STALE: ${stale}`;
      return `  ${name.padEnd(14)}${(asOf ?? '').padEnd(12)}${count} rows${older}${late}`;
    }),
    ...(lost ?? []).map(({ name, stale }) => `  ${name.padEnd(14)}LOST: ${stale}`),
    ...awaits.map((name) => `  ${name.padEnd(14)}still to be built`),
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

/** By its number in the list, or by its id. */
async function use({ words: [, which, ...more] }: CommandCall, generations: Generations): Promise<Manifest> {
  if (which === undefined || more.length > 0) throw new UsageError('Say which: generations use N (generations list).');
  const byNumber = /^[0-9]{1,4}$/.test(which) ? (await generations.list())[Number(which) - 1] : undefined;
  return generations.use(byNumber?.id ?? which);
}

async function serve({ options }: CommandCall, chosen: Promise<Manifest>): Promise<number> {
  const manifest = await chosen.catch((error) => {
    if (![UnreadablePart, NoEarlierGeneration, NoSuchGeneration].some((kind) => error instanceof kind)) throw error;
    terminal().stderr.write(`${error.message}\n`);
    return null;
  });
  if (manifest === null) return 1;
  print(options.json ? manifest : `${manifest.id} is being served.`);
  return 0;
}
