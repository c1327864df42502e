/** The conformance suite of the protocol against our endpoint, with the suite's own tools and with ours. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { agentAt } from '#test/support/agent-kit.ts';
import { fixtureDoor } from '#test/support/conformance/fixture-server.ts';
import { conformance, failuresIn, type Outcome, tokenProxy } from '#test/support/conformance/suite.ts';
import { type SmallService, smallService } from '#test/support/small-service.ts';

/** Expected failures with their reasons; any other failure, and an expected one that passes, fails the test. */
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

/** From the suite's own file, which was frozen when the revision was published. */
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
  test(`the requirements of ${revision} pass, except those that fail by design`, async () => {
    const door = await fixtureDoor(service);
    const outcome = await ran(door.port, '--requirements', revision);
    await door.close();
    const names = requiredBy(revision);
    assert.equal(names.length, required);
    for (const name of names) assert.ok(outcome[name], `${name} was not run.`);
    const failed = failuresIn(outcome);
    const scenarios = [...new Set(failed.map(({ scenario }) => scenario))].sort();
    assert.deepEqual(scenarios, reasonsFor(revision), JSON.stringify(failed, null, 1));
    // The scenarios of extensions run, but are not required.
    if (revision === '2026-07-28')
      assert.deepEqual(
        names.filter((name) => scenarios.includes(name)),
        [],
      );
    assert.deepEqual(door.faults, []);
  });

const scenarios = ['tools-list', 'http-header-validation', 'dns-rebinding-protection', 'server-stateless', 'caching'];

test('the tools, prompt and resources of the service conform', async () => {
  const failed: string[] = [];
  for (const scenario of scenarios) {
    const outcome = await ran(service.port, '--spec-version', '2026-07-28', '--scenario', scenario);
    assert.ok((outcome[scenario]?.length ?? 0) > 1, `${scenario} was not run.`);
    failed.push(...failuresIn(outcome).map(({ check }) => `${scenario} ${check}`));
  }
  const reasons = reasonsFor('own').filter((reason) => scenarios.includes(reason.split(' ')[0] ?? ''));
  assert.deepEqual(failed.sort(), reasons);
});
