/** Three hosts behind nginx, with a PostgreSQL standby and Redis Sentinels: every process is killed in turn, and callers see only the documented effects. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { missing } from '#test/support/hosts/requirements.ts';
import { trial } from '#test/support/hosts/trial.ts';
import { notRun } from '#test/support/skip-report.ts';

const [gap] = missing();
const skip = gap !== undefined && notRun('an installation of three hosts', gap.install);

test('three hosts keep the documented promises when a service, the leader, the standby and Redis die or restart', {
  skip,
  timeout: 900_000,
}, async (t) => {
  if (process.env.FIRMOTECA_TEST_ENGINE === 'sqlite') return t.skip();
  const { chapters, problems } = await trial({ companies: 300, stretchMs: 3_000 }, (line) => t.diagnostic(line));
  assert.deepEqual(problems, []);
  for (const { name, waits } of chapters.slice(1)) assert.ok(waits.length > 0, `no request was sent during: ${name}`);
});
