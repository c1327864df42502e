/** Who leads the duties: one host at a time, by the database's time; who led before can write nothing any more. */
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

/** As if its time were over. */
const expire = (store: Store) => store.state.write([{ sql: 'update duty_leader set held_until = 1' }]);
const setFact = (value: string) => ({
  sql: `insert into change_count (topic, changes) values ($1, 1) on conflict (topic) do update set changes = change_count.changes + 1
        returning changes`,
  params: [value],
});

/** One part with an empty table, to be published. */
async function smallBuild({ generations }: Store) {
  const build = await generations.build();
  const about = { source: 'onrc', asOf: null, licence: null, fingerprint: 'small' };
  const part = await build.part('registry', about);
  await part.execute('create table firm (cui bigint primary key)');
  const created = await part.finish();
  return { build, publish: () => build.publish([created], [created.id]) };
}

test('another has taken over within half a minute of the last word of one that is gone', () => {
  const { leaseMs, renewMs, stopMs, lookMs } = LEASE_TIMES;
  assert.ok(leaseMs + lookMs <= 25_000, 'and five seconds for the questions themselves');
  assert.ok(2 * renewMs < stopMs && stopMs + 5_000 < leaseMs, 'letters under way get five seconds');
});

onBothEngines((engine) => {
  let store: Store;
  let another: Store;
  let databaseUrl: string | null;
  /** A connection beside those of the stores. */
  const clientOf = async (t: TestContext): Promise<pg.Client> => {
    const client = new pg.Client({ connectionString: databaseUrl ?? '' });
    // One that the server ends.
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

  test('every new leader has a higher term, and it is told who leads and since when', async () => {
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
    test('in a data folder of SQLite whoever starts leads, without waiting for one that was killed', async () => {
      await acquireLeaderLease(store.state, host('killed'));
      assert.deepEqual(await acquireLeaderLease(another.state, host('next')), { holder: 'next', term: 2 });
    });
    return;
  }

  test('of hosts that start at once, one leads', async () => {
    const names = Array.from({ length: 8 }, (_, i) => `${i}`);
    const taken = await Promise.all(
      names.map((name, i) => acquireLeaderLease((i % 2 ? store : another).state, host(name))),
    );
    assert.equal(taken.filter((lead) => lead !== null).length, 1);
    assert.equal((await leaderOf(store.state))?.term, 1);
  });

  test('clocks of hosts decide nothing: neither one that is an hour ahead nor one that is an hour behind', async (t) => {
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

  test('who leads no more writes nothing, in no store, also where nobody leads since', async () => {
    const lead = await acquireLeaderLease(store.state, host('a'));
    const led = fencedStore(store, lead);
    const counted = async () => (await led.state.write([setFact('access')]))[0];
    assert.deepEqual(await counted(), [{ changes: 1 }]);
    // Another condition is told as it is elsewhere.
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

  test('that a lead is lost is known of an error that comes from another thread', () => {
    assert.equal(isLeaderLeaseLost(reviveError(structuredClone(serializeError(new LeaderLeaseLost())))), true);
    assert.equal(isLeaderLeaseLost(new Error(new LeaderLeaseLost().message)), false);
  });

  const buildOf = async (of: Store, name: string) => {
    const lead = await acquireLeaderLease(of.state, host(name));
    return smallBuild(fencedStore(of, lead));
  };

  test('a build of whoever led before is ended by the next who leads and builds, and publishes nothing', async () => {
    const first = await buildOf(store, 'a');
    await assert.rejects(another.generations.build(), AnotherBuild, 'a build by hand waits');
    await assert.rejects(
      fencedStore(another, { holder: 'a', term: 1 }).generations.build(),
      AnotherBuild,
      'so does one of the same term',
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

  test('a build by hand is ended by nobody, and what is built by one who leads no more is not published', async () => {
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

  test('who takes over waits for a write that was let through and has not ended', async (t) => {
    // A write ends when nobody holds this lock.
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
    await until('the lease is over', () => isLeaderLeaseFree(another.state));
    let isTaken = false;
    // The server lets go of locks before it answers who held them: what is there tells the order, not whose answer comes first.
    const taken = acquireLeaderLease(another.state, host('b')).then((next) => {
      isTaken = true;
      return Promise.all([next?.term, another.state.all('select changes from change_count')]);
    });
    const waiting = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    await until('both wait', async () => isTaken || (await gate.query(waiting)).rows.length === 2);
    assert.equal(isTaken, false);
    await gate.query('select pg_advisory_unlock(1)');
    assert.deepEqual(await taken, [2, [{ changes: 1 }]]);
    await written;
  });

  test('a host that stands still at the end of a write holds nobody up, and its write does not happen', async (t) => {
    const still = await clientOf(t);
    const lead = await acquireLeaderLease(store.state, { ...host('a'), leaseMs: 5_000 });
    await still.query('set search_path = firmoteca_state; begin');
    await still.query(setFact('access').sql, ['access']);
    const { sql, params = [] } = whileLeader(lead ?? assert.fail());
    assert.equal((await still.query(sql, [...params])).rows.length, 1);
    await until('another leads', async () => {
      const next = await acquireLeaderLease(another.state, host('b')).catch(() => null);
      return next?.term === 2;
    });
    await assert.rejects(still.query('commit'));
    assert.deepEqual(await store.state.all('select changes from change_count'), []);
  });

  /** Two hosts in one process, each with its own connections; duties that only say that they run. */
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

  test('one that stops hands over at once, and one whose lead was taken ends its duties', async () => {
    const log: string[] = [];
    const [a, b] = [await standing(store, 'a', log), await standing(another, 'b', log)];
    assert.deepEqual([a.isLeader(), b.isLeader(), log], [true, false, ['a begins']]);
    await a.stop();
    assert.equal(a.isLeader(), false);
    await until('b leads', async () => b.isLeader());
    // As if b had been away, and a third had taken over: in one write, or b could be the quicker one.
    await store.state.write([
      {
        sql: `update duty_leader set holder = 'c', host = 'host-of-c', term = term + 1, held_until = held_until + 3600000`,
      },
    ]);
    await until('b leads no more', async () => log.includes('b ends'));
    assert.equal(b.led()?.isLeader(), false);
    await b.stop();
    assert.deepEqual(log, ['a begins', 'a ends', 'b begins', 'b ends']);
    assert.equal((await leaderOf(store.state))?.host, 'host-of-c');
  });

  test('one that was not answered says again that it leads after a second, not after five', async () => {
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
    await until('it has said so three times', async () => rests.length > 3);
    assert.equal(leading.isLeader(), true);
    await leading.stop();
    assert.deepEqual(rests.slice(0, 4), [5_000, 1_000, 5_000, 5_000]);
  });

  test('one that cannot say that it leads ends its duties while its lease still holds', async () => {
    const log: string[] = [];
    let isAway = false;
    const state = {
      ...store.state,
      write: (...given: Parameters<typeof store.state.write>) =>
        isAway ? Promise.reject(new StoreUnavailable('away')) : store.state.write(...given),
    };
    const a = await standing({ ...store, state }, 'a', log, 5_000);
    isAway = true;
    await until('its duties end', async () => log.includes('a ends'));
    assert.equal(await isLeaderLeaseFree(another.state), false, 'nobody else can lead yet');
    await expire(another);
    isAway = false;
    await until(
      'it leads again when the state is back',
      async () => log.filter((line) => line === 'a begins').length === 2,
    );
    assert.equal((await leaderOf(another.state))?.term, 2);
    await a.stop();
  });

  test('one that gave up because the state did not answer gives back what the state heard all the same', async () => {
    const log: string[] = [];
    let isMute = false;
    const state = {
      ...store.state,
      async write(...given: Parameters<typeof store.state.write>) {
        const rows = await store.state.write(...given);
        // Its answer comes when everybody has given up waiting.
        if (isMute) await until('it has given up', async () => log.includes('a ends'));
        return rows;
      },
    };
    const a = await standing({ ...store, state }, 'a', log, 5_000);
    isMute = true;
    await until('its duties end', async () => log.includes('a ends'));
    isMute = false;
    // Far sooner than a lease of a minute ends.
    await until('it leads again', async () => log.filter((line) => line === 'a begins').length === 2, 30_000);
    assert.deepEqual(log.slice(0, 3), ['a begins', 'a ends', 'a begins']);
    assert.equal((await leaderOf(another.state))?.term, 2);
    await a.stop();
  });

  test('a host that slept does not believe that it leads, before it has asked; if nobody else does, it goes on', async () => {
    let sleptMs = 0;
    const log: string[] = [];
    const a = await standing(store, 'a', log, 40_000, () => Date.now() + sleptMs);
    assert.equal(a.led()?.isLeader(), true);
    // Its steady clock stood still meanwhile.
    sleptMs = 41_000;
    assert.deepEqual([a.isLeader(), a.led()?.isLeader()], [false, false]);
    await until('it has asked', async () => a.isLeader());
    sleptMs = -3_600_000;
    assert.equal(a.isLeader(), true, 'a clock that is put back gives nothing');
    assert.deepEqual(log, ['a begins']);
    await a.stop();
  });
});
