/** The address of a publication: recorded beside a downloaded file, stored with its part, and stated in answers. */
import assert from 'node:assert/strict';
import { readFileSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { provenanceOf } from '#api/provenance.ts';
import { ALL_FILES, noteOrigin } from '#data/ingest/origins.ts';
import { sources } from '#data/sources/sources.ts';
import type { Country, Dataset } from '#data/store/dataset.ts';
import { contractPage, noticePage, purchaseAwardPage, purchasePage } from '#domain/procurement/public-pages.ts';
import { sourcePages } from '#server/compose/domain.ts';
import { onBothEngines } from '#test/support/both-engines.ts';
import { installation, publications } from '#test/support/ingest-folder.ts';
import { contractRecord, purchaseRecord } from '#test/support/procurement-records.ts';
import { write, writeBalances, writeSnapshot } from '#test/support/publications.ts';

const FIRM = { cui: '90000014', number: 'J12/1234/1998', name: 'ALFA SRL' };
const REGISTRY_PAGE = 'https://data.gov.ro/dataset/firme-01-09-2026';

/** The same generation with another country. */
const as = (country: Country, { manifest, ...rest }: Dataset): Dataset => ({
  ...rest,
  manifest: { ...manifest, country },
});

onBothEngines((engine) => {
  test('a part has the page of its files, and answers state it; files placed by hand have none', async () => {
    const { store, read } = await installation(engine);
    const folder = publications();
    writeSnapshot(folder, '01-09-2026', [FIRM]);
    writeBalances(folder, 2024, [['90000014', '4711', 1000, 100, 3]]);
    write(folder, 'import/tax-debts-2026-06-30.csv', 'cui;total_lei;as_of\n90000022;10;2026-03-31\n');
    const firms = join(folder, 'onrc/firme-01-09-2026/OD_FIRME.CSV');
    await noteOrigin(firms, { page: REGISTRY_PAGE, url: 'https://data.gov.ro/od.csv', sizeBytes: null });
    write(folder, 'sicap/sicap-purchases-2026-03-05.ndjson', JSON.stringify(purchaseRecord({ systemId: 7 })));
    write(
      folder,
      'sicap/sicap-contracts-2026-03-05.ndjson',
      JSON.stringify(contractRecord({ awardNotice: 'CAN1', awardSystemId: 8 })),
    );
    const site = { page: null, url: sources.procurement.address, sizeBytes: null };
    await noteOrigin(join(folder, 'sicap', ALL_FILES), site);
    await read(folder);
    const dataset = store.generations.current();
    assert.ok(dataset);
    const stamped = (country: Country) =>
      provenanceOf(as(country, dataset), 'registry', 'finances', 'debts', 'recent').sources.map(({ covers, url }) => [
        ...covers,
        url,
      ]);
    assert.deepEqual(stamped('romania'), [
      ['registry', REGISTRY_PAGE],
      ['finances', null],
      ['debts', null],
      ['recentProcurement', 'https://e-licitatie.ro/'],
    ]);
    assert.deepEqual(stamped('demo').slice(0, 1), [['registry', 'urn:firmoteca:demo:registry/2026-09-01']]);
    for (const [, url] of stamped('demo')) assert.match(url ?? '', /^urn:firmoteca:demo:/);

    const procurement = dataset.partGroup('procurement');
    const idIn = async (table: string, column: string) =>
      (await procurement?.one<{ id: number | null }>(`select ${column} as id from ${table}`))?.id;
    assert.deepEqual([await idIn('purchase', 'system_id'), await idIn('contract', 'award_system_id')], [7, 8]);
    await store.close();
  });

  test('procurement has the last day of its rows and the page of its newest export', async () => {
    const { store, read } = await installation(engine);
    const folder = publications();
    writeSnapshot(folder, '01-09-2026', [FIRM]);
    const sample = readFileSync('src/data/sources/procurement/exports/samples/achizitii-directe-2022-t3.csv', 'utf8');
    const published = async (file: string, day: string, page: string | null) => {
      write(folder, file, file.endsWith('.csv') ? sample : '');
      utimesSync(join(folder, file), new Date(day), new Date(day));
      if (page) await noteOrigin(join(folder, file), { page, url: `${page}/file`, sizeBytes: null });
    };
    const page = (year: number) => `https://data.gov.ro/dataset/achizitii-publice-${year}`;
    await published('achizitii/achizitii-publice-2022/achizitii-directe-2022-t3.csv', '2026-10-05', page(2022));
    await published('achizitii/achizitii-publice-2021/achizitii-directe-2021-t3.csv', '2026-11-10', page(2021));
    await published('import/supplier-reports.ndjson', '2026-11-14', null);
    await read(folder);
    const dataset = store.generations.current();
    assert.ok(dataset);
    assert.deepEqual(
      provenanceOf(as('romania', dataset), 'procurement').sources.map(({ asOf, url }) => [asOf, url]),
      [['2022-10-03', page(2022)]],
    );
    await store.close();
  });

  test('a manifest without addresses stays without them, and a file recorded later gives its part one', async () => {
    const { store, read } = await installation(engine);
    const folder = publications();
    writeSnapshot(folder, '01-09-2026', [FIRM]);
    await read(folder);
    const firms = join(folder, 'onrc/firme-01-09-2026/OD_FIRME.CSV');
    await noteOrigin(firms, { page: REGISTRY_PAGE, url: 'https://data.gov.ro/od.csv', sizeBytes: null });
    writeBalances(folder, 2024, [['90000014', '4711', 1000, 100, 3]]);
    const before = store.generations.current();
    assert.ok(before);
    const old = before.manifest.parts.map(({ url: _, ...part }) => part);
    const stamps = provenanceOf(
      { ...as('romania', before), manifest: { ...before.manifest, country: 'romania', parts: old } },
      'registry',
    );
    assert.deepEqual(
      stamps.sources.map(({ url }) => url),
      [null],
    );
    await read(folder);
    const after = store.generations.current();
    assert.ok(after);
    assert.deepEqual(
      provenanceOf(as('romania', after), 'registry').sources.map(({ url }) => url),
      [REGISTRY_PAGE],
    );
    await store.close();
  });
});

const inCountry = (country: Country) => ({ manifest: { country } }) as Dataset;

test('records of procurement lists have the public page of the site, and unknown kinds have none', () => {
  const romania = inCountry('romania');
  assert.equal(noticePage(romania, 'CN', 1), 'https://e-licitatie.ro/pub/notices/c-notice/v2/view/1');
  assert.equal(noticePage(romania, 'SCN', 1), 'https://e-licitatie.ro/pub/notices/simplified-notice/v2/view/1');
  assert.equal(noticePage(romania, 'RFQ', 1), 'https://e-licitatie.ro/pub/notices/rfq-invitation/v2/view/1');
  assert.equal(noticePage(romania, 'PC', 1), 'https://e-licitatie.ro/pub/notices/pc-notice/v2/view/1');
  assert.equal(noticePage(romania, 'DC', 1), 'https://e-licitatie.ro/pub/notices/dc-notice/v2/view/1');
  assert.equal(contractPage(romania, 'CAN100', 2), 'https://e-licitatie.ro/pub/notices/ca-notices/view-c/2');
  assert.equal(contractPage(romania, 'SCNA100', 2), 'https://e-licitatie.ro/pub/notices/ca-notices/view-rfq/2');
  assert.equal(purchasePage(romania, 3), 'https://e-licitatie.ro/pub/direct-acquisition/view/3');
  assert.equal(purchaseAwardPage(romania, 4), 'https://e-licitatie.ro/pub/direct-acquisition/award-notice/view/4');
  for (const unknown of [
    noticePage(romania, 'RFD', 1),
    noticePage(romania, 'CN', null),
    contractPage(romania, 'PCAN7', 2),
    contractPage(romania, null, 2),
    contractPage(romania, 'CAN100', null),
    purchasePage(romania, null),
  ])
    assert.equal(unknown, null);
  assert.equal(purchasePage(inCountry('demo'), 3), 'urn:firmoteca:demo:sicap/direct-acquisition/view/3');
});

test('a live source has the authority’s address, none behind a substitute, and a urn in the demo', () => {
  const real = sourcePages({ country: 'romania', addresses: {} });
  assert.equal(real.fiscal, 'https://webservicesp.anaf.ro/api/PlatitorTvaRest/v9/tva');
  assert.equal(real.rates, 'https://curs.bnr.ro/nbrfxrates.xml');
  const file = 'https://static.anaf.ro/static/3/Anaf/20260115103005_x.pdf';
  assert.equal(real.pressFiles(file), file);
  const proxied = sourcePages({
    country: 'romania',
    addresses: { anafCompany: 'http://10.0.0.5', pressFiles: 'http://10.0.0.5' },
  });
  assert.deepEqual([proxied.fiscal, proxied.pressFiles(file), proxied.balances], [null, null, real.balances]);
  const { treasury, pressFiles, ...others } = sourcePages({ country: 'demo' });
  for (const url of [...Object.values(others), pressFiles(file), treasury(true)])
    assert.match(url ?? '', /^urn:firmoteca:demo:/);
  assert.equal(treasury(false), real.treasury(false), 'the list that ships with the code is a real one');
});
