import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { createClient } from '#data/sources/client.ts';
import { startUpstream } from '#test/support/upstream.ts';
import { fetchBalance } from './balance.ts';
import { fetchCompanies } from './company.ts';

const sample = (file: string) => readFileSync(`${import.meta.dirname}/samples/${file}`);

test('companies are requested in one POST to the configured address', async (t) => {
  const requested: string[] = [];
  const url = await startUpstream(t, async (request, response) => {
    const body = Buffer.concat(await Array.fromAsync(request)).toString();
    requested.push(`${request.method} ${request.url} ${request.headers['content-type']} ${body}`);
    response.end(sample('v9-found.json'));
  });
  const outcomes = await fetchCompanies(createClient(), `${url}/v9/tva`, ['90000014', '90000022'], '2026-11-15');
  assert.equal(outcomes.get('90000014')?.outcome, 'found');
  assert.deepEqual(requested, [
    'POST /v9/tva application/json [{"cui":90000014,"data":"2026-11-15"},{"cui":90000022,"data":"2026-11-15"}]',
  ]);
});

test('a balance is requested with the headers of a browser', async (t) => {
  const url = await startUpstream(t, (request, response) => {
    const browser = request.headers['user-agent']?.startsWith('Mozilla/5.0');
    response.end(browser && request.url === '/bilant?an=2024&cui=90000014' ? sample('bilant.json') : '{"i":[]}');
  });
  const outcome = await fetchBalance(createClient(), `${url}/bilant`, '90000014', 2024);
  assert.equal(outcome.outcome, 'found');
});

test('a failing service gets one request, since retries belong to the paced queue', async (t) => {
  let count = 0;
  const url = await startUpstream(t, (_, response) => {
    count++;
    response.writeHead(503, { 'retry-after': '5' }).end();
  });
  const outcomes = await fetchCompanies(createClient(), url, ['90000014', '90000022'], '2026-11-15');
  const unavailable = { outcome: 'unavailable', reason: 'http-5xx', detail: 'HTTP 503', retryAfterMs: 5000 };
  assert.deepEqual([...outcomes.values()], [unavailable, unavailable]);
  assert.deepEqual(await fetchBalance(createClient(), url, '90000014', 2024), unavailable);
  assert.equal(count, 2);
});

test('an unreachable service makes every company unavailable', async () => {
  const outcomes = await fetchCompanies(createClient(), 'http://127.0.0.1:1', ['90000014'], '2026-11-15');
  const outcome = outcomes.get('90000014');
  assert.equal(outcome?.outcome === 'unavailable' && outcome.reason, 'network');
});
