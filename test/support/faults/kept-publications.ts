/** Publications of a demo country for tests of faults, made once: those of a day, and the same with those of another day. */
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { country } from '#demo-country/country.ts';
import { publish } from '#demo-country/publish.ts';
import { keptMade } from '#test/support/snapshots.ts';
import type { Publications } from './installation.ts';

const [FIRST, SECOND] = ['2026-08-15', '2026-11-15'] as const;

export async function keptPublications(companies: number): Promise<Publications> {
  const made = await keptMade(`publications-${companies}`, async (folder) => {
    const demo = country({ seed: 'faults', companies, founded: SECOND });
    await publish(demo, join(folder, 'first'), FIRST);
    cpSync(join(folder, 'first'), join(folder, 'both'), { recursive: true });
    await publish(demo, join(folder, 'both'), SECOND);
  });
  return { first: join(made, 'first'), both: join(made, 'both') };
}
