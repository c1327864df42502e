/** What the lists of procurement said since, into a new generation: everything else is carried over as it is, without being read. */
import type { Database } from '#data/store/database.ts';
import type { Generations } from '#data/store/dataset.ts';
import { rebuildNotice } from '#data/store/manifest.ts';
import type { Acceptance } from './completeness.ts';
import { assemblyOf, differs } from './parts.ts';
import { storedIncrements } from './procurement/increments-table.ts';
import { makeRecent } from './procurement/parts.ts';
import type { Progress } from './progress.ts';
import type { IngestReport } from './report.ts';

export interface RecentNeeds {
  generations: Generations;
  /** Where increments are. */
  live: Database;
  progress: Progress;
  /** What is taken though it is not whole; left out, nothing. */
  accept?: Acceptance;
}

export async function ingestRecent({ generations, live, progress, accept }: RecentNeeds): Promise<IngestReport> {
  const started = performance.now();
  const build = await generations.build();
  try {
    const { previous, unreadable } = build;
    if (previous === null) throw new Error('There is no generation that could be brought up to date.');
    // Nothing of an older format can be carried over.
    if (unreadable.length > 0) throw new Error(rebuildNotice(unreadable));
    const assembly = assemblyOf(build, progress, false, accept);
    assembly.parts.push(...previous.parts.filter(({ name }) => name !== 'recent'));
    assembly.lost.push(...(previous.lost ?? []).filter(({ name }) => name !== 'recent'));
    await makeRecent(assembly, await storedIncrements(live));
    const published = differs(assembly);
    // What a first build had not made yet is still to come.
    const awaits = (previous.awaits ?? []).filter((name) => !assembly.parts.some((part) => part.name === name));
    const manifest = published
      ? await build.publish(assembly.parts, previous.lineage, assembly.lost, awaits)
      : previous;
    return {
      generation: manifest.id,
      published,
      seconds: (performance.now() - started) / 1000,
      parts: assembly.reports,
      warnings: assembly.warnings,
    };
  } finally {
    await build.close();
  }
}
