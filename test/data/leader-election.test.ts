/** Leader election: one host at a time, by the database’s clock, and a former leader can write nothing. */
import assert from 'node:assert/strict';
import { afterEach, beforeEach, type TestContext, test } from 'node:test';
import pg from 'pg';
import { systemClock } from '#data/live/clock.ts';
import type { Database } from '#data/store/database.ts';
import { AnotherBuild } from '#data/store/dataset.ts';
import { fencedStore } from '#data/store/fenced-store.ts';
import {
  acquireLeaderLease,
  isLeaderLeaseFree,
  isLeaderLeaseLost,
  LeaderLeaseLost,
  leaderOf,
  releaseLeaderLease,
  renewLeaderLease,
  whileLeader,
} from '#data/store/leader-table.ts';
import { openStore, type Store } from '#data/store/open.ts';
import { StoreUnavailable } from '#data/store/unavailable.ts';
import { reviveError, serializeError } from '#lib/workers/error-codec.ts';
import { LEASE_TIMES, type LeaderTerm, startLeaderElection } from '#server/jobs/leader-election.ts';
import { onBothEngines } from '#test/support/both-engines.ts';
import { until } from '#test/support/until.ts';

const leaseMs = 60_000;
const host = (owner: string) => ({ holder: owner, host: `host-of-${owner}`, leaseMs });

/** Ends the lease. */
const expire = (store: Store) => store.state.write([{ sql: 'update duty_leader set held_until = 1' }]);
const setFact = (value: string) => ({
  sql: `insert into change_count (topic, changes) values ($1, 1) on conflict (topic) do update set changes = change_count.changes + 1
        returning changes`,
  params: [value],
});

/** A build of one part with an empty table. */
async function smallBuild({ generations }: Store) {
  const build = await generations.build();
  const about = { source: 'onrc', asOf: null, licence: null, fingerprint: 'small' };
  const part = await build.part('registry', about);
  await part.execute('create table firm (cui bigint primary key)');
  const created = await part.finish();
  return { build, publish: () => build.publish([created], [created.id]) };
}

test('another host takes over within half a minute after the last renewal of a lost leader', () => {
  const { leaseMs, renewMs, stopMs, lookMs } = LEASE_TIMES;
  assert.ok(leaseMs + lookMs <= 25_000, 'and five seconds for the queries themselves');
  assert.ok(2 * renewMs < stopMs && stopMs + 5_000 < leaseMs, 'emails under way get five seconds');
});

onBothEngines((engine) => {
  let store: Store;
  let another: Store;
  let databaseUrl: string | null;
  /** A connection outside of the stores’ pools. */
  const clientOf = async (t: TestContext): Promise<pg.Client> => {
    const client = new pg.Client({ connectionString: databaseUrl ?? '' });
    // The server may close the connection.
    client.on('error', () => {});
    await client.connect();
    t.after(() => client.end().catch(() => {}));
    return client;
  };
  beforeEach(async () => {
    const location = await engine.place();
    databaseUrl = location.databaseUrl;
    const open = () => openStore({ databaseUrl: location.databaseUrl, folder: location.folder, country: 'demo' });
    store = await open();
    another = await open();
  });
  afterEach(async () => {
    await store.close();
    await another.close();
  });

  test('every new leader has a higher term, and the state names the leader', async () => {
    assert.equal(await leaderOf(store.state), null);
    assert.equal(await isLeaderLeaseFree(store.state), true);
    const first = await acquireLeaderLease(store.state, host('a'));
    assert.deepEqual(first, { holder: 'a', term: 1 });
    assert.equal(await isLeaderLeaseFree(store.state), false);
    assert.equal(await renewLeaderLease(store.state, { holder: 'a', term: 1 }, leaseMs), true);
    const result = await leaderOf(another.state);
    assert.deepEqual([result?.host, result?.term, result?.isHeld], ['host-of-a', 1, true]);
    await releaseLeaderLease(store.state, { holder: 'a', term: 1 });
    assert.equal((await leaderOf(store.state))?.isHeld, false);
    assert.deepEqual(await acquireLeaderLease(another.state, host('b')), { holder: 'b', term: 2 });
    assert.equal(await renewLeaderLease(store.state, { holder: 'a', term: 1 }, leaseMs), false);
  });

  if (engine.name === 'sqlite') {
    test('in an SQLite data folder a new process leads at once, without a wait for a killed one', async () => {
      await acquireLeaderLease(store.state, host('killed'));
      assert.deepEqual(await acquireLeaderLease(another.state, host('next')), { holder: 'next', term: 2 });
    });
    return;
  }

  test('one of several hosts that start at once leads', async () => {
    const names = Array.from({ length: 8 }, (_, i) => `${i}`);
    const taken = await Promise.all(
      names.map((name, i) => acquireLeaderLease((i % 2 ? store : another).state, host(name))),
    );
    assert.equal(taken.filter((lead) => lead !== null).length, 1);
    assert.equal((await leaderOf(store.state))?.term, 1);
  });

  test('the clocks of hosts have no effect on the lease, whether ahead or behind', async (t) => {
    await acquireLeaderLease(store.state, host('a'));
    for (const skewMs of [3_600_000, -3_600_000]) {
      t.mock.timers.enable({ apis: ['Date'], now: Date.now() + skewMs });
      assert.equal(await isLeaderLeaseFree(another.state), false);
      assert.equal(await acquireLeaderLease(another.state, host('skewed')), null);
      assert.equal(await renewLeaderLease(store.state, { holder: 'a', term: 1 }, leaseMs), true);
      t.mock.timers.reset();
    }
    await expire(store);
    t.mock.timers.enable({ apis: ['Date'], now: Date.now() - 3_600_000 });
    assert.deepEqual(await acquireLeaderLease(another.state, host('skewed')), { holder: 'skewed', term: 2 });
    t.mock.timers.reset();
  });

  test('a former leader can write to no store, even while no host leads', async () => {
    const lead = await acquireLeaderLease(store.state, host('a'));
    const led = fencedStore(store, lead);
    const counted = async () => (await led.state.write([setFact('access')]))[0];
    assert.deepEqual(await counted(), [{ changes: 1 }]);
    // Another unmet condition is reported as usual.
    const unmet = await led.state.write([
      { sql: 'select 1 as none where 1 = 2', isCondition: true },
      setFact('access'),
    ]);
    assert.deepEqual(unmet, [[]]);
    await expire(store);
    await assert.rejects(counted, LeaderLeaseLost);
    await acquireLeaderLease(another.state, host('b'));
    await assert.rejects(counted, LeaderLeaseLost);
    const lease = { sql: `insert into refresh_lease (record, holder, until) values ('x', 'a', 1)` };
    await assert.rejects(led.live.write([lease]), LeaderLeaseLost);
    assert.deepEqual(await store.live.all('select * from refresh_lease'), []);
    await assert.rejects(led.documents.write([{ sql: 'delete from blob' }]), LeaderLeaseLost);
    assert.deepEqual(await store.state.all('select changes from change_count'), [{ changes: 1 }]);
  });

  test('a lost lease is recognized in an error from another thread', () => {
    assert.equal(isLeaderLeaseLost(reviveError(structuredClone(serializeError(new LeaderLeaseLost())))), true);
    assert.equal(isLeaderLeaseLost(new Error(new LeaderLeaseLost().message)), false);
  });

  const buildOf = async (of: Store, name: string) => {
    const lead = await acquireLeaderLease(of.state, host(name));
    return smallBuild(fencedStore(of, lead));
  };

  test('a new leader’s build ends the build of the former leader, which publishes nothing', async () => {
    const first = await buildOf(store, 'a');
    await assert.rejects(another.generations.build(), AnotherBuild, 'a manual build waits');
    await assert.rejects(
      fencedStore(another, { holder: 'a', term: 1 }).generations.build(),
      AnotherBuild,
      'and so does a build of the same term',
    );
    await expire(store);
    const second = await buildOf(another, 'b');
    await assert.rejects(first.publish);
    await first.build.close().catch(() => {});
    const { id } = await second.publish();
    await second.build.close();
    await store.generations.refresh();
    assert.equal(store.generations.current()?.manifest.id, id);
  });

  test('a manual build is never ended by a leader, and a build of a former leader is not published', async () => {
    const byHand = await smallBuild(store);
    const lead = await acquireLeaderLease(another.state, host('a'));
    await assert.rejects(fencedStore(another, lead).generations.build(), AnotherBuild);
    await byHand.publish();
    await byHand.build.close();
    const late = await smallBuild(fencedStore(another, lead));
    await expire(store);
    await assert.rejects(late.publish, LeaderLeaseLost);
    await late.build.close();
    assert.equal((await store.generations.list()).length, 1);
  });

  test('a takeover waits for a write that has passed the lease check', async (t) => {
    // The write ends when this lock is released.
    const gate = await clientOf(t);
    await gate.query('select pg_advisory_lock(1)');
    await store.state.write([
      {
        sql: `create function wait_at_the_end() returns trigger language plpgsql as 'begin perform pg_advisory_xact_lock(1); return null; end'`,
      },
      {
        sql: `create constraint trigger slow after insert on change_count deferrable initially deferred
              for each row execute function wait_at_the_end()`,
      },
    ]);
    const lead = await acquireLeaderLease(store.state, { ...host('a'), leaseMs: 3_000 });
    const written = fencedStore(store, lead).state.write([setFact('access')]);
    await until('the lease has expired', () => isLeaderLeaseFree(another.state));
    let isTaken = false;
    // The server releases locks before it responds: the stored data shows the order, not the order of the responses.
    const taken = acquireLeaderLease(another.state, host('b')).then((next) => {
      isTaken = true;
      return Promise.all([next?.term, another.state.all('select changes from change_count')]);
    });
    const waiting = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    await until('both connections wait', async () => isTaken || (await gate.query(waiting)).rows.length === 2);
    assert.equal(isTaken, false);
    await gate.query('select pg_advisory_unlock(1)');
    assert.deepEqual(await taken, [2, [{ changes: 1 }]]);
    await written;
  });

  test('a host that stalls at the end of a write blocks no takeover, and its write is rolled back', async (t) => {
    const still = await clientOf(t);
    const lead = await acquireLeaderLease(store.state, { ...host('a'), leaseMs: 5_000 });
    await still.query('set search_path = firmoteca_state; begin');
    await still.query(setFact('access').sql, ['access']);
    const { sql, params = [] } = whileLeader(lead ?? assert.fail());
    assert.equal((await still.query(sql, [...params])).rows.length, 1);
    await until('another host leads', async () => {
      const next = await acquireLeaderLease(another.state, host('b')).catch(() => null);
      return next?.term === 2;
    });
    await assert.rejects(still.query('commit'));
    assert.deepEqual(await store.state.all('select changes from change_count'), []);
  });

  /** Two hosts in one process with separate connections; their jobs only log start and stop. */
  const times = { leaseMs: 60_000, renewMs: 100, stopMs: 40_000, lookMs: 100 };
  const standing = async (of: Store, name: string, log: string[], stopMs = times.stopMs, now = Date.now) => {
    let led: LeaderTerm | null = null;
    const leading = await startLeaderElection({
      state: of.state,
      begin(given) {
        led = given;
        log.push(`${name} begins`);
        return { stop: async () => void log.push(`${name} ends`) };
      },
      note: () => {},
      onError: () => {},
      times: { ...times, stopMs },
      clock: { ...systemClock, now },
    });
    return { ...leading, led: () => led };
  };

  test('a host that stops hands over at once, and a host that lost the lease ends its jobs', async () => {
    const log: string[] = [];
    const [a, b] = [await standing(store, 'a', log), await standing(another, 'b', log)];
    assert.deepEqual([a.isLeader(), b.isLeader(), log], [true, false, ['a begins']]);
    await a.stop();
    assert.equal(a.isLeader(), false);
    await until('b leads', async () => b.isLeader());
    // Replaces b in one write, as if b had been unreachable: with two writes b could renew in between.
    await store.state.write([
      {
        sql: `update duty_leader set holder = 'c', host = 'host-of-c', term = term + 1, held_until = held_until + 3600000`,
      },
    ]);
    await until('b no longer leads', async () => log.includes('b ends'));
    assert.equal(b.led()?.isLeader(), false);
    await b.stop();
    assert.deepEqual(log, ['a begins', 'a ends', 'b begins', 'b ends']);
    assert.equal((await leaderOf(store.state))?.host, 'host-of-c');
  });

  test('a failed renewal is repeated after one second instead of five', async () => {
    const rests: number[] = [];
    let failures = 1;
    const write: Database['write'] = (statements) => {
      const isRenewal = statements.some(({ sql }) => sql.includes('update duty_leader'));
      return rests.length > 0 && isRenewal && failures-- > 0
        ? Promise.reject(new StoreUnavailable('away'))
        : store.state.write(statements);
    };
    const sleep: typeof systemClock.sleep = (ms, signal) => {
      rests.push(ms);
      return systemClock.sleep(10, signal);
    };
    const leading = await startLeaderElection({
      state: { ...store.state, write },
      begin: () => ({ stop: async () => {} }),
      note: () => {},
      onError: () => {},
      times: LEASE_TIMES,
      clock: { ...systemClock, sleep },
    });
    await until('it has renewed three times', async () => rests.length > 3);
    assert.equal(leading.isLeader(), true);
    await leading.stop();
    assert.deepEqual(rests.slice(0, 4), [5_000, 1_000, 5_000, 5_000]);
  });

  test('a host that cannot renew ends its jobs before its lease expires', async () => {
    const log: string[] = [];
    let isAway = false;
    const state = {
      ...store.state,
      write: (...given: Parameters<typeof store.state.write>) =>
        isAway ? Promise.reject(new StoreUnavailable('away')) : store.state.write(...given),
    };
    const a = await standing({ ...store, state }, 'a', log, 5_000);
    isAway = true;
    await until('its jobs end', async () => log.includes('a ends'));
    assert.equal(await isLeaderLeaseFree(another.state), false, 'no other host can lead yet');
    await expire(another);
    isAway = false;
    await until(
      'it leads again when the state is reachable',
      async () => log.filter((line) => line === 'a begins').length === 2,
    );
    assert.equal((await leaderOf(another.state))?.term, 2);
    await a.stop();
  });

  test('a host that gave up without an answer releases the lease that the state recorded nevertheless', async () => {
    const log: string[] = [];
    let isMute = false;
    const state = {
      ...store.state,
      async write(...given: Parameters<typeof store.state.write>) {
        const rows = await store.state.write(...given);
        // The response arrives after the timeout.
        if (isMute) await until('it has given up', async () => log.includes('a ends'));
        return rows;
      },
    };
    const a = await standing({ ...store, state }, 'a', log, 5_000);
    isMute = true;
    await until('its jobs end', async () => log.includes('a ends'));
    isMute = false;
    // Well before a lease of a minute expires.
    await until('it leads again', async () => log.filter((line) => line === 'a begins').length === 2, 30_000);
    assert.deepEqual(log.slice(0, 3), ['a begins', 'a ends', 'a begins']);
    assert.equal((await leaderOf(another.state))?.term, 2);
    await a.stop();
  });

  test('a host that was suspended is no leader until it has checked, and continues if no other host leads', async () => {
    let sleptMs = 0;
    const log: string[] = [];
    const a = await standing(store, 'a', log, 40_000, () => Date.now() + sleptMs);
    assert.equal(a.led()?.isLeader(), true);
    // The monotonic clock stops during a suspension.
    sleptMs = 41_000;
    assert.deepEqual([a.isLeader(), a.led()?.isLeader()], [false, false]);
    await until('it has checked the lease', async () => a.isLeader());
    sleptMs = -3_600_000;
    assert.equal(a.isLeader(), true, 'a clock set back has no effect');
    assert.deepEqual(log, ['a begins']);
    await a.stop();
  });
});
