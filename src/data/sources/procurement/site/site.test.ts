import assert from 'node:assert/strict';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { type TestContext, test } from 'node:test';
import { createClient } from '#data/sources/client.ts';
import { Failure } from '#lib/safe-fetch/exchange.ts';
import { WrongShape } from '#lib/safe-fetch/wrong-shape.ts';
import { startUpstream } from '#test/support/upstream.ts';
import { createSite } from './site.ts';

async function asking(t: TestContext, answer: (request: IncomingMessage, response: ServerResponse) => void) {
  const address = await startUpstream(t, answer);
  const turns: number[] = [];
  const slept: number[] = [];
  const site = createSite({
    client: createClient(),
    address,
    turn: async () => void turns.push(turns.length),
    clock: { sleep: async (ms) => void slept.push(ms), random: () => 0.5 },
  });
  return { site, address, turns, slept };
}

const failsAs = (reason: string) => (error: unknown) => {
  assert.ok(error instanceof Failure, String(error));
  assert.equal(error.outcome.reason, reason);
  return true;
};

test('a request is sent as JSON with the referer of the site, in its turn', async (t) => {
  const requested: string[] = [];
  const { site, address, turns } = await asking(t, ({ method, url, headers }, response) => {
    requested.push(`${method} ${url} ${headers.referer} ${headers['content-type']} ${headers.origin}`);
    response.end('{"total":0}');
  });
  assert.deepEqual(await site.post('NoticeCommon/GetCNoticeList/', { pageIndex: 0 }), { total: 0 });
  await site.get('ComboPub/getCpvCategories');
  assert.deepEqual(requested, [
    `POST /api-pub/NoticeCommon/GetCNoticeList/ ${address}/pub/ application/json;charset=UTF-8 undefined`,
    `GET /api-pub/ComboPub/getCpvCategories ${address}/pub/ undefined undefined`,
  ]);
  assert.equal(turns.length, 2);
});

for (const status of [403, 429, 500, 503]) {
  test(`${status} is retried in its turn, with exponential backoff`, async (t) => {
    let count = 0;
    const { site, turns, slept } = await asking(t, (_, response) => {
      count++;
      if (count < 4) response.writeHead(status).end('no');
      else response.end('{"ok":true}');
    });
    assert.deepEqual(await site.get('x'), { ok: true });
    assert.equal(turns.length, 4);
    assert.deepEqual(slept, [5_000, 10_000, 20_000]);
  });
}

const BLOCKED = `<!DOCTYPE html><html><head><style>${'x{}'.repeat(3_000)}</style></head><body>Accesul de la adresa dumneavoastr&#259; IP
  a fost restric&#539;ionat. Pentru deblocare, contactați echipa de suport, menționând adresa IP publică și ora.</body></html>`;

test('the page for blocked addresses stops the reading at once, and any other 403 is retried', async (t) => {
  let body = BLOCKED;
  let count = 0;
  const { site } = await asking(t, (_, response) => {
    count++;
    response.writeHead(403, { server: 'SICAP', 'content-type': 'text/html' }).end(body);
  });
  await assert.rejects(site.get('x'), failsAs('blocked'));
  assert.equal(count, 1);
  for (body of ['{"message":"Referrer cannot be null"}', '<html><body>Forbidden</body></html>', '']) {
    count = 0;
    await assert.rejects(site.get('x'), failsAs('rate-limited'));
    assert.equal(count, 5);
  }
});

test('a site that stays unavailable is given up after five attempts', async (t) => {
  let count = 0;
  const { site } = await asking(t, (_, response) => {
    count++;
    response.writeHead(503).end();
  });
  await assert.rejects(site.get('x'), failsAs('http-5xx'));
  assert.equal(count, 5);
});

test('Retry-After is honoured, and a too long one fails', async (t) => {
  let retryAfter = '60';
  const { site, slept } = await asking(t, (_, response) => {
    if (retryAfter === '') response.end('{}');
    else response.writeHead(429, { 'retry-after': retryAfter }).end();
    retryAfter = retryAfter === '60' ? '' : retryAfter;
  });
  assert.deepEqual(await site.get('x'), {});
  assert.deepEqual(slept, [60_000]);
  retryAfter = '3600';
  await assert.rejects(site.get('x'), failsAs('rate-limited'));
});

test('400 and a maintenance page with 200 are not retried', async (t) => {
  let count = 0;
  const { site } = await asking(t, ({ url }, response) => {
    count++;
    if (url?.endsWith('bad')) response.writeHead(400).end('The request is invalid.');
    else response.end('<!doctype html><html><body>Mentenanta</body></html>');
  });
  await assert.rejects(site.get('bad'), failsAs('rejected'));
  await assert.rejects(site.get('page'), failsAs('html'));
  assert.equal(count, 2);
});

test('an answer that is not a JSON object is of the wrong shape', async (t) => {
  const { site } = await asking(t, (_, response) => void response.end('[1]'));
  await assert.rejects(site.get('x'), WrongShape);
});

test('a missing view is null, and a temporarily unavailable view throws', async (t) => {
  const answers: Record<string, [status: number, body: string]> = {
    '/api-pub/lacking': [400, 'Bad Request'],
    '/api-pub/nothing': [200, 'null'],
    '/api-pub/there': [200, '{"noticeNo":"CN1"}'],
    '/api-pub/page': [200, '<html><title>Mentenanta</title></html>'],
    '/api-pub/firewall': [200, '<html><title>Request Rejected</title>The requested URL was rejected.</html>'],
    '/api-pub/list': [200, '[]'],
  };
  const { site } = await asking(t, ({ url = '' }, response) => {
    const [status, body] = answers[url] ?? [404, ''];
    response.writeHead(status).end(body);
  });
  assert.equal(await site.view('lacking'), null);
  assert.equal(await site.view('nothing'), null);
  assert.equal(await site.view('unknown'), null);
  assert.deepEqual(await site.view('there'), { noticeNo: 'CN1' });
  await assert.rejects(site.view('page'), failsAs('html'));
  await assert.rejects(site.view('firewall'), failsAs('firewall'));
  await assert.rejects(site.view('list'), WrongShape);
});
