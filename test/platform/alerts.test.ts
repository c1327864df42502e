/** The alert rules: each metric that they use exists, and one documentation page describes each alert. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { createProcurementBlock } from '#data/live/procurement-block.ts';
import { noteSample } from '#data/live/source-sample-table.ts';
import { acquireLeaderLease } from '#data/store/leader-table.ts';
import { allocateStandby, sharedStandbyState } from '#data/store/standby/standby-state.ts';
import { recordTrustState } from '#domain/documents/trust/trust-table.ts';
import { standInSettings } from '#platform/billing/settings.ts';
import { ask } from '#test/support/raw-request.ts';
import { type SmallService, smallService } from '#test/support/small-service.ts';

const read = (path: string): string => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
const rules = read('deploy/alerts.yml');
const alerts = [...rules.matchAll(/^ +- alert: (\w+)$/gm)].map(([, name = '']) => name);
const expressions = [...rules.matchAll(/^ +expr: (.+)$/gm)].map(([, expression = '']) => expression);

let service: SmallService;
let figures: string;
before(async () => {
  service = await smallService({
    bare: true,
    config: { metricsToken: 'token' },
    billing: { site: 'http://127.0.0.1', settings: standInSettings('http://127.0.0.1:9', 'secret', null) },
    standby: sharedStandbyState(allocateStandby()),
  });
  // An alert about a source needs a source in that state.
  await createProcurementBlock(service.store.live)
    .enter()
    .then((pass) => pass.blocked());
  const differing = { source: 'onrc', state: 'differs', sampledAt: '2026-11-15T00:00:00.000Z' } as const;
  await service.store.live.write([noteSample(differing)]);
  await acquireLeaderLease(service.store.state, { holder: 'one', host: 'host/1', leaseMs: 20_000 });
  const looked = {
    checked_at: '2026-11-15T00:00:00.000Z',
    authorities: 1,
    trusted_list_until: '2026-12-01T00:00:00.000Z',
  };
  await service.store.documents.write([recordTrustState(looked)]);
  const headers = { authorization: 'Bearer token' };
  figures = (await ask(service.port, { path: '/metrics', headers })).text;
});
after(() => service.close());

test('every rule has a unique name and an expression', () => {
  assert.ok(alerts.length >= 10);
  assert.equal(alerts.length, expressions.length);
  assert.equal(new Set(alerts).size, alerts.length);
});

test('every metric of a rule exists with the labels of the rule', () => {
  for (const expression of expressions) {
    const named = [...expression.matchAll(/\b(firmoteca_\w+)(?:\{([^}]*)\})?/g)];
    assert.ok(named.length > 0, expression);
    for (const [, name = '', labels] of named)
      assert.ok(
        figures.split('\n').some((line) => {
          const [, own, given = ''] = /^(\w+)(?:\{(.*)\})? /.exec(line) ?? [];
          return own === name && (!labels || labels.split(',').every((label) => given.split(',').includes(label)));
        }),
        `${name}{${labels ?? ''}}`,
      );
  }
});

test('each alert is described on exactly one page', () => {
  const pages = ['docs/mail.md', 'docs/billing.md', 'docs/hosts.md', 'docs/operations.md'].map(read);
  const result = pages.flatMap((page) => [...page.matchAll(/^\| `(Firmoteca\w+)` \|/gm)].map(([, name = '']) => name));
  assert.deepEqual(result.toSorted(), alerts.toSorted());
  for (const page of pages) assert.doesNotMatch(page, /^ *expr:/m);
});
