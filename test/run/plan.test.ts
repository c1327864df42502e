/** The tiers hold what they promise: every file runs somewhere, nothing is named in vain, and the limits are kept by the shipped figures. */
import assert from 'node:assert/strict';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { planned, secondsOf, TEST_FILES, type Tier, tierSeconds } from './plan.ts';
import { WORKERS } from './tier-run.ts';
import { ALONE, LONG, OWN_PROCESS, SMOKE, SPLIT } from './tiers.ts';

const ROOT = join(import.meta.dirname, '../..');
const filesOf = (tier: Tier): string[] => planned({ tier, names: [] }).files;
const all = globSync(TEST_FILES, { cwd: ROOT });

/**
 * Seconds of a whole tier, its processes beside each other, without the installation and the checks, with which the limits are 90 seconds
 * and 10 minutes. A bound goes down with every file that becomes cheaper, never up.
 */
const SECONDS_MAX = { fast: 45, standard: 510 };

test('every test file runs in `npm test` or in `npm run test:long`', () => {
  const run = new Set([...filesOf('standard'), ...filesOf('long')]);
  assert.deepEqual(
    all.filter((file) => !run.has(file)),
    [],
  );
});

test('a file that is named in a list is there, and in one list', () => {
  const named = [...LONG, ...SMOKE, ...SPLIT, ...ALONE, ...Object.keys(OWN_PROCESS)];
  assert.deepEqual(
    named.filter((file) => !existsSync(join(ROOT, file))),
    [],
  );
  assert.deepEqual(
    [...SMOKE, ...SPLIT].filter((file) => LONG.includes(file)),
    [],
  );
});

test('the quick tier is a part of `npm test` without browser, PostgreSQL or demo country', () => {
  const standard = new Set(filesOf('standard'));
  const fast = planned({ tier: 'fast', names: [] });
  assert.ok(fast.files.length > 200);
  assert.ok(fast.files.every((file) => standard.has(file)));
  assert.ok(fast.files.every((file) => fast.engines[file] === 'sqlite'));
});

for (const tier of ['fast', 'standard'] as const)
  test(`the files of the tier ${tier} keep its limit`, () => {
    assert.ok(tierSeconds(tier) / WORKERS <= SECONDS_MAX[tier], `${Math.round(tierSeconds(tier) / WORKERS)} seconds`);
  });

test('a file that was never measured counts as the median of its folder, or of the nearest one above', () => {
  const shipped = JSON.parse(readFileSync(join(import.meta.dirname, 'seconds.json'), 'utf8')) as Record<string, number>;
  const figures = Object.keys(shipped).filter((figure) => figure.startsWith('test/http/'));
  const sorted = figures.map((figure) => shipped[figure] ?? 0).toSorted((a, b) => a - b);
  for (const name of ['test/http/never-measured.test.ts', 'test/http/new-folder/never-measured.test.ts'])
    assert.equal(secondsOf(name, 'standard'), sorted[Math.floor(sorted.length / 2)]);
});

test('shards hold every file once', () => {
  const shards = [1, 2, 3].map((index) => planned({ tier: 'long', names: [], shard: { index, count: 3 } }).files);
  assert.deepEqual(shards.flat().toSorted(), filesOf('long').toSorted());
});

describe('`npm test` holds', () => {
  const standard = new Set(filesOf('standard'));
  /** Each runs over all declared operations by itself, so that a new one cannot be left out. */
  const operations = {
    'the good answer of every operation': 'test/http/openapi.test.ts',
    'bad input for every operation': 'test/http/bad-input.test.ts',
    'every kind of caller against every operation': 'test/http/gate-matrix.test.ts',
    'the promises of the specification': 'test/http/operations.test.ts',
    'every tool with bad input': 'test/mcp/agent-bad-input.test.ts',
    'a page of every kind in a browser': 'test/web/web-browser.test.ts',
    'an official client of payments': 'test/http/client-payments.test.ts',
    'official clients of agents': 'test/platform/oauth-clients.test.ts',
  };
  /** Every class of attack that ever succeeded. */
  const attacks = {
    'forged signatures': 'test/lib/signatures-forged.test.ts',
    'signed PDFs changed later': 'test/lib/signatures-pdf-changes.test.ts',
    'signed PDFs with other bytes behind': 'test/lib/signatures-pdf-other-bytes.test.ts',
    'signed PDFs prepared for a change': 'test/lib/signatures-pdf-shadow.test.ts',
    'hostile documents': 'test/domain/documents-hostile.test.ts',
    'hostile headers': 'test/http/hostile-headers.test.ts',
    'slow bodies': 'test/http/slow-bodies.test.ts',
    'hidden names that leak': 'test/domain/hidden-person-coverage.test.ts',
    'secrets in the log': 'test/platform/log-secrets.test.ts',
    'forms of other sites': 'test/web/web-forms-safety.test.ts',
    'requests to addresses of a caller’s choice': 'test/domain/press-ssrf.test.ts',
    'texts that speak to agents': 'test/mcp/agent-injection.test.ts',
    'crowds of apps': 'test/platform/oauth-crowds.test.ts',
    'passwords tried in crowds': 'test/platform/password-storm.test.ts',
    'payments refused, repeated and lost': 'test/platform/payments-faults.test.ts',
  };
  for (const [what, file] of Object.entries({ ...operations, ...attacks }))
    test(what, () => assert.ok(standard.has(file), file));

  /** A path of every domain on PostgreSQL, too. */
  const domains = {
    accounts: 'platform/accounts',
    apps: 'platform/oauth-documents',
    billing: 'platform/billing',
    blocks: 'platform/blocks',
    'bulk checks': 'domain/bulk-runner',
    companies: 'http/day-lookups',
    documents: 'domain/documents-search',
    gazette: 'domain/gazette-operations',
    listings: 'domain/listing-operations',
    mail: 'platform/mail-queue',
    markets: 'domain/market-operations',
    networks: 'domain/network-order',
    payments: 'platform/payments-ledger',
    people: 'domain/people-generations',
    press: 'domain/press-visitors',
    procurement: 'domain/procurement-list-data',
    rankings: 'domain/rankings-operations',
    rates: 'domain/rates-operations',
    reference: 'domain/reference-operations',
    requests: 'platform/reader-requests',
    search: 'domain/search-pairs',
    sessions: 'platform/sessions',
    treasury: 'domain/treasury-whole',
  };
  for (const [what, name] of Object.entries(domains))
    test(`${what} on PostgreSQL`, () => {
      const file = `test/${name}.test.ts`;
      assert.ok(standard.has(file), file);
      assert.ok(!SPLIT.includes(file), file);
      assert.match(readFileSync(join(ROOT, file), 'utf8'), /onBothEngines\(/);
    });
});
