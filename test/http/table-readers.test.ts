/** Readers of long tables: slow ones, several at once, and disconnects. */
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { afterEach, describe, test } from 'node:test';
import { allocateCounters } from '#platform/limits/caller-slots.ts';
import { localLimits } from '#platform/limits/limits.ts';
import { listOf } from '#test/support/long-list.ts';
import { type Served, sampleDataset, served } from '#test/support/sample-operation.ts';
import { until } from '#test/support/until.ts';

let service: Served;
afterEach(() => service.close());

const PATH = '/api/long';
const KEY = { 'x-api-key': 'any' };
const OTHER = { 'x-api-key': 'other' };
const ROWS = 50_000;
const PAGES = ROWS / 200;

/** Pages after the first that were read for tables; look-ups read none. */
let behind = 0;
const counted = async (start: number): Promise<void> => {
  if (start > 0) behind++;
};
/** Texts that do not compress: a few pages fill a socket. */
const fat = () => {
  behind = 0;
  return listOf({ total: ROWS, name: () => randomBytes(3_000).toString('base64'), before: counted });
};

const ask = (query: string, headers: Record<string, string> = KEY): Promise<Response> =>
  fetch(`${service.origin}${PATH}?${query}`, { headers });

/** An answer whose body is not read yet. */
async function opened(query: string, headers: Record<string, string> = KEY): Promise<IncomingMessage> {
  const [response] = await once(get(`${service.origin}${PATH}?${query}`, { headers, agent: false }), 'response');
  return response;
}

const limits = () => localLimits(allocateCounters());
const remaining = async (headers: Record<string, string> = KEY): Promise<number> =>
  Number((await ask('limit=1', headers)).headers.get('x-ratelimit-remaining'));

describe('a slow reader', () => {
  for (const [format, encoding] of [
    ['csv', 'identity'],
    ['csv', 'gzip'],
    ['xlsx', 'identity'],
  ] as const)
    test(`has a few pages of ${format} prefetched, and no more until it reads them (${encoding})`, async () => {
      service = await served(fat());
      const response = await opened(`format=${format}`, { ...KEY, 'accept-encoding': encoding });
      await until('a page is read', async () => behind > 0);
      // Other requests are answered while pages are prefetched, and after.
      for (let before = -1; before !== behind; ) {
        before = behind;
        for (let i = 0; i < 30; i++) assert.equal((await ask('limit=1')).status, 200);
      }
      assert.ok(behind < PAGES / 4, `${behind} pages`);
      response.destroy();
    });
});

describe('several tables at once', () => {
  test('the fifth table of an account is a 429 without charge, other accounts go on, and a finished table frees its slot', async () => {
    service = await served(fat(), sampleDataset, null, limits());
    const open = await Promise.all([1, 2, 3, 4].map(() => opened('format=csv')));
    assert.deepEqual(
      open.map(({ statusCode }) => statusCode),
      [200, 200, 200, 200],
    );
    const before = await remaining();
    for (const format of ['csv', 'xlsx']) {
      const refused = await ask(`format=${format}`);
      assert.equal(refused.status, 429);
      assert.equal(refused.headers.get('retry-after'), '30');
      assert.match(refused.headers.get('content-type') ?? '', /^application\/json/);
      assert.match(await refused.text(), /4 long tables are already being written for you/);
    }
    // Two refused requests, and this one.
    assert.equal(await remaining(), before - 3);
    assert.equal((await opened('format=csv', OTHER)).destroy().statusCode, 200);
    open[0]?.destroy();
    await until('a slot is free', async () => {
      const response = await opened('format=csv');
      response.destroy();
      return response.statusCode === 200;
    });
    for (const response of open) response.destroy();
  });

  test('of concurrent tables only the admitted ones are charged', async () => {
    service = await served(fat(), sampleDataset, null, limits());
    const all = await Promise.all(Array.from({ length: 9 }, () => opened('format=csv')));
    assert.equal(all.filter(({ statusCode }) => statusCode === 200).length, 4);
    assert.equal(await remaining(), 1_200 - 4 * 50 - 5 - 1);
    for (const response of all) response.destroy();
  });

  test('all admitted tables are whole', async () => {
    behind = 0;
    service = await served(listOf({ total: 2_001, before: counted }));
    const all = await Promise.all([KEY, KEY, KEY, OTHER].map(async (key) => (await ask('format=csv', key)).text()));
    for (const text of all) assert.equal(text.trimEnd().split('\r\n').length, 2_002);
    assert.equal(behind, 4 * 10);
  });
});

describe('a table that is not read', () => {
  test('HEAD reads one page, takes no slot and counts as one request', async () => {
    service = await served(fat(), sampleDataset, null, limits());
    for (let i = 1; i <= 6; i++) {
      const response = await fetch(`${service.origin}${PATH}?format=csv`, { method: 'HEAD', headers: KEY });
      assert.equal(response.status, 200);
      assert.equal(response.headers.get('x-total-count'), String(ROWS));
      assert.equal(response.headers.get('x-ratelimit-remaining'), String(1_200 - i));
    }
    assert.equal(behind, 0);
  });

  test('a reader that disconnects during the count is not charged for the rows', async () => {
    const count = Promise.withResolvers<void>();
    const isCounted = Promise.withResolvers<void>();
    const before = async (_: number, { countMax, signal }: { countMax?: number; signal: AbortSignal }) => {
      if (countMax === undefined) return;
      signal.addEventListener('abort', () => isCounted.resolve());
      await count.promise;
    };
    service = await served(listOf({ total: ROWS, before }), sampleDataset, null, limits());
    const request = get(`${service.origin}${PATH}?format=csv`, { headers: KEY, agent: false });
    request.on('error', () => {});
    await until('the rows are being counted', async () => request.socket?.connecting === false);
    await remaining();
    request.destroy();
    await isCounted.promise;
    count.resolve();
    assert.equal(await remaining(), 1_200 - 3);
  });
});

describe('a source that fails in the middle', () => {
  /** Fails once the reader has the headers: an earlier failure would be an error answer. The pages are too large to be buffered. */
  const broken = (isTaken: Promise<void>) =>
    listOf({
      total: 2_000,
      name: () => randomBytes(300).toString('base64'),
      async before(start) {
        if (start !== 1_000) return;
        await isTaken;
        throw new Error('The source is gone.');
      },
    });

  for (const format of ['csv', 'xlsx'])
    for (const encoding of ['identity', 'gzip'])
      test(`leaves no ${format} that looks whole (${encoding})`, async () => {
        const head = Promise.withResolvers<void>();
        service = await served(broken(head.promise));
        const response = await ask(`format=${format}`, { ...KEY, 'accept-encoding': encoding });
        assert.equal(response.status, 200);
        head.resolve();
        await assert.rejects(response.arrayBuffer());
        assert.match(String(service.faults[0]), /The source is gone/);
        // The slot is free again.
        for (let i = 0; i < 6; i++) {
          const rest = await ask(`format=${format}&offset=1500`);
          assert.equal(rest.status, 200);
          await rest.arrayBuffer();
        }
      });

  test('resets the connection for HTTP/1.0 too, where a close would look like the end of the answer', async () => {
    service = await served(broken(Promise.resolve()));
    const socket = connect(service.port, '127.0.0.1');
    socket.write(`GET ${PATH}?format=csv HTTP/1.0\r\nhost: x\r\nx-api-key: any\r\n\r\n`);
    socket.resume();
    const [error] = await once(socket, 'error');
    assert.equal(error.code, 'ECONNRESET');
  });
});
