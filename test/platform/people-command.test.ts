/** Commands that redact a person, run in another process beside a service with two threads. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { showcasePerson } from '#demo-country/showcase.ts';
import { DEMO_KEY } from '#platform/accounts/keys.ts';
import { firmoteca, serving } from '#test/support/cli.ts';
import { cuiOf } from '#test/support/demo-service.ts';
import { keptInstallation } from '#test/support/installation-snapshot.ts';
import { isLongTier } from '#test/support/tier.ts';
import { until } from '#test/support/until.ts';

const folder = mkdtempSync(join(tmpdir(), 'firmoteca-people-'));
const demo = {
  FIRMOTECA_DATA: folder,
  FIRMOTECA_WORKERS: '2',
  FIRMOTECA_LOG: 'all',
  FIRMOTECA_LIMITS: 'off',
  PORT: '0',
};
const people = (...args: string[]) => firmoteca(['people', ...args], demo);

before(() => keptInstallation(folder));
after(() => rmSync(folder, { recursive: true }));

async function idOf(name: string): Promise<string> {
  const [found] = (await people('find', name, '--json')).json() as { id: string; name: string }[];
  assert.equal(found?.name, name);
  return found?.id ?? '';
}

test('a person is redacted in every thread within a second, and all reads are counted', {
  skip: !isLongTier,
}, async () => {
  const id = await idOf(showcasePerson.name);
  const service = await serving(['serve'], demo);
  try {
    // Each request has its own connection, so that both threads answer.
    const visible = async (): Promise<number> => {
      const answers = await Promise.all(
        Array.from({ length: 20 }, async () => {
          const headers = { 'x-api-key': DEMO_KEY, connection: 'close' };
          const response = await fetch(`${service.origin}/api/company/${cuiOf('busiestOfficer')}`, { headers });
          assert.equal(response.status, 200);
          return (await response.text()).includes(showcasePerson.name);
        }),
      );
      return answers.filter(Boolean).length;
    };
    assert.equal(await visible(), 20);
    const person = await fetch(`${service.origin}/api/person/${id}`, { headers: { 'x-api-key': DEMO_KEY } });
    assert.equal(person.status, 200);
    assert.equal((await people('hide', id, '--reason', 'asked by letter')).code, 0);
    await until('the person is redacted', async () => (await visible()) === 0);
    const name = encodeURIComponent(showcasePerson.name);
    assert.equal((await fetch(`${service.origin}/${name}`)).status, 404);
  } finally {
    assert.equal(await service.stop(), 0);
  }
  const log = service.printed();
  assert.ok(log.includes('/[…]'), 'the request is logged');
  for (const name of [showcasePerson.name, encodeURIComponent(showcasePerson.name)]) assert.ok(!log.includes(name));
  const reads = (await people('reads', '--json')).json() as { operation: string; reads: number }[];
  assert.deepEqual(
    reads.map(({ operation, reads }) => [operation, reads]),
    [['getPerson', 1]],
  );
});

test('a person is found, redacted with a reason, listed and restored; invalid arguments are reported', async () => {
  const id = await idOf(showcasePerson.name);
  for (const [args, output] of [
    [['hide', id], /--reason/],
    [['hide', 'POPESCU', '--reason', 'x'], /no identifier/],
    [['hide', `p${'A'.repeat(21)}`, '--reason', 'x'], /no person/],
    [['find'], /whom to look for/],
    [['paint'], /find, hide, unhide, list, reads/],
  ] as const) {
    const { code, stderr } = await people(...args);
    assert.equal(code, 2, args.join(' '));
    assert.match(stderr, output);
  }
  assert.equal((await people('hide', id, '--reason', 'asked by letter')).code, 0);
  const [row] = (await people('list', '--json')).json() as { id: string; name: string; reason: string }[];
  assert.deepEqual([row?.id, row?.name, row?.reason], [id, showcasePerson.name, 'asked by letter']);
  const again = (await people('hide', id, '--reason', 'again', '--json')).json();
  assert.deepEqual(again, { id, hidden: true, changed: false });
  assert.equal((await people('unhide', id)).code, 0);
  assert.equal((await people('unhide', id)).code, 1);
  assert.equal((await people('find', 'nimeninimeni')).code, 1);
});
