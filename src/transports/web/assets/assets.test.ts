/** Scripts and styles are served as built. */

import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { browserFiles } from '#lib/paths.ts';
import { type Listening, listening } from '#test/support/test-server.ts';
import type { Handler } from '#transports/http/reply.ts';
import { Router } from '#transports/http/router.ts';
import { addAssets, asset } from './assets.ts';

let server: Listening;
before(async () => {
  const router = new Router<Handler>();
  addAssets(router);
  server = await listening(router);
});
after(() => server.close());

const folder = join(browserFiles(), 'assets');
const get = (path: string, encoding: string): Promise<Response> =>
  fetch(`http://127.0.0.1:${server.port}${path}`, { headers: { 'accept-encoding': encoding } });

test('every file of the build is served under its name, plain or compressed, and cached for a year', async () => {
  const names = readdirSync(folder).filter((name) => !/\.(gz|br)$/.test(name));
  for (const name of ['site.css', 'find.js', 'icons.svg', 'serif-latin.woff2'])
    assert.ok(names.includes(asset(name).slice('/assets/'.length)), name);
  for (const name of names) {
    const content = readFileSync(join(folder, name));
    for (const encoding of ['identity', 'gzip', 'br']) {
      const answer = await get(`/assets/${name}`, encoding);
      const sent = answer.headers.get('content-encoding') ?? 'identity';
      assert.equal(sent, name.endsWith('.woff2') ? 'identity' : encoding, name);
      assert.match(answer.headers.get('cache-control') ?? '', /immutable/);
      // fetch decompresses.
      assert.deepEqual(Buffer.from(await answer.arrayBuffer()), content, `${name} ${encoding}`);
    }
  }
});

test('unknown names and compressed variants are not served directly', async () => {
  const style = asset('site.css');
  for (const path of ['/assets/site-0000000000.css', `${style}.br`, '/assets/..%2ficon.svg', '/assets/site.css'])
    assert.equal((await get(path, 'identity')).status, 404, path);
});

test('styles refer to fonts by their served addresses', () => {
  const style = readFileSync(join(folder, asset('site.css').slice('/assets/'.length)), 'utf8');
  const named: string[] = style.match(/\/assets\/[a-z0-9.-]+/g) ?? [];
  assert.ok(named.includes(asset('serif-latin.woff2')));
  for (const address of named) assert.ok(readdirSync(folder).includes(address.slice('/assets/'.length)), address);
  assert.doesNotMatch(style, /asset:/);
});
