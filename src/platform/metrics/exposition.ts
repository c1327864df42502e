/** Metrics in the text format of Prometheus (version 0.0.4). */

export interface Metric {
  name: string;
  help: string;
  type: 'counter' | 'gauge' | 'histogram';
  samples: Sample[];
}

export interface Sample {
  /** Appended to the name: `_bucket`, `_sum`, `_count`. */
  suffix?: string;
  labels?: Record<string, string>;
  value: number;
}

export const counter = (name: string, help: string, samples: Sample[]): Metric => ({
  name,
  help,
  type: 'counter',
  samples,
});

export const gauge = (name: string, help: string, samples: Sample[]): Metric => ({
  name,
  help,
  type: 'gauge',
  samples,
});

export const CONTENT_TYPE = 'text/plain; version=0.0.4; charset=utf-8';

export const expose = (metrics: readonly Metric[]): string =>
  metrics
    .filter(({ samples }) => samples.length > 0)
    .map(({ name, help, type, samples }) => `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n${lines(name, samples)}`)
    .join('');

const lines = (name: string, samples: readonly Sample[]): string =>
  samples.map(({ suffix = '', labels = {}, value }) => `${name}${suffix}${labelText(labels)} ${value}\n`).join('');

function labelText(labels: Record<string, string>): string {
  const pairs = Object.entries(labels).map(([label, value]) => `${label}="${escaped(value)}"`);
  return pairs.length === 0 ? '' : `{${pairs.join(',')}}`;
}

const escaped = (value: string): string => value.replace(/[\\"\n]/g, (c) => (c === '\n' ? '\\n' : `\\${c}`));

/** Converts counts per bucket to the cumulative counts of the format. */
export function histogram(
  labels: Record<string, string>,
  bounds: readonly number[],
  counts: Float64Array,
  sum: number,
): Sample[] {
  let below = 0;
  const buckets = [...bounds.map(String), '+Inf'].map((le, i) => {
    below += Number(counts[i]);
    return { suffix: '_bucket', labels: { ...labels, le }, value: below };
  });
  return [...buckets, { suffix: '_sum', labels, value: sum }, { suffix: '_count', labels, value: below }];
}
