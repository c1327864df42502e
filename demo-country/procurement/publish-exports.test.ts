/** The exports of a small country, byte by byte and through the reader of the real exports. */
import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import type { ExportKind, ExportRecords } from '#data/sources/procurement/exports/batch.ts';
import { readExport } from '#data/sources/procurement/exports/read.ts';
import { country } from '#demo-country/country.ts';
import { dayNumber, dayText } from '#demo-country/days.ts';
import { clean } from '#lib/values/text.ts';
import { closingValuesOf, contractRows, isDuplicated, publishedAs, typoOf, withTypo } from './export-rows.ts';
import { publishExports } from './publish-exports.ts';

const TODAY = '2026-11-15';
const LAST_EXPORTED = '2026-06-30';
const demo = country({ seed: 'exports', companies: 1_000, founded: TODAY }).procurement();
const folder = mkdtempSync(join(tmpdir(), 'exports-'));

before(() => publishExports(demo, folder, dayNumber(TODAY)));
after(() => rmSync(folder, { recursive: true }));

const files = (): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
const named = (part: string): string => files().find((file) => file.includes(part)) ?? assert.fail(part);
const startOf = (part: string, bytes = 4): string => readFileSync(named(part)).subarray(0, bytes).toString('hex');

const known = new Map<string, Promise<unknown>>();
/** All records of a kind; each set of files is read once for all tests. */
function read<Kind extends ExportKind>(kind: Kind, under: string): Promise<ExportRecords[Kind][]> {
  const reading = known.get(under) ?? readAnew(kind, under);
  known.set(under, reading);
  return reading as Promise<ExportRecords[Kind][]>;
}

async function readAnew<Kind extends ExportKind>(kind: Kind, under: string): Promise<ExportRecords[Kind][]> {
  const records: ExportRecords[ExportKind][] = [];
  for (const file of files().filter((each) => each.includes(under)))
    for await (const batch of readExport(file)) {
      assert.deepEqual(batch.skips, [], file);
      if (batch.kind === kind) records.push(...batch.records);
    }
  return records as ExportRecords[Kind][];
}

test('four tables are published each quarter, and modifications since the newer formats, some months late, under the real dataset names', () => {
  assert.deepEqual(readdirSync(folder).sort(), [
    'achiziti-publice-2021',
    'achizitii-publice-2007-2021-contracte6',
    'achizitii-publice-2022',
    'achizitii-publice-2023',
    'achizitii-publice-2024',
    'achizitii-publice-2025',
    'achizitii-publice-2026',
  ]);
  const modifications = files().filter((file) => file.includes('date-din-modificare-contract'));
  assert.equal(modifications.length, 15);
  assert.equal(files().length, 19 * 4 + modifications.length);
  assert.ok(named('achizitii-directe-trim-ii-2026.xlsx'));
  assert.ok(!files().some((file) => file.includes('trim-iii-2026')));
});

test('every format of the real years occurs', () => {
  assert.match(
    readFileSync(named('contracte-trim-iv-2021'), 'utf8'),
    /^\ufeffCastigator\^CastigatorCUI\^CastigatorTara/,
  );
  const cp1250 = readFileSync(named('achizitii-directe-trim-i-2022'));
  assert.ok(cp1250.includes(Buffer.from([0x69, 0xfe, 0x69])), 'ţ between two letters, as a single byte');
  assert.equal(startOf('achizitii-directe-trim-ii-2022.xlsx'), '504b0304');
  assert.match(
    readFileSync(named('achizitii-directe-trim-i-2023'), 'utf8'),
    /^\|Numar achizite\|,\|Data finalizare\|,\|Stare achizitie\|.*\r\n\|DA[0-9]{8}\|,\|01\/[0-9]{2}\/2023\|,\|/,
  );
  assert.match(
    readFileSync(named('achizitii-directe-trim-iii-2022'), 'utf8'),
    /^\ufeffCastigator\^(?:[A-Za-z]+\^){7}NumarAnunt\^DataAnunt\^TipIncheiereContract\^/,
    'twenty columns, no description',
  );
  assert.match(readFileSync(named('achizitii-directe-trim-iv-2022'), 'utf8'), /\^NUMAR\^.*\^Valoare atribuita\^/);
  assert.match(readFileSync(named('contracte-trim-iv-2022'), 'utf8'), /\^NumarInvitatie\^/);
  assert.match(readFileSync(named('achizitii-directe-trim-iv-2024'), 'utf8'), /\|"[^"|]+ \| [^"|]+"\|/);
  assert.equal(startOf('achizitii-directe-trim-i-2024.xls', 8), 'd0cf11e0a1b11ae1');
  assert.match(
    readFileSync(named('contracte-trim-iii-2024'), 'utf8'),
    /^Autoritate contractanta\|CUI .*\|[0-9.]+,[0-9]{2}\|/s,
  );
  assert.match(
    readFileSync(named('contracte-trim-iii-2025'), 'utf8'),
    /^Raport SEAP, trimestrial\n\nAutoritate contractanta\|/,
    'a title above the table',
  );
  const ods = readFileSync(named('achizitii-directe-trim-ii-2026.xlsx'));
  assert.equal(ods.subarray(30, 84).toString(), 'mimetypeapplication/vnd.oasis.opendocument.spreadsheet');
});

test('purchases are read back: completed ones of every quarter, the others where the export has statuses', async () => {
  const rows = await read('purchases', 'achizitii-directe');
  const byId = new Map(rows.map((purchase) => [purchase.id, purchase]));
  const purchases = [...byId.values()];
  assert.ok(rows.length > purchases.length, 'some rows are duplicated');
  let bought = 0;
  for (let day = demo.frame.firstDay; day <= dayNumber(LAST_EXPORTED); day++)
    for (const purchase of demo.purchasesOn(day)) {
      const result = byId.get(`DA${purchase.number}`);
      if (purchase.state !== 7) {
        assert.ok(result?.state !== 'accepted' && result?.state !== 'unknown');
        continue;
      }
      bought++;
      assert.equal(result?.value, closingValuesOf(purchase).at(-1), 'corrections come last');
      assert.equal(result?.finalizedOn, dayText(day));
      assert.equal(result?.publishedOn, dayText(purchase.publishedOn));
      assert.equal(result?.cpv?.code, purchase.cpv.code);
      assert.equal(result?.supplier?.name, clean(purchase.supplier.name));
    }
  const states = Map.groupBy(purchases, ({ state }) => state);
  const [accepted, unstated] = [states.get('accepted')?.length ?? 0, states.get('unknown')?.length ?? 0];
  assert.ok(accepted > 0 && unstated > accepted, 'most exports have no column of states');
  assert.equal(accepted + unstated, bought);
  assert.ok(purchases.length > bought);
});

test('contracts are read back as rows of winners and lots, with their kinds', async () => {
  const contracts = await read('contracts', 'contracte');
  assert.ok(contracts.length > new Set(contracts.map(({ cells }) => cells)).size, 'some rows are duplicated');
  const expected = demo
    .awards(dayNumber(LAST_EXPORTED))
    .flatMap(publishedAs)
    .flatMap((award) =>
      Array.from({ length: isDuplicated(award.number) ? 2 : 1 }, () => [...contractRows(award, 'one cell')])
        .flat()
        .flatMap((row) => row.contract.winners.map((winner) => ({ row, winner }))),
    );
  const result = contracts.flatMap((record) => record.suppliers.map((supplier) => ({ record, supplier })));
  assert.equal(result.length, expected.length);
  const sumOf = (kind: string): number => {
    const rows = expected.filter(({ row }) => row.contract.kind === kind);
    return rows.reduce((sum, { row }) => sum + (row.valueRon ?? 0), 0);
  };
  for (const kind of ['contract', 'framework', 'callOff'] as const) {
    const rows = result.filter(({ record }) => record.kind === kind);
    assert.equal(
      rows.reduce((sum, { record }) => sum + (record.valueRon ?? 0), 0),
      sumOf(kind),
      kind,
    );
  }
  assert.ok(
    contracts.some(({ suppliers }) => suppliers.length > 1),
    'a consortium in one cell',
  );
  assert.ok(contracts.some(({ kind, value }) => kind === 'framework' && value === null));
});

test('all notices and award notices of direct purchases are read back', async () => {
  const notices = await read('notices', 'anunturi-initiere');
  const procedures = demo.procedures(dayNumber(LAST_EXPORTED));
  assert.deepEqual(
    notices.map(({ notice, estimatedValue }) => `${notice} ${estimatedValue}`).toSorted(),
    procedures
      .map(
        ({ type, number, estimatedValue }) =>
          `${type.prefix}${number} ${withTypo(estimatedValue, typoOf('procedure', number))}`,
      )
      .toSorted(),
  );
  const awards = await read('awards', 'notificari-atribuire');
  let count = 0;
  for (let day = demo.frame.firstDay; day <= dayNumber(LAST_EXPORTED); day++) count += demo.directAwardsOn(day).length;
  assert.equal(awards.length, count);
});

test('every table has some negative and some zero values', async () => {
  const values = {
    purchases: (await read('purchases', 'achizitii-directe')).map(({ value }) => value),
    contracts: (await read('contracts', 'contracte')).map(({ valueRon }) => valueRon),
    awards: (await read('awards', 'notificari-atribuire')).map(({ value }) => value),
    notices: (await read('notices', 'anunturi-initiere')).map(({ estimatedValue }) => estimatedValue),
  };
  for (const [table, bani] of Object.entries(values)) {
    assert.ok(
      bani.some((each) => each !== null && each < 0),
      `${table}: a negative value`,
    );
    assert.ok(bani.includes(0), `${table}: a zero`);
  }
});

test('the reader removes names of clerks from descriptions', async () => {
  assert.match(
    readFileSync(named('achizitii-directe-trim-iv-2021'), 'utf8'),
    /Persoana de contact: .*@achizitii\.example/,
  );
  const text = JSON.stringify(await read('purchases', 'achizitii-directe-trim-iv-2021'));
  assert.ok(!text.includes('@') && !text.includes('+40'));
});

test('the same day gives the same bytes, and a later day adds quarters without a change of earlier ones', async () => {
  const other = mkdtempSync(join(tmpdir(), 'exports-'));
  try {
    await publishExports(
      country({ seed: 'exports', companies: 1_000, founded: TODAY }).procurement(),
      other,
      dayNumber('2026-12-15'),
    );
    for (const file of files())
      assert.ok(readFileSync(file).equals(readFileSync(join(other, file.slice(folder.length)))), file);
    assert.ok(readdirSync(join(other, 'achizitii-publice-2026')).includes('contracte-trim-iii-2026.xlsx'));
  } finally {
    rmSync(other, { recursive: true });
  }
});
