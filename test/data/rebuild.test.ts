/** Rebuild of parts of an older format: from stored publications, and never from incomplete ones without a report. */
import assert from 'node:assert/strict';
import { appendFileSync, cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { ingestRecent } from '#data/ingest/procurement/parts.ts';
import { silent } from '#data/ingest/progress.ts';
import { LostRegistry } from '#data/ingest/run.ts';
import { LaterVersion, type Manifest } from '#data/store/dataset.ts';
import type { Store } from '#data/store/open.ts';
import { loadPublications, publicationsFolder } from '#server/jobs/load-publications.ts';
import { onBothEngines } from '#test/support/both-engines.ts';
import { etagsOf } from '#test/support/company-answers.ts';
import { type Installation, installation } from '#test/support/ingest-folder.ts';
import { beforeFormats, dropColumn, rewriteManifest, written } from '#test/support/older-release.ts';

const SAMPLE = fileURLToPath(new URL('../support/format-sample', import.meta.url));
const folders: string[] = [];
after(() => {
  for (const folder of folders) rmSync(folder, { recursive: true });
});

/** A data folder with the sample’s publications; no source is reachable. */
function keeping() {
  const dataFolder = mkdtempSync(join(tmpdir(), 'firmoteca-kept-'));
  folders.push(dataFolder);
  cpSync(SAMPLE, publicationsFolder(dataFolder), { recursive: true });
  const nowhere = 'http://127.0.0.1:9';
  const addresses = { ckan: nowhere, bnr: nowhere };
  const country: 'romania' = 'romania';
  const demo = { seed: 'x', companies: 1 };
  const secretsFile = join(dataFolder, 'secrets.json');
  return { dataFolder, secretsFile, country, addresses, today: () => '2025-11-15', ...demo, keepPublications: true };
}

const output: string[] = [];
const load = (
  store: Store,
  config: ReturnType<typeof keeping>,
  folder = publicationsFolder(config.dataFolder),
  onlyRebuild = false,
  personKey = 'the key of this test',
) => {
  output.length = 0;
  const say = (sentence: string): void => void output.push(sentence);
  // The samples are small, and a third of one of them is invalid.
  const accept = { partial: true, smaller: false };
  const needs = { config, store, folder, personKey, strict: onlyRebuild, accept, progress: silent, log: say };
  return loadPublications({ ...needs, onlyRebuild });
};
/** As on a host beside the leader. */
const loadBeside = (store: Store, config: ReturnType<typeof keeping>, personKey?: string) =>
  load(store, config, publicationsFolder(config.dataFolder), true, personKey);

/** Reopened after a change of the served manifest. */
async function reopened(
  { place: location, store }: Installation,
  change: (manifest: Manifest) => Manifest,
): Promise<Store> {
  await store.generations.close();
  await rewriteManifest(location, change);
  return { ...store, generations: await location.generations('demo') };
}

async function everything({ generations }: Store): Promise<unknown> {
  const dataset = generations.current() ?? assert.fail();
  const { db, partGroup: area } = dataset;
  const count = 'select kind, count, value from party_year order by party, role, year, kind';
  return {
    documents: await etagsOf(dataset),
    events: await db.all('select * from firm_event order by kind, registration_number'),
    names: await db.all('select * from name_entry order by id'),
    rates: await db.all('select * from rate order by currency, day'),
    decisions: await area('gazette')?.all('select id, cui from decision order by id'),
    sums: await area('procurement')?.all(count),
  };
}

const outcomes = ({ parts }: { parts: { part: string; outcome: string }[] }): Record<string, string> =>
  Object.fromEntries(parts.map(({ part, outcome }) => [part, outcome]));

const madeIn = (report: Parameters<typeof outcomes>[0]): string[] =>
  report.parts.filter(({ outcome }) => outcome !== 'unchanged').map(({ part }) => part);

onBothEngines((engine) => {
  const start = async (): Promise<{ one: Installation; config: ReturnType<typeof keeping> }> => {
    const one = await installation(engine);
    const config = keeping();
    await load(one.store, config);
    return { one, config };
  };

  test('a dataset without formats is rebuilt from stored publications, including its history', async () => {
    const { one, config } = await start();
    const whole = await everything(one.store);
    const first = one.store.generations.current()?.manifest ?? assert.fail();
    const partOf = (name: string) => first.parts.find((part) => part.name === name) ?? assert.fail();
    await one.store.generations.close();
    // Simulates columns that were added later.
    await dropColumn(one.place, partOf('entities'), 'entity', 'observed_at');
    await dropColumn(one.place, partOf('registry'), 'firm', 'website');
    const store = await reopened(one, beforeFormats);
    assert.equal(store.generations.current()?.unreadable.length, first.parts.length);

    const report = await load(store, config);
    assert.equal(report.published, true);
    assert.deepEqual(report.warnings, []);
    assert.match(output.join(), /The format of registry, .* made again from publications/);
    assert.deepEqual(store.generations.current()?.unreadable, []);
    assert.equal(store.generations.current()?.manifest.lost, undefined);
    assert.deepEqual(await everything(store), whole);
    assert.deepEqual(store.generations.current()?.manifest.lineage.slice(0, -1), first.lineage);
    assert.deepEqual(await store.generations.check(store.generations.current()?.manifest.id ?? ''), []);

    await assert.rejects(store.generations.rollback(), /cannot be gone back to: registry, .* does not read/);
    assert.equal((await load(store, config)).published, false);
    await store.close();
  });

  test('a part of an older format is rebuilt with its computed parts only, and all others are carried over', async () => {
    const { one, config } = await start();
    const whole = await everything(one.store);
    let store = await reopened(one, written(['rates']));
    const again = outcomes(await load(store, config));
    assert.deepEqual(
      Object.keys(again).filter((name) => again[name] !== 'unchanged'),
      ['rates'],
    );
    store = await reopened({ ...one, store }, written(['rankings', 'recent']));
    const computed = outcomes(await load(store, config));
    assert.deepEqual(
      Object.keys(computed).filter((name) => computed[name] !== 'unchanged'),
      ['rankings', 'recent'],
    );
    assert.deepEqual(await everything(store), whole);
    await store.close();
  });

  test('a folder with some publications is completed from the stored ones', async () => {
    const { one, config } = await start();
    const whole = await everything(one.store);
    const store = await reopened(one, beforeFormats);
    await load(store, config, join(SAMPLE, 'import'));
    assert.deepEqual(await everything(store), whole);
    await store.close();
  });

  test('an import without a stored file is reported as lost until it is read again', async () => {
    const { one, config } = await start();
    rmSync(join(publicationsFolder(config.dataFolder), 'import'), { recursive: true });
    const store = await reopened(one, written(['debts']));
    const report = await load(store, config);
    const { manifest } = store.generations.current() ?? assert.fail();
    assert.deepEqual(
      manifest.lost?.map(({ name }) => name),
      ['debts'],
    );
    assert.match(
      report.parts.find(({ part }) => part === 'debts')?.problem ?? '',
      /older format.*ingest --from FOLDER/,
    );
    assert.match((await store.generations.check(manifest.id)).join(), /The part debts is lost/);
    assert.equal((await load(store, config)).published, false);
    await load(store, config, join(SAMPLE, 'import'));
    assert.equal(store.generations.current()?.manifest.lost, undefined);
    assert.equal(outcomes(await load(store, config)).debts, 'unchanged');
    await store.close();
  });

  test('beside another leader only outdated parts are rebuilt, and no part is lost or replaced by an older one', async () => {
    const { one, config } = await start();
    const older = keeping();
    // This host’s other publications must not replace the served data.
    rmSync(join(publicationsFolder(older.dataFolder), 'import'), { recursive: true });
    appendFileSync(
      join(publicationsFolder(older.dataFolder), 'bnr/nbrfxrates2025.xml'),
      '<!-- as published before -->',
    );
    let store = await reopened(one, written(['rankings']));
    assert.deepEqual(madeIn(await loadBeside(store, older)), ['rankings']);

    const { id } = store.generations.current()?.manifest ?? assert.fail();
    store = await reopened({ ...one, store }, written(['rankings', 'debts']));
    await assert.rejects(
      loadBeside(store, older),
      /The publications of debts are not stored on this host, .*wait for a/,
    );
    assert.equal(store.generations.current()?.manifest.id, id);
    const dated = (asOf: string) => (manifest: Manifest) => ({
      ...manifest,
      parts: written(['debts'])(manifest).parts.map((part) => (part.name === 'debts' ? { ...part, asOf } : part)),
    });
    store = await reopened({ ...one, store }, dated('2999-01-01'));
    await assert.rejects(
      loadBeside(store, config),
      /The publications of debts are not stored/,
      'as recent as the served data',
    );
    store = await reopened({ ...one, store }, dated('2020-01-01'));
    assert.ok(madeIn(await loadBeside(store, config)).includes('debts'));
    assert.equal(store.generations.current()?.manifest.lost, undefined);
    await store.close();
  });

  test('beside another leader the lists stay as served while days are missing, and other parts are rebuilt', async () => {
    const { one, config } = await start();
    const { live } = one.store;
    rmSync(join(publicationsFolder(config.dataFolder), 'sicap'), { recursive: true });
    await live.write([{ sql: "delete from procurement_increment where kind <> 'awards'" }]);
    const store = await reopened(one, written(['debts']));
    const report = await loadBeside(store, config);
    assert.equal(outcomes(report).debts, 'loaded');
    assert.equal(outcomes(report).recent, 'unchanged');
    await store.close();
  });

  test('beside another leader no list shrinks, no part or person id is lost, and no build is repeated', async () => {
    const { one, config } = await start();
    const debts = (rows: number) => (manifest: Manifest) => ({
      ...manifest,
      parts: written(['debts'])(manifest).parts.map((part) =>
        part.name === 'debts' ? { ...part, rows: { ...part.rows, debt: rows } } : part,
      ),
    });
    let store = await reopened(one, debts(100));
    const { id } = store.generations.current()?.manifest ?? assert.fail();
    await assert.rejects(loadBeside(store, config), /at least half of the 100 rows/);
    store = await reopened({ ...one, store }, debts(1));
    await assert.rejects(loadBeside(store, config, 'the key of another'), /with other secrets\. Copy the secrets/);
    const broken = keeping();
    writeFileSync(
      join(publicationsFolder(broken.dataFolder), 'import/tax-debts-2025-03-31.csv'),
      'no;list;of;ours\n1;2;3;4\n',
    );
    await assert.rejects(loadBeside(store, broken), /tax-debts/);
    assert.deepEqual(
      (await store.generations.list()).map((each) => each.id === id),
      [true],
    );
    const other: Store = { ...one.store, generations: await one.place.generations('demo') };
    assert.equal((await load(other, config)).published, true);
    assert.equal((await loadBeside(store, config)).published, false, 'the parts seen before are already rebuilt');
    await other.generations.close();
    await store.close();
  });

  test('without the registry’s publication nothing changes, and the error names the command', async () => {
    const { one, config } = await start();
    rmSync(join(publicationsFolder(config.dataFolder), 'onrc'), { recursive: true });
    const store = await reopened(one, beforeFormats);
    const before = store.generations.current()?.manifest.id;
    await assert.rejects(load(store, config), (error: Error) => {
      assert.ok(error instanceof LostRegistry);
      assert.match(error.message, /trade registry of 2025-06-01 .*Run npx firmoteca ingest --download/);
      return true;
    });
    assert.match(output.join(), /not kept: downloaded again.*does not tell where the trade registry is/s);
    assert.equal(store.generations.current()?.manifest.id, before);
    await store.close();
  });

  test('collected lists are not published while other parts cannot be carried over', async () => {
    const { one } = await start();
    const store = await reopened(one, written(['registry']));
    await assert.rejects(ingestRecent({ ...store, progress: silent }), /The format of registry is not the one/);
    await store.close();
  });

  test('data of a later version is refused with a message and rebuilt only on request', async () => {
    const { one, config } = await start();
    const whole = await everything(one.store);
    const store = await reopened(one, written(['search'], '99-11111111-11111111'));
    assert.equal(store.generations.current(), null);
    await assert.rejects(store.generations.refresh(), (error: Error) => {
      assert.ok(error instanceof LaterVersion);
      assert.match(error.message, /later version of Firmoteca \(parts search\)\. Start that version, or/);
      return true;
    });
    await load(store, config);
    assert.deepEqual(await everything(store), whole);
    await store.close();
  });
});
