import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { after, test } from 'node:test';
import { factsOf } from '#api/parts.ts';
import { COMPANIES } from '#data/store/dataset.ts';
import { partNames } from '#data/store/formats.ts';
import { ATTACHED_MAX } from '#data/store/sqlite/database.ts';
import { filePartNames, filePartOf, findPublications } from './publications.ts';
import { digestOf } from './published-files.ts';

const folders: string[] = [];
after(() => {
  for (const folder of folders) rmSync(folder, { recursive: true });
});

/** A folder with files of the given names; each contains its own name and was last changed on 3 March 2026. */
function folderOf(...names: string[]): string {
  const folder = mkdtempSync(join(tmpdir(), 'firmoteca-publications-'));
  folders.push(folder);
  for (const name of names) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), name);
    utimesSync(join(folder, name), new Date('2026-03-03T12:00:00Z'), new Date('2026-03-03T12:00:00Z'));
  }
  return folder;
}

test('registry snapshots are sorted by day with their files, and nomenclatures are the newest of all', async () => {
  const folder = folderOf(
    'onrc/firme-02-09-2026/OD_FIRME.CSV',
    'onrc/firme-02-09-2026/od_stare_firma.csv',
    'onrc/firme-05-06-2026/OD_FIRME.CSV',
    'onrc/firme-05-06-2026/OD_REPREZENTANTI_LEGALI.CSV',
    'onrc/nomenclatoare-01-01-2026/N_STARE_FIRMA.CSV',
    'onrc/nomenclatoare-01-02-2026/N_STARE_FIRMA.CSV',
  );
  const { registry } = await findPublications(folder);
  assert.deepEqual(
    registry.map(({ day }) => day),
    ['2026-06-05', '2026-09-02'],
  );
  const [june, september] = registry;
  assert.equal(june?.statuses, null);
  assert.equal(june?.representatives?.name, 'OD_REPREZENTANTI_LEGALI.CSV');
  assert.equal(september?.statuses?.name, 'od_stare_firma.csv');
  assert.equal(september?.representatives, null);
  assert.equal(september?.statusNames?.day, '2026-02-01');
});

test('a folder without a day in its name has no day, whatever the time of its file', async () => {
  const { registry } = await findPublications(folderOf('downloaded/OD_FIRME.CSV'));
  assert.equal(registry[0]?.day, null);
});

test('balance files are sorted by year and vintage, each with the legend beside it', async () => {
  const folder = folderOf(
    'b/01-07-2026/WEB_UU_AN2023.txt',
    'b/01-07-2025/WEB_UU_AN2023.txt',
    'b/01-07-2025/web_uu_an2023.csv',
    'webasig2022.txt',
  );
  const { finances } = await findPublications(folder);
  assert.deepEqual(
    finances.map(({ form, year, data, legend }) => [form, year, relative(folder, data.path), legend?.name ?? null]),
    [
      ['insurer', 2022, 'webasig2022.txt', null],
      ['UU', 2023, 'b/01-07-2025/WEB_UU_AN2023.txt', 'web_uu_an2023.csv'],
      ['UU', 2023, 'b/01-07-2026/WEB_UU_AN2023.txt', null],
    ],
  );
});

test('every file is read or named with the reason, and with what is missing beside it', async () => {
  const read = ['onrc/firme-02-09-2026/OD_FIRME.CSV', 'onrc/N_CAEN.CSV', 'nbrfxrates2024.xml', 'WEB_UU_AN2024.txt'];
  read.push('invitatii/achizitii-publice-2024/contracte-2024.csv');
  read.push('achizitii-publice-2024/Modificari contracte 2024.csv');
  const unread: [file: string, reason: RegExp][] = [
    ['copy/od_firme (1).csv', /is read as od_firme\.csv/],
    ['copy/WEB_UU_AN2024 - Copy.txt', /is read as WEB_UU_AN2024\.txt/],
    ['copy/2025-WEB_UU_AN2025.txt', /is read as WEB_UU_AN2025\.txt/],
    ['copy/OD_STARE_FIRMA.CSV', /OD_FIRME\.CSV is missing beside it/],
    ['copy/OD_FIRME.CSV.part', /interrupted/],
    ['firme-02-09-2026/OD_FIRME.CSV', /another file/],
    ['3firme_neradiate_cu_sediu_2024-01-10.csv', /before April 2025/],
    ['WEB_FOND_GARANTARE_AN2024.txt', /form that this version does not read/],
    ['legend/WEB_IFN_AN2022.csv', /\.txt\) are not beside it/],
    ['contracte-2024-T1.csv', /achizitii-publice-2026/],
    ['achizitii-publice-2024/note.pdf', /no table/],
    ['achizitii-publice-2017/contracte-subsecvente-2017-T1.csv', /call-offs are not read/],
    ['achizitii-publice-2017/Contracte_subsecvente T2.xlsx', /call-offs are not read/],
    ['achizitii-publice-2017/invitatii-participare-2017.csv', /invitations are not read/],
    ['achizitii-publice-2010-2015-invitatii-de-participare/2010.csv', /invitations are not read/],
    ['achizitii-publice-2024/Modificari anunturi de participare 2024.csv', /changes of notices are not read/],
    ['earlier/nbrfxrates2024.xml', /another file/],
    ['notes.txt', /no publication has such a name/],
  ];
  const folder = folderOf(...unread.map(([file]) => file), ...read);
  const { unused } = await findPublications(folder);
  assert.deepEqual(unused.map(({ file }) => file).toSorted(), unread.map(([file]) => file).toSorted());
  for (const [file, reason] of unread)
    assert.match(unused.find((one) => one.file === file)?.reason ?? '', reason, file);
});

test('of an import format the file with the newest day in its name is used', async () => {
  const {
    shareholders: [shareholders],
    debts: [debts],
  } = await findPublications(folderOf('shareholders-2026-05-01.csv', 'shareholders-2026-04-01.csv', 'tax-debts.csv'));
  assert.equal(shareholders?.name, 'shareholders-2026-05-01.csv');
  assert.equal(debts?.day, null);
});

test('a changed byte changes the digest even with the same size and time', async () => {
  const folder = folderOf('OD_FIRME.CSV');
  const digest = async () => digestOf((await findPublications(folder)).registry.map(({ firms }) => firms));
  const before = await digest();
  assert.equal(await digest(), before);
  writeFileSync(join(folder, 'OD_FIRME.CSV'), 'OD_FIRMA.CSV');
  utimesSync(join(folder, 'OD_FIRME.CSV'), new Date('2026-03-03T12:00:00Z'), new Date('2026-03-03T12:00:00Z'));
  assert.notEqual(await digest(), before);
});

test('a part group has no more parts than SQLite can attach', () => {
  for (const [area, parts] of Map.groupBy(partNames, (name) => filePartOf(name)?.about.area ?? COMPANIES))
    assert.ok(
      parts.length <= ATTACHED_MAX,
      `SQLite attaches ${ATTACHED_MAX} files, so an area holds ${ATTACHED_MAX} parts, and "${area}" has ${parts.length}: ${parts.join(', ')}. Declare the new part with an area of its own (about: { area: … }).`,
    );
});

test('a part that is read from publications declares when a newer one is overdue', () => {
  for (const name of filePartNames) assert.ok(factsOf(name)?.overdue, name);
});
