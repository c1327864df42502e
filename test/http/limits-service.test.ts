/**
 * Limits as callers see them: over real sockets, with several serving threads, and with Redis restarts. `npm test` counts by
 * address, whose limit is a tenth; the long tier also by account and with Redis, which limits-redis.test.ts covers for one thread.
 */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { offline } from '#data/live/ports.ts';
import { openStore, type Store } from '#data/store/open.ts';
import { DEMO_KEY } from '#platform/accounts/keys.ts';
import { startWorkers, type Workers } from '#server/workers.ts';
import { startChanging } from '#test/support/changing-server.ts';
import { cuiOf } from '#test/support/demo-service.ts';
import { changedEnvironment, type Restore } from '#test/support/environment.ts';
import { keptInstallation } from '#test/support/installation-snapshot.ts';
import { redisPath, startRedis } from '#test/support/redis-server.ts';
import { notRun } from '#test/support/skip-report.ts';
import { isLongTier, longTest } from '#test/support/tier.ts';
import { until } from '#test/support/until.ts';

const folder = mkdtempSync(join(tmpdir(), 'firmoteca-limits-'));
let store: Store;
let workers: Workers | undefined;
const restore: Restore[] = [];

before(async () => {
  // Threads read the settings of their process.
  restore.push(changedEnvironment({ FIRMOTECA_DATA: folder, FIRMOTECA_LOG: 'errors' }));
  await keptInstallation(folder);
  store = await openStore({ databaseUrl: null, folder, country: 'demo' });
});
after(async () => {
  await workers?.stop();
  await store.close();
  for (const each of restore.reverse()) each();
  rmSync(folder, { recursive: true });
});

async function restart(environment: Record<string, string> = {}, count = 2): Promise<void> {
  await workers?.stop();
  restore.push(changedEnvironment({ REDIS_URL: '', ...environment }));
  const onError = (error: unknown): never => {
    throw error;
  };
  workers = await startWorkers({ count, host: '127.0.0.1', port: 0, store, live: offline, onError });
}

const company = `/api/company/${cuiOf('giant')}`;

const ask = (path: string, init: RequestInit = {}): Promise<Response> =>
  fetch(`http://127.0.0.1:${workers?.port}${path}`, { headers: { 'x-api-key': DEMO_KEY }, ...init });

const CHEAP = '/api/caen/6210';

/** Many concurrent requests, over connections to both threads. */
async function hammer(requests: number, init: RequestInit = {}): Promise<Response[]> {
  const answers: Response[] = [];
  let requested = 0;
  const caller = async (): Promise<void> => {
    while (requested++ < requests) {
      const answer = await ask(CHEAP, init);
      await answer.arrayBuffer();
      answers.push(answer);
    }
  };
  await Promise.all(Array.from({ length: 40 }, caller));
  return answers;
}

describe('on one host', () => {
  before(() => restart());

  test('every admitted request has the allowance in its headers, whatever its status', async () => {
    const fine = await ask(company);
    assert.equal(fine.status, 200);
    assert.equal(fine.headers.get('ratelimit-policy'), '"pro";q=1200;w=60');
    assert.match(fine.headers.get('ratelimit') ?? '', /^"pro";r=11[0-9]{2};t=[0-9]{1,2}$/);
    assert.equal(fine.headers.get('x-ratelimit-limit'), '1200');
    const etag = fine.headers.get('etag') ?? '';
    const key = { 'x-api-key': DEMO_KEY };
    const expected: [number, Response][] = [
      [304, await ask(company, { headers: { ...key, 'if-none-match': etag } })],
      [200, await ask(company, { method: 'HEAD' })],
      [400, await ask(`${company}?unknown=1`)],
      [404, await ask('/api/caen/9999')],
      [406, await ask(company, { headers: { ...key, accept: 'text/html' } })],
    ];
    let remaining = Number(fine.headers.get('x-ratelimit-remaining'));
    for (const [status, answer] of expected) {
      assert.equal(answer.status, status);
      assert.equal(answer.headers.get('x-ratelimit-remaining'), String(--remaining), `${status}`);
      assert.equal(answer.headers.get('retry-after'), null);
      assert.ok(Number(answer.headers.get('x-ratelimit-reset')) >= 1);
      const exposed = answer.headers.get('access-control-expose-headers') ?? '';
      for (const name of ['ratelimit', 'ratelimit-policy', 'x-ratelimit-remaining', 'retry-after'])
        assert.ok(exposed.split(', ').includes(name), name);
    }
  });

  test('requests without a valid key are counted by address', async () => {
    const nobody = await ask(company, { headers: {} });
    assert.equal(nobody.headers.get('ratelimit-policy'), '"address";q=120;w=60');
    const wrong = await ask(company, { headers: { 'x-api-key': 'nonsense' } });
    assert.equal(wrong.status, 401);
    const [before, after] = [nobody, wrong].map(({ headers }) => Number(headers.get('x-ratelimit-remaining')));
    assert.equal(after, Number(before) - 1);
  });

  test('pages and probes have no allowance headers', async () => {
    for (const path of ['/livez', '/docs', '/openapi.json'])
      assert.equal((await ask(path)).headers.get('ratelimit'), null, path);
  });

  /** `left`: remaining of the allowance for this minute. */
  const assertBounded = (answers: readonly Response[], admits: number, left: number, allowed: number): void => {
    const admitted = answers.filter(({ status }) => status === admits);
    assert.ok(admitted.length <= left && admitted.length >= left - allowed / 100, `${admitted.length} of ${left}`);
    const refused = answers.filter(({ status }) => status === 429);
    assert.equal(admitted.length + refused.length, answers.length);
    for (const { headers } of refused) {
      const wait = Number(headers.get('retry-after'));
      assert.ok(Number.isInteger(wait) && wait >= 1 && wait <= 61);
      // A slot may free up slightly after its window, which `retry-after` includes.
      assert.equal(headers.get('x-ratelimit-reset'), String(Math.min(wait, 60)));
      assert.equal(headers.get('x-ratelimit-remaining'), '0');
    }
  };

  test('two threads admit the limit within one per cent, then answer with Retry-After', async () => {
    const stranger = { headers: {} };
    const first = await ask(CHEAP, stranger);
    assert.notEqual(first.status, 429);
    const left = Number(first.headers.get('x-ratelimit-remaining'));
    assertBounded(await hammer(left + 40, stranger), first.status, left, 120);
    const { error } = (await (await ask(company, stranger)).json()) as { error: { code: string; message: string } };
    assert.equal(error.code, 'RATE_LIMITED');
    assert.match(error.message, /[0-9]+ seconds/);
    assert.equal((await ask(company)).status, 200, 'an account has its own counter');
  });

  longTest('two threads admit the higher limit of an account within one per cent', async () => {
    await restart();
    assertBounded(await hammer(1_500), 200, 1_200, 1_200);
  });

  longTest('limits can be turned off, except for password attempts', async () => {
    await restart({ FIRMOTECA_LIMITS: 'off' }, 1);
    const answer = await ask('/api/health');
    const guess = async (password: string): Promise<number> => {
      const body = new URLSearchParams({ email: 'cineva@example.ro', password });
      const headers = { 'sec-fetch-site': 'same-origin' };
      return (await ask('/cont/intrare', { method: 'POST', body, headers })).status;
    };
    const guesses: number[] = [];
    for (let i = 0; i < 6; i++) guesses.push(await guess(`parola numărul ${i}`));
    process.env.FIRMOTECA_LIMITS = 'on';
    assert.deepEqual(guesses, [403, 403, 403, 403, 403, 429]);
    assert.equal(answer.headers.get('ratelimit'), null);
    assert.equal(((await answer.json()) as Health).data.limits, 'off');
  });
});

interface Health {
  data: { status: string; limits: string };
}

const TOKEN = 'a-token-of-32-characters-or-more';
const skip =
  isLongTier && redisPath() === null && notRun('a service that counts in Redis', 'apt-get install -y redis-server');

longTest('a service with Redis continues without it, reports it, and returns to shared limits', { skip }, async (t) => {
  const redis = await startRedis();
  t.after(() => redis.stop());
  await restart({ REDIS_URL: redis.url, FIRMOTECA_METRICS_TOKEN: TOKEN });
  await allSay('shared');
  const before = Number((await ask(company)).headers.get('x-ratelimit-remaining'));
  // Restarted threads continue with the same counters.
  await restart({ REDIS_URL: redis.url, FIRMOTECA_METRICS_TOKEN: TOKEN });
  await until('both threads share limits', async () => (await threads('shared')) === '2');
  assert.equal((await ask(company)).headers.get('x-ratelimit-remaining'), String(before - 1));
  await redis.kill();
  assert.equal((await ask(company)).status, 200);
  await allSay('alone');
  assert.equal((await ask(company)).headers.get('ratelimit-policy'), '"pro";q=1200;w=60');
  await redis.start();
  await allSay('shared');
});

longTest(
  'a service whose Redis is replaced reports it, refuses no request, and returns to shared limits',
  { skip },
  async (t) => {
    const redis = await startRedis();
    t.after(() => redis.stop());
    const server = await startChanging(redis.url);
    t.after(() => server.stop());
    await restart({ REDIS_URL: server.url, FIRMOTECA_METRICS_TOKEN: TOKEN });
    await allSay('shared');
    server.answer('+OK\r\n');
    assert.equal((await ask(company)).status, 200);
    await allSay('alone');
    // A thread notices the loss at a request; new connections reach both threads.
    const headers = { 'x-api-key': DEMO_KEY, connection: 'close' };
    await until('the metrics report the loss', async () => {
      assert.equal((await ask(company, { headers })).status, 200);
      return (await threads('alone')) === '2';
    });
    const answer = await ask(company);
    assert.deepEqual([answer.status, answer.headers.get('ratelimit-policy')], [200, '"pro";q=1200;w=60']);
    server.beRedis();
    await allSay('shared');
    await until('the metrics report shared limits', async () => (await threads('shared')) === '2');
  },
);

/** The count from the metrics, which take no allowance. */
async function threads(state: string): Promise<string | undefined> {
  const text = await (await ask('/metrics', { headers: { authorization: `Bearer ${TOKEN}` } })).text();
  return new RegExp(`^firmoteca_limits_threads\\{state="${state}"\\} ([0-9]+)$`, 'm').exec(text)?.[1];
}

/** Each thread has its own connection; 20 equal answers in a row mean that all threads agree. */
async function allSay(state: string): Promise<void> {
  let agreed = 0;
  await until(`all threads are ${state}`, async () => {
    agreed = ((await (await ask('/api/health')).json()) as Health).data.limits === state ? agreed + 1 : 0;
    return agreed === 20;
  });
}
