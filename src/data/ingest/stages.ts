/** A first build in stages: what is complete is published while the rest is being made. */
import type { Database } from '#data/store/database.ts';
import type { Generations } from '#data/store/dataset.ts';
import type { PartName } from '#data/store/formats.ts';
import { forgetUnused } from './lineage.ts';
import { type Assembly, partOf } from './parts.ts';
import type { Publications } from './publications.ts';

/** In the order in which they are made, after what answers about companies and searches need. */
const LATER = ['rates', 'rankings', 'gazette', 'procurement', 'recent'] as const satisfies readonly PartName[];

/** A build that was broken off between two such generations goes on after the last one. */
export interface InStages {
  /** Brings the files of one of them, when everything before it has been read. */
  bring(part: 'rates' | 'gazette' | 'procurement'): Promise<Publications>;
  /** Something was published; it awaits these parts. */
  published(awaits: readonly PartName[]): void;
}

interface StageNeeds {
  inStages?: InStages | undefined;
  state: Database;
  generations: Generations;
}

/** Publishes what there is, when it is more than what is served. Named is the part that is made next. */
export function stagesOf(assembly: Assembly, lineage: string[], { inStages, state, generations }: StageNeeds) {
  let served = assembly.build.previous?.parts.length ?? 0;
  return async (next: (typeof LATER)[number]): Promise<void> => {
    if (!inStages || assembly.parts.length <= served || !partOf(assembly, 'companies')) return;
    const awaits = LATER.slice(LATER.indexOf(next));
    await assembly.build.publish(assembly.parts, lineage, assembly.lost, awaits);
    served = assembly.parts.length;
    await forgetUnused(state, await generations.list());
    inStages.published(awaits);
  };
}
