/** A demo that answers the same in every run, on every day: fixed size, seed, secrets, clock and names of generations. */
import crypto from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { issueKey } from '#platform/accounts/owner-keys.ts';
import { type DemoService, demoService } from '#test/support/demo-service.ts';
import { fastClock } from '#test/support/fast-clock.ts';
import { collectDemoDocuments } from '#test/support/first-demo-documents.ts';
import { fixClock } from '#test/support/fixed-clock.ts';
import { proReader } from '#test/support/pro-browser.ts';

const DEMO_COMPANIES = 300;
export const DEMO_TIME = '2026-11-15T08:00:00.000Z';

/** The clock of the process stays fixed afterwards: a process that uses this ends with it. */
export async function withFixedDemo<Result>(use: (service: DemoService) => Promise<Result>): Promise<Result> {
  // A folder of its own: fixtures that tests keep contain the time of their making.
  const kept = mkdtempSync(join(tmpdir(), 'firmoteca-fixed-'));
  process.env.FIRMOTECA_TEST_KEPT = kept;
  nameInOrder();
  fixClock(DEMO_TIME, 'stopped');
  try {
    const service = await demoService(null, DEMO_COMPANIES, fastClock(Date.parse(DEMO_TIME)));
    try {
      await collectDemoDocuments(service);
      return await use(service);
    } finally {
      await service.close();
    }
  } finally {
    rmSync(kept, { recursive: true, force: true });
  }
}

/** Of a Pro account that has used nothing. */
export async function keyOfNewAccount({ store, secrets }: DemoService): Promise<string> {
  const { account } = await proReader({ store, secrets });
  return (await issueKey(store.state, secrets.keyPepper, { account, name: null, expiresAt: null }, Date.now())).key;
}

/** Generations and their parts end in three random bytes; cursors and entity tags depend on them. */
function nameInOrder(): void {
  const { randomBytes } = crypto;
  let named = 0;
  const ordered = (size: number, ...rest: []) =>
    size === 3 ? Buffer.from([0, named >> 8, named++ & 255]) : randomBytes(size, ...rest);
  Object.assign(crypto, { randomBytes: ordered });
  syncBuiltinESMExports();
}
