/** The adapters against the simulated country: answers arrive unchanged, and no fault is taken for an answer. */
import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, afterEach, before, test } from 'node:test';
import { fetchBalance } from '#data/sources/anaf/balance.ts';
import { findBalances } from '#data/sources/anaf/balance-publications.ts';
import { fetchCompanies } from '#data/sources/anaf/company.ts';
import type { FiscalRecord } from '#data/sources/anaf/records.ts';
import { fetchRates } from '#data/sources/bnr/rates.ts';
import { createClient } from '#data/sources/client.ts';
import { download } from '#data/sources/download.ts';
import { findRegistry } from '#data/sources/onrc/publications.ts';
import { fetchReleases } from '#data/sources/press/releases-page.ts';
import { resolveAddresses } from '#data/sources/source-addresses.ts';
import { fetchTreasuryIndex } from '#data/sources/treasury/fetch.ts';
import type { Fault, faultKinds, Interface } from '#demo-country/faults.ts';
import { type CountryServer, serveCountry } from '#demo-country/server.ts';
import { companyCui, strangerCui, tinyCountry } from '#test/support/tiny-country.ts';

const TODAY = '2026-11-15';
const country = tinyCountry();
const client = createClient({ now: Date.now, sleep: async () => {}, random: () => 0 });

let server: CountryServer;
let folder: string;
let addresses: ReturnType<typeof resolveAddresses>;

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'firmoteca-sources-'));
  for (const name of ['onrc/firme-02-09-2026', 'onrc/firme-01-06-2026', 'anaf/situatii_financiare_2024']) {
    await mkdir(join(folder, name), { recursive: true });
  }
  await writeFile(join(folder, 'onrc/firme-02-09-2026/OD_FIRME.CSV'), 'DENUMIRE^CUI\nFIRMA^1\n');
  await writeFile(join(folder, 'anaf/situatii_financiare_2024/WEB_UU_AN2024.txt'), 'CUI,CAEN\n');
  server = await serveCountry(country, { folder, port: 0, host: '127.0.0.1', today: () => TODAY });
  addresses = resolveAddresses({
    anafCompany: `${server.address}/api/PlatitorTvaRest/v9/tva`,
    anafBalance: `${server.address}/bilant`,
    bnr: server.address,
    ckan: server.address,
    press: `${server.address}/presa/comunicate`,
    treasury: `${server.address}/static/10/Anaf/AsistentaContribuabili_r/Iban2014.htm`,
  });
});

afterEach(() => server.faults.clear());

after(async () => {
  await server.close();
  await rm(folder, { recursive: true });
});

const company = async (cui = companyCui(0)) =>
  (await fetchCompanies(client, addresses.anafCompany, [cui, companyCui(1)], TODAY)).get(cui);
const balance = (n = 0, year = 2024) => fetchBalance(client, addresses.anafBalance, companyCui(n), year);
const rates = () => fetchRates(client, addresses.bnr, 2026);
const releases = () => fetchReleases(client, addresses.press);
const treasury = () => fetchTreasuryIndex(client, addresses.treasury);
const registry = () => findRegistry(client, addresses.ckan);

test('a company arrives as the tax authority returns it, and an unknown code is not found', async () => {
  assert.deepEqual(await company(), { outcome: 'found', value: country.fiscalRecord(companyCui(0), TODAY) });
  assert.deepEqual(await company(strangerCui()), { outcome: 'notFound' });
  const strangers = await fetchCompanies(client, addresses.anafCompany, [strangerCui()], TODAY);
  assert.deepEqual([...strangers.values()], [{ outcome: 'notFound' }]);
});

test('a firm whose removal is only in the text of its state has the day of removal', async () => {
  const struckOff = { deregisteredOn: '2024-03-29', registrationState: 'RADIERE din data 29.03.2024' };
  for (const result of [struckOff, { ...struckOff, inactiveSince: '2020-02-01' }]) {
    const record = { ...country.fiscalRecord(companyCui(0), TODAY), ...result } as FiscalRecord;
    const stored = country.fiscalRecord;
    country.fiscalRecord = () => record;
    try {
      const raw = await fetch(addresses.anafCompany, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify([{ cui: Number(companyCui(0)), data: TODAY }]),
      });
      const { found } = (await raw.json()) as { found: { stare_inactiv: { dataRadiere: string } }[] };
      assert.equal(found[0]?.stare_inactiv.dataRadiere, record.inactiveSince === null ? '' : '2024-03-29');
      assert.deepEqual(await company(), { outcome: 'found', value: record });
    } finally {
      country.fiscalRecord = stored;
    }
  }
});

test('a balance sheet arrives with its values, also under IFRS, and a missing year is not found', async () => {
  for (const n of [0, 1]) {
    const outcome = await balance(n);
    assert.equal(outcome.outcome, 'found');
    assert.deepEqual(
      outcome.value.indicators.map(({ code, value }) => [code, value]),
      country.balance(companyCui(n), 2024, TODAY)?.indicators.map(({ code, value }) => [code, value]),
    );
    assert.equal(outcome.value.indicators[18]?.label, 'Pierdere neta');
  }
  assert.deepEqual(await balance(0, 2010), { outcome: 'notFound' });
  assert.deepEqual(await balance(2), { outcome: 'notFound' });
});

test('rates and publications arrive, and a file of theirs can be downloaded', async () => {
  const found = await rates();
  assert.equal(found.outcome === 'found' && found.value.length, 4);
  const publication = await registry();
  assert.equal(publication.outcome === 'found' && publication.value.day, '2026-09-02');
  const balances = await findBalances(client, addresses.ckan);
  assert.equal(balances.outcome === 'found' && balances.value[0]?.form, 'UU');
  assert.ok(publication.outcome === 'found' && publication.value.files.firms);
  const { url } = publication.value.files.firms;
  const file = await download({ url, userAgent: 'test' }, join(folder, 'downloaded.csv'));
  assert.equal('sizeBytes' in file && file.sizeBytes, 21);
});

/** The outcome of each fault: the reason of `unavailable`, or the outcome if the answer is readable. */
const FAULTS: Record<keyof typeof faultKinds, Partial<Record<Interface, string>>> = {
  slow: { anaf: 'found', bilant: 'found', bnr: 'found', ckan: 'found', press: 'found', treasury: 'found' },
  down: { anaf: 'network', bilant: 'network', bnr: 'network', ckan: 'network', press: 'network', treasury: 'network' },
  http500: {
    anaf: 'http-5xx',
    bilant: 'http-5xx',
    bnr: 'http-5xx',
    ckan: 'http-5xx',
    press: 'http-5xx',
    treasury: 'http-5xx',
  },
  http429: {
    anaf: 'rate-limited',
    bilant: 'rate-limited',
    bnr: 'rate-limited',
    ckan: 'rate-limited',
    press: 'rate-limited',
    treasury: 'rate-limited',
  },
  rejected: {
    anaf: 'firewall',
    bilant: 'firewall',
    bnr: 'firewall',
    ckan: 'firewall',
    press: 'firewall',
    treasury: 'firewall',
  },
  // In a truncated page the links before the break are valid.
  truncated: {
    anaf: 'malformed',
    bilant: 'malformed',
    bnr: 'malformed',
    ckan: 'malformed',
    press: 'found',
    treasury: 'found',
  },
  // The portal uses letters that cp1250 does not have.
  charset: { anaf: 'found', bilant: 'found', bnr: 'found', ckan: 'malformed', press: 'found', treasury: 'found' },
  // The balance service answers "none" in this way.
  empty: {
    anaf: 'malformed',
    bilant: 'notFound',
    bnr: 'malformed',
    ckan: 'malformed',
    press: 'malformed',
    treasury: 'malformed',
  },
  status404: { anaf: 'found', bilant: 'found', bnr: 'found', ckan: 'found', press: 'found', treasury: 'notFound' },
  plainText: {
    anaf: 'malformed',
    bilant: 'malformed',
    bnr: 'malformed',
    ckan: 'malformed',
    press: 'malformed',
    treasury: 'malformed',
  },
  errorCode: {
    anaf: 'rejected',
    bilant: 'malformed',
    bnr: 'malformed',
    ckan: 'rejected',
    press: 'malformed',
    treasury: 'malformed',
  },
  missing: { anaf: 'malformed', bilant: 'partial' },
  rotated: { anaf: 'found', bilant: 'found' },
  moved: { anaf: 'rejected', bilant: 'html', bnr: 'html', ckan: 'html', press: 'malformed', treasury: 'malformed' },
};

const asking = { anaf: company, bilant: balance, bnr: rates, ckan: registry, press: releases, treasury };

for (const [kind, expected] of Object.entries(FAULTS)) {
  test(`the fault "${kind}" has its documented outcome in every adapter`, async () => {
    for (const [on, result] of Object.entries(expected) as [keyof typeof asking, string][]) {
      server.faults.add(on, { kind: kind as Fault['kind'] });
      const outcome = await asking[on]();
      assert.equal(outcome?.outcome === 'unavailable' ? outcome.reason : outcome?.outcome, result, on);
    }
  });
}

test('companies missing from an answer are unavailable, and the others are found', async () => {
  server.faults.add('anaf', { kind: 'missing' });
  const cuis = [companyCui(0), companyCui(1), companyCui(2)];
  const outcomes = await fetchCompanies(client, addresses.anafCompany, cuis, TODAY);
  assert.deepEqual(
    [...outcomes.values()].map(({ outcome }) => outcome),
    ['unavailable', 'found', 'unavailable'],
  );
});
