/** Setup from an empty folder to real data, with the simulated country in place of the real one. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { filesBelow, isNote, personalFiles } from '#data/ingest/personal-files.ts';
import type { IngestReport } from '#data/ingest/report.ts';
import type { Fault } from '#demo-country/faults.ts';
import { type Environment, launched as firmoteca, type Serving, serving } from '#test/support/cli.ts';
import { testDatabase } from '#test/support/postgres-server.ts';
import { until } from '#test/support/until.ts';

const folder = mkdtempSync(join(tmpdir(), 'firmoteca-setup-'));
const published = join(folder, 'published');
let state: Serving;
let romania: Environment;

before(async () => {
  const country = ['--out', published, '--companies', '300'];
  assert.equal((await firmoteca(['simulate', 'write', ...country])).code, 0);
  state = await serving(['simulate', 'serve', ...country], {});
  romania = {
    FIRMOTECA_COUNTRY: 'romania',
    FIRMOTECA_DATA: join(folder, 'romania'),
    FIRMOTECA_ANAF_COMPANY_URL: `${state.origin}/api/PlatitorTvaRest/v9/tva`,
    FIRMOTECA_ANAF_BALANCE_URL: `${state.origin}/bilant`,
    FIRMOTECA_BNR_URL: state.origin,
    FIRMOTECA_CKAN_URL: state.origin,
    FIRMOTECA_PRESS_URL: `${state.origin}/presa/comunicate`,
    FIRMOTECA_PRESS_FILES_URL: state.origin,
    FIRMOTECA_TREASURY_URL: `${state.origin}/static/10/Anaf/AsistentaContribuabili_r/Iban2014.htm`,
    FIRMOTECA_PROCUREMENT_URL: state.origin,
  };
});
after(async () => {
  await state.stop();
  rmSync(folder, { recursive: true });
});

const fault = (on: string, kind: string, limits: Pick<Fault, 'requests' | 'delayMs'> = {}, method = 'POST') =>
  fetch(`${state.origin}/_faults/${on}`, { method, body: JSON.stringify({ kind, ...limits }) });
const heal = () => fetch(`${state.origin}/_faults`, { method: 'DELETE' });

interface Answer {
  files: number;
  downloadBytes: number | null;
  datasetBytes: number | null;
  freeBytes: number;
  problems: string[];
  report: IngestReport | null;
}
const setup = async () => {
  const { code, json } = await firmoteca(['setup', '--yes', '--json'], romania);
  return { code, ...(json() as Answer) };
};

test('setup needs the real country as a setting', async () => {
  const { code, stderr } = await firmoteca(['setup', '--yes'], { FIRMOTECA_DATA: join(folder, 'none') });
  assert.equal(code, 2);
  assert.match(stderr, /FIRMOTECA_COUNTRY=romania/);
});

test('setup prints its cost and changes nothing without --yes', async () => {
  const { code, stdout, stderr } = await firmoteca(['setup'], romania);
  assert.equal(code, 2);
  assert.match(stdout, /Download {2}[0-9]+ of [0-9]+ files/);
  assert.match(stdout, /files\. [0-9]+ of them have [0-9.]+ MB; the size of the other [0-9]+ is not known\./);
  assert.match(stdout, /Free: [0-9.]+ [GM]B/);
  assert.match(stderr, /--yes/);
});

/** No server listens on port 1. */
const NOWHERE = 'http://127.0.0.1:1';

test('setup prints its cost with PostgreSQL and a missing data folder', {
  skip: process.env.FIRMOTECA_TEST_ENGINE === 'sqlite',
}, async (t) => {
  const database = await testDatabase();
  t.after(() => database.stop());
  const location = { FIRMOTECA_DATA: join(folder, 'beside', 'postgres'), DATABASE_URL: database.url };
  const { code, stdout } = await firmoteca(['setup'], { ...romania, ...location });
  assert.equal(code, 2);
  assert.match(stdout, /Free: [0-9.]+ [GM]B/);
});

test('with unreachable sources setup and ingest exit with 1 and name the sources', async () => {
  const cutOff = { ...romania, FIRMOTECA_CKAN_URL: NOWHERE, FIRMOTECA_BNR_URL: NOWHERE };
  for (const args of [
    ['ingest', '--download'],
    ['setup', '--yes'],
  ]) {
    const { code, stdout, stderr } = await firmoteca(args, cutOff);
    assert.equal(code, 1, args.join(' '));
    assert.match(stdout + stderr, /The open-data catalogue http:\/\/127\.0\.0\.1:1 does not answer: .*ECONNREFUSED/);
    assert.match(stdout + stderr, /OD_FIRME\.CSV, .*, OD_SUCURSALE_.*firme-DD-MM-YYYY;.*ingest --from FOLDER/s);
    assert.match(stdout + stderr, /The national bank http:\/\/127\.0\.0\.1:1 does not answer: /);
    assert.doesNotMatch(stderr, /\n\s+at /);
  }
  const { stdout, stderr } = await firmoteca(['ingest', '--download', '--json'], cutOff);
  const { generation, problems } = JSON.parse(stdout) as { generation: null; problems: string[] };
  assert.deepEqual([generation, problems.length], [null, 2]);
  assert.match(stderr, /nothing was read/);
});

test('without a dataset the service exits with advice', async () => {
  const { code, stdout } = await firmoteca(['serve'], romania);
  assert.equal(code, 1);
  assert.match(stdout, /npx firmoteca setup/);
});

test('a catalogue that answers with an HTML page builds nothing', async () => {
  await fault('ckan', 'rejected');
  const { code, problems, report, downloadBytes, datasetBytes } = await setup();
  const { stdout } = await firmoteca(['setup', '--yes'], romania);
  await heal();
  assert.deepEqual([code, report], [1, null]);
  assert.deepEqual([downloadBytes, datasetBytes], [null, null], 'a missing list has no size');
  assert.doesNotMatch(stdout, /0\.0 MB|0 of 0/);
  assert.match(problems.join(' '), /trade registry/);
});

test('setup downloads, builds and serves the published data', async () => {
  const { code, files, downloadBytes, datasetBytes, freeBytes, report } = await setup();
  assert.equal(code, 0);
  assert.ok(files > 50 && Number(downloadBytes) > 0 && Number(datasetBytes) > 0 && freeBytes > 0);
  const outcome = (name: string) => report?.parts.find(({ part }) => part === name)?.outcome;
  assert.deepEqual(['registry', 'finances', 'rates', 'search'].map(outcome), Array(4).fill('loaded'));
  assert.equal(outcome('shareholders'), 'absent');

  const service = await serving(['serve', '--workers', '1'], { ...romania, PORT: '0' });
  await until('the service prints the command for the first key', async () =>
    service.printed().includes('keys create --plan pro'),
  );
  const { key } = (await firmoteca(['keys', 'create', '--plan', 'pro', '--json'], romania)).json() as { key: string };
  const response = await fetch(`${service.origin}/api/company/90000014`, { headers: { 'x-api-key': key } });
  const { meta } = (await response.json()) as { meta: { dataset: string } };
  assert.equal(await service.stop(), 0);
  assert.deepEqual([response.status, meta.dataset], [200, 'romania']);
});

test('the command that setup prints creates the first key', async () => {
  const printed = (await firmoteca(['setup', '--yes'], romania)).stdout;
  const [, line = ''] = /The first API key, shown once:\n\s+(.+)/.exec(printed) ?? [];
  const command = line.replace('npx firmoteca', join(import.meta.dirname, '../../bin/firmoteca'));
  const key = execFileSync('sh', ['-c', command], { env: { PATH: process.env.PATH ?? '' } }).toString();
  assert.match(key, /^fmt_live_[0-9A-Za-z]{36}\n/);
});

test('a second setup reuses complete files', async () => {
  const { code, downloadBytes, report } = await setup();
  assert.equal(code, 0);
  assert.ok(Number(downloadBytes) < 1_000_000, 'only the rates of this year are downloaded again');
  assert.equal(report?.parts.find(({ part }) => part === 'registry')?.outcome, 'unchanged');
});

test('setup survives dropped connections, and after a longer outage continues with the files that are missing', async () => {
  const flaky = { ...romania, FIRMOTECA_DATA: join(folder, 'flaky') };
  const attempt = async () => {
    const { code, stdout, json } = await firmoteca(['setup', '--yes', '--json'], flaky);
    return { code, stdout, ...(json() as Answer) };
  };
  await fault('ckan', 'down', { requests: 1 });
  await fault('ckan', 'brokenOff', { requests: 2 });
  await fault('ckan', 'slow', { delayMs: 50 });
  const running = attempt();
  const files = join(flaky.FIRMOTECA_DATA, 'publications');
  await until('a file of the registry is downloaded', async () =>
    (await filesBelow(files)).some(({ name }) => name.endsWith('.CSV')),
  );
  await fault('ckan', 'down', {}, 'PUT');
  const cut = await running;
  await heal();
  assert.equal(cut.code, 1);
  assert.match(cut.problems.join('\n'), /by hand:.*OD_FIRME\.CSV/s);
  const next = await attempt();
  assert.equal(next.code, 0);
  assert.deepEqual(next.problems, []);
  assert.ok(
    next.downloadBytes !== null && next.downloadBytes < (cut.downloadBytes ?? 0),
    'complete files are not downloaded again',
  );
});

test('collect fetches the days since the exports and serves them', async () => {
  const { code, json } = await firmoteca(['collect', 'procurement', '--days', '1', '--json'], romania);
  const result = json() as { days: number; problems: string[]; report: IngestReport };
  assert.deepEqual(result.problems, []);
  assert.equal(code, 0);
  assert.equal(result.days, 4, 'yesterday, of each list');
  assert.equal(result.report.published, true);
  for (const args of [['collect'], ['collect', 'press'], ['collect', 'procurement', '--days', '0']])
    assert.equal((await firmoteca(args, romania)).code, 2, args.join(' '));
});

const modeOf = (path: string): string => (statSync(path).mode & 0o777).toString(8);

test('files with birth dates are deleted after the import, and the next ingest does not download them again', async () => {
  const data = romania.FIRMOTECA_DATA ?? '';
  assert.deepEqual(await personalFiles(join(data, 'publications')), []);
  const before = await noteTimes();
  const { code, json } = await firmoteca(['ingest', '--download', '--json'], romania);
  const report = json() as IngestReport;
  assert.equal(code, 0);
  const registry = report.parts.find(({ part }) => part === 'registry');
  assert.deepEqual([registry?.outcome, registry?.problem], ['unchanged', null]);
  assert.equal(await noteTimes(), before);
  assert.deepEqual(await personalFiles(join(data, 'publications')), []);
});

/** The modification times of the notes about deleted files: a file that is downloaded again gets a new note. */
async function noteTimes(): Promise<number> {
  const notes = (await filesBelow(join(romania.FIRMOTECA_DATA ?? '', 'publications'))).filter(({ name }) =>
    isNote(name),
  );
  return notes.reduce((sum, { path }) => sum + statSync(path).mtimeMs, 0);
}

test('everything in the data folder is private to its owner, and doctor reports wider permissions', async () => {
  const data = romania.FIRMOTECA_DATA ?? '';
  assert.equal(modeOf(data), '700');
  for (const { path } of await filesBelow(data)) assert.match(modeOf(path), /00$/, path);
  chmodSync(data, 0o755);
  const result = await firmoteca(['doctor'], romania);
  chmodSync(data, 0o700);
  assert.equal(result.code, 1);
  assert.match(result.stdout, /data folder .*open to others \(755\)/);
  assert.match(result.stdout, /chmod 700 /);
});

test('files with birth dates are kept only by a setting, and then private to their owner', async () => {
  const stored: Environment = { ...romania, FIRMOTECA_DATA: join(folder, 'kept'), FIRMOTECA_KEEP_PUBLICATIONS: 'yes' };
  mkdirSync(stored.FIRMOTECA_DATA ?? '', { mode: 0o755 });
  const { code } = await firmoteca(['setup', '--yes', '--json'], stored);
  assert.equal(code, 0);
  assert.equal(modeOf(stored.FIRMOTECA_DATA ?? ''), '700');
  const files = await personalFiles(join(stored.FIRMOTECA_DATA ?? '', 'publications'));
  assert.ok(files.length > 0);
  for (const file of files) assert.equal(modeOf(file), '600');
  const [first = ''] = files;
  chmodSync(first, 0o644);
  const result = await firmoteca(['doctor'], stored);
  assert.match(result.stdout, /birth dates .*others can read .*OD_REPREZENTANTI/);
  assert.match(result.stdout, /chmod 600 /);
});

test('doctor finds every source in its expected format', async () => {
  const report = join(folder, 'report.json');
  const args = ['doctor', '--sources', '--cui', '90000014', '--report', report, '--json'];
  const { code, stdout } = await firmoteca(args, romania);
  const { samples } = JSON.parse(stdout) as { samples: { differences: unknown[]; unread: string[] }[] };
  assert.ok(samples.length >= 10);
  assert.deepEqual(
    samples.flatMap(({ differences, unread }) => [...differences, ...unread]),
    [],
  );
  assert.equal(code, 0);
  const shared = readFileSync(report, 'utf8');
  const { sources } = JSON.parse(shared) as { sources: { state: string }[] };
  assert.deepEqual(new Set(sources.map(({ state }) => state)), new Set(['known']));
  assert.equal(sources.length, samples.length);
  assert.doesNotMatch(shared, /90000014|127\.0\.0\.1/, 'neither the company nor addresses');
  assert.match((await firmoteca(['doctor'], romania)).stdout, /shapes of sources +as known/);
});

test('doctor names a source that answers differently, with its answer', async () => {
  for (const [on, kind, found] of [
    ['anaf', 'rejected', /rejected by the source's firewall/],
    ['bilant', 'plainText', /./],
    ['bnr', 'moved', /web page/],
    ['ckan', 'http500', /HTTP 500/],
    ['press', 'plainText', /without releases/],
    ['treasury', 'moved', /./],
    ['sicap', 'emptyList', /shows us nothing/],
  ] as const) {
    await fault(on, kind);
    const { code, stdout } = await firmoteca(['doctor', '--sources', '--cui', '90000014', '--json'], romania);
    await heal();
    const { samples } = JSON.parse(stdout) as { samples: { found: string; differences: unknown[] }[] };
    const differing = samples.filter(({ differences }) => differences.length > 0);
    assert.equal(code, 1, on);
    // The catalogue, and one file of each publisher there: a further publisher of the portal adds one.
    assert.equal(differing.length, on === 'ckan' ? 4 : 1, on);
    assert.match(differing[0]?.found ?? '', found);
  }
  assert.match((await firmoteca(['doctor'], romania)).stdout, /shapes of sources +procurement differ/);
});

test('doctor reports that no source can be reached', async () => {
  const { code, stdout } = await firmoteca(['doctor', '--sources'], {
    ...romania,
    FIRMOTECA_ANAF_COMPANY_URL: NOWHERE,
    FIRMOTECA_ANAF_BALANCE_URL: NOWHERE,
    FIRMOTECA_BNR_URL: NOWHERE,
    FIRMOTECA_CKAN_URL: NOWHERE,
    FIRMOTECA_PRESS_URL: NOWHERE,
    FIRMOTECA_TREASURY_URL: NOWHERE,
    FIRMOTECA_PROCUREMENT_URL: NOWHERE,
  });
  assert.equal(code, 1);
  assert.equal(stdout.match(/^SILENT/gm)?.length, 10);
  assert.match(stdout, /No source could be reached/);
});

test('with other secrets nothing is downloaded; with --accept-other-secrets the registry is downloaded and read again', async () => {
  const lost = { ...romania, FIRMOTECA_SECRETS: join(folder, 'other-secrets.json') };
  const before = await noteTimes();
  const refused = await firmoteca(['ingest', '--download'], lost);
  assert.equal(refused.code, 1);
  assert.match(refused.stderr, /^The dataset was built with other secrets/);
  assert.deepEqual([refused.stdout, await noteTimes()], ['', before]);
  // The files with birth dates are deleted, so the registry cannot be read again.
  const here = await firmoteca(['ingest', '--accept-other-secrets'], lost);
  assert.equal(here.code, 1);
  assert.match(here.stderr, /^The registry is still the one built with other secrets: .+ ingest --download/m);
  const { code, stderr } = await firmoteca(['ingest', '--download', '--accept-other-secrets'], lost);
  assert.equal(code, 0, stderr);
  assert.ok((await noteTimes()) > before);
  assert.deepEqual(await personalFiles(join(romania.FIRMOTECA_DATA ?? '', 'publications')), []);
  assert.equal((await firmoteca(['ingest', '--download'], lost)).code, 0);
  assert.equal((await firmoteca(['ingest', '--download'], romania)).code, 1);
});
