/** Increments of procurement lists in the shared store: newer data is never replaced by older data from any host’s disk. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, symlinkSync, utimesSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, test } from 'node:test';
import { FilesNotImported, importIncrementFiles } from '#data/ingest/procurement/increment-files.ts';
import { type IncrementName, linesOf, nameOf } from '#data/ingest/procurement/increments.ts';
import {
  everyRecord,
  incrementRequests,
  recordsOfDay,
  storedIncrements,
  storeIncrement,
} from '#data/ingest/procurement/increments-table.ts';
import { openStore, type Store } from '#data/store/open.ts';
import { StoreUnavailable } from '#data/store/unavailable.ts';
import { onBothEngines } from '#test/support/both-engines.ts';
import { INCREMENTS, writeIncrement } from '#test/support/increment-files.ts';
import { purchaseRecord } from '#test/support/procurement-records.ts';

const DAY = '2026-11-10';
const NAME: IncrementName & { kind: 'purchases' } = { kind: 'purchases', day: DAY };
const at = (day: string): number => Date.parse(`${day}T10:00:00Z`);

onBothEngines((engine) => {
  let store: Store;
  const folders: string[] = [];
  beforeEach(async () => {
    const { databaseUrl, folder } = await engine.place();
    store = await openStore({ databaseUrl, folder, country: 'demo' });
  });
  afterEach(async () => {
    await store.close();
    for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
  });

  const requested = (id: string, on: string) =>
    storeIncrement(store.live, NAME, linesOf([purchaseRecord({ id })]), {
      on,
      at: at(on),
      url: 'https://lists.example/',
    });
  /** The folder of a host that queried the list on that day. */
  const disk = (id: string, on: string, name: IncrementName = NAME): string => {
    const folder = mkdtempSync(join(tmpdir(), 'firmoteca-disk-'));
    folders.push(folder);
    const increments = join(folder, INCREMENTS);
    writeIncrement(increments, name, [purchaseRecord({ id })]);
    utimesSync(join(increments, nameOf(name)), at(on) / 1_000, at(on) / 1_000);
    return folder;
  };
  const held = async (): Promise<string[]> => (await recordsOfDay(store.live, NAME)).map(({ id }) => id);
  const on = async (): Promise<string | undefined> => (await incrementRequests(store.live)).get(nameOf(NAME))?.on;

  test('a late write of an earlier query does not replace a later one', async () => {
    await requested('DA2', '2026-11-12');
    await requested('DA1', '2026-11-11');
    assert.deepEqual([await held(), await on()], [['DA2'], '2026-11-12']);
    await requested('DA3', '2026-11-13');
    assert.deepEqual([await held(), await on()], [['DA3'], '2026-11-13']);
  });

  test('increment files are imported once, with the day of their query', async () => {
    const folder = disk('DA1', '2026-11-11');
    assert.equal(await importIncrementFiles(store.live, folder), 1);
    assert.deepEqual([await held(), await on()], [['DA1'], '2026-11-11']);
    assert.equal(await importIncrementFiles(store.live, folder), 0);
    assert.equal(await importIncrementFiles(store.live, join(folder, 'nothing')), 0);
  });

  test('an unreadable increment file is reported, does not block others, and is imported later', async () => {
    const folder = disk('DA1', '2026-11-11');
    const broken = ['2026-10-01', '2026-12-01'].map((day) => join(folder, INCREMENTS, nameOf({ ...NAME, day })));
    for (const path of broken) symlinkSync('nowhere', path);
    await assert.rejects(importIncrementFiles(store.live, folder), (error: Error) => {
      assert.ok(error instanceof FilesNotImported);
      for (const path of broken) assert.ok(error.message.includes(`${path} (ENOENT`), error.message);
      return true;
    });
    assert.deepEqual(await held(), ['DA1']);
    for (const path of broken) rmSync(path);
    writeIncrement(join(folder, INCREMENTS), { ...NAME, day: '2026-10-01' }, [purchaseRecord({ id: 'DA9' })]);
    assert.equal(await importIncrementFiles(store.live, folder), 1);
    // An unreachable store fails all files.
    const away = { ...store.live, write: () => Promise.reject(new StoreUnavailable(new Error())) };
    await assert.rejects(importIncrementFiles(away, disk('DA2', '2026-11-12')), StoreUnavailable);
  });

  test('another host’s files replace older files, and never newer queries', async () => {
    const [first, second, older] = [disk('DA1', '2026-11-11'), disk('DA2', '2026-11-12'), disk('DA0', '2026-11-10')];
    for (const folder of [first, second, older]) await importIncrementFiles(store.live, folder);
    assert.deepEqual(await held(), ['DA2'], 'the newest of the files');
    await requested('DA3', '2026-11-13');
    // A copy has the time of copying, whatever its age.
    assert.equal(await importIncrementFiles(store.live, disk('DA0', '2026-11-14')), 0);
    assert.deepEqual([await held(), await on()], [['DA3'], '2026-11-13']);
  });

  test('increments are listed newest first with sizes, digests and origins, and their records are read day by day', async () => {
    await importIncrementFiles(store.live, disk('DA8', '2026-11-11', { kind: 'purchases', day: '2026-11-08' }));
    await importIncrementFiles(store.live, disk('DA9', '2026-11-11', { kind: 'awards', day: DAY }));
    await requested('DA3', '2026-11-13');
    const stored = await storedIncrements(store.live);
    assert.deepEqual(
      stored.map(({ name }) => name),
      [nameOf(NAME), nameOf({ kind: 'awards', day: DAY }), nameOf({ kind: 'purchases', day: '2026-11-08' })],
    );
    const [first] = stored;
    assert.ok(first);
    const content = Buffer.concat(await Array.fromAsync(first.read()));
    assert.equal(content.toString(), linesOf([purchaseRecord({ id: 'DA3' })]));
    assert.deepEqual([first.bytes, await first.url()], [content.length, 'https://lists.example/']);
    assert.match(await first.sha256(), /^[0-9a-f]{64}$/);
    assert.deepEqual(
      (await Array.fromAsync(everyRecord(store.live, 'purchases'))).map(({ id }) => id),
      ['DA8', 'DA3'],
    );
  });
});
