/** Whatever becomes of the tax authority, callers get what is known, and say-so in the contract's words: never its status, page or text. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { DEMO_KEY } from '#accounts/keys.ts';
import type { Fault, faultKinds } from '#simulate/faults.ts';
import { cuiOf } from './demo-service.ts';
import { type LiveDemo, liveDemo } from './live-demo.ts';

type Answer = Awaited<ReturnType<LiveDemo['get']>>;

/** Longer than any caller waits on the tests' clock, which is ten times faster for waits. */
const SLOW: Fault = { kind: 'slow', delayMs: 3_000 };

/** What a first look-up makes of each fault: the source fails, answers all the same, or takes too long. */
const faults: Record<
  keyof typeof faultKinds,
  { fault?: Omit<Fault, 'kind'>; becomes: 'fails' | 'answers' | 'takesLong' }
> = {
  slow: { fault: { delayMs: 3_000 }, becomes: 'takesLong' },
  down: { becomes: 'fails' },
  http500: { becomes: 'fails' },
  http429: { fault: { retryAfterSeconds: 0 }, becomes: 'fails' },
  rejected: { becomes: 'fails' },
  truncated: { becomes: 'fails' },
  charset: { becomes: 'answers' },
  empty: { becomes: 'fails' },
  status404: { becomes: 'answers' },
  plainText: { becomes: 'fails' },
  errorCode: { becomes: 'fails' },
  missing: { becomes: 'fails' },
  rotated: { becomes: 'answers' },
  moved: { becomes: 'fails' },
};
const all = Object.entries(faults).map(([kind, { fault, becomes }]) => ({
  kind,
  fault: { kind, ...fault } as Fault,
  becomes,
}));

const REGISTERED = cuiOf('growing');
const OUTSIDE = cuiOf('townHall');
/** Right check digits, but nobody's. */
const NOBODY = '88888883';

let service: LiveDemo;
before(async () => {
  service = await liveDemo();
});
after(async () => {
  assert.deepEqual([service.errors, service.faults], [[], []], 'nothing was our fault');
  await service.close();
});

const company = (cui: string, headers?: Record<string, string>) => service.get(`/api/company/${cui}`, headers);
const checkingAnew = { 'x-api-key': DEMO_KEY, 'cache-control': 'no-cache' };

/** Nothing of the source's own trouble is in it, and it can be trusted to say how fresh it is. */
function isOurs({ status, headers, body }: Answer): void {
  assert.equal(headers.get('content-type'), 'application/json; charset=utf-8');
  assert.doesNotMatch(JSON.stringify(body), /rejected|support id|html|Internal Server Error|Too Many|temporar|Eroare/i);
  assert.ok([200, 503, 504].includes(status), `${status}`);
  const pending = (body.meta.pending?.length ?? 0) > 0;
  if (status !== 200 || pending) {
    assert.equal(headers.get('cache-control'), 'no-store');
    assert.equal(headers.get('etag'), null);
  } else assert.match(headers.get('etag') ?? '', /^W\/"/);
  if (status !== 200) assert.ok(Number(headers.get('retry-after')) >= 1);
  if (body.meta.stale) {
    assert.equal(headers.get('cache-control'), pending ? 'no-store' : 'private, max-age=0');
    assert.ok(Date.parse(body.meta.freshUntil) <= Date.now(), 'what is stale is not fresh');
  }
}

/** Without what changes at every look. */
const lasting = ({ vatCheckedAt, provenance, ...rest }: Record<string, unknown>) => rest;

describe('a company of the registry that was never observed', () => {
  for (const { kind, fault, becomes } of all)
    test(`${kind}: it is answered, and complete when the source is well again`, async () => {
      const whole = lasting((await company(REGISTERED)).body.data);
      await service.forget(REGISTERED);
      await service.during('anaf', fault, async () => {
        const answer = await company(REGISTERED);
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
      const { data } = await complete(`/api/company/${REGISTERED}`);
      assert.deepEqual(lasting(data), whole);
    });
});

describe('a company outside the registry that was never observed', () => {
  for (const { kind, fault, becomes } of all)
    test(`${kind}: nothing is known, which is no 404`, async () => {
      await service.forget(OUTSIDE);
      await service.during('anaf', fault, async () => {
        for (const rest of ['', '/financials']) {
          const answer = await service.get(`/api/company/${OUTSIDE}${rest}`);
          isOurs(answer);
          const expected = {
            fails: [503, 'UPSTREAM_UNAVAILABLE'],
            answers: [200, undefined],
            takesLong: [504, 'UPSTREAM_TIMEOUT'],
          };
          assert.deepEqual([answer.status, answer.body.error?.code], expected[becomes], rest);
        }
      });
      const { data } = await complete(`/api/company/${OUTSIDE}`);
      assert.equal(data.name, 'ORAȘUL VALEA CUCULUI');
    });
});

describe('a batch', () => {
  for (const { kind, fault, becomes } of all)
    test(`${kind}: each row says what is known of it`, async () => {
      await service.forget(REGISTERED);
      await service.forget(OUTSIDE);
      await service.during('anaf', fault, async () => {
        const answer = await service.post('/api/company/batch', { cuis: [cuiOf('giant'), REGISTERED, OUTSIDE] });
        isOurs(answer);
        assert.equal(answer.status, 200);
        const [giant, registered, outside] = answer.body.data;
        assert.deepEqual([giant.found, giant.pending], [true, false]);
        assert.equal(registered.found, true);
        // Of several that travel together, half are answered at each try.
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
      await complete(`/api/company/${OUTSIDE}`);
    });
});

test('a source that asks for an hour of rest is left alone, and callers do not wait for it', async () => {
  await service.forget(REGISTERED);
  await service.during('anaf', { kind: 'http429', retryAfterSeconds: 3_600 }, async () => {
    const asked = service.simulated.requests.anaf;
    for (let i = 0; i < 5; i++) {
      const answer = await company(REGISTERED);
      isOurs(answer);
      assert.deepEqual([answer.status, answer.body.meta.stale], [200, true]);
    }
    assert.equal(service.simulated.requests.anaf, asked + 1);
  });
});

describe('an observation that is older than a day', () => {
  test('is served stale while the source is slow, and replaced behind the caller’s back', async () => {
    await company(REGISTERED);
    await service.age(REGISTERED, 25);
    const before = service.simulated.requests.anaf;
    await service.during('anaf', SLOW, async () => {
      const answer = await company(REGISTERED);
      isOurs(answer);
      assert.deepEqual([answer.body.meta.stale, answer.body.meta.pending], [true, undefined]);
      assert.notEqual(answer.body.data.vatRegistered, null);
      assert.equal(service.simulated.requests.anaf, before + 1);
      await complete(`/api/company/${REGISTERED}`);
    });
    assert.equal(service.simulated.requests.anaf, before + 1, 'all callers shared one refresh');
  });

  test('is served stale while the source fails, also when it is a month old', async () => {
    await company(OUTSIDE);
    await service.age(OUTSIDE, 720);
    await service.during('anaf', { kind: 'rejected' }, async () => {
      const answer = await company(OUTSIDE);
      isOurs(answer);
      assert.deepEqual([answer.status, answer.body.meta.stale], [200, true]);
      assert.equal(answer.body.data.name, 'ORAȘUL VALEA CUCULUI');
    });
    assert.equal((await company(OUTSIDE)).body.meta.stale, false);
  });

  test('is not asked for again before', async () => {
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

test('what a build learned of a company outside the registry counts as an older observation', async () => {
  await company(OUTSIDE);
  await service.age(OUTSIDE, 25);
  await service.rebuild();
  await service.forget(OUTSIDE);
  await service.during('anaf', SLOW, async () => {
    const answer = await company(OUTSIDE);
    isOurs(answer);
    assert.deepEqual([answer.status, answer.body.meta.stale, answer.body.meta.pending], [200, true, undefined]);
    assert.equal(answer.body.data.name, 'ORAȘUL VALEA CUCULUI');
  });
  await complete(`/api/company/${OUTSIDE}`);
});

test('a company that is answered from the store is kept fresh before those that nobody asks for', async () => {
  const cui = cuiOf('cooperative');
  const asked = async () =>
    (
      await service.store.live.one<{ at: string | null }>(
        'select asked_at as at from fiscal_observation where cui = $1',
        [Number(cui)],
      )
    )?.at;
  assert.equal(await asked(), null);
  assert.equal((await company(cui)).body.meta.cached, true);
  for (let looks = 0; looks < 200 && (await asked()) === null; looks++) await sleep(50);
  assert.notEqual(await asked(), null);
});

describe('Cache-Control: no-cache', () => {
  test('asks again within the window', async () => {
    await company(REGISTERED);
    await service.age(REGISTERED, 1);
    const before = service.simulated.requests.anaf;
    const { body } = await company(REGISTERED, checkingAnew);
    assert.equal(service.simulated.requests.anaf, before + 1);
    assert.deepEqual([body.meta.cached, body.meta.stale], [false, false]);
    assert.ok(Date.parse(body.meta.cachedAt) > Date.now() - 60_000);
  });

  test('gets what there is when the source fails', async () => {
    await company(REGISTERED);
    await service.age(REGISTERED, 1);
    await service.during('anaf', { kind: 'down' }, async () => {
      const answer = await company(REGISTERED, checkingAnew);
      assert.deepEqual([answer.status, answer.body.meta.stale], [200, true]);
      assert.notEqual(answer.body.data.vatRegistered, null);
    });
  });
});

describe('a fiscal code that nobody has', () => {
  test('is remembered for 24 hours', async () => {
    await service.forget(NOBODY);
    const before = service.simulated.requests.anaf;
    assert.equal((await company(NOBODY)).status, 404);
    await service.age(NOBODY, 23);
    assert.equal((await company(NOBODY)).status, 404);
    assert.equal(service.simulated.requests.anaf, before + 1);
    await service.age(NOBODY, 25);
    assert.equal((await company(NOBODY)).status, 404);
    assert.equal(service.simulated.requests.anaf, before + 2);
  });

  test('is unknown again after that time', async () => {
    await company(NOBODY);
    await service.age(NOBODY, 25);
    await service.during('anaf', { kind: 'down' }, async () => {
      const answer = await company(NOBODY);
      isOurs(answer);
      assert.equal(answer.status, 503);
    });
  });
});

describe('a balance sheet that only the web service has', () => {
  const LATE = cuiOf('lateFiler');
  const balances = (rest = '/financials') => service.get(`/api/company/${LATE}${rest}`);

  for (const { kind, fault, becomes } of all.filter(({ kind }) => kind !== 'empty'))
    test(`${kind}: the other years are answered, and nobody says that it was not filed`, async () => {
      await service.forget(LATE);
      await service.during('bilant', fault, async () => {
        const answer = await balances();
        isOurs(answer);
        assert.equal(answer.status, 200);
        const { data, meta } = answer.body;
        if (becomes === 'answers') assert.deepEqual([data[0].year, meta.stale], [2025, false]);
        else {
          assert.ok(data.length > 0 && data[0].year === 2024);
          assert.deepEqual(meta.financialsMissingYears, [2025]);
          assert.deepEqual(
            [meta.stale, meta.pending],
            becomes === 'fails' ? [true, undefined] : [false, ['balance 2025']],
          );
        }
        const one = await balances('/balance/2025');
        isOurs(one);
        assert.equal(one.status, { fails: 503, answers: 200, takesLong: 504 }[becomes]);
        const other = await balances('/balance/2024');
        isOurs(other);
        assert.deepEqual([other.status, other.body.meta.stale, other.body.meta.pending], [200, false, undefined]);
        isOurs(await balances('/health'));
      });
      const { data } = await complete(`/api/company/${LATE}/financials`);
      assert.deepEqual([data[0].year, data[0].source], [2025, 'service']);
    });

  test('an empty answer is that service’s way to say that there is none, and counts for a day', async () => {
    await service.forget(LATE);
    await service.during('bilant', { kind: 'empty' }, async () => {
      const { data, meta } = (await balances()).body;
      assert.deepEqual([data[0].year, meta.stale, meta.pending], [2024, false, undefined]);
      const { status, body } = await balances('/balance/2025');
      assert.deepEqual([status, body.error?.details?.[0]?.problem], [404, 'notFiled']);
    });
    assert.equal((await balances()).body.data[0].year, 2024);
    await service.age(LATE, 25);
    assert.equal((await balances()).body.data[0].year, 2025);
  });

  test('once known, it is served stale while the service is slow', async () => {
    await balances();
    await service.age(LATE, 8 * 24);
    await service.during('bilant', SLOW, async () => {
      const answer = await balances();
      isOurs(answer);
      assert.deepEqual(
        [answer.body.data[0].year, answer.body.meta.stale, answer.body.meta.pending],
        [2025, true, undefined],
      );
    });
  });

  test('is never waited for by a look-up of the company', async () => {
    await service.forget(LATE);
    await service.during('bilant', SLOW, async () => {
      const before = service.simulated.requests.bilant;
      const { body } = await company(LATE);
      assert.deepEqual([body.meta.stale, body.meta.pending], [false, undefined]);
      assert.equal(service.simulated.requests.bilant, before);
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

/** Asked again and again until nothing is missing; a question that was on its way to a slow source may still be. */
async function complete(path: string): Promise<Answer['body']> {
  for (let looks = 0; looks < 100; looks++) {
    const { status, body } = await service.get(path);
    if (status === 200 && !body.meta.stale && !body.meta.pending) return body;
    await sleep(100);
  }
  assert.fail(`${path} is not complete after ten seconds.`);
}
