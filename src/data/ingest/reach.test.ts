import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import { createClient } from '#data/sources/client.ts';
import { PROBE_LIMITS, reachablePublishers } from './reach.ts';

/** Takes every connection and never says a word: what a firewall that drops packets looks like from here. */
const mute = createServer(() => {});
const refusing = createServer((_, response) => response.writeHead(403).end('no'));
const addressOf = (server: Server): string => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

before(async () => {
  for (const server of [mute, refusing]) await once(server.listen(0, '127.0.0.1'), 'listening');
});
after(() => {
  for (const server of [mute, refusing]) {
    server.closeAllConnections();
    server.close();
  }
});

/** Long enough for a server of this process on a busy machine; the mute one is waited for twice. */
const quick = { ...PROBE_LIMITS, idleMs: 1_000, totalMs: 2_000 };
const reach = (ckan: string, ...bnr: string[]) =>
  reachablePublishers({ client: createClient(), addresses: { ckan, bnr } }, quick);

test('who never answers is told, and asked for nothing', async () => {
  const { publications, problems } = await reach(addressOf(mute), 'http://127.0.0.1:1');
  assert.deepEqual(publications, []);
  assert.match(problems[0] ?? '', /^The open-data catalogue http:\S+ does not answer: .+\.$/);
  assert.match(problems[1] ?? '', /^The national bank http:\S+ does not answer: .*ECONNREFUSED/);
});

test('a refusal is an answer, and one host of the bank is enough', async () => {
  const { publications, problems } = await reach(addressOf(refusing), addressOf(mute), addressOf(refusing));
  assert.deepEqual([publications.length, problems], [4, []]);
  const bankOnly = await reach(addressOf(mute), addressOf(refusing));
  assert.deepEqual(bankOnly.publications, ['set of exchange rates']);
});

test('all attempts and the pauses between them end within a minute', () => {
  const pausesMs = 750 * PROBE_LIMITS.retries;
  assert.ok(PROBE_LIMITS.totalMs * (PROBE_LIMITS.retries + 1) + pausesMs < 55_000);
});
