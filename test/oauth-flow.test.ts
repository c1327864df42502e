/** The way of an app to its token, on both engines: registered, asked, allowed, refreshed, given back. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { connected, doorStatus } from './app-kit.ts';
import { onBothEngines } from './both-engines.ts';
import { entranceService } from './entrance-kit.ts';
import type { SmallService } from './small-service.ts';

onBothEngines((engine) => {
  let service: SmallService;
  before(async () => {
    const { databaseUrl } = await engine.place();
    service = await entranceService({ databaseUrl });
  });
  after(() => service.close());

  test('an app registers, asks, is allowed, and its token opens the door for its account', async () => {
    const { tokens } = await connected(service);
    assert.deepEqual([tokens.expires_in, tokens.scope], [900, 'data:read']);
    assert.equal(await doorStatus(service, tokens.access_token), 200);
    assert.equal(await doorStatus(service, 'x'.repeat(43)), 401);
  });
});
