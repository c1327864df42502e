/** Server-side request forgery: foreign addresses are refused before a packet is sent, asserted on sockets that would receive it. */
import assert from 'node:assert/strict';
import { createSocket, type Socket } from 'node:dgram';
import { Resolver } from 'node:dns/promises';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, BlockList, connect, createServer as createTcpServer } from 'node:net';
import { after, before, test } from 'node:test';
import { fetchPressFile } from '#data/sources/press/press-file.ts';
import { exchange, type Limits } from '#lib/safe-fetch/exchange.ts';
import { publicLookup } from '#lib/safe-fetch/public-address.ts';
import { type DemoService, demoService } from '#test/support/demo-service.ts';

let service: DemoService;
/** Counts all connections, over IPv4 and IPv6. */
const trap = createTcpServer((socket) => {
  connections++;
  socket.destroy();
});
let connections = 0;
let port = 0;

before(async () => {
  service = await demoService();
  trap.listen(0, '::');
  await once(trap, 'listening');
  port = (trap.address() as AddressInfo).port;
});
after(async () => {
  trap.close();
  await service.close();
});

test('addresses outside the press host are a 400, and no connection is made to them', async () => {
  for (const url of [
    `http://127.0.0.1:${port}/static/x.pdf`,
    `https://127.0.0.1:${port}/static/x.pdf`,
    `https://localhost:${port}/static/x.pdf`,
    `https://2130706433:${port}/static/x.pdf`,
    `https://0177.0.0.1:${port}/static/x.pdf`,
    `https://0x7f000001:${port}/static/x.pdf`,
    `https://[::1]:${port}/static/x.pdf`,
    `https://[::ffff:127.0.0.1]:${port}/static/x.pdf`,
    `https://[::ffff:7f00:1]:${port}/static/x.pdf`,
    `https://static.anaf.ro@127.0.0.1:${port}/static/x.pdf`,
    `https://user:password@static.anaf.ro/static/x.pdf`,
    `https://static.anaf.ro:${port}/static/x.pdf`,
    `https://static.anaf.ro:8443/static/x.pdf`,
    'https://static.anaf.ro/static/../presa/comunicate',
    'https://static.anaf.ro/static/%2e%2e/presa/comunicate',
    'https://static.anaf.ro/presa/comunicate',
    'https://static.anaf.ro.evil.ro/static/x.pdf',
    'file:///etc/passwd',
  ]) {
    const { status, body } = await service.get(`/api/press/pdf?url=${encodeURIComponent(url)}`);
    assert.equal(status, 400, url);
    assert.equal(body.error?.code, 'INVALID_PARAMETER', url);
    assert.equal(body.error?.details?.[0]?.name, 'url', url);
  }
  assert.equal(connections, 0);
});

const LIMITS: Limits = { connectMs: 60_000, idleMs: 60_000, totalMs: 60_000, sizeBytesMax: 1_000, retries: 0 };
const untouched = { read: () => assert.fail('no file is to be read'), close: () => {} };

test('a host name with a private address is refused without a connection, in any notation', async () => {
  for (const [address, family] of [
    ['127.0.0.1', 4],
    ['::1', 6],
    ['::ffff:127.0.0.1', 6],
    ['169.254.169.254', 4],
    ['10.0.0.1', 4],
  ] as const) {
    const lookup = publicLookup(async () => [{ address, family }]);
    const request = { url: `http://static.anaf.ro:${port}/static/x.pdf`, userAgent: 'test', lookup, follow: false };
    await assert.rejects(exchange(request, LIMITS), /private address/, address);
    const files = { base: null, reader: untouched, pictureReader: untouched, lookup };
    const outcome = await fetchPressFile(files, 'https://static.anaf.ro/static/x.pdf', { pictures: false });
    assert.equal(outcome.outcome, 'unavailable', address);
  }
  assert.equal(connections, 0);
});

test('a host name with changing answers is connected at the checked address, or not at all', async (context) => {
  const dns = await changingDns(['8.8.8.8', '127.0.0.1']);
  context.after(() => dns.socket.close());
  const resolver = new Resolver({ timeout: 60_000, tries: 1 });
  resolver.setServers([`127.0.0.1:${dns.port}`]);
  const looks: string[] = [];
  const lookup = publicLookup(async (host) => {
    const found = await resolver.resolve4(host);
    looks.push(...found);
    return found.map((address) => ({ address, family: 4 }));
  });
  // Blocked at the last moment, so that no test sends packets to the Internet: the error names the destination.
  const blockList = new BlockList();
  blockList.addAddress('8.8.8.8');
  const [error] = await once(connect({ host: 'static.anaf.ro', port, lookup, blockList }), 'error').catch((e) => [e]);
  assert.equal(error.code, 'ERR_IP_BLOCKED');
  assert.match(error.message, /8\.8\.8\.8/);
  assert.deepEqual(looks, ['8.8.8.8']);

  const request = { url: `http://static.anaf.ro:${port}/static/x.pdf`, userAgent: 'test', lookup, follow: false };
  await assert.rejects(exchange(request, LIMITS), /private address/);
  assert.deepEqual(looks, ['8.8.8.8', '127.0.0.1']);
  assert.equal(connections, 0);
});

test('a redirect is a 422 and is not followed, not even within the host', async () => {
  for (const location of [`http://127.0.0.1:${port}/static/x.pdf`, '/static/other.pdf', `//127.0.0.1:${port}/x`]) {
    let requested = 0;
    const host: Server = createServer((_, response) => {
      requested++;
      response.writeHead(302, { location }).end();
    });
    host.listen(0, '127.0.0.1');
    await once(host, 'listening');
    const base = `http://127.0.0.1:${(host.address() as AddressInfo).port}`;
    const files = { base, reader: untouched, pictureReader: untouched };
    const outcome = await fetchPressFile(files, 'https://static.anaf.ro/static/x.pdf', { pictures: false });
    assert.equal(outcome.outcome === 'found' && outcome.value.problem, 'redirected', location);
    assert.equal(requested, 1);
    host.close();
  }
  assert.equal(connections, 0);
});

/** A name server on the loopback that gives another address each time, with a TTL of zero. */
async function changingDns(addresses: readonly string[]): Promise<{ port: number; socket: Socket }> {
  const socket = createSocket('udp4');
  let requested = 0;
  socket.on('message', (question, from) => {
    const address = addresses[Math.min(requested++, addresses.length - 1)] ?? '';
    const end = question.indexOf(0, 12) + 5;
    const head = Buffer.from([...question.subarray(0, 2), 0x81, 0x80, 0, 1, 0, 1, 0, 0, 0, 0]);
    const answer = Buffer.from([0xc0, 0x0c, 0, 1, 0, 1, 0, 0, 0, 0, 0, 4, ...address.split('.').map(Number)]);
    socket.send(Buffer.concat([head, question.subarray(12, end), answer]), from.port, from.address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  return { port: socket.address().port, socket };
}
