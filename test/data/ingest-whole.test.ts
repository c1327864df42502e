/** Completeness checks of imports: unreadable rows and shrunk lists leave the previous data in place. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { IngestReport, PartReport } from '#data/ingest/report.ts';
import { WrongShape } from '#lib/safe-fetch/wrong-shape.ts';
import { onBothEngines } from '#test/support/both-engines.ts';
import { installation, publications } from '#test/support/ingest-folder.ts';
import { type WrittenFirm, write, writeBalances, writeSnapshot } from '#test/support/publications.ts';
import { isLongTier } from '#test/support/tier.ts';

const firms = (count: number): WrittenFirm[] =>
  Array.from({ length: count }, (_, i) => ({ cui: '0', number: `J12/${i + 1}/1998`, name: `FIRMA ${i + 1} SRL` }));

const partOf = (report: IngestReport, name: string): PartReport =>
  report.parts.findLast((each) => each.part === name) ?? assert.fail(`the report has ${name}`);

const debts = (good: number, broken = 0): string =>
  [
    'cui;total_lei;as_of',
    ...Array.from({ length: good }, (_, i) => `${CUIS[i]};${i + 1}.00;2026-09-01`),
    ...Array.from({ length: broken }, () => '90000014;much;2026-09-01'),
    '',
  ].join('\n');

const CUIS = [
  '90000014',
  '90000022',
  '90000030',
  '90000049',
  '90000057',
  '90000065',
  '90000073',
  '90000081',
  '90000090',
];

onBothEngines((engine) => {
  /** The counts are equal on both engines; one test covers the counting in PostgreSQL. */
  const counted = { skip: engine.name === 'postgres' && !isLongTier };

  test(
    'a file with less than nine tenths of readable rows is refused, and the previous data stays',
    counted,
    async () => {
      const { store, read, query } = await installation(engine);
      const folder = publications();
      writeSnapshot(folder, '01-09-2026', firms(1));
      write(folder, 'tax-debts.csv', debts(9, 1));
      assert.equal(partOf(await read(folder), 'debts').outcome, 'loaded');
      write(folder, 'tax-debts.csv', debts(9, 2));
      const refused = partOf(await read(folder), 'debts');
      assert.equal(refused.outcome, 'carriedOver');
      assert.match(
        refused.problem ?? '',
        /^tax-debts\.csv: expected nine tenths of its rows to be understood, found 9 of 11, the first that is not: unreadable amount \(line 11\); --accept-partial takes it all the same\.$/,
      );
      assert.equal((await query('select cui from debt')).length, 9);
      await assert.rejects(read(folder, { strict: true }), WrongShape);
      assert.equal(partOf(await read(folder, { accept: { partial: true } }), 'debts').outcome, 'loaded');
      await store.close();
    },
  );

  test('rows without a matching firm count as unreadable', counted, async () => {
    const { store, read, query } = await installation(engine);
    const folder = publications();
    writeSnapshot(folder, '01-09-2026', firms(4));
    await read(folder);
    const snapshot = writeSnapshot(folder, '01-10-2026', firms(4));
    write(snapshot, 'OD_STARE_FIRMA.CSV', 'COD_INMATRICULARE^COD\nJ12/1/1998^1048\nJ13/2/1998^1048\nJ13/3/1998^1048\n');
    const refused = partOf(await read(folder), 'registry');
    assert.equal(refused.outcome, 'carriedOver');
    assert.match(refused.problem ?? '', /OD_STARE_FIRMA\.CSV: .*1 of 3, .*no firm has this registration number/);
    assert.equal((await query('select firm_id from firm_status')).length, 4);
    await store.close();
  });

  test('a list with less than half of the previous rows is refused, unless explicitly accepted', async () => {
    const { store, read, query } = await installation(engine);
    const folder = publications();
    writeSnapshot(folder, '01-09-2026', firms(5));
    write(folder, 'tax-debts.csv', debts(6));
    writeBalances(folder, 2024, [
      ['90000014', '4711', 1000, 100, 3],
      ['90000022', '4711', 1000, 100, 3],
      ['90000030', '4711', 1000, 100, 3],
    ]);
    await read(folder);
    writeSnapshot(folder, '01-10-2026', firms(2));
    write(folder, 'tax-debts.csv', debts(2));
    writeBalances(folder, 2024, [['90000014', '4711', 1000, 100, 3]]);
    const report = await read(folder);
    for (const [part, output] of Object.entries({
      registry: /^registry, firm: .*half of the 5 rows.*found 2; --accept-smaller takes it all the same\./,
      finances: /^finances, balance: .*half of the 3 rows.*found 1; /,
      debts: /^debts, debt: .*half of the 6 rows.*found 2; /,
    })) {
      assert.equal(partOf(report, part).outcome, 'carriedOver');
      assert.match(partOf(report, part).problem ?? '', output);
      assert.equal(report.parts.filter((each) => each.part === part).length, 1, 'reported once');
    }
    assert.equal((await query('select id from firm')).length, 5);
    const meant = await read(folder, { accept: { smaller: true } });
    for (const part of ['registry', 'finances', 'debts']) assert.equal(partOf(meant, part).outcome, 'loaded');
    assert.equal((await query('select cui from debt')).length, 2);
    await store.close();
  });

  test('rates with too few prices are refused', counted, async () => {
    const { store, read, query } = await installation(engine);
    const folder = publications();
    const file = (prices: string[]): string =>
      `<DataSet><Body><Cube date="2025-03-03">${prices.map((price, i) => `<Rate currency="AA${'ABCDEFGHIJ'[i]}">${price}</Rate>`).join('')}</Cube></Body></DataSet>`;
    writeSnapshot(folder, '01-09-2026', firms(1));
    write(folder, 'nbrfxrates2025.xml', file([...Array(9).fill('5.1000'), '-']));
    const { outcome, read: lines, loaded, skipped } = partOf(await read(folder), 'rates');
    assert.deepEqual([outcome, lines, loaded], ['loaded', 10, 9]);
    assert.deepEqual(skipped, [{ file: 'nbrfxrates2025.xml', reason: 'no price', count: 1, lines: [1] }]);
    write(folder, 'nbrfxrates2025.xml', file([...Array(8).fill('5.1000'), '5,1000', '5,1000']));
    const refused = partOf(await read(folder), 'rates');
    assert.match(refused.problem ?? '', /^nbrfxrates2025\.xml: .*8 of 10;/);
    assert.equal((await query('select * from rate')).length, 9);
    await store.close();
  });

  test('a list with half of the previous rows is accepted', counted, async () => {
    const { store, read } = await installation(engine);
    const folder = publications();
    writeSnapshot(folder, '01-09-2026', firms(1));
    write(folder, 'tax-debts.csv', debts(6));
    await read(folder);
    write(folder, 'tax-debts.csv', debts(3));
    assert.equal(partOf(await read(folder), 'debts').outcome, 'loaded');
    await store.close();
  });
});
