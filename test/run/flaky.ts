/** Tests of the long tier that failed and then passed alone: recorded in a committed file, so that a repeated one fails the run. */
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Outcome } from './batch.ts';

const RECORDS = join(import.meta.dirname, 'flaky.jsonl');
const DAYS = 7;
const RECORDS_MAX = 2;
const DAY_MS = 86_400_000;

interface FlakyRecord {
  date: string;
  file: string;
  test: string;
}

/** Records the failed tests of an outcome; returns those that failed too often within a week. */
export function recordFlaky({ file, tests, trouble }: Outcome, now: Date, path = RECORDS): string[] {
  const failed = tests.filter(({ result }) => result === 'failed').map(({ name }) => name);
  // A process that hung or died names no single test.
  const names = failed.length > 0 || trouble === null ? failed : ['(whole file)'];
  for (const test of names) appendFileSync(path, `${JSON.stringify({ date: now.toISOString(), file, test })}\n`);
  const recent = recordsIn(path).filter(({ date }) => now.getTime() - Date.parse(date) < DAYS * DAY_MS);
  return names.filter(
    (test) => recent.filter((record) => record.file === file && record.test === test).length > RECORDS_MAX,
  );
}

const recordsIn = (path: string): FlakyRecord[] =>
  existsSync(path)
    ? readFileSync(path, 'utf8')
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line) as FlakyRecord)
    : [];
