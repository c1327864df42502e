/** The nginx and Caddy samples, started unchanged: client addresses, TLS, long headers and streams pass through them. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json, text } from 'node:stream/consumers';
import { after, before, describe, test } from 'node:test';
import { parseSubnet } from '#lib/values/ip.ts';
import { firmoteca } from '#test/support/cli.ts';
import { isInstalled, type ProxyKind, type RunningProxy, startProxy } from '#test/support/proxy.ts';
import { notRun } from '#test/support/skip-report.ts';
import { DEMO_KEY, type SmallService, smallService } from '#test/support/small-service.ts';
import { companyCui } from '#test/support/tiny-country.ts';
import { until } from '#test/support/until.ts';

const INSTALL: Record<ProxyKind, string> = {
  nginx: 'apt-get install -y nginx-light openssl',
  Caddy: 'apt-get install -y caddy openssl',
};

for (const kind of ['nginx', 'Caddy'] as const) {
  const skip = isInstalled(kind) ? false : notRun(`the sample for ${kind}`, INSTALL[kind]);
  describe(`behind ${kind}`, { skip }, () => {
    let service: SmallService;
    let proxy: RunningProxy;
    before(async () => {
      const proxies = parseSubnet('127.0.0.1');
      assert.ok(proxies);
      service = await smallService({ config: { publicUrl: 'https://firms.example', trustedProxies: [proxies] } });
      proxy = await startProxy(kind, service.port);
    });
    after(async () => {
      await proxy?.stop();
      await service?.close();
    });

    test('an answer arrives over TLS with its headers', async () => {
      const response = await proxy.ask(`/api/company/${companyCui(1)}`, { headers: { 'x-api-key': DEMO_KEY } });
      assert.equal(response.statusCode, 200);
      assert.match(String(response.headers.etag), /^W\//);
      const { success } = (await json(response)) as { success: boolean };
      assert.equal(success, true);
    });

    test('the session cookie is secure and bound to the host', async () => {
      const response = await proxy.ask('/', { headers: { accept: 'text/html' } });
      response.resume();
      assert.match(String(response.headers['set-cookie']), /^__Host-firmoteca_session=.*; Secure/);
    });

    test('callers are identified by their address, and X-Forwarded-For cannot replace it', async () => {
      const environment = { FIRMOTECA_DATA: service.place.folder };
      const { code, stderr } = await firmoteca(['blocks', 'add', '127.0.0.2', '--reason', 'test'], environment);
      assert.equal(code, 0, stderr);
      const status = async (from: string, claimed?: string): Promise<number | undefined> => {
        const headers = claimed === undefined ? {} : { 'x-forwarded-for': claimed };
        const response = await proxy.ask('/api/caen', { from, headers });
        response.resume();
        return response.statusCode;
      };
      await until('the block is in force', async () => (await status('127.0.0.2')) === 403);
      assert.equal(await status('127.0.0.2', '127.0.0.3'), 403, 'a claimed address does not lift the block');
      assert.notEqual(await status('127.0.0.3'), 403);
      assert.notEqual(await status('127.0.0.3', '127.0.0.2'), 403, 'a claimed address does not block the caller');
    });

    if (kind === 'nginx')
      test('a request over plain HTTP is redirected to HTTPS, with method and path', async () => {
        const response = await proxy.ask('/api/caen?q=grau', { plain: true });
        response.resume();
        assert.deepEqual(
          [response.statusCode, response.headers.location],
          [308, 'https://firms.example/api/caen?q=grau'],
        );
      });
  });

  describe(`through ${kind}`, { skip }, () => {
    const LONG = 'x'.repeat(20_000);
    let handle: (request: IncomingMessage, response: ServerResponse) => void;
    const upstream = createServer({ maxHeaderSize: 65_536 }, (request, response) => handle(request, response));
    let proxy: RunningProxy;
    before(async () => {
      upstream.listen(0, '127.0.0.1');
      await once(upstream, 'listening');
      proxy = await startProxy(kind, (upstream.address() as AddressInfo).port);
    });
    after(async () => {
      await proxy?.stop();
      upstream.closeAllConnections();
      upstream.close();
    });

    test('the start of a stream arrives before its end is written', async () => {
      const begun = Promise.withResolvers<void>();
      handle = async (_, response) => {
        response.writeHead(200, { 'content-type': 'text/csv' });
        response.write('first\n');
        await begun.promise;
        response.end('last\n');
      };
      const response = await proxy.ask('/rows');
      const [first] = (await once(response, 'data')) as [Buffer];
      assert.equal(first.toString(), 'first\n');
      // The rest is written only now: a buffering proxy would hang.
      begun.resolve();
      assert.equal(await text(response), 'last\n');
    });

    test('headers of the length of a payment and an offer pass in both directions', async () => {
      handle = (request, response) => response.setHeader('x-offer', LONG).end(String(request.headers['x-payment']));
      const response = await proxy.ask('/paid', { headers: { 'x-payment': LONG } });
      assert.equal(String(response.headers['x-offer']).length, LONG.length);
      assert.equal((await text(response)).length, LONG.length);
    });

    test('a request whose answer breaks off is not retried', async () => {
      let requested = 0;
      handle = (request) => {
        requested++;
        request.socket.destroy();
      };
      const response = await proxy.ask('/paid-once');
      response.resume();
      assert.deepEqual([response.statusCode, requested], [502, 1]);
    });
  });
}
