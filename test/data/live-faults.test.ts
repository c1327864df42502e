/** Under every fault of the tax authority callers get the stored data in the API’s terms, never its status, page or text. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { outsideCui } from '#demo-country/world.ts';
import { DEMO_KEY } from '#platform/accounts/keys.ts';
import { cuiOf } from '#test/support/demo-service.ts';
import { complete, decided, everyFault, isOurs, SLOW } from '#test/support/live-answers.ts';
import { type LiveDemo, liveDemo } from '#test/support/live-demo.ts';
import { isLongTier } from '#test/support/tier.ts';
import { until } from '#test/support/until.ts';

const REGISTERED = cuiOf('growing');
/** An entity that is not in the demo’s data at the start. */
const OUTSIDE = outsideCui(9);
const OUTSIDE_NAME = 'ASOCIAȚIA IZVORUL CREMENII PENTRU NATURĂ';
/** Valid check digit, but unassigned. */
const NOBODY = '88888883';

let service: LiveDemo;
before(async () => {
  service = await liveDemo();
});
after(async () => {
  assert.deepEqual([service.errors, service.faults], [[], []], 'no internal error');
  await service.close();
});

const company = (cui: string, headers?: Record<string, string>) => service.get(`/api/company/${cui}`, headers);
const checkingAnew = { 'x-api-key': DEMO_KEY, 'cache-control': 'no-cache' };

/** Without the fields that change at every look-up. */
const lasting = ({ vatCheckedAt, provenance, ...rest }: Record<string, unknown>) => rest;

describe('a registered company that was never observed', () => {
  for (const { kind, fault, becomes } of everyFault)
    test(`${kind}: the company is answered, and complete when the source recovers`, async () => {
      const whole = lasting((await company(REGISTERED)).body.data);
      await service.forget(REGISTERED);
      await service.during('anaf', fault, async () => {
        const answer = await decided(() => service.get(`/api/company/${REGISTERED}`), becomes);
        isOurs(answer);
        assert.equal(answer.status, 200);
        const { data, meta } = answer.body;
        if (becomes === 'answers') {
          assert.deepEqual(lasting(data), whole);
          assert.deepEqual([meta.stale, meta.pending, meta.source], [false, undefined, 'anaf']);
          return;
        }
        assert.deepEqual([data.name, data.registrationNumber], [whole.name, whole.registrationNumber]);
        assert.deepEqual([data.vatRegistered, data.vatStatus, data.vatPeriods], [null, 'unknown', null]);
        assert.deepEqual([meta.stale, meta.pending], becomes === 'fails' ? [true, undefined] : [false, ['fiscal']]);
      });
      const { data } = await complete(service, `/api/company/${REGISTERED}`);
      assert.deepEqual(lasting(data), whole);
    });
});

/** Every fault is covered above: here one for each outcome, and the fault that halves a batch. */
const oneOfEach = everyFault.filter(
  ({ kind, becomes }, i) => kind === 'missing' || everyFault.findIndex((other) => other.becomes === becomes) === i,
);
const sampled = isLongTier ? everyFault : oneOfEach;

describe('a company outside the registry that was never observed', () => {
  for (const { kind, fault, becomes } of sampled)
    test(`${kind}: the company is unknown, which is no 404`, async () => {
      await service.forget(OUTSIDE);
      await service.during('anaf', fault, async () => {
        for (const rest of ['', '/financials']) {
          const answer = await decided(() => service.get(`/api/company/${OUTSIDE}${rest}`), becomes);
          isOurs(answer);
          const expected = {
            fails: [503, 'UPSTREAM_UNAVAILABLE'],
            answers: [200, undefined],
            takesLong: [504, 'UPSTREAM_TIMEOUT'],
          };
          assert.deepEqual([answer.status, answer.body.error?.code], expected[becomes], rest);
        }
      });
      const { data } = await complete(service, `/api/company/${OUTSIDE}`);
      assert.equal(data.name, OUTSIDE_NAME);
    });
});

describe('a batch', () => {
  for (const { kind, fault, becomes } of sampled)
    test(`${kind}: each row states what is known`, async () => {
      await service.forget(REGISTERED);
      await service.forget(OUTSIDE);
      await service.during('anaf', fault, async () => {
        const batch = () => service.post('/api/company/batch', { cuis: [cuiOf('giant'), REGISTERED, OUTSIDE] });
        const answer = await decided(batch, becomes);
        isOurs(answer);
        assert.equal(answer.status, 200);
        const [giant, registered, outside] = answer.body.data;
        assert.deepEqual([giant.found, giant.pending], [true, false]);
        assert.equal(registered.found, true);
        // Of a batch, half of the rows are answered at each attempt.
        const comes = kind === 'missing' ? 'answers' : becomes;
        if (comes === 'answers')
          assert.deepEqual([registered.pending, outside.pending, outside.found], [false, false, true]);
        if (comes === 'fails') {
          assert.deepEqual([outside.error.code, outside.pending], ['UPSTREAM_UNAVAILABLE', false]);
          assert.equal(answer.body.meta.stale, true);
        }
        if (comes === 'takesLong') {
          assert.deepEqual([registered.pending, outside.pending, outside.error.code], [true, true, 'UPSTREAM_TIMEOUT']);
          assert.deepEqual(answer.body.meta.pending, ['fiscal']);
        }
      });
      await complete(service, `/api/company/${OUTSIDE}`);
    });
});

test('a source with a Retry-After of an hour gets no requests, and callers do not wait for it', async () => {
  await service.forget(REGISTERED);
  await service.during('anaf', { kind: 'http429', retryAfterSeconds: 3_600 }, async () => {
    const requested = service.simulated.requests.anaf;
    for (let i = 0; i < 5; i++) {
      // The Retry-After comes with the first answer, which can be late on a busy machine.
      const answer = i === 0 ? await decided(() => company(REGISTERED), 'fails') : await company(REGISTERED);
      isOurs(answer);
      assert.deepEqual([answer.status, answer.body.meta.stale], [200, true]);
    }
    assert.equal(service.simulated.requests.anaf, requested + 1);
  });
});

describe('an observation older than a day', () => {
  test('is served stale while the source is slow, and refreshed in the background', async () => {
    await company(REGISTERED);
    await service.age(REGISTERED, 25);
    const before = service.simulated.requests.anaf;
    await service.during('anaf', SLOW, async () => {
      const answer = await company(REGISTERED);
      isOurs(answer);
      assert.deepEqual([answer.body.meta.stale, answer.body.meta.pending], [true, undefined]);
      assert.notEqual(answer.body.data.vatRegistered, null);
      await until('the source is queried', async () => service.simulated.requests.anaf > before);
      for (const { body } of await Promise.all([1, 2, 3].map(() => company(REGISTERED))))
        assert.equal(body.meta.stale, true);
      assert.equal(service.simulated.requests.anaf, before + 1, 'all callers share one refresh');
    });
    await complete(service, `/api/company/${REGISTERED}`);
    assert.equal(service.simulated.requests.anaf, before + 1);
  });

  test('is served stale while the source fails, even after a month', async () => {
    await company(OUTSIDE);
    await service.age(OUTSIDE, 720);
    await service.during('anaf', { kind: 'rejected' }, async () => {
      const answer = await company(OUTSIDE);
      isOurs(answer);
      assert.deepEqual([answer.status, answer.body.meta.stale], [200, true]);
      assert.equal(answer.body.data.name, OUTSIDE_NAME);
    });
    assert.equal((await complete(service, `/api/company/${OUTSIDE}`)).meta.stale, false);
  });

  test('is not refreshed before that age', async () => {
    await company(REGISTERED);
    await service.age(REGISTERED, 22);
    const before = service.simulated.requests.anaf;
    const { body, headers } = await company(REGISTERED);
    assert.equal(service.simulated.requests.anaf, before);
    const [, seconds] = /^private, max-age=([0-9]+)$/.exec(headers.get('cache-control') ?? '') ?? [];
    assert.ok(Number(seconds) > 7_100 && Number(seconds) <= 7_200, `${seconds} seconds are left`);
    assert.equal(body.meta.cached, true);
  });
});

test('a build’s data of a company outside the registry counts as an older observation', async () => {
  await company(OUTSIDE);
  await service.age(OUTSIDE, 25);
  await service.rebuild();
  await service.forget(OUTSIDE);
  await service.during('anaf', SLOW, async () => {
    const answer = await company(OUTSIDE);
    isOurs(answer);
    assert.deepEqual([answer.status, answer.body.meta.stale, answer.body.meta.pending], [200, true, undefined]);
    assert.equal(answer.body.data.name, OUTSIDE_NAME);
  });
  await complete(service, `/api/company/${OUTSIDE}`);
});

test('a requested company is recorded for a refresh before unrequested ones', async () => {
  const cui = cuiOf('cooperative');
  const requested = async () =>
    (
      await service.store.live.one<{ at: string | null }>(
        'select asked_at as at from fiscal_observation where cui = $1',
        [Number(cui)],
      )
    )?.at;
  assert.equal(await requested(), null);
  assert.equal((await company(cui)).body.meta.cached, true);
  await until('the request is recorded', async () => (await requested()) !== null);
});

describe('Cache-Control: no-cache', () => {
  test('refreshes within the window', async () => {
    await company(REGISTERED);
    await service.age(REGISTERED, 1);
    const before = service.simulated.requests.anaf;
    let { body } = await company(REGISTERED, checkingAnew);
    // The source may answer after the caller’s timeout; a repeated request waits for the same answer.
    await until('the source has answered', async () => {
      if (body.meta.stale) ({ body } = await company(REGISTERED, checkingAnew));
      return !body.meta.stale;
    });
    assert.equal(service.simulated.requests.anaf, before + 1);
    assert.deepEqual([body.meta.cached, body.meta.stale], [false, false]);
    assert.ok(Date.parse(body.meta.cachedAt) > Date.now() - 60_000);
  });

  test('gets the stored data when the source fails', async () => {
    await company(REGISTERED);
    await service.age(REGISTERED, 1);
    await service.during('anaf', { kind: 'down' }, async () => {
      const answer = await company(REGISTERED, checkingAnew);
      assert.deepEqual([answer.status, answer.body.meta.stale], [200, true]);
      assert.notEqual(answer.body.data.vatRegistered, null);
    });
    // The pending refresh ends before other tests count requests.
    await until('the source has answered', async () => !(await company(REGISTERED, checkingAnew)).body.meta.stale);
  });
});

describe('an unassigned fiscal code', () => {
  test('is remembered for 24 hours', async () => {
    await service.forget(NOBODY);
    const before = service.simulated.requests.anaf;
    const looked = async () => (await decided(() => company(NOBODY), 'answers')).status;
    assert.equal(await looked(), 404);
    await service.age(NOBODY, 23);
    assert.equal(await looked(), 404);
    assert.equal(service.simulated.requests.anaf, before + 1);
    await service.age(NOBODY, 25);
    assert.equal(await looked(), 404);
    assert.equal(service.simulated.requests.anaf, before + 2);
  });

  test('is unknown again after that time', async () => {
    await company(NOBODY);
    await service.age(NOBODY, 25);
    await service.during('anaf', { kind: 'down' }, async () => {
      const answer = await decided(() => company(NOBODY), 'fails');
      isOurs(answer);
      assert.equal(answer.status, 503);
    });
  });
});

test('the ETag changes exactly when the data does', async () => {
  const seen = new Map<string, string>();
  const look = async (path: string, headers?: Record<string, string>) => {
    const answer = await service.get(path, headers);
    const etag = answer.headers.get('etag');
    if (etag === null) return;
    const data = JSON.stringify(answer.body.data);
    assert.equal(seen.get(etag) ?? data, data, 'the same tag for other data');
    for (const [other, before] of seen) assert.ok(other === etag || before !== data, 'another tag for the same data');
    seen.set(etag, data);
  };
  const path = `/api/company/${REGISTERED}`;
  await look(path);
  await look(path);
  await service.age(REGISTERED, 25);
  await service.during('anaf', { kind: 'down' }, () => look(path));
  await look(path);
  await look(path, checkingAnew);
  await service.forget(REGISTERED);
  await service.during('anaf', { kind: 'down' }, async () => {
    await look(path);
    await look(path);
  });
  await look(path);
  await look(`${path}/financials`);
  await look(`${path}/financials`);
  assert.ok(seen.size >= 4, 'the data did change');
});
