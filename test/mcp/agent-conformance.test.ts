/** The protocol's conformance suite against our door: with the tools that the suite knows, and with our own. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { agentAt } from '#test/support/agent-kit.ts';
import { fixtureDoor } from '#test/support/conformance/fixture-server.ts';
import { conformance, failuresIn, type Outcome, tokenProxy } from '#test/support/conformance/suite.ts';
import { type SmallService, smallService } from '#test/support/small-service.ts';

/** What fails because of what we are, with the reason; whatever else fails, or no longer does, fails the test. */
const byDesign: Record<string, Record<string, string>> = JSON.parse(
  readFileSync(new URL('../support/conformance/by-design.json', import.meta.url), 'utf8'),
);
const reasonsFor = (run: string): string[] => Object.keys(byDesign[run] ?? {}).sort();

let service: SmallService;

before(async () => {
  service = await smallService({ bare: true });
});
after(() => service.close());

async function ran(port: number, ...options: string[]): Promise<Outcome> {
  const proxy = await tokenProxy(port);
  try {
    proxy.token = (await agentAt({ ...service, origin: proxy.origin })).token;
    return await conformance(`${proxy.origin}/mcp`, ...options);
  } finally {
    await proxy.close();
  }
}

/** Of the suite's own file, which was frozen when the revision came out. */
function requiredBy(revision: string): string[] {
  const file = import.meta.resolve(`@modelcontextprotocol/conformance/requirements/${revision}.yaml`);
  const text = readFileSync(fileURLToPath(file), 'utf8');
  const [, list = ''] = /^server:\n((?: {2}- .+\n)+)/m.exec(text) ?? [];
  return list.split('\n').flatMap((line) => (line === '' ? [] : [line.slice('  - '.length)]));
}

for (const [revision, required] of [
  ['2026-07-28', 37],
  ['2025-11-25', 30],
] as const)
  test(`what ${revision} requires passes, but for what is so by design`, async () => {
    const door = await fixtureDoor(service);
    const outcome = await ran(door.port, '--requirements', revision);
    await door.close();
    const names = requiredBy(revision);
    assert.equal(names.length, required);
    for (const name of names) assert.ok(outcome[name], `${name} was not run.`);
    const failed = failuresIn(outcome);
    const scenarios = [...new Set(failed.map(({ scenario }) => scenario))].sort();
    assert.deepEqual(scenarios, reasonsFor(revision), JSON.stringify(failed, null, 1));
    // The extension's are run, and not required.
    if (revision === '2026-07-28')
      assert.deepEqual(
        names.filter((name) => scenarios.includes(name)),
        [],
      );
    assert.deepEqual(door.faults, []);
  });

const scenarios = ['tools-list', 'http-header-validation', 'dns-rebinding-protection', 'server-stateless', 'caching'];

test('our own tools, prompt and resources conform', async () => {
  const failed: string[] = [];
  for (const scenario of scenarios) {
    const outcome = await ran(service.port, '--spec-version', '2026-07-28', '--scenario', scenario);
    assert.ok((outcome[scenario]?.length ?? 0) > 1, `${scenario} was not run.`);
    failed.push(...failuresIn(outcome).map(({ check }) => `${scenario} ${check}`));
  }
  const reasons = reasonsFor('own').filter((reason) => scenarios.includes(reason.split(' ')[0] ?? ''));
  assert.deepEqual(failed.sort(), reasons);
});
