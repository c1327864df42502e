import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { Writable } from 'node:stream';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { gunzipSync } from 'node:zlib';
import { ask, refusal } from '#test/support/raw-request.ts';
import { type Listening, listening } from '#test/support/test-server.ts';
import { until } from '#test/support/until.ts';
import { type Chunks, type Handler, SplicedBody } from './reply.ts';
import { Router } from './router.ts';
import { gzipSpliced, sendChunks } from './send.ts';
import type { ServerLimits } from './server.ts';

const DATA_HEAD = '{"data":';
const long = (text: string): Uint8Array => Buffer.from(JSON.stringify(Array(2_000).fill(text)));

test('a spliced gzip is one member of head, data and tail', async () => {
  const data = long('Cultivarea cerealelor, plantelor leguminoase și a plantelor oleaginoase');
  for (const tail of ['}', ',"meta":{"requestId":"a"}}', `,"meta":{"ș":"${'ț'.repeat(5_000)}"}}`, '']) {
    const zipped = await gzipSpliced(DATA_HEAD, data, tail);
    assert.equal(gunzipSync(zipped).toString(), DATA_HEAD + Buffer.from(data).toString() + tail);
    const { body } = new Response(Buffer.from(zipped));
    const read = await new Response(body?.pipeThrough(new DecompressionStream('gzip'))).text();
    assert.equal(
      read,
      DATA_HEAD + Buffer.from(data).toString() + tail,
      'as a browser reads it, which accepts only one member',
    );
  }
});

test('the data is compressed once and its bytes are reused before every tail', async () => {
  const data = long('Comerț cu ridicata');
  const [one, two] = [
    await gzipSpliced(DATA_HEAD, data, 'x'.repeat(40)),
    await gzipSpliced(DATA_HEAD, data, 'y'.repeat(40)),
  ];
  const same = one.findIndex((byte, i) => byte !== two[i]);
  assert.ok(same > one.length - 60, `${same} of ${one.length} bytes`);
});

test('an empty answer and incompressible data are compressed as well', async () => {
  for (const data of [new Uint8Array(), crypto.getRandomValues(new Uint8Array(50_000))])
    assert.deepEqual(gunzipSync(await gzipSpliced('', data, '')), Buffer.from(data));
});

test('a body around prerendered bytes arrives byte for byte, short and long, with and without diacritics', async () => {
  const router = new Router<Handler>();
  const cases = ['a', 'ș'].flatMap((letter) => [10, 5_000, 20_000].map((length) => ({ letter, length })));
  for (const { letter, length } of cases)
    router.add('GET', `/${letter === 'a' ? 'ascii' : 'diacritics'}/${length}`, () => {
      // A row of the store may be a part of a larger buffer.
      const data = new Uint8Array(Buffer.from(`__${letter.repeat(length)}`)).subarray(2);
      return { status: 200, headers: {}, body: new SplicedBody(DATA_HEAD, data, `,"meta":"${letter}"}`) };
    });
  const server = await listening(router);
  try {
    for (const { letter, length } of cases) {
      const { text, headers } = await ask(server.port, {
        path: `/${letter === 'a' ? 'ascii' : 'diacritics'}/${length}`,
      });
      const expected = `${DATA_HEAD}${letter.repeat(length)},"meta":"${letter}"}`;
      assert.equal(text, expected);
      assert.equal(headers['content-length'], String(Buffer.byteLength(expected)));
    }
  } finally {
    await server.close();
  }
});

const CHUNKS = 200;
const CHUNK = Buffer.alloc(80_000, 'x');

async function* pieces(): AsyncGenerator<Uint8Array> {
  for (let i = 0; i < CHUNKS; i++) yield CHUNK;
}

/** A client that accepts every chunk at once, as a fast socket does. */
function fastReader(leavesAfter = Number.POSITIVE_INFINITY) {
  let bytes = 0;
  const response = new Writable({
    write(chunk: Buffer, _, done) {
      bytes += chunk.length;
      if (bytes > leavesAfter) response.destroy();
      done();
    },
  });
  return { response: response as ServerResponse, bytes: () => bytes };
}

test('every chunk is sent and counted, and the event loop runs between chunks', async () => {
  const { response, bytes } = fastReader();
  let turns = 0;
  let isOver = false;
  setImmediate(function turn() {
    turns++;
    if (!isOver) setImmediate(turn);
  });
  assert.equal(await sendChunks(response, pieces(), null), CHUNKS * CHUNK.length);
  isOver = true;
  assert.equal(bytes(), CHUNKS * CHUNK.length);
  assert.ok(turns >= CHUNKS, `${turns} turns`);
});

test('a body of another length than announced fails, and excess bytes are not sent', async () => {
  const whole = CHUNKS * CHUNK.length;
  assert.equal(await sendChunks(fastReader().response, pieces(), whole), whole);
  for (const [promised, reason] of [
    [whole + 1, /ended after 16000000 of 16000001 announced bytes/],
    [whole - 1, /announced length of 15999999/],
  ] as const) {
    const { response, bytes } = fastReader();
    await assert.rejects(sendChunks(response, pieces(), promised), reason);
    assert.ok(bytes() <= promised);
  }
});

test('a client that disconnects stops the source without an error, and a failing source is an error', async () => {
  const { response } = fastReader(CHUNK.length * 3);
  assert.ok((await sendChunks(response, pieces(), null)) < CHUNK.length * 20);
  async function* broken(): AsyncGenerator<Uint8Array> {
    yield CHUNK;
    throw new Error('no more');
  }
  await assert.rejects(sendChunks(fastReader().response, broken(), null), /no more/);
});

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

/** Waits until the signal aborts. */
const stuck = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason));
  });

const limited = { timeout: 60_000 };
const text = async ({ origin }: Listening, headers: Record<string, string> = {}): Promise<string> =>
  (await fetch(origin, { headers: { 'accept-encoding': 'identity', ...headers } })).text();

test(
  'a source without data times out: with an error response before its first chunk, else by a reset',
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
      assert.match(String(own.faults), /No chunk arrived within 0.03 seconds/);
    });
    await giving(after(['a']), brief, async (own) => {
      await assert.rejects(text(own));
      await until('freed === 2', () => freed === 2);
      assert.match(String(own.faults), /No chunk arrived/);
    });
  },
);

test('a slow client has a total time limit, after which the source is closed without an error', limited, async () => {
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
    // The compressor holds back so few bytes: the time is over before the first chunk.
    await assert.rejects(text(own, { 'accept-encoding': 'gzip' }));
    await until('freed === 2', () => freed === 2);
    assert.deepEqual(own.faults, []);
  });
});

test('an error while a source closes is logged', limited, () =>
  giving(
    async function* () {
      try {
        for (;;) {
          yield Buffer.alloc(100_000);
          await sleep(1);
        }
      } finally {
        // biome-ignore lint/correctness/noUnsafeFinally: the test needs a source that fails to close.
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

test('a compressed stream has the same content and closes its source', limited, async () => {
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
