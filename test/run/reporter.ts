/** The reporter for batches of test files: one line of JSON for each event. A file is a suite at the root. */
import type { TestEvent } from 'node:test/reporters';
import { inspect } from 'node:util';

/** Node reports its own totals as diagnostics too. */
const TOTALS = /^(tests|suites|pass|fail|cancelled|skipped|todo|duration_ms) /;

export type Result = 'passed' | 'failed' | 'skipped' | 'todo';

export type ReportLine =
  /** The tests of a file start. */
  | { begins: string }
  /** A test, or a suite that failed by itself: a load error or a failed hook. `name` includes the names of its suites. */
  | { name: string; result: Result; error?: string }
  | { remark: string }
  /** All tests of a file have ended. */
  | { ended: string; ms: number };

/** The failure type of a suite that failed only because of one of its tests. */
const OF_A_TEST = 'subtestsFailed';

export default async function* reporter(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  const path: string[] = [];
  for await (const { type, data } of events) {
    if (type === 'test:dequeue' && data.nesting === 0) yield line({ begins: data.name });
    if (type === 'test:start') {
      path.length = data.nesting;
      path[data.nesting] = data.name;
    }
    if (type === 'test:diagnostic' && !TOTALS.test(data.message)) yield line({ remark: data.message });
    if (type !== 'test:pass' && type !== 'test:fail') continue;
    const isSuite = data.details.type === 'suite';
    const error = type === 'test:fail' ? data.details.error : undefined;
    const isOwn = error !== undefined && (error as { failureType?: string }).failureType !== OF_A_TEST;
    if (!isSuite || isOwn) {
      const name = [...path.slice(1, data.nesting), data.name].join(' › ');
      yield line({ name, result: resultOf(data, error !== undefined), ...(isOwn && { error: inspect(error) }) });
    }
    if (data.nesting === 0) yield line({ ended: data.name, ms: data.details.duration_ms });
  }
}

function resultOf({ skip, todo }: { skip?: string | boolean; todo?: string | boolean }, isFailed: boolean): Result {
  if (todo !== undefined && todo !== false) return 'todo';
  if (isFailed) return 'failed';
  return skip === undefined || skip === false ? 'passed' : 'skipped';
}

const line = (report: ReportLine): string => `${JSON.stringify(report)}\n`;
