/** Which demo country this data folder holds. Apart from build.ts, because every start reads it and only the first one builds. */
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { CountrySettings, DemoConfig, DemoPublications } from '#server/demo-port.ts';

/** Seed, size and founding day hold for as long as the data folder does. */
export function demoSettings({ dataFolder, seed, companies, today }: DemoConfig): DemoPublications {
  const folder = join(dataFolder, 'publications');
  const file = join(dataFolder, 'demo.json');
  if (existsSync(file)) return { settings: JSON.parse(readFileSync(file, 'utf8')) as CountrySettings, folder };
  const settings: CountrySettings = { seed, companies, founded: today() };
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(`${file}.new`, `${JSON.stringify(settings, null, 2)}\n`, { flush: true });
  renameSync(`${file}.new`, file);
  return { settings, folder };
}
