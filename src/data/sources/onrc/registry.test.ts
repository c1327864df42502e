import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { fileInput } from '#data/sources/lines.ts';
import { WrongShape } from '#lib/safe-fetch/wrong-shape.ts';
import { inputOf, readAll } from '#test/support/source-input.ts';
import { registryFiles } from './registry.ts';

const { firms, statuses, representatives, familyRepresentatives, activities, branches } = registryFiles;
const { statusNames, caenVersions, caenNames } = registryFiles;

const sample = (file: string) => fileInput(`${import.meta.dirname}/samples/${file}`);
const lineAndReason = (skips: { line: number; reason: string }[]) => skips.map(({ line, reason }) => [line, reason]);

test('a firm is read with literal quotes, cedilla letters, padding and empty cells', async () => {
  const { records } = await readAll(firms.read(sample(firms.file)));
  assert.partialDeepStrictEqual(records[0], {
    name: 'FIRMA "EXEMPLU" COM SRL',
    cui: '90000014',
    registrationNumber: 'J1998001234405',
    registeredOn: '1998-03-11',
    euid: 'ROONRC.J40/1234/1998',
    legal_form: 'SRL',
    country: 'România',
    county: 'București',
    locality: 'București Sectorul 6',
    street: 'Str. FICTIVA',
    number: '16',
    building: '84',
    entrance: null,
    floor: null,
    apartment: '65',
    postal_code: '29862',
    sector: '6',
    details: null,
    website: null,
    parent_country: null,
  });
});

test('dates with a time, 13-digit numbers and inner spaces are read', async () => {
  const { records } = await readAll(firms.read(sample(firms.file)));
  const { name, registrationNumber, registeredOn, street, website, postal_code } = records[1] ?? {};
  assert.deepEqual(
    { name, registrationNumber, registeredOn, street, website, postal_code },
    {
      name: 'MORĂRIA DE ȚARĂ ȘI FIUL SRL',
      registrationNumber: 'J2024000123402',
      registeredOn: '2024-10-03',
      street: 'Calea Moților',
      website: 'www.moraria.example',
      postal_code: '510001',
    },
  );
});

test('placeholder codes are null, and a telephone number or email address is not a web site', async () => {
  const { records } = await readAll(firms.read(sample(firms.file)));
  const [, , soleTrader, association, subsidiary] = records;
  assert.deepEqual([soleTrader?.cui, soleTrader?.postal_code, soleTrader?.website], [null, null, null]);
  assert.equal(soleTrader?.registrationNumber, 'F1994000077030');
  assert.deepEqual([association?.cui, association?.euid], [null, null]);
  assert.deepEqual([subsidiary?.website, subsidiary?.parent_country], [null, 'Germania']);
});

test('a personal number in the column of fiscal codes is removed', async () => {
  const file = 'DENUMIRE^CUI^COD_INMATRICULARE^DATA_INMATRICULARE^ADR_JUDET\nX PF^1800101000000^F12/5/1999^^Cluj\n';
  const { records } = await readAll(firms.read(inputOf(file)));
  assert.deepEqual([records[0]?.cui, records[0]?.registeredOn], [null, null]);
});

test('lines with too few columns or a wrong check digit are skipped, and the lines after them are read', async () => {
  const { records, lines, skips } = await readAll(firms.read(sample(firms.file)));
  assert.equal(records.length, 5);
  assert.deepEqual(lines, [2, 3, 4, 5, 8]);
  assert.deepEqual(lineAndReason(skips), [
    [6, 'wrong number of columns'],
    [7, 'unreadable registration number'],
  ]);
});

test('both shapes of a registration number give one key, with or without the zero of the county', async () => {
  const serial = fc.integer({ min: 1, max: 999_999 });
  const county = fc.constantFrom(...Array.from({ length: 40 }, (_, i) => i + 1), 51, 52);
  const year = fc.integer({ min: 1990, max: 2024 });
  await fc.assert(
    fc.asyncProperty(fc.constantFrom('J', 'F', 'C'), county, serial, year, async (letter, county, serial, year) => {
      const old = [
        `${letter}${county}/${serial}/${year}`,
        `${letter}${String(county).padStart(2, '0')}/${serial}/${year}`,
      ];
      const { records } = await readAll(
        statuses.read(inputOf(`COD_INMATRICULARE^COD\n${old[0]}^1048\n${old[1]}^1048\n`)),
      );
      const keys = records.map(({ registrationNumber }) => registrationNumber);
      assert.match(keys[0] ?? '', /^[JFC][0-9]{13}$/);
      const again = await readAll(statuses.read(inputOf(`COD_INMATRICULARE^COD\n${keys[0]}^1048\n`)));
      assert.deepEqual([...keys, again.records[0]?.registrationNumber], [keys[0], keys[0], keys[0]]);
    }),
    { numRuns: 200 },
  );
});

test('a firm can have several statuses, and CRLF and a byte order mark are accepted', async () => {
  const { records, skips } = await readAll(statuses.read(sample(statuses.file)));
  assert.deepEqual(
    records.map(({ code }) => code),
    ['1048', '2069', '1048', '1084'],
  );
  assert.deepEqual(lineAndReason(skips), [[6, 'unreadable status code']]);
});

test('representatives can be companies without birth data, and both shapes of a birth date give one day', async () => {
  const { records, skips } = await readAll(representatives.read(sample(representatives.file)));
  assert.deepEqual(records[0], {
    registrationNumber: 'J1998001234405',
    name: 'EXEMPLU INSOLV IPURL',
    title: 'lichidator judiciar',
    birthDate: null,
    birthLocality: null,
    birthCounty: null,
    birthCountry: null,
    locality: 'București Sectorul 5',
    county: 'București',
    country: 'România',
  });
  assert.deepEqual([records[1]?.name, records[1]?.title], ['POPESCU ANA-MARIA', 'administrator și reprezentant']);
  assert.deepEqual([records[1]?.birthDate, records[2]?.birthDate], ['1980-02-09', '1981-02-09']);
  assert.deepEqual(lineAndReason(skips), [[5, 'representative without a name']]);
});

test('for family businesses the person is in another column and order', async () => {
  const { records } = await readAll(familyRepresentatives.read(sample(familyRepresentatives.file)));
  const { name, title, birthCounty, locality } = records[0] ?? {};
  assert.deepEqual([name, title, birthCounty, locality], ['MUREȘAN FICTIV ION', 'reprezentant', 'Cluj', null]);
});

test('activities have their revision, by number or by year, and their leading zero', async () => {
  const { records, skips } = await readAll(activities.read(sample(activities.file)));
  assert.deepEqual(
    records.map(({ code, revision }) => `${code} ${revision}`),
    ['4711 rev2', '0610 rev3', '5211 rev2003', '5212 rev1998', '1061 rev2'],
  );
  assert.deepEqual(lineAndReason(skips), [
    [7, 'unknown CAEN version'],
    [8, 'unreadable CAEN code'],
  ]);
});

test('branches in other member states are read', async () => {
  const { records } = await readAll(branches.read(sample(branches.file)));
  assert.deepEqual(records, [
    {
      registrationNumber: 'J1998001234405',
      kind: 'SUCURSALĂ',
      name: 'EXEMPLU ZWEIGNIEDERLASSUNG',
      euid: 'DEX1234.HRB00001',
      fiscalCode: 'DE000000000',
      country: 'Germania',
    },
  ]);
});

test('nomenclatures give names of statuses and revisions', async () => {
  const names = await readAll(statusNames.read(sample(statusNames.file)));
  assert.deepEqual(names.records[0], { code: '1048', label: 'funcțiune' });
  const versions = await readAll(caenVersions.read(sample(caenVersions.file)));
  assert.deepEqual(
    versions.records.map(({ code, revision }) => `${code} ${revision}`),
    ['0 rev1998', '1 rev2003', '2 rev2', '3 rev3'],
  );
});

test('a copy with pipes in cp1250 is read without its section and division headings', async () => {
  const { records, skips } = await readAll(caenNames.read(sample(caenNames.file)));
  assert.deepEqual(records, [
    { code: '4711', revision: 'rev2', title: 'Comerț cu amănuntul în magazine nespecializate' },
    { code: '4711', revision: 'rev3', title: 'Comerț cu amănuntul nespecializat' },
    { code: '0111', revision: 'rev2', title: 'Cultivarea cerealelor' },
  ]);
  assert.deepEqual(skips, []);
});

test('each reader refuses files that lack its columns', async () => {
  await assert.rejects(readAll(firms.read(sample(statuses.file))), WrongShape);
  await assert.rejects(readAll(statuses.read(sample(statusNames.file))), WrongShape);
  await assert.rejects(readAll(activities.read(sample(representatives.file))), WrongShape);
  await assert.rejects(readAll(representatives.read(sample(firms.file))), WrongShape);
  await assert.rejects(readAll(branches.read(sample(firms.file))), WrongShape);
  await assert.rejects(readAll(caenNames.read(sample(statusNames.file))), WrongShape);
  await assert.rejects(readAll(caenVersions.read(sample(statusNames.file))), WrongShape);
});
