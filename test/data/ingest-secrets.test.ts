/** Person ids depend on the secrets of an installation: an ingest with other secrets is refused unless explicitly accepted. */
import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { onBothEngines } from '#test/support/both-engines.ts';
import { run } from '#test/support/cli.ts';
import { listens } from '#test/support/process.ts';
import { type SmallService, smallService } from '#test/support/small-service.ts';

const REFUSED =
  /^The dataset was built with other secrets than those of this host: .+ hidden persons would be visible\. Copy the /;

onBothEngines((engine) => {
  let service: SmallService;
  let folder: string;
  let environment: Record<string, string>;
  before(async () => {
    const { databaseUrl } = await engine.place();
    service = await smallService({ databaseUrl });
    folder = mkdtempSync(join(tmpdir(), 'firmoteca-secrets-'));
    environment = {
      FIRMOTECA_DATA: service.place.folder,
      FIRMOTECA_DOCUMENTS: join(service.place.folder, 'documents'),
      FIRMOTECA_SECRETS: join(folder, 'secrets.json'),
      FIRMOTECA_WORKERS: '1',
      ...(databaseUrl && { DATABASE_URL: databaseUrl }),
    };
  });
  after(async () => {
    await service.close();
    rmSync(folder, { recursive: true });
  });

  const ingest = (...more: string[]) => run(['ingest', '--from', service.place.published, ...more], environment);
  const newest = async () => (await service.store.generations.list())[0]?.id;

  test('a host without the secrets of the dataset imports nothing and creates no secrets', async () => {
    const before = await newest();
    const { code, output } = await ingest();
    assert.equal(code, 1);
    assert.match(output, REFUSED);
    assert.equal(await newest(), before);
    assert.equal(existsSync(environment.FIRMOTECA_SECRETS ?? ''), false);
  });

  test('an ingest that accepts other secrets uses new ones, and hosts with these are valid from then on', async () => {
    const before = await newest();
    const { code, output } = await ingest('--accept-other-secrets', '--accept-smaller');
    assert.equal(code, 0, output);
    assert.notEqual(await newest(), before);
    assert.equal((await ingest()).code, 0);
    if (engine.name === 'sqlite') return;
    const host = await listens(environment);
    assert.equal((await host.stop()).code, 0);
  });
});
