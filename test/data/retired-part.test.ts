/** A dataset of a release that stored rendered answers, the part `companies`: it is served as it is, and the next build leaves the part out. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LaterVersion, type Manifest } from '#data/store/dataset.ts';
import { onBothEngines } from '#test/support/both-engines.ts';
import { companyOf } from '#test/support/company-answers.ts';
import { installation, publications } from '#test/support/ingest-folder.ts';
import { rewriteManifest } from '#test/support/older-release.ts';
import { writeSnapshot } from '#test/support/publications.ts';

const about = { source: 'computed', asOf: null, licence: null, fingerprint: '' };

onBothEngines((engine) => {
  test('a part that nothing reads any more neither stops the service nor is carried over', async () => {
    const { place, store, read } = await installation(engine);
    const folder = publications();
    writeSnapshot(folder, '01-09-2026', [{ cui: '90000014', number: 'J12/1234/1998', name: 'ALFA SRL' }]);
    await read(folder);
    const served = store.generations.current()?.manifest ?? assert.fail();
    const build = await store.generations.build();
    const part = await build.part('companies', about);
    await part.execute('create table document (cui bigint primary key, etag text not null)');
    await build.publish([...served.parts, await part.finish()], served.lineage);
    await build.close();

    const written = (format: string) => (manifest: Manifest) => ({
      ...manifest,
      format: 2,
      parts: manifest.parts.map((each) => (each.name === 'companies' ? { ...each, format } : each)),
    });
    await rewriteManifest(place, written('8-a83615be-6f0e92f6'));
    const generations = await place.generations('demo');
    const dataset = generations.current() ?? assert.fail();
    assert.deepEqual(dataset.unreadable, []);
    assert.deepEqual(await generations.check(dataset.manifest.id), []);
    assert.equal((await companyOf(dataset, '90000014')).name, 'ALFA SRL');
    assert.equal((await generations.rollback()).id, served.id);
    await generations.use(dataset.manifest.id);
    await generations.close();

    const report = await read(folder);
    assert.equal(report.published, true);
    assert.ok(report.parts.every(({ outcome }) => outcome === 'unchanged' || outcome === 'absent'));
    await store.generations.refresh();
    assert.deepEqual(store.generations.current()?.manifest.parts, served.parts);

    await rewriteManifest(place, (manifest) =>
      written('9-a83615be-6f0e92f6')({
        ...manifest,
        parts: [...served.parts, { ...dataset.manifest.parts.at(-1) } as never],
      }),
    );
    const later = await place.generations('demo');
    await assert.rejects(later.refresh(), LaterVersion);
    await later.close();
    await store.close();
  });
});
