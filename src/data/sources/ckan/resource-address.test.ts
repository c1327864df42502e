import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { exchange, Failure } from '#lib/safe-fetch/exchange.ts';
import { publicLookup } from '#lib/safe-fetch/public-address.ts';
import { resourceAddress } from './resource-address.ts';
import { ckan as portal } from './source.ts';

const REAL = portal.address;

test('files must be on the host of the catalogue or of a public office', () => {
  assert.equal(resourceAddress('https://data.gov.ro/x.csv', REAL)?.url, 'https://data.gov.ro/x.csv');
  assert.equal(resourceAddress('http://data.gov.ro/x.csv', REAL)?.url, 'https://data.gov.ro/x.csv');
  assert.equal(resourceAddress('http://static.anaf.ro/x.csv', REAL)?.url, 'https://static.anaf.ro/x.csv');
  for (const url of [
    'http://169.254.169.254/latest/meta-data',
    'http://127.0.0.1/x.csv',
    'http://[::1]/x.csv',
    'http://localhost/x.csv',
    'https://data.gov.ro.example/x.csv',
    'https://data.gov.ro:8443/x.csv',
    'https://user:word@data.gov.ro/x.csv',
    'https://example.org/x.csv',
  ])
    assert.equal(resourceAddress(url, REAL), null, url);
});

test('host names must resolve to public addresses, except the configured catalogue', () => {
  const own = 'http://127.0.0.1:8081';
  assert.deepEqual(resourceAddress('http://127.0.0.1:8081/x.csv', own), {
    url: 'http://127.0.0.1:8081/x.csv',
    lookup: undefined,
  });
  assert.equal(resourceAddress('http://127.0.0.1:8082/x.csv', own), null);
  assert.equal(typeof resourceAddress('https://data.gov.ro/x.csv', own)?.lookup, 'function');
  assert.equal(typeof resourceAddress('https://data.gov.ro/x.csv', REAL)?.lookup, 'function');
});

test('a host given as an IP address passes the lookup like a name', async () => {
  const server = createServer((_, response) => response.end('inside')).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const limits = { connectMs: 1_000, idleMs: 1_000, totalMs: 1_000, sizeBytesMax: 100, retries: 0 };
  const ask = (host: string) =>
    exchange({ url: `http://${host}:${port}/`, userAgent: 'x', lookup: publicLookup() }, limits);
  for (const host of ['127.0.0.1', '[::ffff:127.0.0.1]', '2130706433', '0x7f.1', 'localhost'])
    await assert.rejects(ask(host), Failure, host);
  server.close();
});
