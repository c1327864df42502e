/** The heavy questions about documents: what they are asked and what they answer, for callers and for the thread that works beside them. */
import type { Requester } from '#api/caller.ts';
import type { Dataset } from '#data/store/dataset.ts';
import { type ChangedText, changedText } from './comparison/changed-text.ts';
import type { PagedText } from './readers/reading.ts';

export interface Analyses {
  /** What changed between two texts. The dataset is not read: it is what every such question is asked of. */
  changedTextOf(dataset: Dataset, before: PagedText, after: PagedText, asked?: Requester): Promise<ChangedText>;
}

const changedTextOf: Analyses['changedTextOf'] = async (_, before, after) => changedText(before, after);

export const analyses: Analyses = { changedTextOf };
