/** Latencies in buckets of two percent, so that millions of them take little memory, and the trend of a series of samples. */

const STEPS = 32;
const LEAST_MS = 0.02;
const BUCKETS = 720;

/** Counts by bucket; the longest latency is exact. */
export interface Latencies {
  counts: number[];
  maxMs: number;
}

export const noLatencies = (): Latencies => ({ counts: new Array<number>(BUCKETS).fill(0), maxMs: 0 });

export function addLatency(to: Latencies, ms: number): void {
  const bucket = Math.min(BUCKETS - 1, Math.max(0, Math.ceil(Math.log2(ms / LEAST_MS) * STEPS)));
  to.counts[bucket] = (to.counts[bucket] ?? 0) + 1;
  if (ms > to.maxMs) to.maxMs = ms;
}

export function joined(all: readonly Latencies[]): Latencies {
  const sum = noLatencies();
  for (const { counts, maxMs } of all) {
    for (const [i, count] of counts.entries()) sum.counts[i] = (sum.counts[i] ?? 0) + count;
    sum.maxMs = Math.max(sum.maxMs, maxMs);
  }
  return sum;
}

export const countOf = ({ counts }: Latencies): number => counts.reduce((sum, count) => sum + count, 0);

/** The upper end of the bucket. Not a number where nothing was measured. */
export function percentile(latencies: Latencies, share: number): number {
  const target = Math.ceil(countOf(latencies) * share);
  if (target === 0) return Number.NaN;
  let seen = 0;
  const bucket = latencies.counts.findIndex((count) => {
    seen += count;
    return seen >= target;
  });
  return Math.min(latencies.maxMs, LEAST_MS * 2 ** (bucket / STEPS));
}

export interface Trend {
  /** Median of the samples. */
  level: number;
  /** Rise from the first sample to the last by the median slope of all pairs, and the lower end of its 95 % interval. */
  rise: number;
  riseAtLeast: number;
}

/** Of equally spaced samples: Theil-Sen slope, interval by Kendall's score. */
export function trendOf(samples: readonly number[]): Trend {
  const n = samples.length;
  const slopes: number[] = [];
  for (let i = 0; i < n; i++)
    for (let j = i + 1; j < n; j++) slopes.push((Number(samples[j]) - Number(samples[i])) / (j - i));
  slopes.sort((a, b) => a - b);
  const at = (index: number): number => slopes[Math.min(slopes.length - 1, Math.max(0, Math.round(index)))] ?? 0;
  const deviation = Math.sqrt((n * (n - 1) * (2 * n + 5)) / 18);
  return {
    level: samples.toSorted((a, b) => a - b)[n >> 1] ?? Number.NaN,
    rise: at((slopes.length - 1) / 2) * (n - 1),
    riseAtLeast: at((slopes.length - 1.96 * deviation) / 2) * (n - 1),
  };
}

/** Medians of groups of samples: neighbours are alike, which would make the interval too narrow. */
export function grouped(samples: readonly number[], groups: number): number[] {
  const size = Math.max(1, Math.floor(samples.length / groups));
  return Array.from({ length: Math.floor(samples.length / size) }, (_, i) => {
    const group = samples.slice(i * size, (i + 1) * size).toSorted((a, b) => a - b);
    return Number(group[group.length >> 1]);
  });
}
