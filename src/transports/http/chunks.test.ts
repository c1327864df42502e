import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { ask, refusal } from '#test/support/ask.ts';
import { type Listening, listening } from '#test/support/listening.ts';
import { until } from '#test/support/until.ts';
import type { Chunks } from './reply.ts';
import { Router } from './router.ts';
import type { Handler, ServerLimits } from './server.ts';

const LIMITS = { chunkMs: 60_000, totalMs: 60_000 };

async function giving(
  body: Chunks,
  limits: Partial<ServerLimits>,
  use: (own: Listening) => Promise<void>,
): Promise<void> {
  const router = new Router<Handler>();
  router.add('GET', '/', () => ({ status: 200, headers: { 'content-type': 'text/plain' }, body }));
  const own = await listening(router, null, limits);
  try {
    await use(own);
  } finally {
    await own.close();
  }
}

/** Waits until it is told to stop. */
const stuck = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason));
  });

const limited = { timeout: 60_000 };
const text = async ({ origin }: Listening, headers: Record<string, string> = {}): Promise<string> =>
  (await fetch(origin, { headers: { 'accept-encoding': 'identity', ...headers } })).text();

test(
  'a source that gives nothing in time is given up: in the envelope before its first piece, by breaking off after',
  limited,
  async () => {
    const brief = { chunks: { ...LIMITS, chunkMs: 30 } };
    let freed = 0;
    const after = (first: string[]): Chunks =>
      async function* (signal) {
        try {
          for (const piece of first) yield Buffer.from(piece);
          await stuck(signal);
        } finally {
          freed++;
        }
      };
    await giving(after([]), brief, async (own) => {
      assert.equal(refusal(await ask(own.port, { path: '/' }), 'stuck').code, 'INTERNAL_ERROR');
      await until('freed === 1', () => freed === 1);
      assert.match(String(own.faults), /No piece came in 0.03 seconds/);
    });
    await giving(after(['a']), brief, async (own) => {
      await assert.rejects(text(own));
      await until('freed === 2', () => freed === 2);
      assert.match(String(own.faults), /No piece came/);
    });
  },
);

test('a reader has a time for the whole; then the source is let go, and that is nobody’s fault', limited, async () => {
  let freed = 0;
  const endless: Chunks = async function* () {
    try {
      for (;;) {
        yield Buffer.from('a');
        await sleep(5);
      }
    } finally {
      freed++;
    }
  };
  await giving(endless, { chunks: { ...LIMITS, totalMs: 50 } }, async (own) => {
    await assert.rejects(text(own));
    // So little is nothing yet when it is compressed: the time is over before the first piece.
    await assert.rejects(text(own, { 'accept-encoding': 'gzip' }));
    await until('freed === 2', () => freed === 2);
    assert.deepEqual(own.faults, []);
  });
});

test('what goes wrong while a source is let go is logged', limited, () =>
  giving(
    async function* () {
      try {
        for (;;) {
          yield Buffer.alloc(100_000);
          await sleep(1);
        }
      } finally {
        // biome-ignore lint/correctness/noUnsafeFinally: a source that cannot be closed is the point.
        throw new Error('will not close');
      }
    },
    {},
    async (own) => {
      const leaving = new AbortController();
      const headers = { 'accept-encoding': 'identity' };
      const { body } = await fetch(own.origin, { signal: leaving.signal, headers });
      await body?.getReader().read();
      leaving.abort();
      await until('own.faults.length > 0', () => own.faults.length > 0);
      assert.match(String(own.faults), /will not close/);
    },
  ),
);

test('compressed, it is the same, and its source is let go all the same', limited, async () => {
  let freed = 0;
  let pieces = 100;
  const words: Chunks = async function* () {
    try {
      for (let i = 0; i < pieces; i++) yield Buffer.from(`word ${i} `.repeat(1_000));
    } finally {
      freed++;
    }
  };
  await giving(words, {}, async (own) => {
    const zipped = await ask(own.port, { path: '/', headers: { 'accept-encoding': 'gzip' } });
    assert.equal(zipped.headers['content-encoding'], 'gzip');
    assert.equal((await text(own, { 'accept-encoding': 'gzip' })).split('word ').length, 100_001);
    await until('freed === 2', () => freed === 2);
    pieces = Number.POSITIVE_INFINITY;
    const leaving = new AbortController();
    const { body } = await fetch(own.origin, { signal: leaving.signal, headers: { 'accept-encoding': 'gzip' } });
    await body?.getReader().read();
    leaving.abort();
    await until('freed === 3', () => freed === 3);
    assert.deepEqual(own.faults, []);
  });
});
