/** Which demo country this data folder holds. Apart from build.ts, because every start reads it and only the first one builds. */
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Day } from '#base/date.ts';
import type { CountrySettings } from '#simulate/settings.ts';

export interface DemoConfig {
  dataFolder: string;
  seed: string;
  companies: number;
  today(): Day;
}

export interface DemoCountry {
  settings: CountrySettings;
  /** Where its publications lie. */
  folder: string;
}

/** Seed, size and founding day hold for as long as the data folder does. */
export function demoSettings({ dataFolder, seed, companies, today }: DemoConfig): DemoCountry {
  const folder = join(dataFolder, 'publications');
  const file = join(dataFolder, 'demo.json');
  if (existsSync(file)) return { settings: JSON.parse(readFileSync(file, 'utf8')) as CountrySettings, folder };
  const settings: CountrySettings = { seed, companies, founded: today() };
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(`${file}.new`, `${JSON.stringify(settings, null, 2)}\n`, { flush: true });
  renameSync(`${file}.new`, file);
  return { settings, folder };
}

/**
 * Where it stands who is trusted. The invented country's authority lies in a folder of its own, which only the demo reads: no
 * installation with real data ever believes it.
 */
export const trustFolder = (dataFolder: string, country: 'demo' | 'romania'): string =>
  join(dataFolder, country === 'demo' ? 'demo-trust' : 'trust');
