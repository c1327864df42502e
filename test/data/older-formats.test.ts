/** Parts of an older format in a running service: every answer is complete or 503, never a 500 or a partial answer. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { partNames } from '#data/store/formats.ts';
import { onBothEngines } from '#test/support/both-engines.ts';
import { beforeFormats, rewriteManifest, written } from '#test/support/older-release.ts';
import { testDatabase } from '#test/support/postgres-server.ts';
import { DEMO_KEY, type SmallService, smallService } from '#test/support/small-service.ts';

interface Answered {
  status: number;
  code: string | null;
  data: unknown;
  retryAfter: string | null;
}

/** Every example of every operation. */
async function askAll({ operations, origin }: SmallService): Promise<Map<string, Answered>> {
  const answers = new Map<string, Answered>();
  for (const { id, declaration } of operations) {
    const { method = 'GET', path, examples } = declaration;
    for (const { title, params, query, body } of examples) {
      const address = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params?.[name] ?? ''));
      const response = await fetch(`${origin}${address}?${new URLSearchParams(query)}`, {
        method,
        headers: { 'x-api-key': DEMO_KEY, 'content-type': 'application/json' },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      // Of a file the arrival is checked only; refusals of files are JSON.
      const isFile = declaration.file !== undefined && response.ok;
      const { data, error } = isFile
        ? { data: (await response.bytes()).length > 0, error: undefined }
        : ((await response.json()) as { data?: unknown; error?: { code: string } });
      const retryAfter = response.headers.get('retry-after');
      answers.set(`${id}: ${title.en}`, { status: response.status, code: error?.code ?? null, data, retryAfter });
    }
  }
  return answers;
}

/** The engines differ in how part groups are read, not in the content of a part. */
const ONE_OF_EACH_AREA = ['search', 'gazette', 'procurement', 'recent'] as const;

const ready = async ({ origin }: SmallService): Promise<number> => (await fetch(`${origin}/readyz`)).status;

const healthOf = ({ data }: Answered) =>
  data as { status: string; sources: { name: string; freshness: string }[]; generation: string };

onBothEngines((engine) => {
  let service: SmallService;
  let whole: Map<string, Answered>;
  let stopDatabase = async (): Promise<void> => {};
  before(async () => {
    const database = engine.name === 'postgres' ? await testDatabase() : null;
    if (database) stopDatabase = () => database.stop();
    service = await smallService({ databaseUrl: database?.url ?? null });
    whole = await askAll(service);
    for (const [where, { status }] of whole) assert.equal(status, 200, where);
    assert.equal(await ready(service), 200);
  });
  after(async () => {
    await service.close();
    await stopDatabase();
  });

  const withOlder = async (older: readonly string[], isRebuilding = false): Promise<void> => {
    const present = service.store.generations.current()?.manifest;
    service = await service.restarted(
      (location) => rewriteManifest(location, () => written(older)(present ?? assert.fail())),
      { isRebuilding: () => isRebuilding },
    );
  };

  const HEALTH = 'getStatus: Right now';
  /** The usage of the account grows with every request. */
  const changes = (where: string): boolean => where === HEALTH || where.startsWith('getAccountUsage:');

  for (const name of engine.name === 'sqlite' ? partNames : ONE_OF_EACH_AREA) {
    test(`while the part ${name} is of an older format, every answer is the same as before or 503`, async (t) => {
      const present = service.store.generations.current()?.manifest ?? assert.fail();
      if (!present.parts.some((part) => part.name === name)) return t.skip('The small service has no such part.');
      await withOlder([name]);
      const requested = await askAll(service);
      const refused = [...requested].filter(([, { status }]) => status === 503);
      assert.ok(refused.length > 0 || name === 'history', `nothing needs ${name}`);
      for (const [where, answer] of requested) {
        if (changes(where)) continue;
        if (answer.status === 503) assert.equal(answer.code, 'SOURCE_NOT_LOADED', where);
        else assert.deepEqual(answer, whole.get(where), where);
      }
      const health = healthOf(requested.get(HEALTH) ?? assert.fail());
      assert.notEqual(health.status, 'ok');
      assert.equal(health.sources.find((source) => source.name === name)?.freshness, 'unreadable');
      assert.equal(await ready(service), 503);
      service = await service.restarted((location) => rewriteManifest(location, () => present));
    });
  }

  test('a folder without formats answers 503 to every operation that reads it, and reports the rebuild meanwhile', async () => {
    const present = service.store.generations.current()?.manifest ?? assert.fail();
    service = await service.restarted((location) => rewriteManifest(location, beforeFormats), {
      isRebuilding: () => true,
    });
    for (const [where, answer] of await askAll(service)) {
      if (changes(where)) continue;
      if (answer.status === 200) assert.deepEqual(answer.data, whole.get(where)?.data, where);
      else assert.deepEqual([answer.status, answer.code, answer.retryAfter], [503, 'SERVICE_STARTING', '30'], where);
    }
    const { generations } = service.store;
    assert.equal(generations.current()?.unreadable.length, present.parts.length);
    assert.match((await generations.check(present.id)).join(), /not the one that this version reads/);
    assert.equal(await ready(service), 503);
    service = await service.restarted((location) => rewriteManifest(location, () => present));
  });
});
