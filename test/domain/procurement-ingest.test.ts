/** Procurement publications to a served generation: stored rows, sums, replacements, and data that is never stored. */

import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { importIncrementFiles } from '#data/ingest/procurement/increment-files.ts';
import { ingestRecent } from '#data/ingest/procurement/parts.ts';
import { silent } from '#data/ingest/progress.ts';
import { type IngestReport, reportLines } from '#data/ingest/report.ts';
import type { Database } from '#data/store/database.ts';
import type { Dataset } from '#data/store/dataset.ts';
import { country } from '#demo-country/country.ts';
import { contactOf } from '#demo-country/procurement/party.ts';
import { publish } from '#demo-country/publish.ts';
import { contractId } from '#domain/procurement/contract-id.ts';
import { codeText } from '#domain/procurement/cpv.ts';
import { roleNumber } from '#domain/procurement/rollup-tables.ts';
import { PURCHASE_STATES } from '#domain/procurement/tables.ts';
import { sha256 } from '#lib/values/hash.ts';
import { onBothEngines } from '#test/support/both-engines.ts';
import { INCREMENTS, writeIncrement } from '#test/support/increment-files.ts';
import { type Installation, installation, publications } from '#test/support/ingest-folder.ts';
import { ask } from '#test/support/procurement-ask.ts';
import {
  awardRecord,
  contractRecord,
  noticeRecord,
  party,
  purchaseRecord,
  SUPPLIER,
} from '#test/support/procurement-records.ts';
import { dealTexts, packedTexts, recount, rolledUp } from '#test/support/procurement-sums.ts';
import { baniOf, boughtByFile } from '#test/support/procurement-truth.ts';
import { writeSnapshot } from '#test/support/publications.ts';

const areaOf = ({ store }: Installation): Database => {
  const db = store.generations.current()?.partGroup('procurement');
  assert.ok(db, 'procurement is served');
  return db;
};

/** Every table, as text in a fixed order. */
async function dump(db: Database): Promise<Record<string, string>> {
  const tables = 'notice contract contract_supplier purchase award report party party_year partner notice_winner'.split(
    ' ',
  );
  const dumped: Record<string, string> = {};
  for (const table of tables) {
    const rows = (await db.all(`select * from ${table}`)).map((row) => JSON.stringify(row));
    dumped[table] = rows.sort().join('\n');
  }
  return dumped;
}

describe('procurement', () => {
  const published = publications();
  const simulated = country({ seed: 'bought', companies: 400, founded: '2026-11-15' });
  before(async () => {
    await publish(simulated, published, '2026-11-15', { only: ['onrc', 'nomenclatures', 'procurement'] });
    // Later lists: new rows, and corrections of rows in the exports.
    const folder = join(published, INCREMENTS);
    const day = '2026-11-10';
    writeIncrement(folder, { kind: 'purchases', day }, [
      purchaseRecord({ id: 'DA99000001', finalizedOn: day }),
      purchaseRecord({ id: 'DA99000002', finalizedOn: null, cpv: null, supplier: null, value: null }),
      purchaseRecord({ id: 'DA99000003', finalizedOn: day, cpv: null, supplier: party('HU1', 'Duna Kft') }),
      purchaseRecord({ id: 'DA20000001', finalizedOn: day, value: 1, state: 'refused' }),
    ]);
    writeIncrement(folder, { kind: 'contracts', day }, [
      contractRecord({
        awardNotice: 'CAN77',
        notice: 'CN77',
        awardedOn: day,
        suppliers: [SUPPLIER, party('90000022')],
      }),
    ]);
    writeIncrement(folder, { kind: 'notices', day }, [
      noticeRecord({ notice: 'CN77', publishedOn: day, title: 'Execuție tunel' }),
    ]);
    writeIncrement(folder, { kind: 'awards', day }, [awardRecord({ id: 'DAN99000001', publishedOn: day })]);
  });

  const digests = new Map<string, string>();
  let truth: Map<string, bigint>;

  onBothEngines((engine) => {
    let loaded: Installation;
    let report: IngestReport;
    let db: Database;
    before(async () => {
      truth = boughtByFile(simulated.procurement(), '2026-11-15');
      loaded = await installation(engine);
      report = await loaded.read(published, { strict: true });
      db = areaOf(loaded);
    });
    after(() => loaded.store.close());

    test('every dialect of the exports is read, and both engines hold the same rows', async () => {
      const part = report.parts.find((each) => each.part === 'procurement');
      assert.equal(part?.outcome, 'loaded');
      assert.ok((part?.read ?? 0) > 3_000, `${part?.read} lines read`);
      for (const [table, text] of Object.entries(await dump(db))) {
        assert.ok(text.length > 0, `${table} has rows`);
        const digest = digests.getOrInsert(table, sha256(text));
        assert.equal(sha256(text), digest, `${table} is the same on both engines`);
      }
    });

    test('for every export file the amounts read equal the amounts stored plus reported, and stored is the true amount', () => {
      const books = report.parts.find((each) => each.part === 'procurement')?.books ?? [];
      for (const { file, list, read, stored, aside } of books) {
        const result = aside.reduce((sum, { lei }) => sum + baniOf(lei), 0n);
        assert.equal(baniOf(read), baniOf(stored) + result, `${file}, ${list}`);
        const name = `${file.split('/').at(-1)} ${list}`;
        assert.equal(baniOf(stored), truth.get(name) ?? 0n, name);
        truth.delete(name);
      }
      assert.deepEqual(
        [...truth.keys()].filter((key) => truth.get(key) !== 0n),
        [],
        'no file is missing in the report',
      );
      const reasons = new Set(books.flatMap(({ aside }) => aside.map(({ reason }) => reason)));
      assert.ok(reasons.has('in rows that repeat another in every cell'), 'duplicate rows');
      assert.ok(reasons.has('repeated beside other members of a consortium'));
      assert.ok(reasons.has('of contracts that another award notice publishes, too'));
      assert.ok(reasons.has('of values below zero that correct no known row'));
      assert.ok(reasons.has('in rows that a later one with the same number replaces'));
      const lines = reportLines(report).filter((line) => line.includes(' stored'));
      assert.match(
        lines.join('\n'),
        /contracte-trim-iv-2021\.csv: contracts of [0-9,.]+ lei = [0-9,.]+ lei stored \+ /,
      );
    });

    test('amounts of zero and below are stored as published', async () => {
      for (const [table, column] of [
        ['purchase', 'value'],
        ['award', 'value'],
        ['contract', 'value_ron'],
        ['notice', 'estimated_value'],
      ] as const) {
        const of = async (condition: string) =>
          (await db.one<{ n: number }>(`select count(*) as n from ${table} where ${column} ${condition}`))?.n ?? 0;
        assert.ok((await of('= 0')) > 0, `${table}: zero`);
        assert.ok((await of('< 0')) > 0, `${table}: below`);
      }
    });

    test('sums equal a recount row by row, over both parts', async () => {
      const [result, counted] = [await rolledUp(db), await recount(db)];
      for (const name of Object.keys(counted)) {
        if (name.startsWith('cpv_count')) {
          const counts = Object.entries(counted[name] ?? {}).map(([key, [count]]) => [key, count]);
          const rolled = Object.entries(result[name] ?? {}).map(([key, [count]]) => [key, count]);
          assert.deepEqual(Object.fromEntries(rolled), Object.fromEntries(counts), name);
        } else assert.deepEqual(result[name], counted[name], name);
      }
      const lists = await db.all<{ list: string; count: number }>(
        'select list, sum(count) as count from cpv_count where length(prefix) = 8 group by list order by list',
      );
      for (const { list, count } of lists)
        assert.deepEqual(await db.one(`select count(*) as count from ${list} where cpv is not null`), { count }, list);
    });

    test('analyses read the deals in the tables, over both parts', async () => {
      const dataset = loaded.store.generations.current();
      assert.ok(dataset);
      const deals = await dealTexts(db);
      assert.ok(deals.length > 3_000);
      assert.deepEqual(await packedTexts(dataset), deals);
    });

    test('rows of the lists replace rows of the exports, and winners of a notice come from contracts of both', async () => {
      const one = 'select value, state, day from purchase where key = 20000001';
      assert.deepEqual(await db.all(one), [{ value: 1, state: PURCHASE_STATES.indexOf('refused'), day: 20261110 }]);
      const won = `select w.cui from notice_winner w where w.key in (select key from notice where notice = 'CN77') order by w.cui`;
      assert.deepEqual(await db.all(won), [{ cui: 90000014 }, { cui: 90000022 }]);
    });

    test('no contact person of the system is in any table', async () => {
      const text = Object.values(await dump(db)).join('\n');
      assert.doesNotMatch(text, /[\w.+-]+@[\w-]+\.\w+/, 'e-mail');
      assert.doesNotMatch(text, /\+40 ?[237][0-9]/, 'telephone');
      assert.doesNotMatch(text, /[Pp]ersoan[aă] de contact:? \p{Lu}/u, 'name');
      for (let number = 0; number < 50; number++) assert.ok(!text.includes(contactOf(number).email));
    });

    test('every id in an answer is accepted as a parameter', async () => {
      const dataset = loaded.store.generations.current() as Dataset;
      const values = async (sql: string): Promise<string[]> =>
        (await db.all<{ value: string | number }>(`select distinct ${sql}`)).map(({ value }) => String(value));
      const opens = async (id: string, name: string, visible: readonly string[], query = '') => {
        assert.ok(visible.length > 0, `${id} ${name}`);
        for (const value of visible) await ask(dataset, id, { [name]: value }, query);
      };
      await opens('getTender', 'notice', await values('notice as value from notice'));
      await opens('getContract', 'number', (await values('key as value from contract')).map(Number).map(contractId));
      await opens('getContract', 'number', await values('number as value from contract where number is not null'));
      await opens('getSupplierIssue', 'ackDocId', await values('ack_doc_id as value from report'));
      const cuis = await values(
        'cui as value from party where cui is not null and key in (select authority_id from contract union select supplier_id from purchase)',
      );
      await opens('checkCompanyContracts', 'cui', cuis);
      const codes = (await values('cpv as value from purchase where cpv is not null')).map(Number).map(codeText);
      await opens('getCpvContracts', 'cpv', codes, 'limit=1');
      for (const city of await values('city as value from contract_supplier where city is not null'))
        await ask(dataset, 'getCpvContracts', { cpv: '4' }, `limit=1&supplierCity=${encodeURIComponent(city)}`);
      // A contract may name a notice that was never loaded: a 404, and not a bad request.
      for (const notice of await values('notice as value from contract where notice is not null'))
        await ask(dataset, 'getTender', { notice }).catch(({ code }) => assert.equal(code, 'NOT_FOUND'));
    });

    test('an increment leaves the past part unchanged, and the same increment again changes nothing', async () => {
      const location = await installation(engine);
      const folder = publications();
      writeSnapshot(folder, '01-09-2026', [{ cui: '90000014', number: 'J12/1234/1998', name: 'ALFA SRL' }]);
      writeExport(folder, 2026, 'a.csv', [row('DA1', '2026-09-01', '100')]);
      await location.read(folder, { strict: true });
      const past = location.store.generations.current()?.manifest.parts;
      const { live } = location.store;
      const recent = async () => {
        await importIncrementFiles(live, folder);
        return ingestRecent({ ...location.store, progress: silent });
      };
      assert.equal((await recent()).published, false);
      const increments = join(folder, INCREMENTS);
      writeIncrement(increments, { kind: 'purchases', day: '2026-09-02' }, [
        purchaseRecord({ id: 'DA2', finalizedOn: '2026-09-02', value: 5_00 }),
      ]);
      writeIncrement(increments, { kind: 'purchases', day: '2026-08-31' }, [purchaseRecord({ id: 'DA3' })]);
      assert.equal((await recent()).published, true);
      const ids = location.store.generations.current()?.manifest.parts.map(({ id }) => id) ?? [];
      assert.deepEqual(
        ids.slice(0, -1),
        past?.map(({ id }) => id),
      );
      const all = 'select key, value from purchase order by key';
      const bought = `select sum(count) as count, sum(value) as value from party_year where role = ${roleNumber('authority')}`;
      const both = [
        { key: 1, value: 100_00 },
        { key: 2, value: 5_00 },
      ];
      assert.deepEqual(await areaOf(location).all(all), both, 'a day that the exports cover is not read');
      assert.equal((await recent()).published, false);
      // An export that covers the day replaces the increment.
      writeExport(folder, 2026, 'b.csv', [row('DA2', '2026-09-03', '7')]);
      await location.read(folder, { strict: true });
      assert.deepEqual(await areaOf(location).all(all), [both[0], { key: 2, value: 7_00 }]);
      assert.deepEqual(await areaOf(location).one(bought), { count: 2, value: 107_00 });
      await location.store.close();
    });

    test('an amount below zero is added to the amount above zero with the same number, in one file or in two', async () => {
      const location = await installation(engine);
      const folder = publications();
      writeSnapshot(folder, '01-09-2026', [{ cui: '90000014', number: 'J12/1234/1998', name: 'ALFA SRL' }]);
      writeExport(folder, 2025, 'old.csv', [row('DA1', '2025-01-01', '100'), row('DA5', '2025-01-01', '-1')]);
      writeExport(folder, 2026, 'new.csv', [
        row('DA1', '2026-01-01', '-5'),
        row('DA2', '2026-01-01', '100'),
        row('DA2', '2026-01-01', '-7'),
        row('DA2', '2026-01-01', '-7'),
        row('DA2', '2026-01-01', '-2'),
        row('DA3', '2026-01-01', '-9'),
        row('DA4', '2026-01-01', '0'),
        row('DA5', '2026-01-01', '8'),
      ]);
      await location.read(folder, { strict: true });
      const rows = await areaOf(location).all<{ value: number }>('select value from purchase order by key');
      assert.deepEqual(
        rows.map(({ value }) => value),
        [95_00, 91_00, -9_00, 0, 8_00],
      );
      const dataset = location.store.generations.current() as Dataset;
      const of = async (valueNote: string) =>
        (
          await ask(dataset, 'getCompanyDirectPurchases', { cui: '4305857' }, valueNote && `valueNote=${valueNote}`)
        ).data.map(({ id, value, publishedValue, valueNote: note }: Record<string, unknown>) => [
          id,
          value,
          publishedValue,
          note,
        ]);
      assert.deepEqual(await of('zeroPublished'), [['DA4', null, 0, 'zeroPublished']]);
      assert.deepEqual(await of('negativePublished'), [['DA3', null, -9, 'negativePublished']]);
      assert.equal((await of('')).length, 5);
      const { data, meta } = await ask(dataset, 'getCompanySeap', { cui: '4305857' });
      assert.deepEqual(data.asAuthority.directPurchases, { count: 5, value: 194, unknownState: 5 });
      assert.ok(
        meta.warnings?.some((warning: string) => /1 published as zero, 1 published below zero/.test(warning)),
        JSON.stringify(meta.warnings),
      );
      await location.store.close();
    });

    test('a contract is corrected by a row below zero of a newer export', async () => {
      const location = await installation(engine);
      const folder = publications();
      writeSnapshot(folder, '01-09-2026', [{ cui: '90000014', number: 'J12/1234/1998', name: 'ALFA SRL' }]);
      const header =
        'Castigator^CastigatorCUI^AutoritateContractanta^AutoritateContractantaCUI^NumarAnuntAtribuire^NumarLot^NumarContract^DataContract^TitluContract^ValoareRON^CPVCode';
      const lots = (year: number, ...values: [lot: string, lei: string][]) => {
        const location = join(folder, `achizitii-publice-${year}`);
        mkdirSync(location, { recursive: true });
        const lines = values.map(
          ([lot, lei]) =>
            `ALFA SRL^RO 90000014^MUNICIPIUL CLUJ^4305857^CAN1^${lot}^7^2025-01-01^Hartie^${lei}^30197644-2`,
        );
        writeFileSync(join(location, 'contracte.csv'), `${[header, ...lines].join('\n')}\n`);
      };
      lots(2025, ['1', '100'], ['2', '0'], ['3', '50']);
      lots(2026, ['3', '-20']);
      await location.read(folder, { strict: true });
      const { data } = await ask(location.store.generations.current() as Dataset, 'getContract', { number: '7' });
      assert.deepEqual([data.value, data.valueRelation, data.valueNote], [130, 'atLeast', null]);
      assert.deepEqual(
        data.lots.map(({ number, value, publishedValue, valueNote }: Record<string, unknown>) => [
          number,
          value,
          publishedValue,
          valueNote,
        ]),
        [
          ['1', 100, 100, null],
          ['2', null, 0, 'zeroPublished'],
          ['3', 30, 30, null],
        ],
      );
      assert.deepEqual(data.lots[0].suppliers[0].cui, '90000014');
      await location.store.close();
    });

    test('a later export or a later row of a file replaces earlier rows, and the report lists them', async () => {
      const location = await installation(engine);
      const folder = publications();
      writeSnapshot(folder, '01-09-2026', [{ cui: '90000014', number: 'J12/1234/1998', name: 'ALFA SRL' }]);
      writeExport(folder, 2025, 'old.csv', [row('DA1', '2025-01-01', '1'), row('DA2', '2025-01-01', '1')]);
      writeExport(folder, 2026, 'new.csv', [
        row('DA1', '2026-01-01', '2'),
        row('DA3', '2026-01-01', '3'),
        row('DA3', '2026-01-01', '4'),
        row('DA4', '2026-01-01', 'free'),
      ]);
      const report = await location.read(folder, { strict: true, accept: { partial: true } });
      assert.deepEqual(await areaOf(location).all('select key, value from purchase order by key'), [
        { key: 1, value: 2_00 },
        { key: 2, value: 1_00 },
        { key: 3, value: 4_00 },
      ]);
      const skipped = report.parts.find((each) => each.part === 'procurement')?.skipped;
      assert.deepEqual(
        skipped?.map(({ file, reason, lines }) => [file, reason, lines]),
        [
          ['new.csv', 'value is no amount', [5]],
          ['new.csv', 'replaces an earlier row with the same number', [4]],
          ['old.csv', 'a newer file has the same number', [2]],
        ],
      );
      const books = report.parts.find((each) => each.part === 'procurement')?.books;
      assert.deepEqual(
        books?.map(({ file, read, stored, aside }) => [
          file,
          read,
          stored,
          aside.map(({ reason, lei }) => [reason, lei]),
        ]),
        [
          [
            'achizitii-publice-2026/new.csv',
            '9.00',
            '6.00',
            [['in rows that a later one with the same number replaces', '3.00']],
          ],
          ['achizitii-publice-2025/old.csv', '2.00', '1.00', [['in rows that a newer file has too', '1.00']]],
        ],
      );
      // A file with too many unreadable rows is refused, too, unless the operator accepts it.
      const unread = Array.from({ length: 2 }, (_, i) => row(`DA${90 + i}`, '2026-02-01', 'free'));
      const read = Array.from({ length: 17 }, (_, i) => row(`DA${50 + i}`, '2026-02-01', '1'));
      writeExport(folder, 2026, 'partial.csv', [...read, ...unread]);
      const refused = (await location.read(folder)).parts.find((each) => each.part === 'procurement');
      assert.equal(refused?.outcome, 'carriedOver');
      assert.match(refused?.problem ?? '', /new\.csv.*3 of 4|partial\.csv.*17 of 19/);
      assert.equal((await areaOf(location).all('select key from purchase')).length, 3);
      await location.read(folder, { strict: true, accept: { partial: true } });
      assert.equal((await areaOf(location).all('select key from purchase')).length, 20);
      // A file with another header leaves the data unchanged.
      writeFileSync(join(folder, 'achizitii-publice-2026', 'zzz.csv'), 'Nume^Prenume\na^b\n');
      const failed = await location.read(folder, { accept: { partial: true } });
      const part = failed.parts.find((each) => each.part === 'procurement');
      assert.equal(part?.outcome, 'carriedOver');
      assert.match(part?.problem ?? '', /zzz\.csv/);
      assert.equal((await areaOf(location).all('select key from purchase')).length, 20);
      await location.store.close();
    });
  });
});

const HEADER =
  'Castigator^CastigatorCUI^CastigatorTara^CastigatorLocalitate^CastigatorAdresa^TipProcedura^AutoritateContractanta^AutoritateContractantaCUI^NumarAnunt^DataAnunt^Descriere^TipIncheiereContract^NumarContract^DataContract^TitluContract^Valoare^Moneda^ValoareRON^ValoareEUR^CPVCodeID^CPVCode';

const row = (id: string, day: string, value: string): string =>
  `ALFA SRL^RO 90000014^Romania^Cluj^^Cumparare directa^MUNICIPIUL CLUJ^4305857^${id}^${day} 10:00:00^Hartie^Contract^^${day} 11:00:00^Hartie^${value}^RON^${value}^^1^30197644-2`;

function writeExport(folder: string, year: number, name: string, rows: readonly string[]): void {
  const location = join(folder, `achizitii-publice-${year}`);
  mkdirSync(location, { recursive: true });
  writeFileSync(join(location, name), `${[HEADER, ...rows].join('\n')}\n`);
}
