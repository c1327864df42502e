/** One stage of the publications of `bench country`, in a process of its own: written aside, moved when complete. */
import { mkdirSync, renameSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { country } from '#demo-country/country.ts';
import { dayNumber } from '#demo-country/days.ts';
import { exportedQuarters } from '#demo-country/procurement/publish-exports.ts';
import { publishLists } from '#demo-country/procurement/publish-lists.ts';
import { publish } from '#demo-country/publish.ts';
import type { CountrySettings } from '#server/demo-port.ts';
import type { StageName } from './country-publications.ts';

export interface StageOrder {
  stage: StageName;
  settings: CountrySettings;
  /** Of the update. */
  updated: string;
  to: string;
}

const { stage, settings, updated, to } = JSON.parse(process.argv[2] ?? '') as StageOrder;
const { founded } = settings;
const aside = `${to}.writing`;
rmSync(aside, { recursive: true, force: true });
mkdirSync(aside, { recursive: true });
const demo = country(settings);
const today = dayNumber(founded);

/** The lists of all days since the exports. */
async function lists(from: number, until: number, on: number): Promise<void> {
  await publishLists(demo.procurement(), aside, { from, until, today: on });
}

const stages: Record<StageName, () => Promise<void>> = {
  registry: () => publish(demo, aside, founded, { only: ['onrc', 'nomenclatures'] }),
  finances: () => publish(demo, aside, founded, { only: ['anaf', 'import', 'bnr'] }),
  exports: () => publish(demo, aside, founded, { only: ['procurement'] }),
  lists: () => lists((exportedQuarters(demo.procurement(), today).at(-1)?.until ?? today) + 1, today - 1, today),
  'update, registry': () => publish(demo, aside, updated, { only: ['onrc'] }),
  'update, lists': () => lists(today, today, today + 1),
};

await stages[stage]();
mkdirSync(dirname(to), { recursive: true });
rmSync(to, { recursive: true, force: true });
renameSync(aside, to);
