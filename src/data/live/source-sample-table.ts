/** The newest sample of each source, as `doctor --sources` found it: for metrics and the operator. */
import type { Database, Statement } from '#data/store/database.ts';

export interface SourceSample {
  source: string;
  state: 'known' | 'differs' | 'silent';
  sampledAt: string;
}

export const sourceSamples = (db: Database): Promise<SourceSample[]> =>
  db.all<SourceSample>('select source, state, sampled_at as "sampledAt" from source_sample order by source');

export const noteSample = ({ source, state, sampledAt }: SourceSample): Statement => ({
  sql: `insert into source_sample (source, state, sampled_at) values ($1, $2, $3)
    on conflict (source) do update set state = excluded.state, sampled_at = excluded.sampled_at`,
  params: [source, state, sampledAt],
});
