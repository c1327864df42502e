/** Tables by caller and request: keys, visitors, previews and payments; all forms of Accept, conditional requests, HEAD. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { parse } from 'csv-parse/sync';
import { readXlsx } from 'hucre/xlsx';
import { tableTypes } from '#api/tables/format.ts';
import { DEMO_KEY, type SmallService, smallService } from '#test/support/small-service.ts';

let service: SmallService;
let visitor: Record<string, string>;
before(async () => {
  service = await smallService();
  const cookie = (await fetch(service.origin)).headers.get('set-cookie')?.split(';')[0] ?? '';
  visitor = { cookie, 'sec-fetch-site': 'same-origin' };
});
after(() => service.close());

const KEY = { 'x-api-key': DEMO_KEY };
const LIST = '/api/search?q=firma';
/** A Pro operation with a preview. */
const PREVIEWED = '/api/seap/cpv/45/contracts';

const ask = (path: string, headers: Record<string, string> = KEY, method = 'GET'): Promise<Response> =>
  fetch(service.origin + path, { method, headers });
const typeOf = (response: Response): string | undefined => response.headers.get('content-type')?.split(';')[0];
const rowsOf = async (response: Response): Promise<string[][]> =>
  (parse(Buffer.from(await response.arrayBuffer()), { bom: true }) as string[][]).slice(1);

describe('Accept', () => {
  const JSON_TYPE = 'application/json';
  const cases: [accept: string, type: string | 406][] = [
    ['text/csv', tableTypes.csv],
    ['TEXT/CSV', tableTypes.csv],
    ['text/csv; charset=utf-8', tableTypes.csv],
    [`text/csv;q=0.2, ${tableTypes.xlsx};q=0.9, application/json;q=0.5`, tableTypes.xlsx],
    [`${tableTypes.xlsx};q=0.9, text/csv;q=0.9`, tableTypes.csv],
    ['text/csv;q=0.5, application/json;q=0.4', tableTypes.csv],
    ['text/csv;q=0.5, application/json;q=0.5', JSON_TYPE],
    ['text/csv;q=0, application/json', JSON_TYPE],
    ['text/csv;q=0', 406],
    ['text/*', tableTypes.csv],
    ['*/*', JSON_TYPE],
    ['text/csv, */*', tableTypes.csv],
    ['text/csv;q=0.1, */*', JSON_TYPE],
    ['text/html, text/*;q=0.9, */*;q=0.8', tableTypes.csv],
    ['text/csv, */*;q=0.8', tableTypes.csv],
    ['application/problem+json, text/csv', tableTypes.csv],
    ['image/png', 406],
    ['text/csvx', 406],
  ];
  for (const [accept, type] of cases)
    test(`Accept ${accept} gives ${type}`, async () => {
      const response = await ask(LIST, { ...KEY, accept });
      if (type === 406) assert.equal(response.status, 406);
      else assert.deepEqual([response.status, typeOf(response)], [200, type]);
    });

  test('a record that is no list has no table, whatever Accept says', async () => {
    assert.equal((await ask('/api/health', { ...KEY, accept: 'text/csv' })).status, 406);
    assert.equal((await ask('/api/health?format=csv')).status, 400);
  });
});

test('errors come in the JSON envelope, whatever the requested format', async () => {
  for (const format of ['csv', 'xlsx'])
    for (const [path, status] of [
      [`/api/search?format=${format}`, 400],
      [`${LIST}&format=${format}&limit=0`, 400],
      [`${LIST}&format=${format}&cursor=x`, 400],
      [`/api/firme/nicaieri?format=${format}`, 404],
    ] as const) {
      const response = await ask(path, { ...KEY, accept: 'text/csv' });
      assert.deepEqual([response.status, typeOf(response)], [status, 'application/json'], path);
      assert.equal(response.headers.get('content-disposition'), null);
    }
});

test('a table has no ETag, and a conditional request gives no 304', async () => {
  const tag = (await ask(LIST)).headers.get('etag') ?? '';
  assert.match(tag, /^W\//);
  for (const condition of [tag, '*']) {
    const response = await ask(`${LIST}&format=csv`, { ...KEY, 'if-none-match': condition });
    assert.deepEqual([response.status, response.headers.get('etag')], [200, null]);
    assert.ok((await rowsOf(response)).length > 0);
  }
});

test('HEAD of a table has the headers of GET', async () => {
  for (const format of ['csv', 'xlsx']) {
    const [head, whole] = [await ask(`${LIST}&format=${format}`, KEY, 'HEAD'), await ask(`${LIST}&format=${format}`)];
    for (const name of ['content-type', 'content-disposition', 'content-language', 'x-total-count', 'vary'])
      assert.equal(head.headers.get(name), whole.headers.get(name), name);
    assert.equal((await head.arrayBuffer()).byteLength, 0);
  }
});

test('Vary names each header once, compressed or not', async () => {
  for (const encoding of ['identity', 'gzip']) {
    const response = await ask(`${LIST}&format=csv`, { ...KEY, 'accept-encoding': encoding });
    const varies = (response.headers.get('vary') ?? '').split(', ');
    assert.deepEqual(varies, [...new Set(varies)]);
    assert.ok(varies.includes('accept-encoding'));
  }
});

test('a table without a credential is offered for sale', async () => {
  const response = await ask(`${LIST}&format=csv`, {});
  assert.ok([401, 402].includes(response.status));
  assert.equal(typeOf(response), 'application/json');
});

describe('a visitor with a session cookie', () => {
  test('gets one page of a list, the same as in JSON', async () => {
    const { data } = (await (await ask(LIST, visitor)).json()) as { data: unknown[] };
    assert.equal((await rowsOf(await ask(`${LIST}&format=csv`, visitor))).length, data.length);
  });

  test('gets the rows of the preview as a table, marked as a preview', async () => {
    const { data, meta } = (await (await ask(PREVIEWED, visitor)).json()) as { data: unknown[]; meta: object };
    assert.ok('preview' in meta);
    assert.equal((await rowsOf(await ask(`${PREVIEWED}?format=csv`, visitor))).length, data.length);
    const book = await readXlsx(
      new Uint8Array(await (await ask(`${PREVIEWED}?format=xlsx&lang=ro`, visitor)).arrayBuffer()),
    );
    assert.match(JSON.stringify(book.sheets[1]?.rows), /lista întreagă este disponibilă cu Pro/);
  });

  test('gets no table of a list for Pro only', async () => {
    const pro = service.operations.find(
      ({ declaration: { access, preview, data } }) =>
        access === 'pro' && !preview && (data as { type?: string }).type === 'array',
    );
    if (!pro) return;
    const example = pro.declaration.examples[0];
    const path = pro.declaration.path.replace(/\{(\w+)\}/g, (_, name: string) => example?.params?.[name] ?? '');
    assert.equal((await ask(`${path}?format=csv`, visitor)).status, 403);
  });
});
