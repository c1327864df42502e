/** What the runner wants to know of a file's tests, one line of JSON each: how many there were, and what they remark. */

import type { TestEvent } from 'node:test/reporters';
import { inspect } from 'node:util';

/** Node tells its own totals as remarks, too. */
const TOTALS = /^(tests|suites|pass|fail|cancelled|skipped|todo|duration_ms) /;

export interface Counts {
  tests: number;
  suites: number;
  passed: number;
  failed: number;
  cancelled: number;
  skipped: number;
  todo: number;
}

export type ReportLine = { counts: Counts } | { remark: string } | { failed: string };

export default async function* reporter(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  for await (const { type, data } of events) {
    if (type === 'test:diagnostic' && !TOTALS.test(data.message)) yield line({ remark: data.message });
    // For a file that does not live to list them.
    if (type === 'test:fail') yield line({ failed: `✖ ${data.name}\n${inspect(data.details.error)}` });
    if (type === 'test:summary') {
      const { tests, suites, passed, failed, cancelled, skipped, todo } = data.counts as unknown as Counts;
      yield line({ counts: { tests, suites, passed, failed, cancelled, skipped, todo } });
    }
  }
}

const line = (told: ReportLine): string => `${JSON.stringify(told)}\n`;
