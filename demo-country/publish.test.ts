/** The publications of a small country, byte by byte and through the readers of the real files. */
import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { filePartNames, findPublications } from '#data/ingest/publications.ts';
import { parseBalanceFileName } from '#data/sources/anaf/balance-file-name.ts';
import { parseLegend, readBalances } from '#data/sources/anaf/balance-files.ts';
import { readShareholders } from '#data/sources/import/shareholders.ts';
import { readTaxDebts } from '#data/sources/import/tax-debts.ts';
import { fileInput } from '#data/sources/lines.ts';
import { registryFiles } from '#data/sources/onrc/registry.ts';
import type { ReportRecord } from '#data/sources/procurement/records.ts';
import { readReports } from '#data/sources/procurement/reports.ts';
import { sha256 } from '#lib/values/hash.ts';
import { inputOf, readAll } from '#test/support/source-input.ts';
import { longTest } from '#test/support/tier.ts';
import { country } from './country.ts';
import { dayNumber } from './days.ts';
import { type Publisher, publish } from './publish.ts';
import { showcase } from './showcase.ts';

const demo = country({ seed: 'publish', companies: 3_000, founded: '2026-11-15' });
const folder = mkdtempSync(join(tmpdir(), 'simulate-publish-'));
const onrc = join(folder, 'onrc/firme-15-11-2026');
const registryFolder = (file: string): string => `onrc/${file.startsWith('N_') ? 'nomenclatoare' : 'firme'}-15-11-2026`;
const text = (...path: string[]): string => readFileSync(join(folder, ...path), 'utf8');

before(() => publish(demo, folder, '2026-11-15'));
after(() => rmSync(folder, { recursive: true }));

const filesOf = (under: string): string[] =>
  readdirSync(under, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(under.length + 1))
    .sort();
const digests = (under: string): string[] =>
  filesOf(under).map((file) => `${file} ${sha256(readFileSync(join(under, file)))}`);

async function published(on: string, only?: Publisher[]): Promise<string[]> {
  const other = mkdtempSync(join(tmpdir(), 'simulate-publish-'));
  try {
    await publish(country({ ...demo.settings }), other, on, only ? { only } : {});
    return digests(other);
  } finally {
    rmSync(other, { recursive: true });
  }
}

test('every file part of the dataset has publications', async () => {
  const publications = await findPublications(folder);
  // The newest lists of the procurement system are served live.
  for (const name of filePartNames.filter((part) => part !== 'recent'))
    assert.ok(publications[name].length > 0, `demo-country/publish.ts publishes nothing for the part ${name}.`);
  assert.deepEqual(
    publications.unused.map(({ file }) => file.split('/').at(-1)),
    ['N_VERSIUNE_CAEN.CSV'],
  );
});

longTest('the same settings and day give the same bytes', async () => {
  assert.deepEqual(await published('2026-11-15'), digests(folder));
});

test('only the requested publications are written', async () => {
  const files = await published('2026-05-15', ['onrc']);
  assert.equal(files.length, 6);
  assert.ok(files.every((file) => file.startsWith('onrc/firme-15-05-2026/OD_')));
});

test('progress ends with all work done', async () => {
  const steps: [number, number][] = [];
  const other = mkdtempSync(join(tmpdir(), 'simulate-publish-'));
  await publish(demo, other, '2026-02-15', { only: ['onrc'], progress: (...step) => steps.push(step) });
  rmSync(other, { recursive: true });
  assert.deepEqual(steps.at(-1), [3_060, 3_060]);
  assert.ok(steps.every(([done], i) => done >= (steps[i - 1]?.[0] ?? 0)));
});

test('each registry file is read by its reader, with the deliberately broken lines as the only skips', async () => {
  for (const [what, { file, read }] of Object.entries(registryFiles)) {
    const { records, skips } = await readAll<object>(read(fileInput(join(folder, registryFolder(file), file))));
    assert.ok(records.length > 1, what);
    assert.deepEqual(
      skips.map(({ reason }) => reason),
      what === 'firms' ? ['wrong number of columns'] : [],
    );
  }
});

/** Columns that no reader uses: the class alone has its title and version. */
const unread = ['SECTIUNEA', 'SUBSECTIUNEA', 'DIVIZIUNEA', 'GRUPA'].map((column) => `N_CAEN.CSV ${column}`);

/** Fields without a column: the file of family businesses has no current address. */
const unwritten = ['locality', 'county', 'country'].map((field) => `OD_REPREZENTANTI_IF.CSV ${field}`);

test('each registry reader finds a value for every field and uses every column', async () => {
  const missing: string[] = [];
  const ignored: string[] = [];
  for (const { file, read } of Object.values(registryFiles)) {
    const [header = '', ...lines] = text(registryFolder(file), file).trim().split(/\r?\n/);
    const recordsUnder = async (header: string): Promise<Record<string, unknown>[]> => {
      const input = inputOf([header, ...lines].join('\n'), 65_536);
      return (await readAll<object>(read(input))).records.map((record) => ({ ...record }));
    };
    const records = await recordsUnder(header);
    for (const field of Object.keys(records[0] ?? {}))
      if (records.every((record) => record[field] === null)) missing.push(`${file} ${field}`);
    const columns = header.split('^');
    for (const [at, column] of columns.entries()) {
      // A reader refuses a file without a required column.
      const without = await recordsUnder(columns.with(at, 'OTHER').join('^')).catch(() => null);
      if (JSON.stringify(without) === JSON.stringify(records)) ignored.push(`${file} ${column}`);
    }
  }
  assert.deepEqual(missing, unwritten, 'Columns that demo-country/publish-onrc.ts does not write.');
  assert.deepEqual(ignored, unread, 'Columns that src/data/sources/onrc does not read.');
});

test('the registry has all firms with the showcase, one duplicate and some without a fiscal code', async () => {
  const { records } = await readAll(registryFiles.firms.read(fileInput(join(onrc, 'OD_FIRME.CSV'))));
  assert.equal(records.length, 3_001);
  assert.equal(new Set(records.map((record) => record.registrationNumber)).size, 3_000);
  const names = records.map(({ cui, name }) => `${cui} ${name}`);
  for (const { cui, name } of showcase.filter((record) => record.cui < '4'))
    assert.ok(names.includes(`${cui} ${name}`));
  assert.ok(records.some(({ cui }) => cui === null));
  assert.ok(records.every(({ registeredOn, county, locality }) => registeredOn && county && locality));
});

test('the lines have the irregularities of the real files', () => {
  const firms = text('onrc/firme-15-11-2026/OD_FIRME.CSV');
  assert.ok(firms.startsWith('\ufeffDENUMIRE^CUI^COD_INMATRICULARE^'));
  assert.ok(firms.includes('ş') && firms.includes('ș'), 'both encodings of ș');
  assert.match(firms, /"[A-Z]+" /);
  assert.match(firms, /\^ {6}0\^/);
  assert.match(firms, /\^ [0-9]{6}\^/);
  assert.match(firms, /\^[0-9]{2}\/[0-9]{2}\/2026 00:00:00\^/);
  assert.match(firms, /\^[0-9]{2}\/[0-9]{2}\/1998\^/);
  assert.match(firms, /\^J[1-9]\/[0-9]+\/[0-9]{4}\^/);
  assert.match(firms, /\^J0[1-9]\/[0-9]+\/[0-9]{4}\^/);
  assert.match(firms, /\^0\^F[0-9]+\//);
  assert.ok(text('onrc/firme-15-11-2026/OD_STARE_FIRMA.CSV').includes('\r\n'));
});

test('all web sites are in a reserved domain', () => {
  const sites = filesOf(folder)
    .filter((file) => !file.endsWith('.xml'))
    .flatMap((file) => text(file).match(/\bwww\.[^\s^;,"]+|https?:[^\s^;,"]+/g) ?? []);
  assert.ok(sites.length > 20);
  assert.deepEqual(
    sites.filter((site) => !/^(www\.|https:\/\/)[a-z0-9-]+\.example(\/|$)/.test(site)),
    [],
  );
});

test('balance files of every form and year are readable with their legends', async () => {
  const years = readdirSync(join(folder, 'anaf'));
  assert.equal(years.length, 11);
  for (const year of years) {
    const names = readdirSync(join(folder, 'anaf', year));
    const forms = names.flatMap((name) => (name.endsWith('.txt') ? [parseBalanceFileName(name)] : []));
    assert.deepEqual(new Set(forms.map((form) => form?.form)).size, 6, names.join());
    for (const name of names.filter((each) => each.endsWith('.txt'))) {
      const about = parseBalanceFileName(name);
      assert.ok(about);
      const path = join(folder, 'anaf', year, name);
      const legend = parseLegend(name, readFileSync(path.replace(/txt$/, 'csv')));
      const { records, skips } = await readAll(readBalances(fileInput(path), { ...about, legend }));
      assert.deepEqual(skips, []);
      assert.ok(records.length > 0 || about.form === 'IR', path);
      for (const { indicators } of records) assert.ok(indicators.every(({ label }) => label !== null));
    }
  }
});

test('old balance files are separated by semicolons and have legends in Windows-1250', () => {
  assert.match(text('anaf/situatii_financiare_2016/WEB_UU_AN2016.txt'), /^CUI;CAEN;I1;/);
  assert.match(text('anaf/situatii_financiare_2025/WEB_UU_AN2025.txt'), /^CUI,CAEN,I1,/);
  const legend = readFileSync(join(folder, 'anaf/situatii_financiare_2016/WEB_UU_AN2016.csv'));
  assert.ok(legend.includes(Buffer.from([0xba, 0x69])), 'şi with the single byte of ş');
  assert.match(
    text('anaf/situatii_financiare_2015/WEB_BL_BS_SL_AN2015.csv'),
    /Patrimoniul public;I13\nCifra de afaceri neta;I14\n/,
  );
});

test('the late filer is in every yearly file but the newest, and empty values differ from zero', () => {
  const late = showcase.find(({ id }) => id === 'lateFiler')?.cui;
  assert.ok(text('anaf/situatii_financiare_2024/WEB_UU_AN2024.txt').includes(`\n${late},`));
  const newest = text('anaf/situatii_financiare_2025/WEB_UU_AN2025.txt');
  assert.ok(!newest.includes(`\n${late},`));
  assert.ok(newest.includes(',,') && newest.includes(',0,'));
});

test('the import files are read without a skip', async () => {
  const shareholders = await readAll(readShareholders(fileInput(join(folder, 'import/shareholders.csv'))));
  const debts = await readAll(readTaxDebts(fileInput(join(folder, 'import/tax-debts.csv'))));
  const reports = await readAll(readReports(fileInput(join(folder, 'import/supplier-reports.ndjson'))));
  assert.deepEqual([...shareholders.skips, ...debts.skips, ...reports.skips], []);
  // Placeholders for a missing supplier code differ and are not compared.
  const result = ({ supplier: { code: _, ...supplier }, ...report }: ReportRecord) => ({ ...report, supplier });
  const written = [...demo.procurement().reports(dayNumber('2026-11-15'))];
  assert.deepEqual(reports.records.map(result), written.map(result));
  assert.ok(shareholders.records.length > 2_000 && debts.records.length > 30);
  assert.ok(debts.records.every(({ asOf }) => asOf === '2026-09-30'));
});

test('a person who owns and manages a firm has the same birth data in both files', async () => {
  const { records: officers } = await readAll(
    registryFiles.representatives.read(fileInput(join(onrc, 'OD_REPREZENTANTI_LEGALI.CSV'))),
  );
  const { records: owners } = await readAll(readShareholders(fileInput(join(folder, 'import/shareholders.csv'))));
  const running = new Set(officers.map((officer) => [officer.name, officer.birthDate, officer.birthLocality].join()));
  const people = owners.filter(({ kind }) => kind === 'person');
  const both = people.filter((owner) => running.has([owner.name, owner.birthDate, owner.birthPlace].join()));
  assert.ok(both.length > people.length / 4, `${both.length} of ${people.length}`);
});

test('the bank publishes a file for every year since 2005', () => {
  const files = readdirSync(join(folder, 'bnr/years'));
  assert.deepEqual([files.length, files[0], files.at(-1)], [22, 'nbrfxrates2005.xml', 'nbrfxrates2026.xml']);
});
