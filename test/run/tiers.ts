/**
 * Which test files run in which tier. A file that is not named here runs in `npm test`, on SQLite; where it uses `onBothEngines`, its
 * PostgreSQL half runs in `npm run test:long`.
 */

/** Only in `npm run test:long`: kills at every step, storms, several hosts, silent servers, browser walks, containers. */
export const LONG: readonly string[] = [
  'test/account-kill.test.ts',
  'test/container.test.ts',
  'test/first-start.test.ts',
  'test/hosts-interrupted.test.ts',
  'test/hosts-killed-builds.test.ts',
  'test/hosts-killed.test.ts',
  'test/hosts.test.ts',
  'test/ingest-demo.test.ts',
  'test/kill.test.ts',
  'test/limits-frozen.test.ts',
  'test/limits-sentinel.test.ts',
  'test/move.test.ts',
  'test/older-folder.test.ts',
  'test/payments-storm.test.ts',
  'test/postgres-connections.test.ts',
  'test/postgres-silence.test.ts',
  'test/postgres-storm.test.ts',
  'test/service-process.test.ts',
  'test/service-workers.test.ts',
  'test/setup.test.ts',
  'test/several-processes.test.ts',
  'test/stages.test.ts',
  'test/standby-lost.test.ts',
  'test/standby-service.test.ts',
  'test/web-account-browser.test.ts',
  'test/web-company-browser.test.ts',
];

/** In both: a sample of their cases in `npm test`, all of them in `npm run test:long` (`isLongTier` of test/tier.ts). */
export const SMOKE: readonly string[] = [];

/** Files with `onBothEngines` that `npm test` runs on PostgreSQL too. */
export const ON_POSTGRES: readonly string[] = [];

/** Files that cannot share a process with others, each with the reason. */
export const OWN_PROCESS: Readonly<Record<string, string>> = {};

/** Files that measure an installation against limits of seconds: nothing else runs beside them. */
export const ALONE: readonly string[] = ['test/hosts.test.ts'];
