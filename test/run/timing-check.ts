/**
 * Part of `npm run check`: refuses patterns in tests whose result depends on the load of the machine. Necessary exceptions are listed
 * below with their reasons; a further use in the same file is refused.
 */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { TEST_FILES } from './plan.ts';

const ROOT = join(import.meta.dirname, '../..');

const PATTERNS = {
  /** A pause before an assertion: wait for the event with `until` (test/support/until.ts). */
  sleep: /(?<![.\w])sleep\(|await new Promise\([^\n]*setTimeout/g,
  /** A bound in real time: count processor time, or inject a clock. */
  clock: /\bperformance\.now\(/g,
  /** A failure that cannot be reproduced: use the seeded `random` of demo-country/random.ts. */
  random: /\bMath\.random\(/g,
  /** A port that another process may take first: use port 0, and the port that the server reports. */
  port: /\bfreePort\(/g,
};

type Allowed = Partial<Record<keyof typeof PATTERNS, number>> & { because: string };

const ALLOWED: Record<string, Allowed> = {
  'src/transports/http/file-stream.test.ts': {
    sleep: 1,
    because: 'Checks that a source is no longer read; a slow machine only weakens the check.',
  },
  'src/transports/http/connections-pipelining.test.ts': {
    sleep: 2,
    because: 'Checks that no further request starts; a slow machine only weakens the check.',
  },
  'src/transports/http/send.test.ts': { sleep: 2, because: 'A source that trickles, without end.' },
  'src/transports/http/server-stop.test.ts': {
    sleep: 1,
    because: 'Long tier: pauses between the requests of a proxy.',
  },
  'src/transports/http/server.test.ts': {
    sleep: 1,
    because: 'The client may disconnect before or after the server has read; neither is an error.',
  },
  'src/data/live/ports.test.ts': {
    sleep: 1,
    because: 'A slow answer; the delays set by the test determine the order of answers.',
  },
  'src/data/live/refresher.test.ts': { sleep: 1, because: 'A method of a fake clock.' },
  'src/server/secrets.test.ts': {
    sleep: 1,
    because: 'Lets processes start together; a staggered start is fine too.',
  },
  'test/domain/bulk-runner.test.ts': { sleep: 1, because: 'The work of a fake source.' },
  'test/e2e/increment-import.test.ts': { port: 1, because: 'An address at which nothing listens.' },
  'test/e2e/first-start.test.ts': { sleep: 1, because: 'Long tier: polls until the start is complete.' },
  'test/e2e/seeding-failover.test.ts': { sleep: 1, because: 'A method of a fake clock.' },
  'test/e2e/kill.test.ts': {
    sleep: 1,
    because: 'Long tier: kills at seeded moments, in addition to those before named steps.',
  },
  'test/http/limits-redis-replaced.test.ts': { clock: 1, because: 'The start of a mocked clock.' },
  'test/http/limits-redis.test.ts': {
    sleep: 2,
    clock: 2,
    because: 'Lets the clock of Redis advance; and a check of absence that a slow machine only weakens.',
  },
  'test/http/limits-sentinel.test.ts': { sleep: 1, clock: 2, because: 'Long tier: the minute of a real limit.' },
  'test/data/live-burst.test.ts': { sleep: 1, because: 'Inside a clock under control of the test.' },
  'test/data/live-timeouts.test.ts': {
    clock: 3,
    because: 'Long tier: the seconds of the contract, without those in which the machine was suspended.',
  },
  'test/platform/mail-command.test.ts': { port: 1, because: 'An address at which nothing listens.' },
  'test/platform/mail-smtp.test.ts': { port: 1, because: 'An address at which nothing listens.' },
  'test/platform/oauth-conformance.test.ts': {
    port: 1,
    because: 'The suite needs a port number, below the range of automatic ports.',
  },
  'test/data/older-folder.test.ts': { sleep: 1, clock: 2, because: 'Long tier: a poll with a deadline.' },
  'test/platform/payments-storm.test.ts': { sleep: 4, because: 'Long tier: seeded pauses of callers and sources.' },
  'test/domain/press-bomb.test.ts': {
    sleep: 1,
    because: 'A pause between counted requests during the read of a file.',
  },
  'test/e2e/service-process.test.ts': { sleep: 3, because: 'Long tier: promises about seconds of a started process.' },
  'test/e2e/service-workers.test.ts': {
    sleep: 2,
    port: 1,
    because: 'Long tier: restarts of threads are counted over time.',
  },
  'test/e2e/several-processes.test.ts': {
    sleep: 2,
    port: 1,
    because: 'Long tier: promises about seconds between processes.',
  },
  'test/e2e/stages.test.ts': { sleep: 2, because: 'Long tier: a reader that polls while stages are published.' },
  'test/data/watcher.test.ts': {
    sleep: 3,
    clock: 2,
    because: 'The promise is about a second of real time; a late check counts as failed, whatever the load.',
  },
  'test/web/web-bulk.test.ts': { sleep: 1, because: 'A slower poll: each request takes time from the job.' },
};

const refused: string[] = [];
const names = Object.keys(PATTERNS) as (keyof typeof PATTERNS)[];
for (const file of globSync(TEST_FILES, { cwd: ROOT }).toSorted()) {
  const text = readFileSync(join(ROOT, file), 'utf8');
  for (const name of names) {
    const [found, allowed] = [text.match(PATTERNS[name])?.length ?? 0, ALLOWED[file]?.[name] ?? 0];
    if (found > allowed) refused.push(`${file}: ${found} × ${name}, ${allowed} allowed`);
    if (found < allowed) refused.push(`${file}: the list allows ${allowed} × ${name}, and there are ${found}`);
  }
}
for (const file of Object.keys(ALLOWED))
  if (globSync(file, { cwd: ROOT }).length === 0) refused.push(`${file}: named in the list, and not there`);
if (refused.length > 0) {
  console.error(`Tests that depend on how busy the machine is (test/run/timing-check.ts):\n${refused.join('\n')}`);
  process.exitCode = 1;
}
