/** The test tiers: every file runs in one of them, lists name existing files, and the recorded times stay within the limits. */
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
 * Seconds of a whole tier with parallel processes, without the installation and the checks, which correspond to the limits of 90 seconds
 * and 10 minutes. A bound is lowered with every file that becomes cheaper, never raised.
 */
const SECONDS_MAX = { fast: 45, standard: 510 };

test('every test file runs in `npm test` or in `npm run test:long`', () => {
  const run = new Set([...filesOf('standard'), ...filesOf('long')]);
  assert.deepEqual(
    all.filter((file) => !run.has(file)),
    [],
  );
});

test('a listed file exists and is in one list only', () => {
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

test('the fast tier is a part of `npm test` without browser, PostgreSQL or demo country', () => {
  const standard = new Set(filesOf('standard'));
  const fast = planned({ tier: 'fast', names: [] });
  assert.ok(fast.files.length > 200);
  assert.ok(fast.files.every((file) => standard.has(file)));
  assert.ok(fast.files.every((file) => fast.engines[file] === 'sqlite'));
});

for (const tier of ['fast', 'standard'] as const)
  test(`the files of the tier ${tier} stay within its limit`, () => {
    assert.ok(tierSeconds(tier) / WORKERS <= SECONDS_MAX[tier], `${Math.round(tierSeconds(tier) / WORKERS)} seconds`);
  });

test('a file without a recorded time counts as the median of its folder, or of the nearest parent with records', () => {
  const shipped = JSON.parse(readFileSync(join(import.meta.dirname, 'seconds.json'), 'utf8')) as Record<string, number>;
  const figures = Object.keys(shipped).filter((figure) => figure.startsWith('test/http/'));
  const sorted = figures.map((figure) => shipped[figure] ?? 0).toSorted((a, b) => a - b);
  for (const name of ['test/http/never-measured.test.ts', 'test/http/new-folder/never-measured.test.ts'])
    assert.equal(secondsOf(name, 'standard'), sorted[Math.floor(sorted.length / 2)]);
});

test('shards cover every file once', () => {
  const shards = [1, 2, 3].map((index) => planned({ tier: 'long', names: [], shard: { index, count: 3 } }).files);
  assert.deepEqual(shards.flat().toSorted(), filesOf('long').toSorted());
});

describe('`npm test` covers', () => {
  const standard = new Set(filesOf('standard'));
  /** Each file covers all declared operations by itself, so that a new one cannot be missed. */
  const operations = {
    'the valid answer of every operation': 'test/http/openapi.test.ts',
    'bad input for every operation': 'test/http/bad-input.test.ts',
    'every kind of caller against every operation': 'test/http/gate-matrix.test.ts',
    'the promises of the specification': 'test/http/operations.test.ts',
    'every tool with bad input': 'test/mcp/agent-bad-input.test.ts',
    'a page of every kind in a browser': 'test/web/web-browser.test.ts',
    'an official payment client': 'test/http/client-payments.test.ts',
    'official agent clients': 'test/platform/oauth-clients.test.ts',
  };
  /** Every class of attack that ever succeeded. */
  const attacks = {
    'forged signatures': 'test/lib/signatures-forged.test.ts',
    'signed PDFs with later changes': 'test/lib/signatures-pdf-changes.test.ts',
    'signed PDFs with appended bytes': 'test/lib/signatures-pdf-other-bytes.test.ts',
    'signed PDFs prepared for a change': 'test/lib/signatures-pdf-shadow.test.ts',
    'hostile documents': 'test/domain/documents-hostile.test.ts',
    'hostile headers': 'test/http/hostile-headers.test.ts',
    'slow bodies': 'test/http/slow-bodies.test.ts',
    'leaks of hidden names': 'test/domain/hidden-person-coverage.test.ts',
    'secrets in the log': 'test/platform/log-secrets.test.ts',
    'cross-site forms': 'test/web/web-forms-safety.test.ts',
    'requests to addresses of a caller’s choice': 'test/domain/press-ssrf.test.ts',
    'prompt injection': 'test/mcp/agent-injection.test.ts',
    'crowds of apps': 'test/platform/oauth-crowds.test.ts',
    'mass password guessing': 'test/platform/password-storm.test.ts',
    'refused, repeated and lost payments': 'test/platform/payments-faults.test.ts',
  };
  for (const [what, file] of Object.entries({ ...operations, ...attacks }))
    test(what, () => assert.ok(standard.has(file), file));

  /** Each domain has a file on both engines. */
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
