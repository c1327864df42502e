/** PostgreSQL stopped, killed, cut and unreachable under load: never a crash, and everything goes on when it is back. */
import assert from 'node:assert/strict';
import { tmpdir } from 'node:os';
import { test } from 'node:test';
import { storm } from './postgres-storm.ts';
import { run } from './process.ts';

test('a database that is stopped, killed and cut off costs its callers a 503 at most, and nobody anything else', {
  timeout: 600_000,
}, async (t) => {
  if (process.env.FIRMOTECA_TEST_ENGINE === 'sqlite') return t.skip();
  const met = await storm(['stopped', 'killed', 'cut', 'dropped', 'silent']);
  assert.deepEqual([...new Set(met.problems)], [], met.said);
  assert.ok((met.answers.get('200') ?? 0) > 100);
  assert.ok((met.answers.get('503 STORE_UNAVAILABLE') ?? 0) > 0);
  assert.ok(met.counted >= met.answered, `${met.counted} of ${met.answered} requests are in the books`);
});

test('a start, or any other command, without its database is one sentence', async () => {
  const environment = { FIRMOTECA_DATA: tmpdir(), DATABASE_URL: 'postgres://someone:secret@127.0.0.1:1/firmoteca' };
  for (const args of [['serve'], ['keys', 'list'], ['generations', 'list']]) {
    const { code, said } = await run(args, environment);
    assert.equal(code, 1);
    assert.match(said, /^The database does not answer: connect ECONNREFUSED [^\n]+\. Start it, [^\n]+\n$/);
    assert.doesNotMatch(said, /secret/);
  }
});
