/** From publications to a served generation: complete loads, invalid lines and unreadable sources. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { type IngestReport, type PartReport, reportLines } from '#data/ingest/report.ts';
import { country } from '#demo-country/country.ts';
import { WrongShape } from '#lib/safe-fetch/wrong-shape.ts';
import { onBothEngines } from '#test/support/both-engines.ts';
import { codesOf } from '#test/support/company-answers.ts';
import { installation, publications } from '#test/support/ingest-folder.ts';
import { type WrittenFirm, write, writeBalances, writeSnapshot } from '#test/support/publications.ts';

const ION: WrittenFirm['officers'] = [{ name: 'POPESCU ION', born: ['01/03/1970', 'Dej', 'Cluj'] }];
const ALFA: WrittenFirm = { cui: '90000014', number: 'J12/1234/1998', name: 'ALFA "UNU" SRL', officers: ION };
const BETA: WrittenFirm = { cui: '90000022', number: 'J12/55/2004', name: 'BETA SA', statuses: ['1048', '2069'] };
const TRADER: WrittenFirm = { cui: '0', number: 'F12/7/1999', name: 'IONESCU ANA PFA', form: 'PFA' };

function partOf(report: IngestReport, name: string): PartReport {
  const part = report.parts.findLast((each) => each.part === name);
  assert.ok(part, `the report has ${name}`);
  return part;
}

onBothEngines((engine) => {
  test('a snapshot and its balance sheets become a generation in which every fiscal code is known', async () => {
    const { store, read, query, companyOf } = await installation(engine);
    const folder = publications();
    writeSnapshot(folder, '01-09-2026', [ALFA, BETA, TRADER]);
    writeBalances(folder, 2024, [['90000014', '4711', 1000, 100, 3]]);
    const report = await read(folder);
    assert.equal(report.published, true);
    assert.equal(partOf(report, 'registry').asOf, '2026-09-01');
    const company = await companyOf('90000014');
    assert.equal(company.name, 'ALFA "UNU" SRL');
    assert.equal(company.registrationNumber, 'J1998001234124');
    assert.equal(company.caenCode, '4711');
    assert.equal(company.caenRevision, 'rev2');
    assert.deepEqual(
      company.administrators?.map(({ name, role }) => [name, role]),
      [['POPESCU ION', 'administrator']],
    );
    assert.equal(company.shareholders, null);
    assert.deepEqual([company.datoriiAnaf, company.datoriiAnafListed, company.datoriiAnafAsOf], [null, null, null]);
    assert.equal(company.formerNames, null);
    assert.equal((await codesOf(store.generations.current() ?? assert.fail())).length, 2);
    assert.equal((await query('select id from firm')).length, 3);
    assert.deepEqual(await query('select turnover, employees from balance'), [{ turnover: 100000, employees: 3 }]);
    await store.close();
  });

  test('a second read of the same folder publishes nothing', async () => {
    const { store, read } = await installation(engine);
    const folder = publications();
    writeSnapshot(folder, '01-09-2026', [ALFA]);
    const first = await read(folder);
    const second = await read(folder);
    assert.equal(second.published, false);
    assert.equal(second.generation, first.generation);
    assert.equal(partOf(second, 'registry').outcome, 'unchanged');
    await store.close();
  });

  test('the report has the processor time and the size of each part, of parts that stay the size alone', async () => {
    const { store, read } = await installation(engine);
    const folder = publications();
    writeSnapshot(folder, '01-09-2026', [ALFA]);
    const loaded = partOf(await read(folder), 'registry');
    const unchanged = partOf(await read(folder), 'registry');
    assert.ok(loaded.cpuSeconds > 0);
    // A page of every table at least.
    assert.ok((loaded.bytes ?? 0) > 50_000, String(loaded.bytes));
    assert.deepEqual([unchanged.cpuSeconds, unchanged.bytes], [0, loaded.bytes]);
    await store.close();
  });

  test('unreadable lines are counted with their numbers, and the rest is loaded', async () => {
    const { store, read, query } = await installation(engine);
    const folder = publications();
    const snapshot = writeSnapshot(
      folder,
      '01-09-2026',
      [ALFA, BETA],
      ['A^B^C', 'X^90000030^no number at all^^^^^^^^^^^^^^^^^'],
    );
    write(snapshot, 'OD_STARE_FIRMA.CSV', 'COD_INMATRICULARE^COD\nJ12/1234/1998^1048\nJ40/999/2001^1048\n');
    const registry = partOf(await read(folder, { accept: { partial: true } }), 'registry');
    assert.deepEqual(
      registry.skipped.map(({ file, reason, count, lines }) => [file, reason, count, lines]),
      [
        ['OD_FIRME.CSV', 'wrong number of columns', 1, [4]],
        ['OD_FIRME.CSV', 'unreadable registration number', 1, [5]],
        ['OD_STARE_FIRMA.CSV', 'no firm has this registration number', 1, [3]],
      ],
    );
    assert.equal((await query('select id from firm')).length, 2);
    await store.close();
  });

  test('roles without a class, files that are not read and older snapshots are named in the report', async () => {
    const { store, read } = await installation(engine);
    const folder = publications();
    const officers = ['paznic de far', 'administrator', 'paznic de far'].map((title) => ({ name: 'POPA ANA', title }));
    writeSnapshot(folder, '01-09-2026', [{ ...ALFA, officers }]);
    write(folder, 'onrc/od_firme (1).csv', 'DENUMIRE\n');
    const report = await read(folder);
    assert.match(partOf(report, 'registry').remarks.join(), /counted as representatives: paznic de far \(2\)$/);
    assert.match(reportLines(report).join('\n'), /not read +onrc\/od_firme \(1\)\.csv: .* od_firme\.csv\./);
    assert.deepEqual(report.warnings, []);
    writeSnapshot(folder, '01-06-2026', [ALFA]);
    assert.match(
      (await read(folder)).warnings.join(),
      /OD_FIRME\.CSV of 2026-06-01 is not read: .*2026-09-01 is served/,
    );
    await store.close();
  });

  test('of two lines with one registration number the last counts, and its officers are not doubled', async () => {
    const { store, read, query, companyOf } = await installation(engine);
    const folder = publications();
    writeSnapshot(folder, '01-09-2026', [ALFA, BETA, { ...ALFA, name: 'ALFA DOI SRL' }]);
    const registry = partOf(await read(folder), 'registry');
    assert.equal((await companyOf('90000014')).name, 'ALFA DOI SRL');
    assert.deepEqual(await query("select count(*) as n from firm where registration_number = 'J1998001234124'"), [
      { n: 1 },
    ]);
    assert.deepEqual(await query('select count(*) as n from officer'), [{ n: 1 }]);
    assert.deepEqual(registry.skipped[0]?.lines, [4]);
    await store.close();
  });

  test('of two balance sheets of one company and year the later line counts, and a later file restates it', async () => {
    const { store, read, query } = await installation(engine);
    const folder = publications();
    writeSnapshot(folder, '01-09-2026', [ALFA, BETA]);
    writeBalances(
      folder,
      2024,
      [
        ['90000014', '4711', 1000, 100, 3],
        ['90000022', '4711', 7, 1, 1],
        ['90000014', '4711', 2000, 200, 4],
      ],
      'anaf/01-07-2025',
    );
    writeBalances(folder, 2024, [['90000022', '4711', 8, 2, 2]], 'anaf/01-07-2026');
    const finances = partOf(await read(folder), 'finances');
    assert.deepEqual(await query('select cui, turnover, employees from balance order by cui'), [
      { cui: 90000014, turnover: 200000, employees: 4 },
      { cui: 90000022, turnover: 800, employees: 2 },
    ]);
    assert.deepEqual(
      finances.skipped.map(({ reason, lines }) => [reason, lines]),
      [
        ['restated in a later file', [3]],
        ['replaces an earlier line of the same company', [4]],
      ],
    );
    await store.close();
  });

  test('a source of the wrong shape stays stale while others load, and --strict stops', async () => {
    const { store, read, query, companyOf } = await installation(engine);
    const folder = publications();
    writeSnapshot(folder, '01-09-2026', [ALFA]);
    writeBalances(folder, 2023, [['90000014', '4711', 1000, 100, 3]]);
    const first = await read(folder);
    writeSnapshot(folder, '01-10-2026', [{ ...ALFA, name: 'ALFA NOUA SRL' }]);
    write(folder, 'anaf/WEB_UU_AN2024.txt', '<html><body>Mentenanță</body></html>\n');

    await assert.rejects(read(folder, { strict: true }), WrongShape);
    assert.equal(store.generations.current()?.manifest.id, first.generation);

    const finances = partOf(await read(folder), 'finances');
    assert.equal(finances.outcome, 'carriedOver');
    assert.match(finances.problem ?? '', /^WEB_UU_AN2024\.txt: expected the columns CUI.*found an HTML page\.$/);
    assert.equal((await companyOf('90000014')).name, 'ALFA NOUA SRL');
    assert.deepEqual(await query('select year from balance'), [{ year: 2023 }]);
    const parts = store.generations.current()?.manifest.parts ?? [];
    assert.equal(parts.find((part) => part.name === 'finances')?.stale, finances.problem);

    write(folder, 'anaf/WEB_UU_AN2024.txt', 'CUI,CAEN,I1\n90000014,4711,5\n');
    assert.equal(partOf(await read(folder), 'finances').outcome, 'loaded');
    assert.equal(
      store.generations.current()?.manifest.parts.some((part) => part.stale !== null),
      false,
    );
    await store.close();
  });

  test('an incomplete snapshot keeps the previous one, and an older snapshot never replaces a newer one', async () => {
    const { store, read, companyOf } = await installation(engine);
    const folder = publications();
    writeSnapshot(folder, '01-09-2026', [ALFA]);
    await read(folder);
    const october = writeSnapshot(folder, '01-10-2026', [BETA]);
    rmSync(join(october, 'OD_STARE_FIRMA.CSV'));
    const registry = partOf(await read(folder), 'registry');
    assert.equal(registry.outcome, 'carriedOver');
    assert.match(registry.problem ?? '', /OD_STARE_FIRMA\.CSV/);
    assert.equal((await companyOf('90000014')).name, ALFA.name);

    const older = publications();
    writeSnapshot(older, '01-01-2026', [BETA]);
    assert.equal((await read(older)).published, false);
    await store.close();
  });

  test('shareholders and debts are read from import files, and a missing entry differs from a missing list', async () => {
    const { store, read, companyOf } = await installation(engine);
    const folder = publications();
    writeSnapshot(folder, '01-09-2026', [ALFA, BETA]);
    write(
      folder,
      'import/shareholders-2026-08-01.csv',
      'cui;holder_kind;holder_name;holder_cui;percent;since;birth_date;birth_place\n' +
        '90000014;person;POPESCU ION;;60;2001-02-03;1970-03-01;Dej\n90000014;company;BETA SA;90000022;40;;;\n',
    );
    write(
      folder,
      'import/tax-debts-2026-06-30.csv',
      'cui;total_lei;as_of\n90000022;10;2026-03-31\n90000022;12.50;2026-06-30\n',
    );
    await read(folder);
    const alfa = await companyOf('90000014');
    assert.deepEqual(
      alfa.shareholders?.map(({ name, kind, cui, percent, since }) => [name, kind, cui, percent, since]),
      [
        ['POPESCU ION', 'person', null, 60, '2001-02-03'],
        ['BETA SA', 'company', '90000022', 40, null],
      ],
    );
    assert.equal(alfa.shareholders?.[0]?.personId, alfa.administrators?.[0]?.personId);
    // Searched in the list and absent, which differs from no list.
    assert.deepEqual([alfa.datoriiAnaf, alfa.datoriiAnafListed, alfa.datoriiAnafAsOf], [null, false, '2026-06-30']);
    assert.deepEqual(alfa.provenance.datoriiAnaf, { source: 'import', asOf: '2026-06-30' });
    const beta = await companyOf('90000022');
    assert.deepEqual(beta.shareholders, []);
    assert.deepEqual(beta.datoriiAnaf, { total: 12.5, asOf: '2026-06-30' });
    assert.deepEqual([beta.datoriiAnafListed, beta.datoriiAnafAsOf], [true, '2026-06-30']);
    await store.close();
  });

  test('a tax authority record for a code outside the registry becomes its own document', async () => {
    const { store, read, companyOf } = await installation(engine);
    const folder = publications();
    writeSnapshot(folder, '01-09-2026', [ALFA]);
    await read(folder);
    const state = country({ seed: 'test', companies: 100, founded: '2026-09-02' });
    const [life] = state.outside();
    const record = state.fiscalRecord(life?.cui ?? '', '2026-09-02');
    assert.ok(record);
    const observe = (cui: string) =>
      store.live.write([
        {
          sql: 'insert into fiscal_observation (cui, found, record, fetched_at) values ($1, 1, $2, $3)',
          params: [Number(cui), JSON.stringify({ ...record, cui }), '2026-09-02T10:00:00Z'],
        },
      ]);
    await observe(record.cui);
    await observe(ALFA.cui);
    const report = await read(folder);
    assert.equal(partOf(report, 'registry').outcome, 'unchanged');
    assert.equal(partOf(report, 'entities').loaded, 1);
    const town = await companyOf(record.cui);
    assert.deepEqual([town.name, town.inTradeRegistry, town.administrators], [record.name, false, null]);
    assert.equal((await companyOf(ALFA.cui)).name, ALFA.name);

    await store.live.write([{ sql: "update fiscal_observation set fetched_at = '2026-10-02T10:00:00Z'" }]);
    assert.equal((await read(folder)).published, false);
    await store.close();
  });

  test('no birth date or place is in any file or table of the installation', async () => {
    const { store, place: location, read, query } = await installation(engine);
    const folder = publications();
    const born: [string, string, string] = ['17/06/1964', 'Birthplacetown', 'Birthcountyland'];
    writeSnapshot(folder, '01-09-2026', [{ ...ALFA, officers: [{ name: 'POPESCU ION', born }] }]);
    await read(folder);
    writeSnapshot(folder, '01-10-2026', [{ ...ALFA, officers: [{ name: 'POPESCU ANA', born }] }]);
    await read(folder);
    const traces = ['17/06/1964', '1964-06-17', 'irthplacetown', 'irthcountyland'];
    if (engine.name === 'sqlite') {
      const files = readdirSync(location.folder, { recursive: true, encoding: 'utf8' })
        .map((name) => join(location.folder, name))
        .filter((path) => statSync(path).isFile());
      assert.ok(files.length > 5);
      for (const path of files)
        for (const trace of traces) assert.ok(!readFileSync(path).includes(trace), `${trace} in ${path}`);
    }
    for (const row of await query<{ o: string }>("select name || person_id || coalesce(title, '') as o from officer"))
      for (const trace of traces) assert.ok(!row.o.includes(trace));
    for (const row of await store.state.all<object>('select * from registry_change'))
      for (const trace of traces) assert.ok(!JSON.stringify(row).includes(trace));
    await store.close();
  });
});
