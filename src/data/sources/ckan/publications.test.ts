import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { findBalances } from '#data/sources/anaf/balance-publications.ts';
import type { Client } from '#data/sources/client.ts';
import { findRegistry, snapshotDay } from '#data/sources/onrc/publications.ts';
import { answerOf } from '#test/support/source-answer.ts';
import { parseSearch, parseShow, searchDatasets } from './catalog.ts';

const sample = (file: string) => readFileSync(`${import.meta.dirname}/samples/${file}`);
const datasetsOf = (file: string) => JSON.parse(sample(file).toString()).result.results;

/** A stub catalogue that returns these datasets to every search, page by page, and each by its id. */
function catalogue(datasets: { name: string }[], entries: object[] = datasets): Client & { asked: URL[] } {
  const requested: URL[] = [];
  return {
    asked: requested,
    async send(request) {
      const url = new URL(request.url);
      requested.push(url);
      if (url.pathname === '/api/3/action/package_show') {
        const result = datasets.find(({ name }) => name === url.searchParams.get('id'));
        return result ? answerOf({ success: true, result }) : answerOf({ success: false }, 404);
      }
      const [start, rows] = [Number(url.searchParams.get('start')), Number(url.searchParams.get('rows'))];
      return answerOf({
        success: true,
        result: { count: entries.length, results: entries.slice(start, start + rows) },
      });
    },
  };
}

async function registryFrom(client: Client) {
  const outcome = await findRegistry(client, 'https://ckan.example');
  assert.equal(outcome.outcome, 'found');
  return outcome.value;
}

test('a dataset is read with its licence and its files: name, address, day and size', () => {
  const outcome = parseSearch(answerOf(sample('onrc.json')));
  assert.equal(outcome.outcome, 'found');
  const { slug, licence, modified, resources } = outcome.value.datasets[1] ?? {};
  assert.deepEqual([slug, licence, modified], ['firme-02-09-2026', 'Creative Commons Attribution 4.0', '2026-09-03']);
  assert.deepEqual(resources?.[0], {
    name: 'OD_FIRME.CSV',
    dataset: 'firme-02-09-2026',
    title: 'OD_FIRME.CSV',
    url: 'https://data.gov.ro/dataset/x/resource/r/download/od_firme.csv',
    modified: '2026-09-03',
    modifiedAt: resources?.[0]?.modifiedAt,
    sizeBytes: 693_000_000,
  });
});

test('a size of 0 is unknown', () => {
  const resource = { name: 'OD_FIRME.CSV', url: 'https://data.gov.ro/od_firme.csv', size: 0 };
  const result = { count: 1, results: [{ name: 'firme-02-09-2026', resources: [resource] }] };
  const outcome = parseSearch(answerOf({ success: true, result }));
  assert.equal(outcome.outcome, 'found');
  assert.equal(outcome.value.datasets[0]?.resources?.[0]?.sizeBytes, null);
});

test('the newest snapshot is chosen by the day in its name, not by its modification time', async () => {
  const client = catalogue(datasetsOf('onrc.json'));
  const { day, licence, files } = await registryFrom(client);
  assert.deepEqual([day, licence], ['2026-09-02', 'Creative Commons Attribution 4.0']);
  assert.equal(files.firms?.sizeBytes, 693_000_000);
  assert.equal(client.asked[0]?.searchParams.get('fq'), 'organization:onrc');
});

test('a file with a title as its name is recognised by its address', async () => {
  const { files } = await registryFrom(catalogue(datasetsOf('onrc.json')));
  assert.equal(files.branches?.name, 'od_sucursale_alte_state_membre.csv');
  assert.equal(Object.keys(files).length, 9);
});

test('nomenclatures are read from their own dataset, the newest of each', async () => {
  const { files } = await registryFrom(catalogue(datasetsOf('onrc.json')));
  assert.deepEqual([files.statusNames?.modified, files.caenVersions?.modified], ['2025-02-01', '2025-02-01']);
  assert.equal(files.caenNames?.modified, '2019-01-01');
});

test('a file missing from the newest snapshot is not taken from another one', async () => {
  const file = (name: string, day: string) => ({ name, url: `https://data.gov.ro/${day}/${name}`, last_modified: day });
  const datasets = [
    { name: 'firme-02-09-2026', resources: ['OD_FIRME.CSV', 'OD_STARE_FIRMA.CSV'] },
    {
      name: 'firme-inregistrate-la-registrul-comertului-pana-la-data-de-07-08-2025',
      resources: ['OD_FIRME.CSV', 'OD_REPREZENTANTI_LEGALI.CSV'],
    },
    { name: 'alte-fisiere', resources: ['OD_CAEN_AUTORIZAT.CSV', 'N_CAEN.CSV'] },
  ].map(({ name, resources }) => ({ name, resources: resources.map((each) => file(each, '2026-09-02')) }));
  const { day, files } = await registryFrom(catalogue(datasets));
  assert.deepEqual([day, Object.keys(files).sort()], ['2026-09-02', ['caenNames', 'firms', 'statuses']]);
});

test('a search result without files is completed dataset by dataset', async () => {
  const datasets = datasetsOf('onrc.json');
  const entries = datasets.map(({ resources, ...dataset }: { resources: unknown }) => dataset);
  const client = catalogue(datasets, entries);
  assert.equal((await registryFrom(client)).files.firms?.name, 'OD_FIRME.CSV');
  assert.ok(client.asked.some((url) => url.pathname.endsWith('/package_show')));
});

test('a catalogue without a snapshot is "not found"', async () => {
  assert.deepEqual(await findRegistry(catalogue([]), 'https://ckan.example'), { outcome: 'notFound' });
  assert.deepEqual(await findBalances(catalogue([]), 'https://ckan.example'), { outcome: 'notFound' });
});

test('balance files are paired with their legends, oldest year first, from datasets with a matching title', async () => {
  const outcome = await findBalances(catalogue(datasetsOf('balances.json')), 'https://ckan.example');
  assert.equal(outcome.outcome, 'found');
  assert.deepEqual(
    outcome.value.map(({ form, year, data, legend }) => [form, year, data.name, legend?.name]),
    [
      ['NGO', 2023, 'web_ong_an2023.txt', 'web_ong_an2023.csv'],
      ['UU', 2024, 'WEB_UU_AN2024.txt', 'WEB_UU_AN2024.csv'],
      ['BL', 2024, 'WEB_BL_BS_SL_AN2024.txt', undefined],
    ],
  );
});

test('a long search result is read page by page, and an endless one is refused', async () => {
  const many = Array.from({ length: 250 }, (_, i) => ({ name: `set-${i}`, resources: [] }));
  const client = catalogue(many);
  const outcome = await searchDatasets(client, 'https://ckan.example', { q: 'x' });
  assert.equal(outcome.outcome === 'found' && outcome.value.length, 250);
  assert.equal(client.asked.length, 3);
  const endless: Client = {
    send: async () => answerOf({ success: true, result: { count: 1e6, results: many.slice(0, 100) } }),
  };
  assert.equal((await searchDatasets(endless, 'https://ckan.example', { q: 'x' })).outcome, 'unavailable');
});

test('an invalid day in a slug is ignored', () => {
  assert.equal(snapshotDay('firme-02-09-2026'), '2026-09-02');
  const longer = 'firme-inregistrate-la-registrul-comertului-pana-la-data-de';
  assert.equal(snapshotDay(`${longer}-07-08-2025`), '2025-08-07');
  assert.equal(snapshotDay(`${longer}-07-ianuarie-2023`), '2023-01-07');
  assert.equal(snapshotDay(`${longer}-07-brumar-2023`), null);
  for (const slug of ['firme-31-02-2026', 'firme-2026', 'nomenclatoare', 'firme-02-09-2026-bis']) {
    assert.equal(snapshotDay(slug), null);
  }
});

test('an unknown dataset is not found, and pages, refusals and other shapes are unavailable', () => {
  const cases: [body: string | object, status: number, told: string][] = [
    [{ success: false, error: { message: 'Nu a fost găsit' } }, 404, 'notFound'],
    ['<html>503</html>', 200, 'html'],
    ['', 500, 'http-5xx'],
    [{ success: false, error: { message: 'Search error' } }, 409, 'rejected'],
    [{ success: true, result: {} }, 200, 'malformed'],
    ['[]', 200, 'malformed'],
  ];
  for (const [body, status, reported] of cases) {
    for (const outcome of [parseShow(answerOf(body, status)), parseSearch(answerOf(body, status))]) {
      assert.equal(outcome.outcome === 'unavailable' ? outcome.reason : outcome.outcome, reported);
    }
  }
});

const resource = (name: string, url: string, last_modified: string) => ({
  name,
  url: `https://data.gov.ro/x/${url}`,
  last_modified,
});

test('of balance files with duplicates, odd names or separate datasets the newest of each is found once', async () => {
  const datasets = [
    {
      name: 'situatii_financiare_2024',
      title: 'Situatii_financiare_2024',
      resources: [
        resource('test', 'test.docx', '2025-09-01T10:00:00'),
        resource('fisier_test', 'fisier_test.txt', '2025-09-01T10:00:00'),
        resource('WEB_UU_AN2024', 'new/web_uu_an2024.txt', '2025-09-01T10:00:01'),
        resource('WEB_UU_AN2024', 'old/web_uu_an2024.txt', '2025-09-01T10:00:00'),
        resource('WEB_UU_AN2024 specificatie', 'web_uu_an2024.csv', '2025-09-01T10:00:00'),
        resource('WEB_ONG_AN2024;.txt', 'web_ong_an2024.txt', '2025-09-01T10:00:00'),
        resource('WEB_IR_AN2024', 'abc123.txt', '2025-09-01T10:00:00'),
        resource('WEB_BL_BS_SL_AN2024.txt', 'first/web_bl_bs_sl_an2024.txt', '2025-09-01T10:00:00'),
        resource('WEB_BL_BS_SL_AN2024.csv', 'first/web_bl_bs_sl_an2024.csv', '2025-09-01T10:00:00'),
      ],
    },
    {
      name: 'situatii_financiare_2024_actualizat',
      title: 'situatii_financiare_2024_actualizat',
      resources: [resource('WEB_BL_BS_SL_AN2024.txt', 'again/web_bl_bs_sl_an2024.txt', '2026-01-15T10:00:00')],
    },
    {
      name: 'situatii_financiare2023',
      title: 'Ministerul Finantelor',
      resources: [
        resource('webuuan2023.txt', 'webuuan2023.txt', '2024-09-01T10:00:00'),
        // A file of another year, uploaded to the wrong dataset.
        resource('WEB_UU_AN2024.txt', 'mistake/web_uu_an2024.txt', '2024-09-01T10:00:00'),
      ],
    },
  ];
  const outcome = await findBalances(catalogue(datasets), 'https://ckan.example');
  assert.equal(outcome.outcome, 'found');
  const path = (url: string | undefined) => url?.replace('https://data.gov.ro/x/', '');
  assert.deepEqual(
    outcome.value
      .map(({ form, year, data, legend }) => [form, year, data.name, path(data.url), path(legend?.url)])
      .sort(),
    [
      ['BL', 2024, 'WEB_BL_BS_SL_AN2024.txt', 'again/web_bl_bs_sl_an2024.txt', 'first/web_bl_bs_sl_an2024.csv'],
      ['IR', 2024, 'WEB_IR_AN2024.txt', 'abc123.txt', undefined],
      ['NGO', 2024, 'WEB_ONG_AN2024.txt', 'web_ong_an2024.txt', undefined],
      ['UU', 2023, 'webuuan2023.txt', 'webuuan2023.txt', undefined],
      ['UU', 2024, 'web_uu_an2024.txt', 'new/web_uu_an2024.txt', 'web_uu_an2024.csv'],
    ],
  );
});
