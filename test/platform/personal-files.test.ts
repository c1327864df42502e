/** Personal source files after their import: deletion with a note, and imports that continue without them. */
import assert from 'node:assert/strict';
import { existsSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { deletePersonal, personalFiles, readNote, restrictPersonal } from '#data/ingest/personal-files.ts';
import type { IngestReport } from '#data/ingest/report.ts';
import { onBothEngines } from '#test/support/both-engines.ts';
import { installation, publications } from '#test/support/ingest-folder.ts';
import { type WrittenFirm, write, writeSnapshot } from '#test/support/publications.ts';

const firm = (name: string): WrittenFirm => ({
  cui: '90000014',
  number: 'J12/1234/1998',
  name,
  officers: [{ name: 'POPESCU ION', born: ['01/03/1970', 'Dej', 'Cluj'] }],
});
const registryOf = ({ parts }: IngestReport) => parts.findLast(({ part }) => part === 'registry');
const REGISTRY = new Set(['registry']);

test('only imported files and partial downloads are deleted, and a note keeps their size', async () => {
  const folder = publications();
  const snapshot = writeSnapshot(folder, '01-09-2026', [firm('ALFA SRL')]);
  const path = join(snapshot, 'OD_REPREZENTANTI_LEGALI.CSV');
  writeFileSync(`${path}.part`, 'half of it');
  const shareholders = write(folder, 'shareholders-2026.csv', 'x');
  const { size } = statSync(path);
  assert.equal((await personalFiles(folder)).length, 3);
  assert.equal((await deletePersonal(folder, REGISTRY)).length, 2);
  assert.deepEqual(await personalFiles(folder), [shareholders]);
  assert.equal((await readNote(path))?.sizeBytes, size);
  assert.equal(await readNote(shareholders), null);
  await restrictPersonal(folder);
  assert.equal(statSync(shareholders).mode & 0o777, 0o600);
  await deletePersonal(folder, new Set(['shareholders']));
  assert.ok(!existsSync(shareholders));
});

onBothEngines((engine) => {
  test('a snapshot without its representatives file stays unchanged, and the next one is compared with it', async () => {
    const { store, read, companyOf, query } = await installation(engine);
    const folder = publications();
    writeSnapshot(folder, '01-09-2026', [firm('ALFA SRL')]);
    await read(folder);
    await deletePersonal(folder, REGISTRY);
    const again = registryOf(await read(folder));
    assert.deepEqual([again?.outcome, again?.problem], ['unchanged', null]);
    assert.equal((await companyOf('90000014')).administrators?.[0]?.name, 'POPESCU ION');

    writeSnapshot(folder, '01-10-2026', [firm('ALFA NOUA SRL')]);
    assert.equal(registryOf(await read(folder))?.outcome, 'loaded');
    assert.equal((await query('select * from firm_event')).length, 1);
    await store.close();
  });

  test('without a generation such a snapshot counts as absent', async () => {
    const { store, read } = await installation(engine);
    const folder = publications();
    writeSnapshot(folder, '01-09-2026', [firm('ALFA SRL')]);
    await deletePersonal(folder, REGISTRY);
    assert.equal(registryOf(await read(folder))?.outcome, 'absent');
    await store.close();
  });
});
