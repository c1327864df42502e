/**
 * `npm run bench [-- names] [-- --quick] [-- --national] [-- --postgres] [-- --whole]`: figures compared with lower bounds and
 * alternatives. `npm run bench [-- lookup web agents] -- --against FOLDER`: compared with another checkout. No time is asserted.
 * `npm run bench -- country [--companies N,…] [--engine sqlite|postgres] [--balances N] [--purchases N] [--contracts N] [--notices N]
 * [--folder FOLDER] [--disk GB]`: the build of a whole country and its update.
 */
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { agents } from './agents.ts';
import { against, comparable } from './comparison.ts';
import { type CountryOptions, country } from './country.ts';
import { countsOf } from './country-sizes.ts';
import { crowds } from './crowds.ts';
import { kept } from './demo-installation.ts';
import { documents } from './documents.ts';
import { gate } from './gate.ts';
import { health } from './health.ts';
import { dear } from './heavy.ts';
import { ingestBench } from './ingest.ts';
import { lookup } from './lookup.ts';
import { procurement } from './procurement.ts';
import { searchQuality } from './search-quality.ts';
import { searchSpeed } from './search-speed.ts';
import { serving } from './serving.ts';
import { sitemaps } from './sitemaps.ts';
import { start } from './start.ts';
import { statistics } from './statistics.ts';
import { type Findings, print, save } from './table.ts';
import { tables } from './tables.ts';
import { web } from './web.ts';

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    quick: { type: 'boolean' },
    national: { type: 'boolean' },
    // The half of the queries for tuning the search, with its misses.
    tuning: { type: 'boolean', default: false },
    // A bundle of 2 GB in the benchmark of documents.
    whole: { type: 'boolean', default: false },
    // Look-ups on PostgreSQL, too.
    postgres: { type: 'boolean', default: false },
    // The folder of another checkout with its packages installed, compared in `lookup`, `web` and `agents`, by default in all three.
    against: { type: 'string' },
    // The country of the benchmark `country`.
    companies: { type: 'string' },
    balances: { type: 'string' },
    purchases: { type: 'string' },
    contracts: { type: 'string' },
    notices: { type: 'string' },
    engine: { type: 'string', default: 'sqlite' },
    folder: { type: 'string', default: `${kept}/country` },
    // Gigabytes of disk that it may use.
    disk: { type: 'string' },
  },
});
const extent = values.national ? 'national' : values.quick ? 'quick' : 'full';

const sizes = { quick: [2_000], full: [20_000, 100_000], national: [4_200_000] }[extent];
const [smallest = 0] = sizes;
/** The number of names, which are drawn without the rest of their country. */
const names = Math.max(...sizes);
const rounds = extent === 'quick' ? 5 : 9;

/** Benchmarks with several tables print each when it is ready: the last may take long. */
const benches: Record<string, () => Promise<Findings[]> | AsyncIterable<Findings>> = {
  start: () => start(smallest),
  ingest: () => ingestBench(sizes),
  health: () => health(smallest),
  statistics: () => statistics(sizes),
  procurement: () => procurement({ quick: 100_000, full: 1_000_000, national: 10_000_000 }[extent]),
  'search-quality': () =>
    searchQuality({ firms: names, queries: extent === 'quick' ? 50 : 300, tuning: values.tuning }),
  'search-speed': () => searchSpeed({ firms: names, queries: extent === 'quick' ? 300 : 3_000 }),
  crowds,
  web,
  dear: () => dear(smallest),
  tables,
  sitemaps: () => sitemaps(sizes),
  documents: () => documents({ isWhole: values.whole, companies: 2_000 }),
  lookup: () => lookup({ sizes, rounds, requests: 5_000, postgres: values.postgres }),
  agents: () => agents({ companies: smallest, rounds, requests: 1_000 }),
  // Many short rounds, some of which hit quiet moments of the machine.
  country: () => country(countryOptions(smallest)),
  serving: () => {
    const small = Math.min(20_000, smallest);
    const { folder, sizes } = countryOptions(small * 10);
    return serving(folder, countsOf({ companies: small }), sizes.at(-1) ?? countsOf({ companies: small }));
  },
  gate: () => gate({ companies: smallest, rounds: rounds * 2, requests: 2_000 }),
};

/** `usual`: the companies where none are named. */
function countryOptions(usual: number): CountryOptions {
  const { engine, folder, disk, companies = String(usual), balances, purchases, contracts, notices } = values;
  if (engine !== 'sqlite' && engine !== 'postgres') return refuse('--engine is sqlite or postgres.');
  const named = Object.entries({ balances, purchases, contracts, notices }).flatMap(([name, text]) =>
    text === undefined ? [] : [[name, wholeNumber(text)]],
  );
  const sizes = companies
    .split(',')
    .map((size) => countsOf({ companies: wholeNumber(size), ...Object.fromEntries(named) }));
  return { sizes, engine, folder: resolve(folder), diskBytes: disk === undefined ? null : wholeNumber(disk) * 1e9 };
}

function wholeNumber(text: string): number {
  const number = Number(text);
  if (!Number.isSafeInteger(number) || number < 1) return refuse(`${text} is no whole number above 0.`);
  return number;
}

function refuse(sentence: string): never {
  console.error(sentence);
  process.exit(2);
}

// A regular exit also stops the PostgreSQL that this process started.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));

const { against: checkout } = values;
const known = checkout === undefined ? Object.keys(benches) : comparable;
const unknown = positionals.filter((name) => !known.includes(name));
if (unknown.length > 0) refuse(`There is no such bench: ${unknown.join(', ')}. There are: ${known.join(', ')}.`);
const chosen = positionals.length > 0 ? known.filter((name) => positionals.includes(name)) : known;
const runs = checkout === undefined ? chosen.flatMap((name) => benches[name] ?? []) : [() => against(checkout, chosen)];
for (const run of runs)
  for await (const findings of await run()) {
    print(findings);
    save(findings);
  }
