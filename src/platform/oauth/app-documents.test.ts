import assert from 'node:assert/strict';
import { createServer } from 'node:net';
import { after, before, test } from 'node:test';
import { publicDocuments } from './app-documents.ts';

let connections = 0;
let port = 0;
const server = createServer((socket) => {
  connections++;
  socket.destroy();
});

before(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  port = (server.address() as { port: number }).port;
});
after(() => server.close());

const resolvedTo = (...found: string[]) =>
  publicDocuments('test', async () => found.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })));

test('a host name with a private address, also among others, is not connected to', async () => {
  for (const address of [
    '127.0.0.1',
    '10.1.2.3',
    '169.254.169.254',
    '192.168.0.1',
    '100.64.0.1',
    '0.0.0.0',
    '::1',
    'fd00::1',
    '::ffff:127.0.0.1',
  ])
    await assert.rejects(resolvedTo(address)(`https://app.example:${port}/client.json`), /leads to a private address/);
  await assert.rejects(
    resolvedTo('1.1.1.1', '127.0.0.1')(`https://app.example:${port}/`),
    /leads to a private address/,
  );
  assert.equal(connections, 0);
});

test('an IP address is checked like a host name', async () => {
  const fetch = publicDocuments('test');
  for (const host of ['127.0.0.1', '[::1]', '[::ffff:127.0.0.1]', '2130706433', '0x7f.1', '169.254.169.254'])
    await assert.rejects(fetch(`https://${host}:${port}/client.json`), /leads to a private address/, host);
  await assert.rejects(fetch(`https://localhost:${port}/client.json`), /leads to a private address/);
  assert.equal(connections, 0);
});

test('without TLS nothing is fetched', async () => {
  await assert.rejects(resolvedTo('1.1.1.1')('http://app.example/client.json'), /over TLS/);
});
