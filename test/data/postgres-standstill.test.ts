/** A machine suspended within a transaction: the server ends the transaction, so that its locks block no other host. */
import assert from 'node:assert/strict';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { after, before, describe, type TestContext, test } from 'node:test';
import pg from 'pg';
import { openPostgresGenerations } from '#data/store/postgres/generation-store.ts';
import { type MortalServer, startPostgres } from '#test/support/postgres-server.ts';
import { publish, servedNames, sql } from '#test/support/small-generations.ts';
import { until } from '#test/support/until.ts';

const STILL = new URL('../support/paused-transaction.ts', import.meta.url);

describe('a client suspended within a transaction', { skip: process.env.FIRMOTECA_TEST_ENGINE === 'sqlite' }, () => {
  let server: MortalServer;
  before(async () => {
    server = await startPostgres();
  });
  after(() => server.stop());

  /** A process suspended while a statement of its transaction waits for a table; it gets the lock and does not continue. */
  async function standing(t: TestContext, what: 'write' | 'publish', table: string) {
    const owner = new pg.Client({ connectionString: server.url });
    await owner.connect();
    await owner.query(`begin; lock table ${table} in share mode`);
    const child = fork(STILL, [server.url, what]);
    t.after(() => child.kill('SIGKILL'));
    const output = once(child, 'message') as Promise<[string]>;
    const states = () => sql<{ state: string; event: string }>(server.url, STATES);
    await until('the statement waits for the table', async () =>
      (await states()).some(({ event }) => event === 'Lock'),
    );
    child.kill('SIGSTOP');
    await owner.query('commit');
    await owner.end();
    await until('the transaction is idle', async () => (await states()).some(({ state }) => IN_THE_MIDDLE.test(state)));
    return {
      /** The outcome after the process resumes. */
      async wakes(): Promise<string> {
        child.kill('SIGCONT');
        const [outcome] = await output;
        return outcome;
      },
    };
  }
  const endings = (): number => server.output().split('due to idle-in-transaction timeout').length - 1;

  test('a write is ended, other writers get its rows, and the resumed process reports a failure', async (t) => {
    await sql(server.url, 'create table held as select 0 as n');
    const paused = await standing(t, 'write', 'held');
    await sql(server.url, `set statement_timeout = '60s'; update held set n = 100`);
    assert.equal(endings(), 1);
    assert.equal(await paused.wakes(), 'unavailable');
    assert.deepEqual(await sql(server.url, 'select n from held'), [{ n: 100 }]);
  });

  test('a publication is ended, another build can publish, and the resumed process does not replace it', async (t) => {
    const generations = await openPostgresGenerations(server.url, 'demo');
    t.after(() => generations.close());
    const before = endings();
    const paused = await standing(t, 'publish', 'firmoteca.installation');
    await until('another build publishes', () =>
      publish(generations, ['Alfa']).then(
        () => true,
        (error: Error) => {
          assert.match(error.message, /Another build is running/);
          return false;
        },
      ),
    );
    assert.equal(endings() - before, 1);
    assert.equal(await paused.wakes(), 'unavailable');
    await generations.refresh();
    assert.deepEqual(await servedNames(generations), ['Alfa']);
  });
});

const STATES = `select state, wait_event_type as event from pg_stat_activity
                where backend_type = 'client backend' and pid <> pg_backend_pid()`;
/** Also if its lock timeout has passed. */
const IN_THE_MIDDLE = /^idle in transaction/;
