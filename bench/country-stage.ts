/** One stage of the publications of `bench country`, in a process of its own: written aside, moved when complete. */
import { mkdirSync, renameSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { country } from '#demo-country/country.ts';
import { dayNumber } from '#demo-country/days.ts';
import { filing, publishedYears } from '#demo-country/finances.ts';
import { firmAt } from '#demo-country/firms.ts';
import type { Volumes } from '#demo-country/procurement/frame.ts';
import { exportedQuarters } from '#demo-country/procurement/publish-exports.ts';
import { publishLists } from '#demo-country/procurement/publish-lists.ts';
import { publish } from '#demo-country/publish.ts';
import { worldOf } from '#demo-country/world.ts';
import type { CountrySettings } from '#server/demo-port.ts';
import type { StageName } from './country-publications.ts';

export interface StageOrder {
  stage: StageName;
  settings: CountrySettings;
  volumes: Volumes & { balances: number };
  /** The day of the update. */
  updated: string;
  to: string;
}

const { stage, settings, volumes, updated, to } = JSON.parse(process.argv[2] ?? '') as StageOrder;
const { founded } = settings;
const aside = `${to}.writing`;
rmSync(aside, { recursive: true, force: true });
mkdirSync(aside, { recursive: true });
/** Firms whose balance sheets are counted. */
const SAMPLE = 2_000;
const demo = country(settings, volumes);
const today = dayNumber(founded);

const lists = (from: number, until: number, on: number): Promise<void> =>
  publishLists(demo.procurement(), aside, { from, until, today: on });

const stages: Record<StageName, () => Promise<void>> = {
  registry: () => publish(demo, aside, founded, { only: ['onrc', 'nomenclatures'] }),
  finances: () => publish(demo, aside, founded, { only: ['anaf', 'import', 'bnr'], balanceYears: balanceYears() }),
  exports: () => publish(demo, aside, founded, { only: ['procurement'] }),
  lists: () => lists((exportedQuarters(demo.procurement(), today).at(-1)?.until ?? today) + 1, today - 1, today),
  'update, registry': () => publish(demo, aside, updated, { only: ['onrc'] }),
  'update, lists': () => lists(today, today, today + 1),
};

await stages[stage]();
mkdirSync(dirname(to), { recursive: true });
rmSync(to, { recursive: true, force: true });
renameSync(aside, to);

/** The newest years that have the wanted number of balance sheets, by a sample of the firms. */
function balanceYears(): number {
  const world = worldOf(settings);
  const sample = Math.min(SAMPLE, world.companies);
  const firms = Array.from({ length: sample }, (_, i) => firmAt(world, Math.floor((i * world.companies) / sample)));
  let sheets = 0;
  let years = 0;
  for (const year of publishedYears(today).toReversed()) {
    const filed = (firms.filter((firm) => filing(firm, year)?.inFile).length * world.companies) / sample;
    if (sheets + filed / 2 > volumes.balances && years > 0) break;
    sheets += filed;
    years++;
  }
  return years;
}
