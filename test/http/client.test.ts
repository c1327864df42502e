/** The client package against the whole service, and against servers with errors, limits, redirects and broken answers. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import type { Operation } from '#api/endpoint.ts';
import { isTabular } from '#api/tables/format.ts';
import { allocateCounters } from '#platform/limits/caller-slots.ts';
import { localLimits, type OpenLimits } from '#platform/limits/limits.ts';
import { policies } from '#platform/limits/policies.ts';
import { CONTENT, fileOperation, newSource, sampleFile } from '#test/support/sample-file.ts';
import { served } from '#test/support/sample-operation.ts';
import { DEMO_KEY, type SmallService, smallService } from '#test/support/small-service.ts';
import { companyCui } from '#test/support/tiny-country.ts';
import type { FileAnswer } from '../../client/src/answer.ts';
import type { Asking } from '../../client/src/asking.ts';
import { clientOver } from '../../client/src/client.ts';
import { type Client, createClient, FirmotecaError } from '../../client/src/index.ts';

let service: SmallService;
let client: Client;
before(async () => {
  service = await smallService();
  client = createClient({ baseUrl: service.origin, key: DEMO_KEY });
});
after(() => service.close());

/** The first example of an operation as one input object. */
function inputOf({ declaration }: Operation): Record<string, unknown> {
  const { params = {}, query = {}, body = {} } = declaration.examples[0] ?? {};
  return { ...params, ...query, ...(body as object) };
}

/** The error of a failed call, which must be a FirmotecaError. */
async function errorOf(call: Promise<unknown>): Promise<FirmotecaError> {
  const error = await call.then(
    () => assert.fail('The call succeeded.'),
    (thrown: unknown) => thrown,
  );
  assert.ok(error instanceof FirmotecaError, String(error));
  return error;
}

test('every operation answers its first example', async () => {
  const calls = client as unknown as Record<string, (input: object) => Promise<{ data: unknown; meta: object }>>;
  for (const operation of service.operations) {
    const answer = await calls[operation.id]?.(inputOf(operation));
    const isFile = operation.declaration.file !== undefined;
    assert.ok(answer && (isFile ? 'body' in answer : 'data' in answer && answer.meta), operation.id);
  }
});

test('whole answers and previews are typed', async () => {
  const { data, meta } = await client.getCompany({ cui: companyCui(1) });
  assert.equal(data.name satisfies string | null, 'FIRMA INVENTATA 2 SRL');
  assert.equal(meta.dataset, 'demo');
  const health = await client.getHealth({ cui: companyCui(1) });
  assert.ok(!health.preview && health.data.ratios.length > 0);
  const cookie = (await fetch(service.origin)).headers.get('set-cookie')?.split(';')[0] ?? '';
  const asVisitor: typeof fetch = (url, init) =>
    fetch(url, { ...init, headers: { ...init?.headers, cookie, 'sec-fetch-site': 'same-origin' } });
  const part = await createClient({ baseUrl: service.origin, fetch: asVisitor }).getHealth({ cui: companyCui(1) });
  assert.equal(part.preview, true);
});

test('chosen fields come as a flat record, typed by their names', async () => {
  const cui = companyCui(1);
  const { data } = await client.getCompany({ cui, fields: ['cui', 'name', 'fiscalAddress.locality'] });
  assert.deepEqual(Object.keys(data), ['cui', 'name', 'fiscalAddress.locality']);
  assert.equal(data.cui satisfies string | number | boolean | null, cui);
  // @ts-expect-error: the field was not requested.
  assert.equal(data.phone, undefined);
  const { data: rows } = await client.getCompanies({ cuis: [cui, 'x'], fields: ['input', 'name'] });
  assert.deepEqual(rows[1], { input: 'x', name: null });
});

test('an error has the code, status, details and request id of the service', async () => {
  const { code, status, details, requestId, message } = await errorOf(client.getCompany({ cui: 'abc' }));
  assert.deepEqual([code, status], ['INVALID_PARAMETER', 400]);
  assert.deepEqual([details[0]?.in, details[0]?.name], ['path', 'cui']);
  assert.match(String(requestId), /^.{8,}$/);
  assert.match(message, /^The path parameter cui/);
  const romanian = createClient({ baseUrl: service.origin, key: DEMO_KEY, language: 'ro' });
  assert.match((await errorOf(romanian.getCompany({ cui: 'abc' }))).message, /^Parametrul cui/);
  assert.match((await errorOf(client.getCompany({ cui: 'abc' }, { language: 'ro' }))).message, /^Parametrul cui/);
  assert.equal((await errorOf(createClient({ baseUrl: service.origin }).getRates())).code, 'API_KEY_REQUIRED');
});

test('invalid input and options are refused before a request is sent', async () => {
  const calls = client as unknown as Record<string, (input?: object) => Promise<unknown>>;
  await assert.rejects(async () => calls.getCompany?.(), /getCompany needs cui/);
  await assert.rejects(async () => calls.getCompany?.({ cui: '1', year: 2 }), /getCompany takes no year/);
  assert.throws(() => createClient({ baseUrl: 'nowhere' }));
  assert.throws(() => createClient({ baseUrl: service.origin, retries: 11 }), /from 0 to 10/);
});

test('a list is read over all its pages, or up to rowsMax', async () => {
  const all = async (rowsMax?: number): Promise<string[]> => {
    const found: string[] = [];
    for await (const { name } of client.pages.searchCompanies({ q: 'FIRMA', limit: 1 }, { rowsMax })) found.push(name);
    return found;
  };
  const { data } = await client.searchCompanies({ q: 'FIRMA' });
  assert.equal(data.length, 3);
  assert.deepEqual(
    await all(),
    data.map(({ name }) => name),
  );
  assert.equal((await all(2)).length, 2);
  assert.deepEqual(await all(0), []);
});

/** A server for one test: answers in turn, repeats the last one, and breaks the connection for null. */
async function answering(
  answers: (null | [status: number, headers: Record<string, string>, body: unknown])[],
  use: (baseUrl: string, seen: IncomingMessage[]) => Promise<void>,
): Promise<void> {
  const seen: IncomingMessage[] = [];
  const server = createServer((request: IncomingMessage, response: ServerResponse) => {
    const answer = answers[Math.min(seen.push(request), answers.length) - 1];
    if (answer === undefined) return;
    if (answer === null) return void request.socket.destroy();
    const [status, headers, body] = answer;
    response.writeHead(status, headers).end(typeof body === 'string' ? body : JSON.stringify(body));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  try {
    await use(`http://127.0.0.1:${(server.address() as AddressInfo).port}/under/`, seen);
  } finally {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  }
}

const refused = (code: string): object => ({
  success: false,
  error: { code, message: 'No.' },
  meta: { requestId: 'r' },
});
const GOOD: [number, Record<string, string>, unknown] = [200, {}, { success: true, data: { rates: [] }, meta: {} }];
const busy = (status: number, wait: string | null): [number, Record<string, string>, unknown] => [
  status,
  wait === null ? {} : { 'retry-after': wait },
  refused(status === 429 ? 'RATE_LIMITED' : 'OVERLOADED'),
];

test('a safe request is retried after a rate limit, an overload and a network failure', () =>
  answering([busy(429, '0'), busy(503, '0'), null, GOOD], async (baseUrl, seen) => {
    assert.deepEqual((await createClient({ baseUrl, retries: 3 }).getRates()).data, { rates: [] });
    assert.deepEqual(
      seen.map(({ url }) => url),
      Array.from({ length: 4 }, () => '/under/api/rates'),
    );
  }));

/** Counters of the real service with a given limit a minute, whose first requests were 55 seconds ago. */
function nearlyPast(limit: number): OpenLimits {
  const table = { ...policies, pro: policies.pro.map((window) => ({ ...window, limit })) };
  const counters = localLimits(allocateCounters(64, 64), table);
  let counted = 0;
  /** One instant for all of them, so that they expire together. */
  let first: number | undefined;
  return {
    ...counters,
    take(who, now, requests) {
      first ??= now - 55_000;
      return counters.take(who, counted++ < limit ? first : now, requests);
    },
    state: () => 'host',
    close: () => {},
  };
}

test('a rate limit of the real service is waited out if the deadline allows it', async () => {
  const limited = await smallService({ bare: true, limits: nearlyPast(2) });
  try {
    const statuses: number[] = [];
    const watched: typeof fetch = async (url, init) => {
      const response = await fetch(url, init);
      statuses.push(response.status);
      return response;
    };
    const patient = createClient({ baseUrl: limited.origin, key: DEMO_KEY, fetch: watched });
    for (let n = 0; n < 4; n++) assert.ok((await patient.getRates()).data.rates.length > 0);
    assert.deepEqual(statuses, [200, 200, 429, 200, 200]);
    statuses.length = 0;
    const { code, retryAfter } = await errorOf(patient.getCaen({ code: '6201' }));
    assert.equal(code, 'RATE_LIMITED');
    assert.ok(Number(retryAfter) > 30);
    assert.deepEqual(statuses, [429]);
  } finally {
    await limited.close();
  }
});

test('retries are limited, and the last error carries Retry-After', () =>
  answering([busy(429, '0')], async (baseUrl, seen) => {
    const { code, status, retryAfter } = await errorOf(createClient({ baseUrl }).getRates());
    assert.deepEqual([code, status, retryAfter, seen.length], ['RATE_LIMITED', 429, 0, 3]);
  }));

test('a wait that would end after the deadline is not started', () =>
  answering([busy(429, '3600')], async (baseUrl, seen) => {
    assert.equal((await errorOf(createClient({ baseUrl }).getRates())).retryAfter, 3600);
    assert.equal(seen.length, 1);
  }));

test('a 503 without Retry-After and every other error fail without a retry', async () => {
  for (const answer of [busy(503, null), [500, { 'retry-after': '0' }, refused('INTERNAL_ERROR')] as const])
    await answering([[...answer]], async (baseUrl, seen) => {
      await errorOf(createClient({ baseUrl }).getRates());
      assert.equal(seen.length, 1);
    });
});

test('a request with a body is not retried after a network failure, but is after a rate limit', async () => {
  await answering([null], async (baseUrl, seen) => {
    const { code, status } = await errorOf(createClient({ baseUrl }).getCompanies({ cuis: ['1'] }));
    assert.deepEqual([code, status, seen.length], ['NETWORK', null, 1]);
  });
  await answering([busy(429, '0'), [200, {}, { success: true, data: [], meta: {} }]], async (baseUrl, seen) => {
    assert.deepEqual((await createClient({ baseUrl }).getCompanies({ cuis: ['1'] })).data, []);
    assert.equal(seen.length, 2);
  });
});

test('an answer that is not from the service is an UNREADABLE error', async () => {
  for (const status of [200, 502])
    await answering([[status, {}, '<html>']], async (baseUrl) => {
      const error = await errorOf(createClient({ baseUrl }).getRates());
      assert.deepEqual([error.code, error.status], ['UNREADABLE', status]);
    });
});

test('a silent service times out, and an abort signal ends the call with its own reason', () =>
  answering([], async (baseUrl) => {
    const silent = createClient({ baseUrl, timeoutMs: 50 });
    assert.equal((await errorOf(silent.getRates())).code, 'TIMEOUT');
    const control = new AbortController();
    const call = silent.getRates({}, { signal: control.signal, timeoutMs: 60_000 });
    control.abort(new Error('enough'));
    await assert.rejects(call, /enough/);
    await assert.rejects(silent.getRates({}, { signal: control.signal }), /enough/);
  }));

test('an abort signal ends the wait between retries', () =>
  answering([busy(429, '20')], async (baseUrl) => {
    const control = new AbortController();
    const requested: typeof fetch = async (url, init) => {
      const response = await fetch(url, init);
      setTimeout(() => control.abort(new Error('enough')), 20);
      return response;
    };
    await assert.rejects(
      createClient({ baseUrl, fetch: requested }).getRates({}, { signal: control.signal }),
      /enough/,
    );
  }));

test('a repeated cursor is an error, and a list that is null is an error instead of an empty list', async () => {
  const page = (data: unknown): [number, Record<string, string>, unknown] => [
    200,
    {},
    { success: true, data, meta: { page: { nextCursor: 'same' } } },
  ];
  const rows = async (baseUrl: string): Promise<void> => {
    for await (const _ of createClient({ baseUrl }).pages.getCompanyDecisions({ cui: '1' }));
  };
  await answering([page([{}])], async (baseUrl) => {
    assert.match((await errorOf(rows(baseUrl))).message, /do not go on/);
  });
  await answering([page(null)], async (baseUrl) => {
    assert.equal((await errorOf(rows(baseUrl))).code, 'SOURCE_NOT_LOADED');
  });
});

test('a cycle of cursors and an endless run of empty pages end with an error', async () => {
  const page = (data: unknown, nextCursor: string): [number, Record<string, string>, unknown] => [
    200,
    {},
    { success: true, data, meta: { page: { nextCursor } } },
  ];
  const rows = async (baseUrl: string): Promise<void> => {
    for await (const _ of createClient({ baseUrl }).pages.getCompanyDecisions({ cui: '1' }));
  };
  await answering([page([{}], 'a'), page([{}], 'b'), page([{}], 'a'), null], async (baseUrl, seen) => {
    assert.match((await errorOf(rows(baseUrl))).message, /do not go on/);
    assert.equal(seen.length, 3);
  });
  const empty = Array.from({ length: 50 }, (_, i) => page([], `c${i}`));
  await answering([...empty, null], async (baseUrl) => {
    assert.match((await errorOf(rows(baseUrl))).message, /do not go on/);
  });
});

test('neither key nor payment follows a redirect, and the error names the target', async () => {
  await answering([[200, {}, GOOD[2]]], async (elsewhere, stolen) => {
    for (const status of [301, 302, 307, 308])
      await answering(
        [
          [402, {}, { accepts: [] }],
          [status, { location: elsewhere }, ''],
        ],
        async (baseUrl) => {
          const onPaymentRequired = () => ({ 'payment-signature': 'money' });
          const payer = createClient({ baseUrl, onPaymentRequired });
          const error = await errorOf(payer.getRates());
          assert.deepEqual([error.code, error.status], ['UNREADABLE', status]);
          assert.ok(error.message.includes(elsewhere));
        },
      );
    assert.equal(stolen.length, 0);
  });
});

test('an endless answer is aborted, and an answer with parts of the wrong type is unreadable', {
  timeout: 60_000,
}, async () => {
  const server = createServer((_, response) => {
    response.writeHead(200);
    const piece = Buffer.alloc(1 << 20, 0x20);
    const more = (): void => {
      while (!response.destroyed && response.write(piece));
    };
    response.on('drain', more);
    more();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  try {
    assert.match((await errorOf(createClient({ baseUrl, timeoutMs: 50_000 }).getRates())).message, /longer than any/);
  } finally {
    server.closeAllConnections();
    server.close();
  }
  for (const body of [
    { success: true, data: {} },
    { success: true, data: {}, meta: null },
  ])
    await answering([[200, {}, body]], async (address, seen) => {
      assert.equal((await errorOf(createClient({ baseUrl: address }).getRates())).code, 'UNREADABLE');
      assert.equal(seen.length, 1);
    });
  const odd = { success: false, error: { code: 'NOT_FOUND', message: { a: 1 }, details: 'x' } };
  await answering([[404, {}, odd]], async (address) => {
    const error = await errorOf(createClient({ baseUrl: address }).getRates());
    assert.deepEqual([error.message, error.details], ['NOT_FOUND', []]);
  });
});

test('every list is available as CSV and XLSX, and a page names the next page', async () => {
  const { tables } = client;
  for (const format of ['csv', 'xlsx'] as const) {
    const { body, name, mediaType, total, next } = await tables.searchCompanies({ q: 'FIRMA' }, { format });
    assert.match(String(name), new RegExp(`^firmoteca-.*[.]${format}$`));
    assert.match(mediaType, format === 'csv' ? /^text\/csv/ : /spreadsheetml/);
    assert.deepEqual([total, next], [3, null]);
    assert.ok((await new Response(body).arrayBuffer()).byteLength > 100);
  }
  const page = await tables.searchCompanies({ q: 'FIRMA', limit: 1 }, { format: 'csv' });
  await page.body.cancel();
  assert.match(String(page.next), /^\/api\/search\?.*cursor=.*format=csv/);
  const batch = await tables.getCompanies({ cuis: [companyCui(0)] }, { format: 'csv', language: 'ro' });
  assert.match(await new Response(batch.body).text(), /FIRMA INVENTATA 1 SRL/);
  const refusal = await errorOf(tables.searchCompanies({ q: 'x'.repeat(999) }, { format: 'csv' }));
  assert.equal(refusal.code, 'INVALID_PARAMETER');
  const entries = service.operations.filter(({ declaration }) => isTabular(declaration)).map(({ id }) => id);
  assert.deepEqual(Object.keys(tables).toSorted(), entries.toSorted());
});

test('a file comes as a stream, with its name and size', async () => {
  const source = newSource();
  const operation = fileOperation(() => sampleFile(source, { name: 'caiet de sarcini ș.pdf' }));
  const files = await served(operation);
  const { path } = operation.declaration;
  const table: Record<string, Asking> = { getFile: { method: 'GET', path, file: true } };
  // The sample service takes its own header for the key.
  const keyed: typeof fetch = (url, init) => fetch(url, { ...init, headers: { ...init?.headers, 'x-api-key': 'k' } });
  try {
    const { getFile } = clientOver(table, { baseUrl: files.origin, fetch: keyed });
    assert.ok(getFile);
    const { body, ...file } = (await getFile({ code: '6201' })) as FileAnswer;
    assert.deepEqual(
      [file.name, file.mediaType, file.sizeBytes],
      ['caiet de sarcini ș.pdf', 'application/pdf', CONTENT.length],
    );
    assert.deepEqual(Buffer.from(await new Response(body).arrayBuffer()), CONTENT);
  } finally {
    await files.close();
  }
});
