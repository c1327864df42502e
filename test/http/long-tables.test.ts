/** Tables of long lists: counted and charged first, streamed page by page, and released when the reader disconnects. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { get } from 'node:http';
import { afterEach, describe, test } from 'node:test';
import { parse } from 'csv-parse/sync';
import { readXlsx } from 'hucre/xlsx';
import type { Limits } from '#api/allowance.ts';
import { allocateCounters } from '#platform/limits/caller-slots.ts';
import { localLimits } from '#platform/limits/limits.ts';
import { asked, listOf } from '#test/support/long-list.ts';
import { type Served, sampleDataset, served } from '#test/support/sample-operation.ts';
import { until } from '#test/support/until.ts';

let service: Served;
afterEach(() => service.close());

const KEY = { 'x-api-key': 'any' };
const ask = (query: string, headers: Record<string, string> = KEY): Promise<Response> =>
  fetch(`${service.origin}/api/long?${query}`, { headers });
const problemOf = async (response: Response) =>
  ((await response.json()) as { error: { code: string; message: string } }).error;
const rowsOf = async (response: Response): Promise<string[][]> =>
  (parse(Buffer.from(await response.arrayBuffer()), { bom: true }) as string[][]).slice(1);

describe('with Pro', () => {
  test('a table has every row of the list once, in order, over all pages', async () => {
    service = await served(listOf({ total: 1_234 }));
    const rows = await rowsOf(await ask('format=csv'));
    assert.deepEqual(
      rows.map(([number]) => Number(number)),
      Array.from({ length: 1_234 }, (_, i) => i),
    );
    assert.equal(asked.pages, Math.ceil(1_234 / 200));
    const book = await readXlsx(new Uint8Array(await (await ask('format=xlsx')).arrayBuffer()));
    assert.equal(book.sheets[0]?.rows.length, 1_235);
    assert.equal(book.sheets[0]?.rows.at(-1)?.[0], 1_233);
  });

  test('a table counts up to 50,001 rows before the first row is sent', async () => {
    service = await served(listOf({ total: 700 }));
    await rowsOf(await ask('format=csv'));
    assert.deepEqual(
      asked.calls.map(({ countMax }) => countMax),
      [50_001, undefined, undefined, undefined],
    );
  });

  test('a table of 50,000 rows is sent, and one more row is a 400 with the number of rows', async () => {
    service = await served(listOf({ total: 50_000 }));
    assert.equal((await rowsOf(await ask('format=csv'))).length, 50_000);
    await service.close();
    service = await served(listOf({ total: 50_001 }));
    for (const format of ['csv', 'xlsx']) {
      const response = await ask(`format=${format}`);
      assert.equal(response.status, 400);
      assert.match((await problemOf(response)).message, /^This list has 50001 rows; .*Narrow it/);
    }
    assert.match((await problemOf(await ask('format=csv&lang=ro'))).message, /50001 rânduri.*Restrângeți/);
    assert.equal(asked.pages, 3);
    assert.equal((await rowsOf(await ask('format=csv&offset=1'))).length, 50_000);
  });

  test('a request with limit gets one page and a link to the next one', async () => {
    service = await served(listOf({ total: 95 }));
    const response = await ask('format=csv&limit=40');
    assert.equal(response.headers.get('x-total-count'), '95');
    const next = /^<(.+)>; rel="next"$/.exec(response.headers.get('link') ?? '')?.[1] ?? '';
    assert.equal((await rowsOf(response)).length, 40);
    const second = await fetch(service.origin + next, { headers: KEY });
    assert.match(second.headers.get('content-type') ?? '', /csv/);
    assert.equal((await rowsOf(second))[0]?.[0], '40');
  });

  test('a list of persons is limited to one page', async () => {
    service = await served(listOf({ total: 500, onePage: true }));
    const response = await ask('format=csv');
    assert.match(response.headers.get('link') ?? '', /rel="next"/);
    assert.equal((await rowsOf(response)).length, 50);
  });

  test('a list that grows beyond the limit during the transfer breaks the connection, so that no part passes for the whole', async () => {
    service = await served(listOf({ total: 50_300, reported: 10 }));
    const response = await ask('format=csv');
    assert.equal(response.status, 200);
    await assert.rejects(response.arrayBuffer());
    assert.match(String(service.faults[0]), /grew beyond 50000 rows/);
  });
});

describe('the allowance', () => {
  const limits = (): Limits => localLimits(allocateCounters());

  test('each 1,000 rows count as one request, all counted at once', async () => {
    service = await served(listOf({ total: 12_001 }), sampleDataset, null, limits());
    const response = await ask('format=csv');
    assert.equal(response.headers.get('x-ratelimit-remaining'), String(1_200 - 13));
    assert.equal((await rowsOf(response)).length, 12_001);
    assert.equal((await ask('limit=1')).headers.get('x-ratelimit-remaining'), String(1_200 - 14));
  });

  test('a table beyond the allowance is a 429 that counts nothing, and shorter tables still work', async () => {
    const one = limits();
    service = await served(listOf({ total: 50_000 }), sampleDataset, null, one);
    for (let i = 0; i < 1_160; i++) void one.take({ policy: 'pro', who: 'a' }, Date.now());
    const response = await ask('format=xlsx');
    assert.equal(response.status, 429);
    const { code, message } = await problemOf(response);
    assert.equal(code, 'RATE_LIMITED');
    assert.match(message, /50000 rows counts as 50 requests/);
    assert.ok(Number(response.headers.get('retry-after')) >= 1);
    assert.equal(response.headers.get('x-ratelimit-remaining'), '39');
    assert.equal((await ask('format=csv&offset=49000')).status, 200);
  });
});

describe('without Pro', () => {
  test('a visitor gets one page', async () => {
    service = await served(listOf({ total: 500 }));
    Object.assign(service.caller, { kind: 'browser', pro: false });
    const response = await ask('format=csv', {});
    assert.equal((await rowsOf(response)).length, 50);
    assert.match(response.headers.get('link') ?? '', /rel="next"/);
  });

  test('a browser with Pro gets the whole table', async () => {
    service = await served(listOf({ total: 500 }));
    Object.assign(service.caller, { kind: 'browser', pro: true });
    assert.equal((await rowsOf(await ask('format=csv', {}))).length, 500);
  });

  test('a paid request gets one page in the requested format, for the price of a page', async () => {
    const sold: unknown[] = [];
    service = await served(listOf({ total: 500 }), sampleDataset, {
      offer: () => {
        throw new Error('no offer is expected');
      },
      async buy({ execute, resource }) {
        sold.push(resource);
        const { result } = await execute();
        return { ...result, receipt: { version: 2, body: { success: true } } };
      },
    });
    Object.assign(service.caller, { kind: 'payment', pro: false });
    const response = await ask('format=csv', {});
    assert.equal((await rowsOf(response)).length, 50);
    assert.ok(response.headers.get('payment-response'));
    assert.equal(sold.length, 1);
  });
});

describe('on the wire', () => {
  test('text that could start a formula is escaped in CSV; numbers and workbook cells are unchanged', async () => {
    const formulas = [
      '=1+1',
      '+40 722',
      '-5',
      '@SUM(A1)',
      '\tx',
      '\rx',
      '\nx',
      ' = 1',
      '"=1"',
      '\u00a0=1',
      '\u200b=1',
      '＝1',
    ];
    const plain = [
      'a,"b"\r\nc',
      "'x",
      '"Ștefan" SRL',
      '0610',
      '00123456789012345678',
      'RO49AAAA1B31007593840000',
      '_x0041_\u0007',
    ];
    const texts = [...formulas, ...plain];
    service = await served(listOf({ total: texts.length, name: (n) => texts[n] ?? '', value: (n) => -n - 0.5 }));
    const rows = await rowsOf(await ask('format=csv'));
    assert.deepEqual(
      rows.map(([, name]) => name),
      [...formulas.map((text) => `'${text}`), ...plain],
    );
    assert.deepEqual(
      rows.map(([, , value]) => value),
      texts.map((_, n) => String(-n - 0.5)),
    );
    const book = await readXlsx(new Uint8Array(await (await ask('format=xlsx')).arrayBuffer()));
    const cells = book.sheets[0]?.rows.slice(1) ?? [];
    assert.deepEqual(
      cells.slice(0, 4).map((row) => row[1]),
      formulas.slice(0, 4),
    );
    // Codes are text, so that leading zeros and digits survive.
    assert.deepEqual(
      cells.slice(formulas.length + 3, -1).map((row) => row[1]),
      plain.slice(3, -1),
    );
    assert.deepEqual(
      cells.map((row) => row[2]),
      texts.map((_, n) => -n - 0.5),
    );
  });

  test('text after a semicolon, tab or line break, which some spreadsheets read as a cell, is escaped too', async () => {
    const texts = {
      'X;=HYPERLINK("http://evil.example")': 'X;\'=HYPERLINK("http://evil.example")',
      "X; =cmd|' /C calc'!A0": "X;' =cmd|' /C calc'!A0",
      'X\t@SUM(A1)': "X\t'@SUM(A1)",
      'X\r\n+1': "X\r\n'+1",
      'X";"=1': 'X";\'"=1',
      ';-1;-2': ";'-1;'-2",
      'A = B; C - D': 'A = B; C - D',
      'a;b': 'a;b',
    };
    const names = Object.keys(texts);
    service = await served(listOf({ total: names.length, name: (n) => names[n] ?? '' }));
    assert.deepEqual(
      (await rowsOf(await ask('format=csv'))).map(([, name]) => name),
      Object.values(texts),
    );
  });

  test('a text beyond the length of an Excel cell is truncated with a note, and whole in CSV', async () => {
    const long = 'ș'.repeat(40_000);
    service = await served(listOf({ total: 1, name: () => long }));
    assert.equal((await rowsOf(await ask('format=csv')))[0]?.[1], long);
    const book = await readXlsx(new Uint8Array(await (await ask('format=xlsx&lang=ro')).arrayBuffer()));
    const cell = String(book.sheets[0]?.rows[1]?.[1]);
    assert.ok(cell.length <= 32_767);
    assert.match(cell, /întrerupt aici/);
  });

  test('a disconnected reader stops the reading of pages and frees the slot', async () => {
    for (const format of ['csv', 'xlsx']) {
      service = await served(listOf({ total: 50_000, name: (n) => `${n} ${Math.sin(n)}`.repeat(40) }));
      for (let i = 0; i < 6; i++) {
        const request = get(`${service.origin}/api/long?format=${format}`, { headers: KEY });
        const [response] = await once(request, 'response');
        assert.equal(response.statusCode, 200);
        // The reader takes nothing: the socket is full after a few pages.
        await until('a few pages are read', async () => asked.pages > 2);
        response.destroy();
        await once(request, 'close');
      }
      await service.close();
      // All six tables together read fewer pages than one list has.
      assert.ok(asked.pages < 50_000 / 200, `${format}: ${asked.pages} pages`);
      assert.deepEqual(service.faults, []);
    }
    service = await served(listOf({ total: 1 }));
  });
});
