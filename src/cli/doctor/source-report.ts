/** The samples of all sources as a file that operators can share: names of fields and types, no text of a source, no address. */

import type { SourceSample } from '#data/live/source-sample-table.ts';
import { VERSION } from '#lib/version.ts';
import type { Sample } from './sources.ts';

/** A name in another notation may be content, of a table without a header for example. */
const FIELD_NAME = /^[\w.[\]-]{1,120}$/;

export const stateOf = ({ silent, differences }: Sample): SourceSample['state'] =>
  silent ? 'silent' : differences.length === 0 ? 'known' : 'differs';

const nameOf = (field: string): string => (FIELD_NAME.test(field) ? field : 'a name in an unknown notation');

export const sourceReport = (samples: ReadonlyMap<string, Sample>, sampledAt: string) => ({
  format: 'firmoteca-source-report/1',
  release: VERSION,
  sampledAt,
  sources: Array.from(samples, ([source, sample]) => ({
    source,
    title: sample.source,
    state: stateOf(sample),
    differences: sample.differences.map(({ field, problem, shareable = problem }) => ({
      field: field === null ? null : nameOf(field),
      problem: shareable,
    })),
    unread: sample.unread.map(nameOf),
  })),
});
