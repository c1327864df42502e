import assert from 'node:assert/strict';
import { test } from 'node:test';
import { translator } from '#lib/i18n/message.ts';
import { counties } from '#lib/values/county.ts';
import { parseIban, treasuryAccountOf } from '#lib/values/iban.ts';
import { treasuryRows } from '#test/support/treasury-rows.ts';
import { treasuryIndex } from './iban-search.ts';
import { importedList, shippedList } from './iban-sources.ts';

const list = shippedList();
const all = treasuryRows(list);
const index = treasuryIndex(list);
const find = (text: string) => {
  const { accounts, warnings } = index.find(text, undefined);
  return { accounts: treasuryRows(list, accounts), warnings: warnings.map(translator()) };
};
const units = (text: string): string[] => [...new Set(find(text).accounts.map(({ treasury }) => treasury.code))];

test('every shipped IBAN has valid check digits and matches its treasury', () => {
  assert.equal(all.length, 760);
  assert.equal(new Set(all.map(({ iban }) => iban)).size, 760);
  for (const { iban, treasury, account, valid } of all) {
    assert.equal(parseIban(iban), iban);
    assert.equal(valid, true);
    assert.equal(treasuryAccountOf(iban)?.treasury, treasury.code);
    assert.ok(treasuryAccountOf(iban)?.account.startsWith(account));
  }
});

test('an account is published or computed, and a computed one has a warning', () => {
  const computed = all.filter(({ evidence }) => evidence === 'computed');
  assert.equal(computed.length, 563);
  for (const { evidence, warning } of all) assert.equal(warning !== null, evidence === 'computed');
});

test('every county has a treasury', () => {
  const known = new Set(all.map(({ treasury }) => treasury.county));
  assert.deepEqual(
    counties.filter(({ name }) => !known.has(name)),
    [],
  );
});

test('a county gives all its treasuries, and a town gives its own', () => {
  assert.ok(units('Cluj').length > 3);
  assert.deepEqual(units('cluj-napoca'), ['216']);
  assert.deepEqual(units('județul CLUJ'), units('cluj'));
  assert.deepEqual(units('TREZ216'), ['216']);
  assert.deepEqual(units('216'), ['216']);
  assert.deepEqual(units('bucuresti sector 3'), ['703']);
});

test('a short county name does not match as a prefix of a longer one', () => {
  assert.ok(find('olt').accounts.every(({ treasury }) => treasury.county === 'Olt'));
});

test('a tax is found by its name in both languages and by common names', () => {
  const symbols = (text: string): string[] => [...new Set(find(text).accounts.map(({ account }) => account))];
  assert.deepEqual(symbols('TVA import'), ['20A100102']);
  assert.deepEqual(symbols('impozit pe profit'), ['5503']);
  assert.deepEqual(symbols('CASS'), ['5503']);
  assert.deepEqual(symbols('contribuția asiguratorie'), ['20A470300']);
  assert.deepEqual(symbols('5503'), ['5503']);
});

test('place and tax combine in any order', () => {
  for (const text of ['tva intern cluj-napoca', 'Cluj-Napoca: TVA intern', 'iban pentru tva intern la cluj napoca']) {
    const [only, ...more] = find(text).accounts;
    assert.deepEqual([only?.iban.slice(4), more.length], ['TREZ21620A100101XTVA', 0], text);
  }
});

test('a town without a treasury in the list gets the accounts of its county seat, with a warning', () => {
  const { accounts, warnings } = find('tva Ocna Mureș');
  assert.deepEqual(new Set(accounts.map(({ treasury }) => treasury.code)), new Set(['002']));
  assert.ok(accounts.every(({ account }) => account.startsWith('20A1001')));
  assert.match(warnings[0] ?? '', /no treasury of Ocna Mureș, Alba.*Alba Iulia \(002\)/);
  assert.match(find('odorheiu secuiesc').warnings[0] ?? '', /Harghita.*Miercurea Ciuc/);
});

test('a name that many counties share gives a warning to add the county', () => {
  assert.deepEqual(units('Fântânele'), []);
  assert.match(find('Fântânele').warnings[0] ?? '', /There is a Fântânele in 7 counties: add the county/);
  assert.deepEqual(units('Fântânele, Arad'), ['021']);
  // Few enough to give them all, each with its warning.
  assert.equal(find('Unirea').warnings.length, units('Unirea').length);
  assert.equal(units('Unirea').length, 4);
});

test('a county with only its seat in the list has a warning', () => {
  assert.match(find('Harghita').warnings[0] ?? '', /only the treasury of the county seat/);
  assert.deepEqual(find('Cluj').warnings, []);
});

test('an unknown query gives an empty list', () => {
  assert.deepEqual(find('xyzzy'), { accounts: [], warnings: [] });
  assert.deepEqual(find('!!'), { accounts: [], warnings: [] });
});

test('an imported list counts as published, with the known symbols', async () => {
  const treasury = { code: '999', name: 'Trezoreria operativă Nicăieri', locality: 'Nicăieri', county: 'Alba' };
  const imported = await importedList([
    [
      {
        iban: 'RO89TREZ99920A100101XTVA',
        treasury,
        account: '20A100101XTVA',
        taxName: 'TVA încasată',
        asOf: '2026-07-01',
      },
      { iban: 'RO14TREZ99920A470300XXXX', treasury, account: '20A470300XXXX', taxName: 'CAM', asOf: null },
    ],
  ]);
  assert.deepEqual(
    treasuryRows(imported).map(({ account, budget, evidence, warning }) => [account, budget, evidence, warning]),
    [
      ['20A100101', 'state', 'published', null],
      ['20A470300', 'state', 'published', null],
    ],
  );
  assert.equal(imported.asOf, null, 'one of its lists has no day');
  assert.equal(treasuryIndex(imported).find('nicaieri cam', '999').accounts.length, 1);
});

test('imported lists of several days have the earliest day, and one list without a day makes all undated', async () => {
  const treasury = { code: '999', name: 'Trezoreria Nicăieri', locality: 'Nicăieri', county: 'Alba' };
  const of = (...days: (string | null)[]) =>
    importedList([
      days.map((asOf) => ({
        iban: 'RO89TREZ99920A100101XTVA',
        treasury,
        account: '20A100101XTVA',
        taxName: 'TVA',
        asOf,
      })),
    ]);
  assert.equal((await of('2026-07-01', '2024-01-15', '2025-03-01')).asOf, '2024-01-15');
  assert.equal((await of('2026-07-01', null, '2025-03-01')).asOf, null);
});

test('an IBAN finds its account whole, in groups or by prefix, and finds none with wrong check digits', () => {
  for (const text of ['RO32TREZ21620A100101XTVA', 'RO32 TREZ 2162 0A10 0101 XTVA', 'ro32trez21620a', 'tva ro32trez216'])
    assert.deepEqual(
      find(text).accounts.map(({ iban }) => iban),
      ['RO32TREZ21620A100101XTVA'],
      text,
    );
  assert.deepEqual(find('RO33TREZ21620A100101XTVA').accounts, []);
});

test('with any number of treasury names every IBAN is returned as imported', async () => {
  const of = (iban: string, name: string) => ({
    iban,
    treasury: { code: iban.slice(8, 11), name, locality: null, county: 'Alba' },
    account: iban.slice(11),
    taxName: 'TVA',
    asOf: null,
  });
  const last = 'RO77TREZ00220A100101XTVA';
  const many = Array.from({ length: 2 ** 16 }, (_, i) => of('RO89TREZ99920A100101XTVA', `Trezoreria ${i}`));
  const imported = await importedList([many, [of(last, 'Trezoreria Alba Iulia')]]);
  assert.deepEqual(
    treasuryRows(imported, imported.all.subarray(-1)).map(({ iban, treasury }) => [iban, treasury.code]),
    [[last, '002']],
  );
});
