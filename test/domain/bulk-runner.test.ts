/** Bulk check runners: one runner per check across threads and hosts, takeover after a crash, retries and refusals. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { openStore, type Store } from '#data/store/open.ts';
import { tablesOf } from '#data/store/store-tables.ts';
import type { Check, CheckState } from '#domain/bulk-checks/check.ts';
import {
  addRows,
  checkById,
  claimCheck,
  extendClaim,
  rowsOfCheck,
  stateOfCheck,
} from '#domain/bulk-checks/checks-table.ts';
import { addCheck } from '#domain/bulk-checks/quota-table.ts';
import { type LookUp, type Runner, startRunner } from '#domain/bulk-checks/runner.ts';
import { verdictOf } from '#domain/bulk-checks/verdict.ts';
import { cuiOf } from '#lib/values/cui.ts';
import { onBothEngines } from '#test/support/both-engines.ts';
import { largeQuota } from '#test/support/large-quota.ts';
import { until } from '#test/support/until.ts';

const NOW = () => new Date().toISOString();
const QUICK = { lookMs: 20, retryMs: 30 };

onBothEngines(({ place: location }) => {
  /** Two hosts over one state. */
  let hosts: [Store, Store];
  const runners: Runner[] = [];
  before(async () => {
    const { folder, databaseUrl } = await location();
    const settings = { folder, databaseUrl, country: 'demo' } as const;
    hosts = [await openStore(settings), await openStore(settings)];
  });
  after(async () => {
    for (const host of hosts) await host.close();
  });

  const unknown: LookUp = async (_, cuis) => ({
    rows: cuis.map((cui) => ({ cui, company: null, error: { code: 'NOT_FOUND' }, pending: false })),
  });

  let checks = 0;
  async function left(codes: number, held: { by: string; until: string } | null = null): Promise<Check> {
    const lines = Array.from({ length: codes }, (_, n) => {
      const cui = cuiOf(9_000_001 + n);
      return { line: n + 1, text: cui, cui, outcome: 'checked' as const };
    });
    const check: Check = {
      id: `check-${++checks}`,
      account: 'a',
      language: 'ro',
      day: '2026-11-15',
      withReceipts: false,
      lines,
      heading: null,
      codes,
      done: 0,
      state: 'running',
      createdAt: NOW(),
      finishedAt: null,
      expiresAt: '2999-01-01T00:00:00.000Z',
    };
    await addCheck(hosts[0].state, check, held, largeQuota);
    return check;
  }
  const started = (host: 0 | 1, ask: LookUp): Runner => {
    const runner = startRunner({ state: hosts[host].state, lookUp: ask, report: () => {}, ...QUICK });
    runners.push(runner);
    return runner;
  };
  const stopped = async (): Promise<void> => {
    for (const runner of runners.splice(0)) await runner.stop();
  };
  const ends = (id: string, how: CheckState) =>
    until(`${id} is ${how}`, async () => (await stateOfCheck(hosts[1].state, id)) === how);

  test('each code is looked up once when two hosts see the same checks', async () => {
    const requested: string[] = [];
    const counting: LookUp = async (check, cuis, signal) => {
      requested.push(...cuis.map((cui) => `${check.id} ${cui}`));
      await sleep(2);
      return unknown(check, cuis, signal);
    };
    const sent = await Promise.all(Array.from({ length: 8 }, () => left(30)));
    started(0, counting);
    started(1, counting);
    for (const { id } of sent) await ends(id, 'done');
    await stopped();
    assert.equal(new Set(requested).size, requested.length);
    assert.equal(requested.length, 8 * 30);
    for (const { id } of sent) assert.equal((await checkById(hosts[0].state, id, NOW()))?.done, 30);
  });

  test('after a crash another runner resumes the check, and the crashed runner can write nothing more', async () => {
    const { state } = hosts[0];
    const check = await left(60, { by: 'dead', until: '2020-01-01' });
    const first = Array.from({ length: 25 }, (_, position) => {
      const cui = check.lines[position]?.cui ?? '';
      return { position, ...verdictOf(cui, undefined, check.day, 'long ago') };
    });
    assert.ok(await addRows(state, check.id, 'dead', first));
    const requested: string[] = [];
    started(1, (one, cuis, signal) => {
      requested.push(...cuis);
      return unknown(one, cuis, signal);
    });
    await ends(check.id, 'done');
    await stopped();
    assert.equal(requested.length, 35);
    const rows = await rowsOfCheck(state, check.id);
    assert.deepEqual([rows.length, rows.filter(({ checkedAt }) => checkedAt === 'long ago').length], [60, 25]);
    assert.equal(await addRows(state, check.id, 'dead', first), false);
    assert.equal(await extendClaim(state, check.id, 'dead', '2999'), false);
  });

  test('a check claimed by one runner cannot be claimed by another until the claim expires', async () => {
    const { id } = await left(1);
    const held = { by: 'one', until: '2998', now: NOW() };
    assert.equal(await claimCheck(hosts[0].state, id, held), true);
    assert.equal(await claimCheck(hosts[1].state, id, { ...held, by: 'two' }), false);
    assert.equal(await claimCheck(hosts[1].state, id, { ...held, by: 'two', until: '2999', now: '2998' }), true);
    await hosts[0].state.write([{ sql: 'delete from bulk_check where id = $1', params: [id] }]);
  });

  test('a stopped runner releases its check at once, with the results so far', async () => {
    const check = await left(160);
    let requests = 0;
    const waiting: LookUp = (one, cuis, signal) =>
      ++requests > 1 ? new Promise(() => {}) : unknown(one, cuis, signal);
    started(0, waiting);
    await until('the first step', async () => requests === 2);
    await stopped();
    assert.equal((await checkById(hosts[0].state, check.id, NOW()))?.done, 100);
    started(1, unknown);
    await ends(check.id, 'done');
    await stopped();
  });

  test('a rate-limited check waits, a check of a lapsed Pro account ends as notPro, and three faults end a check', async () => {
    let isFirst = true;
    const patient = await left(3);
    started(0, async (check, cuis, signal) => {
      if (!isFirst) return unknown(check, cuis, signal);
      isFirst = false;
      return { waitMs: 5 };
    });
    await ends(patient.id, 'done');
    await stopped();
    const lapsed = await left(3);
    started(0, async () => ({ notPro: true }));
    await ends(lapsed.id, 'notPro');
    await stopped();
    let faults = 0;
    const broken = await left(3);
    started(0, async () => {
      faults++;
      throw new Error('a fault of ours');
    });
    await ends(broken.id, 'failed');
    await stopped();
    assert.equal(faults, 3);
  });

  test('an account with a used-up allowance does not delay the checks of others', async () => {
    const first = await left(3);
    const second = await left(3);
    const isGreedy = (check: Check): boolean => check.id === first.id;
    started(0, async (check, cuis, signal) => (isGreedy(check) ? { waitMs: 60_000 } : unknown(check, cuis, signal)));
    await ends(second.id, 'done');
    await stopped();
    assert.equal((await checkById(hosts[0].state, first.id, NOW()))?.state, 'running');
  });

  test('a code that a source does not answer for is looked up once more and then marked as unanswered', async () => {
    let requests = 0;
    const check = await left(2);
    started(0, async (_, cuis) => {
      requests++;
      return { rows: cuis.map((cui) => ({ cui, company: null, error: { code: 'UPSTREAM_TIMEOUT' }, pending: true })) };
    });
    await ends(check.id, 'done');
    await stopped();
    assert.equal(requests, 2);
    const rows = await rowsOfCheck(hosts[0].state, check.id);
    assert.deepEqual(
      rows.map(({ reasons }) => reasons),
      [['silent'], ['silent']],
    );
  });

  test('backups leave out the tables of bulk checks, which are deleted after days', async () => {
    const names = (await tablesOf(hosts[0].state, 'state')).map(({ name }) => name);
    assert.ok(names.includes('account') && !names.some((name) => name.startsWith('bulk_check')));
  });
});
