/** A procurement system that has blocked our address: one hold for all jobs and hosts, and every report about it. */
import assert from 'node:assert/strict';
import { hostname } from 'node:os';
import { test } from 'node:test';
import { silent } from '#data/ingest/progress.ts';
import { createProcurementBlock } from '#data/live/procurement-block.ts';
import { sourceStates } from '#data/live/source-state-table.ts';
import { createClient } from '#data/sources/client.ts';
import { createSite } from '#data/sources/procurement/site/site.ts';
import { openStore, type Store } from '#data/store/open.ts';
import { Failure } from '#lib/safe-fetch/exchange.ts';
import { collectLists } from '#server/jobs/collect-procurement.ts';
import { onBothEngines } from '#test/support/both-engines.ts';
import { firmoteca } from '#test/support/cli.ts';
import { fastClock } from '#test/support/fast-clock.ts';
import { DEMO_KEY, smallService } from '#test/support/small-service.ts';
import { startUpstream } from '#test/support/upstream.ts';

const BLOCKED = `<!DOCTYPE html><html><body>Accesul de la adresa dumneavoastră IP a fost restricționat.
  Pentru deblocare, contactați echipa de suport, menționând adresa IP publică și ora.</body></html>`;
const HOUR_MS = 3_600_000;
const ACTION = /Contact the support .* name the public IP address of .* and the time, 20[0-9-]+T[0-9:.]+Z\./;

/** `isOpen`: the system answers, but not with a valid list. */
const system = async (t: Parameters<typeof startUpstream>[0]) => {
  const upstream = { count: 0, isOpen: false, isAway: false };
  const address = await startUpstream(t, (_, response) => {
    upstream.count++;
    if (upstream.isAway) response.destroy();
    else if (upstream.isOpen) response.end('[]');
    else response.writeHead(403, { server: 'SICAP', 'content-type': 'text/html; charset=utf-8' }).end(BLOCKED);
  });
  return Object.assign(upstream, { address });
};

onBothEngines((engine) => {
  test('one request is sent until the hold ends, over all jobs and hosts; then a single probe follows', async (t) => {
    const upstream = await system(t);
    const clock = fastClock();
    const location = await engine.place();
    const stores: Store[] = [];
    for (let host = 0; host < 2; host++)
      stores.push(await openStore({ databaseUrl: location.databaseUrl, folder: location.folder, country: 'demo' }));
    t.after(async () => {
      for (const store of stores) await store.close();
    });
    const [one, other] = stores as [Store, Store];
    const ask = (store: Store) =>
      collectLists({
        config: { dataFolder: location.folder, today: () => '2026-11-15' },
        store,
        address: upstream.address,
        paceMs: 0,
        days: 1,
        progress: silent,
        signal: new AbortController().signal,
        onError: assert.fail,
        clock,
      });
    const seen = async () =>
      (await sourceStates(one.live)).map(({ source, breaker, failureReason }) => [source, breaker, failureReason]);
    // The clock of PostgreSQL cannot be moved forward: the hold is moved back.
    const pass = async (ms: number): Promise<void> => {
      clock.skip(ms);
      if (engine.name === 'postgres') await one.live.write([{ sql: `update source_hold set until = until - ${ms}` }]);
    };

    const { blocked, days, problems } = await ask(one);
    assert.match(blocked ?? '', ACTION);
    assert.ok(blocked?.includes(hostname()));
    assert.deepEqual([days, problems], [0, []]);
    assert.deepEqual(await seen(), [['seap', 'open', 'blocked']]);
    assert.match((await ask(other)).blocked ?? '', ACTION);
    await pass(5 * HOUR_MS);
    for (const store of stores) assert.match((await ask(store)).blocked ?? '', ACTION);
    assert.equal(upstream.count, 1);

    await pass(2 * HOUR_MS);
    const both = await Promise.all(stores.map(ask));
    assert.equal(upstream.count, 2);
    assert.ok(both.every((each) => each.blocked !== undefined));
    for (const store of stores) await ask(store);
    assert.equal(upstream.count, 2);

    // A probe without an answer proves nothing about the block: the hold stays, and the next request is a probe.
    await pass(7 * HOUR_MS);
    upstream.isAway = true;
    const site = createSite({
      client: createClient(),
      address: upstream.address,
      turn: async () => {},
      hold: createProcurementBlock(one.live, clock),
      clock: { random: () => 0, sleep: async () => {} },
      attemptsMax: 2,
    });
    await assert.rejects(site.get('x'), (error) => error instanceof Failure && error.outcome.reason === 'network');
    assert.deepEqual(await seen(), [['seap', 'open', 'blocked']], 'the block is still recorded');
    upstream.isAway = false;
    const probed = upstream.count;
    assert.match((await ask(one)).blocked ?? '', ACTION);
    assert.equal(upstream.count, probed + 1);

    // When another request is refused while a probe is under way, the hold of that refusal stays.
    await pass(7 * HOUR_MS);
    const hold = createProcurementBlock(one.live, clock);
    const probe = await hold.enter();
    await (
      await createProcurementBlock(other.live, clock)
        .enter()
        .catch(() => probe)
    ).blocked();
    await probe.answered();
    assert.ok(await hold.isActive());
    // An operator can force the next request to be sent.
    await hold.probeNow();
    assert.equal(await hold.isActive(), false);

    upstream.isOpen = true;
    assert.equal((await ask(other)).blocked, undefined);
    assert.deepEqual(await seen(), []);
    const before = upstream.count;
    assert.equal((await ask(one)).blocked, undefined);
    assert.ok(upstream.count > before);
  });
});

test('the command, doctor, /api/health and the metrics report the block, and none of them sends a request', async (t) => {
  const upstream = await system(t);
  const service = await smallService({ config: { metricsToken: 'figures' } });
  t.after(() => service.close());
  // Other sources answer at once with 404: a silent source would be retried again and again.
  const others = await startUpstream(t, (_, response) => void response.writeHead(404).end());
  const environment = {
    FIRMOTECA_DATA: service.place.folder,
    FIRMOTECA_COUNTRY: 'demo',
    ...Object.fromEntries(
      ['ANAF_COMPANY', 'ANAF_BALANCE', 'BNR', 'CKAN', 'PRESS', 'TREASURY'].map((name) => [
        `FIRMOTECA_${name}_URL`,
        others,
      ]),
    ),
    FIRMOTECA_PROCUREMENT_URL: upstream.address,
  };
  const found = async () => {
    const { findings } = (await firmoteca(['doctor', '--json'], environment)).json() as {
      findings: { check: string; state: string; found: string; advice: string | null }[];
    };
    return findings.find(({ check }) => check === 'procurement system');
  };
  const sample = async (): Promise<string> => {
    const { samples } = (await firmoteca(['doctor', '--sources', '--json'], environment)).json() as {
      samples: { address: string; differences: { problem: string }[] }[];
    };
    const taken = samples.find(({ address }) => address.startsWith(upstream.address));
    return taken?.differences.map(({ problem }) => problem).join() ?? '';
  };
  const health = async () => {
    const response = await fetch(`${service.origin}/api/health`, { headers: { 'x-api-key': DEMO_KEY } });
    const { data } = (await response.json()) as { data: unknown };
    const { upstreams } = data as { upstreams: { name: string; state: string; failureReason: string }[] };
    return upstreams
      .filter(({ name }) => name === 'seap')
      .map(({ state, failureReason }) => `${state} ${failureReason}`);
  };
  const figures = async (): Promise<string> =>
    (await fetch(`${service.origin}/metrics`, { headers: { authorization: 'Bearer figures' } })).text();

  assert.equal((await found())?.state, 'ok');
  assert.deepEqual(await health(), []);
  const command = await firmoteca(['collect', 'procurement', '--days', '3'], environment);
  assert.equal(command.code, 1);
  assert.match(command.stderr, new RegExp(`${ACTION.source}\n$`));
  assert.equal(upstream.count, 1);
  const again = await firmoteca(['collect', 'procurement', '--days', '3', '--json'], environment);
  assert.equal(again.code, 1);
  assert.match((again.json() as { blocked: string }).blocked, ACTION);
  const finding = await found();
  assert.equal(finding?.state, 'wrong');
  assert.match(finding?.found ?? '', /has shut out the address of .* sends it no request before 20/);
  assert.match(finding?.advice ?? '', ACTION);
  assert.match(await sample(), ACTION);
  assert.deepEqual(await health(), ['down blocked']);
  assert.match(await figures(), /firmoteca_upstream_breaker\{source="seap",state="open"\} 1/);
  assert.equal(upstream.count, 1);

  const expected = await firmoteca(['collect', 'procurement', '--days', '3', '--probe'], environment);
  assert.match(expected.stderr, ACTION);
  assert.equal(upstream.count, 2, 'one probe');
  upstream.count = 1;

  await service.store.live.write([{ sql: 'delete from source_hold' }]);
  assert.match(await sample(), ACTION);
  assert.equal(upstream.count, 2, 'a sample that is refused also sets the hold');
  assert.equal((await found())?.state, 'wrong');
  assert.equal(upstream.count, 2);
});
