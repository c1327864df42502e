/** What the lists of procurement said since, into a new generation: everything else is carried over as it is, without being read. */
import type { Generations } from '#store/dataset.ts';
import { type Assembly, differs } from './parts.ts';
import { makeRecent } from './procurement/parts.ts';
import type { Progress } from './progress.ts';
import { findPublications } from './publications.ts';
import type { IngestReport } from './report.ts';

export interface RecentNeeds {
  generations: Generations;
  /** Where increments lie. */
  folder: string;
  progress: Progress;
}

export async function ingestRecent({ generations, folder, progress }: RecentNeeds): Promise<IngestReport> {
  const started = performance.now();
  const build = await generations.build();
  try {
    const { previous } = build;
    if (previous === null) throw new Error('There is no generation that could be brought up to date.');
    const parts = previous.parts.filter(({ name }) => name !== 'recent');
    const assembly: Assembly = { build, progress, strict: false, parts, reports: [], warnings: [] };
    const { procurement } = await findPublications(folder);
    await makeRecent(assembly, procurement.increments);
    const published = differs(assembly.parts, previous.parts);
    const manifest = published ? await build.publish(assembly.parts, previous.lineage) : previous;
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
