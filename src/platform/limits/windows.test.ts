import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { allocateCounters, countersIn } from './caller-slots.ts';
import { type Meter, minutes } from './windows.ts';

const NOON = Date.UTC(2026, 10, 15, 12);
const MINUTE_MS = 60_000;

const meter = (slots = 64): Meter => minutes(countersIn(allocateCounters(slots, 64)));

/** The times of admitted and of refused requests. */
function ask(counting: Meter, limit: number, times: readonly number[]) {
  const admitted: number[] = [];
  const refused: number[] = [];
  for (const time of times) (counting.take('test', 'caller', limit, time).allowed ? admitted : refused).push(time);
  return { admitted, refused };
}

/** The number that an exact log of a minute admits. */
function exactly(limit: number, times: readonly number[]): number {
  const log: number[] = [];
  for (const time of times) {
    const oldest = log[log.length - limit];
    if (oldest === undefined || time - oldest >= MINUTE_MS) log.push(time);
  }
  return log.length;
}

/** Bursts and pauses, as times in order. */
const arrivals = fc
  .array(
    fc.tuple(fc.integer({ min: 0, max: 20_000 }), fc.integer({ min: 1, max: 40 }), fc.integer({ max: 100, min: 0 })),
    {
      minLength: 20,
      maxLength: 60,
    },
  )
  .map((bursts) => {
    let time = NOON;
    return bursts.flatMap(([pause, requests, apartMs]) => {
      time += pause;
      return Array.from({ length: requests }, () => (time += apartMs));
    });
  });

test('no sixty seconds contain more requests than the limit, whenever they begin', () => {
  fc.assert(
    fc.property(arrivals, fc.integer({ min: 1, max: 150 }), (times, limit) => {
      const { admitted } = ask(meter(), limit, times);
      for (let i = limit; i < admitted.length; i++)
        assert.ok(Number(admitted[i]) - Number(admitted[i - limit]) >= MINUTE_MS);
    }),
  );
});

test('a refused caller has used up the limit within the last sixty and a half seconds', () => {
  fc.assert(
    fc.property(arrivals, fc.integer({ min: 1, max: 150 }), (times, limit) => {
      const { admitted, refused } = ask(meter(), limit, times);
      for (const time of refused) {
        const lately = admitted.filter((other) => other <= time && time - other < MINUTE_MS + 500);
        assert.ok(lately.length >= limit, `${lately.length} of ${limit}`);
      }
    }),
  );
});

for (const limit of [30, 120, 300, 1_200]) {
  test(`random arrivals at and over ${limit} a minute are allowed within one per cent of an exact log`, () => {
    for (const pressure of [0.8, 1, 1.02, 1.5, 4]) {
      let time = NOON;
      const meanMs = MINUTE_MS / (limit * pressure);
      const random = randomNumbers(limit);
      const times = Array.from({ length: limit * 40 }, () => (time += Math.round(-Math.log(1 - random()) * meanMs)));
      const { admitted } = ask(meter(), limit, times);
      const exact = exactly(limit, times);
      assert.ok(Math.abs(admitted.length - exact) <= exact * 0.01, `${admitted.length} for ${exact} at ${pressure}`);
    }
  });
}

test('a burst at the end of one minute uses up the beginning of the next', () => {
  const counting = meter();
  const burst = (from: number): number[] => Array.from({ length: 100 }, (_, i) => from + i);
  assert.equal(ask(counting, 100, burst(NOON - 200)).admitted.length, 100);
  assert.equal(ask(counting, 100, burst(NOON + 1)).admitted.length, 0);
});

test('a caller is allowed after the reported wait, and not much sooner', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 999 }), fc.integer({ min: 0, max: 59_000 }), (phase, laterMs) => {
      const counting = meter();
      const start = NOON + phase;
      ask(counting, 5, [start, start, start, start, start]);
      const later = counting.take('test', 'caller', 5, start + laterMs);
      assert.equal(later.allowed, false);
      const result = later.resetMs;
      assert.ok(result >= MINUTE_MS - laterMs && result <= MINUTE_MS + 500 - laterMs);
      assert.equal(counting.take('test', 'caller', 5, start + laterMs + result - 1).allowed, false);
      assert.equal(counting.take('test', 'caller', 5, start + laterMs + result).allowed, true);
    }),
  );
});

test('each request reduces the remaining ones by one, and refusals do not', () => {
  const counting = meter();
  const take = () => counting.take('test', 'caller', 3, NOON);
  assert.deepEqual(
    [take(), take(), take(), take(), take()].map(({ remaining }) => remaining),
    [2, 1, 0, 0, 0],
  );
  assert.equal(ask(counting, 3, [NOON + 60_500, NOON + 60_500, NOON + 60_500, NOON + 60_500]).admitted.length, 3);
});

test('callers and windows with other names are counted separately', () => {
  const counting = meter();
  assert.equal(counting.take('test', 'one', 1, NOON).allowed, true);
  assert.equal(counting.take('test', 'other', 1, NOON).allowed, true);
  assert.equal(counting.take('another', 'one', 1, NOON).allowed, true);
  assert.equal(counting.take('test', 'one', 1, NOON).allowed, false);
});

test('a clock that is set back refuses no caller below the limit', () => {
  const counting = meter();
  assert.equal(counting.take('test', 'caller', 2, NOON).allowed, true);
  assert.equal(counting.take('test', 'caller', 2, NOON - 3_600_000).allowed, true);
});

test('after a week old counts have no effect', () => {
  const counting = meter();
  // The number of half seconds that a ring word can distinguish.
  const roundMs = 2 ** 20 * 500;
  ask(
    counting,
    10,
    Array.from({ length: 10 }, () => NOON),
  );
  assert.equal(counting.take('test', 'caller', 10, NOON + roundMs).remaining, 9);
});

function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

test('several requests are allowed together or not at all; the reset time is when all of them fit', () => {
  const counting = meter();
  const take = (time: number, requests: number) => counting.take('test', 'caller', 100, time, requests);
  assert.equal(take(NOON, 30).allowed, true);
  assert.equal(take(NOON + 20_000, 60).remaining, 10);
  const at = NOON + 30_000;
  const few = take(at, 20);
  const many = take(at, 50);
  assert.deepEqual([few.allowed, few.remaining, many.allowed, many.remaining], [false, 10, false, 10]);
  assert.equal(take(at + few.resetMs - 1, 20).allowed, false);
  assert.equal(take(at + few.resetMs, 50).allowed, false);
  assert.equal(take(at + many.resetMs, 50).allowed, true);
});
