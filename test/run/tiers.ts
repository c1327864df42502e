/**
 * Which test files run in which tier. A file that is not named here runs in `npm test`, on both engines where it uses `onBothEngines`.
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
  'test/limits-frozen.test.ts',
  'test/limits-sentinel.test.ts',
  'test/live-waits.test.ts',
  'test/move.test.ts',
  'test/older-folder.test.ts',
  'test/payments-storm.test.ts',
  'test/postgres-connections.test.ts',
  'test/postgres-silence.test.ts',
  'test/postgres-storm.test.ts',
  'test/receipts-command.test.ts',
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
export const SMOKE: readonly string[] = [
  'src/http/server-stop.test.ts',
  'test/build.test.ts',
  'test/commands.test.ts',
  'test/contributing.test.ts',
  'test/docs-page.test.ts',
  'test/docs.test.ts',
  'test/failed-start.test.ts',
  'test/kill.test.ts',
  'test/people-command.test.ts',
  'test/roles.test.ts',
  'test/stop.test.ts',
  'test/web-browser.test.ts',
];

/** Files with `onBothEngines` whose PostgreSQL half runs in `npm run test:long` only: expensive, and another file has their statements on both. */
export const SPLIT: readonly string[] = [
  'src/documents/opening/opener.test.ts',
  'test/agent-company-parity.test.ts',
  'test/backup.test.ts',
  'test/caen-revisions.test.ts',
  'test/collected-reports.test.ts',
  'test/company-links.test.ts',
  'test/company-operations.test.ts',
  'test/day-batches.test.ts',
  'test/dear-requests.test.ts',
  'test/demo-documents.test.ts',
  'test/document-titles.test.ts',
  'test/documents-bundle.test.ts',
  'test/documents-changes.test.ts',
  'test/documents-collect-faults.test.ts',
  'test/documents-download.test.ts',
  'test/documents-hostile.test.ts',
  'test/documents-signers.test.ts',
  'test/documents-text.test.ts',
  'test/gazette-operations.test.ts',
  'test/hidden-everywhere.test.ts',
  'test/hidden-letters.test.ts',
  'test/ingest-history.test.ts',
  'test/ingest-secrets.test.ts',
  'test/ingest.test.ts',
  'test/kill.test.ts',
  'test/leading.test.ts',
  'test/made-again.test.ts',
  'test/mail-sender.test.ts',
  'test/market-operations.test.ts',
  'test/notice-documentation.test.ts',
  'test/old-balances.test.ts',
  'test/older-formats.test.ts',
  'test/on-a-day.test.ts',
  'test/press-operations.test.ts',
  'test/procurement-ingest.test.ts',
  'test/procurement-paging.test.ts',
  'test/rates-silence.test.ts',
  'test/table-engines.test.ts',
  'test/ties.test.ts',
  'test/treasury-whole.test.ts',
  'test/watcher.test.ts',
  'test/web-account-usage.test.ts',
  'test/web-bulk.test.ts',
  'test/web-sitemap.test.ts',
];

/** Files that cannot share a process with others, each with the reason. */
export const OWN_PROCESS: Readonly<Record<string, string>> = {};

/** Files that measure an installation against limits of seconds: nothing else runs beside them. */
export const ALONE: readonly string[] = ['test/hosts.test.ts'];
