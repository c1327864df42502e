/** Publications of a simulated country in their real formats, stage by stage: complete stages stay for later runs. */
import {
  existsSync,
  globSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { addDays } from '#lib/values/date.ts';
import type { CountrySettings } from '#server/demo-port.ts';
import { codeOf } from './code.ts';
import type { StageOrder } from './country-stage.ts';
import { type ProcessFigures, ran } from './process-tree.ts';

/** The day of the first publications, which no clock moves, and that of the registry in the update. */
const FOUNDED = '2026-10-15';
export const UPDATED = addDays(FOUNDED, 7);

const FIRST = ['registry', 'finances', 'exports', 'lists'] as const;
const UPDATE = ['update, registry', 'update, lists'] as const;
export type StageName = (typeof FIRST)[number] | (typeof UPDATE)[number];

/** Stages at once: one thread each. */
const LANES = 2;

/** Code that determines the publications. */
const code = codeOf(['demo-country/*.ts', 'demo-country/procurement/*.ts', 'bench/country-stage.ts']);

export interface StageFigures {
  stage: StageName;
  seconds: number;
  bytes: number;
  process: ProcessFigures;
}

/** Firms, and rows of the other lists. */
export type Counts = { companies: number } & StageOrder['volumes'];

export interface CountryFolder {
  /** The publications of a first build, and those with the update among them. */
  first: string;
  both: string;
  stages: StageFigures[];
  /** For datasets. */
  folder: string;
}

/** Folders of other code and other counts of the same size are removed. */
export async function publicationsIn(base: string, { companies, ...volumes }: Counts): Promise<CountryFolder> {
  const folder = join(base, `${companies}-${Object.values(volumes).join('-')}-${code}`);
  for (const other of globSync(`${companies}-*`, { cwd: base }))
    if (other !== basename(folder)) rmSync(join(base, other), { recursive: true });
  const settings: CountrySettings = { seed: 'bench', companies, founded: FOUNDED };
  const made = new Map<StageName, StageFigures>();
  const queue = [...FIRST, ...UPDATE];
  const lane = async (): Promise<void> => {
    for (let stage = queue.shift(); stage !== undefined; stage = queue.shift())
      made.set(stage, await stageIn(folder, stage, { settings, volumes }));
  };
  await Promise.all(Array.from({ length: LANES }, lane));
  const first = join(folder, 'first');
  const both = join(folder, 'both');
  for (const [view, stages] of [
    [first, FIRST],
    [both, [...FIRST, ...UPDATE]],
  ] as const) {
    rmSync(view, { recursive: true, force: true });
    for (const stage of stages) linkTree(placeOf(folder, stage), view);
  }
  return { first, both, folder, stages: [...FIRST, ...UPDATE].flatMap((stage) => made.get(stage) ?? []) };
}

const placeOf = (folder: string, stage: StageName): string => join(folder, 'stages', stage.replace(', ', '-'));

async function stageIn(
  folder: string,
  stage: StageName,
  about: Pick<StageOrder, 'settings' | 'volumes'>,
): Promise<StageFigures> {
  const to = placeOf(folder, stage);
  const note = `${to}.json`;
  if (existsSync(note) && existsSync(to)) return JSON.parse(readFileSync(note, 'utf8')) as StageFigures;
  const order: StageOrder = { ...about, stage, updated: UPDATED, to };
  const script = new URL('./country-stage.ts', import.meta.url).pathname;
  const { seconds, processes } = await ran(process.execPath, [script, JSON.stringify(order)], { name: stage });
  const [own] = processes;
  if (!own) throw new Error(`Nothing was seen of the stage ${stage}.`);
  const figures = { stage, seconds, bytes: bytesUnder(to), process: own };
  writeFileSync(note, JSON.stringify(figures));
  console.error(`  ${stage}: ${Math.round(figures.bytes / 1e6)} MB in ${Math.round(seconds)} s`);
  return figures;
}

const bytesUnder = (folder: string): number =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0);

/** The same files under another folder, without a copy of them. */
function linkTree(from: string, to: string): void {
  for (const { parentPath, name } of readdirSync(from, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  )) {
    const path = join(to, parentPath.slice(from.length), name);
    mkdirSync(dirname(path), { recursive: true });
    linkSync(join(parentPath, name), path);
  }
}
