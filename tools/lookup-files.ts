/**
 * `npm run lookup-files`: the files below `src/` that run a function during a repeated look-up of one company, by V8's precise
 * coverage of the small demo service with the limits of an installation. The fewer, the easier a look-up is to follow.
 */
import { readFileSync } from 'node:fs';
import { type Profiler, Session } from 'node:inspector/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PROJECT_FOLDER } from '#lib/paths.ts';
import { allocateCounters } from '#platform/limits/caller-slots.ts';
import { openLimits } from '#platform/limits/limits.ts';
import { DEMO_KEY, type SmallService, smallService } from '#test/support/small-service.ts';
import { companyCui } from '#test/support/tiny-country.ts';

const SOURCES = join(PROJECT_FOLDER, 'src/');
/** A timer of the service may run during one look-up: a file counts when each of them runs it. */
const LOOKUPS = 5;

/** Path below `src/` to the number of functions that were called. */
type Coverage = Map<string, number>;

async function filesOfLookup(): Promise<Coverage> {
  const limits = await openLimits({ counters: allocateCounters(), redis: null, onChange: () => {} });
  const service = await smallService({ limits });
  const session = new Session();
  session.connect();
  try {
    await lookUp(service);
    await session.post('Profiler.enable');
    await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
    let common: Coverage | null = null;
    for (let done = 0; done < LOOKUPS; done++) {
      // Sets the counters back to zero.
      await session.post('Profiler.takePreciseCoverage');
      await lookUp(service);
      const seen = coverageIn(await session.post('Profiler.takePreciseCoverage'));
      common = new Map([...(common ?? seen)].filter(([path]) => seen.has(path)));
    }
    return common ?? new Map();
  } finally {
    session.disconnect();
    await service.close();
  }
}

async function lookUp({ origin }: SmallService): Promise<void> {
  const response = await fetch(`${origin}/api/company/${companyCui(0)}`, { headers: { 'x-api-key': DEMO_KEY } });
  const body = await response.text();
  if (response.status !== 200) throw new Error(`The look-up answered ${response.status}: ${body}`);
}

function coverageIn({ result }: Profiler.TakePreciseCoverageReturnType): Coverage {
  const called = ({ ranges: [whole] }: Profiler.FunctionCoverage): boolean => (whole?.count ?? 0) > 0;
  const coverage: Coverage = new Map();
  for (const { url, functions } of result) {
    const path = url.startsWith('file:') ? fileURLToPath(url) : '';
    const count = functions.filter(called).length;
    if (path.startsWith(SOURCES) && count > 0) coverage.set(path.slice(SOURCES.length), count);
  }
  return coverage;
}

const files = [...(await filesOfLookup())].toSorted();
for (const [folder, inside] of Map.groupBy(files, ([path]) => dirname(path))) {
  console.log(`\n${folder} (${inside.length})`);
  for (const [path, functions] of inside) {
    const lines = readFileSync(join(SOURCES, path), 'utf8').split('\n').length - 1;
    console.log(`  ${path.slice(folder.length + 1).padEnd(28)} ${functions} functions run, ${lines} lines`);
  }
}
const layers = [...Map.groupBy(files, ([path]) => path.split('/')[0])];
const counts = layers.map(([layer, inside]) => `${layer} ${inside.length}`).join(', ');
console.log(`\nFiles run by one company look-up: ${files.length} (${counts}).`);
