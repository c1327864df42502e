/** The volume and structure of public procurement, and its determinism over days. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { country } from '#demo-country/country.ts';
import { dayNumber, dayText } from '#demo-country/days.ts';
import { showcase } from '#demo-country/showcase.ts';
import { parseCui } from '#lib/values/cui.ts';
import { longTest } from '#test/support/tier.ts';
import { cpvVocabulary } from './cpv.ts';
import type { Contract } from './procedure.ts';
import type { Purchase } from './purchases.ts';
import type { Procurement } from './system.ts';

const founded = '2026-11-15';
const today = dayNumber(founded);
const demo = country({ seed: 'demo', companies: 20_000, founded }).procurement();
const cuiOf = (id: string): string => showcase.find((record) => record.id === id)?.cui ?? '';

function* days({ frame }: Procurement, until = today): Generator<number> {
  for (let day = frame.firstDay; day <= until; day++) yield day;
}
const contractsOf = (of: Procurement): Contract[] => of.awards(today).flatMap(({ contracts }) => contracts);
const isAbout = (count: number, expected: number): void =>
  assert.ok(count > expected * 0.9 && count < expected * 1.15, `${count} is not about ${expected}`);

const accepted: Purchase[] = [];
let offered = 0;
for (const day of days(demo))
  for (const purchase of demo.purchasesOn(day)) {
    offered++;
    if (purchase.state === 7) accepted.push(purchase);
  }
const contracts = contractsOf(demo);

test('the default country has the documented volume of procurement over five years', () => {
  isAbout(accepted.length, 150_000);
  isAbout(demo.procedures(today).length, 8_000);
  isAbout(contracts.length, 15_000);
  isAbout(
    [...days(demo)].reduce((sum, day) => sum + demo.directAwardsOn(day).length, 0),
    30_000,
  );
  const reports = [...demo.reports(today)];
  isAbout(reports.length, 1_200);
  isAbout(reports.filter(({ damagesClaimed }) => damagesClaimed).length, 200);
  const open = demo.procedures(today).filter(({ deadlineOn, cancelledOn }) => deadlineOn > today && !cancelledOn);
  isAbout(open.length, 300);
  assert.ok(demo.frame.firstDay <= dayNumber('2021-11-15') && demo.frame.firstDay > dayNumber('2021-06-30'));
});

test('every division has at least two hundred purchases and eight suppliers', () => {
  const byDivision = Map.groupBy(accepted, ({ cpv }) => cpv.division);
  for (const { code } of cpvVocabulary().divisions) {
    const purchases = byDivision.get(code) ?? [];
    assert.ok(purchases.length >= 200, `${code}: ${purchases.length}`);
    assert.ok(new Set(purchases.map(({ supplier }) => supplier.id)).size >= 8, code);
  }
});

test('most contracts are frameworks and call-offs, and some are modified, worth 0 or won by a consortium', () => {
  const kinds = Map.groupBy(contracts, ({ kind }) => kind);
  const ordinary = kinds.get('contract')?.length ?? 0;
  assert.ok(ordinary > 1_000 && ordinary < contracts.length / 3);
  assert.ok((kinds.get('callOff')?.length ?? 0) > (kinds.get('framework')?.length ?? 0));
  assert.ok((kinds.get('framework') ?? []).some(({ value }) => value === 0));
  assert.ok([...(kinds.get('callOff') ?? []), ...(kinds.get('contract') ?? [])].every(({ value }) => value > 0));
  assert.deepEqual(new Set(contracts.map(({ winners }) => winners.length)), new Set([1, 2, 3, 4]));
  assert.ok(contracts.some(({ modifiedOn }) => modifiedOn.length > 0));
  assert.ok(contracts.some(({ currency }) => currency === 'EUR'));
  assert.ok(demo.procedures(today).some(({ cancelledOn, awards }) => cancelledOn !== null && awards.length === 0));
  assert.ok(demo.procedures(today).some(({ lots }) => lots.length > 1));
  const refused = (offered - accepted.length) / offered;
  assert.ok(refused > 0.04 && refused < 0.08, `${refused}`);
});

test('numbers are unique, except contract numbers, which each authority assigns itself', () => {
  assert.equal(new Set(accepted.map(({ number }) => number)).size, accepted.length);
  assert.equal(new Set(demo.procedures(today).map(({ number }) => number)).size, demo.procedures(today).length);
  assert.equal(new Set(demo.awards(today).map(({ number }) => number)).size, demo.awards(today).length);
  assert.equal(new Set(contracts.map(({ id }) => id)).size, contracts.length);
  const byNumber = Map.groupBy(contracts, ({ number }) => number);
  const authorities = (found: Contract[]) => new Set(found.map(({ award }) => award.procedure.authority.id)).size;
  assert.ok([...byNumber].some(([number, found]) => number.includes('/') && authorities(found) > 1));
});

/** `R` before a code is an old form of `RO`. */
const romanianCode = (code: string | null): string | null => parseCui(code?.replace(/^R(?=[0-9])/, '') ?? '');

test('supplier codes are Romanian, foreign or invalid, and names vary from the registry', () => {
  const codes = accepted.map(({ supplier }) => supplier.code);
  const romanian = codes.filter((code) => romanianCode(code) !== null).length;
  assert.ok(romanian > codes.length * 0.97 && romanian < codes.length);
  for (const form of [/^RO [0-9]/, /^RO[0-9]/, /^R[0-9]/, /^[0-9]+$/, /^DE/, /^J40\//])
    assert.ok(
      codes.some((code) => form.test(code ?? '')),
      String(form),
    );
  assert.ok(codes.includes(null));
  const giant = accepted.filter(({ supplier }) => supplier.code?.includes(cuiOf('giant')));
  assert.ok(new Set(giant.map(({ supplier }) => supplier.name)).size > 2);
});

test('most authorities are outside the trade registry', () => {
  const outside = demo.authorities.all.filter(({ cui }) => cui.startsWith('4'));
  assert.ok(outside.length > 60 && demo.authorities.all.length - outside.length > 15);
});

test('the city hall is the largest buyer, the state supplier is the largest seller, and the giant does both', () => {
  const most = <Row>(rows: Row[], of: (row: Row) => string): string | undefined =>
    [...Map.groupBy(rows, of)].toSorted(([, a], [, b]) => b.length - a.length)[0]?.[0];
  assert.equal(
    most(accepted, ({ authority }) => authority.cui),
    cuiOf('cityHall'),
  );
  const seller = most(accepted, ({ supplier }) => romanianCode(supplier.code) ?? 'none');
  assert.equal(seller, cuiOf('stateSupplier'));
  assert.ok(accepted.some(({ authority }) => authority.cui === cuiOf('giant')));
  assert.ok(contracts.some(({ winners }) => winners.some(({ code }) => code?.includes(cuiOf('giant')))));
});

test('the same settings give the same procurement, another seed gives another, and a later day only adds', () => {
  const settings = { seed: 'again', companies: 1_000, founded };
  const [one, same] = [country(settings).procurement(), country({ ...settings }).procurement()];
  const other = country({ ...settings, seed: 'another' }).procurement();
  const day = today - 5;
  assert.deepEqual(same.purchasesOn(day), one.purchasesOn(day));
  assert.notDeepEqual(other.purchasesOn(day), one.purchasesOn(day));
  const numbers = (of: Procurement, on: number) => of.awards(on).map(({ number }) => number);
  const later = numbers(one, today + 60);
  assert.deepEqual(numbers(same, today), later.slice(0, numbers(one, today).length));
  assert.ok(later.length > numbers(same, today).length);
});

test('the documented examples are the same in every country', () => {
  const other = country({ seed: 'x', companies: 100, founded }).procurement();
  const visible = (of: Procurement) => {
    const { title, lots, authority, awards } = of.procedure(1_000_002, today) ?? assert.fail();
    const won = awards.flatMap((award) =>
      award.contracts.map(({ number, value, signedOn }) => [number, value, signedOn]),
    );
    return { title, lots, authority: authority.cui, won };
  };
  assert.deepEqual(visible(other), visible(demo));
  assert.ok([...other.reports(today)].some(({ notice }) => notice === 'CN1000002'));
  assert.equal(other.purchase(20_000_001)?.closingValue, demo.purchase(20_000_001)?.closingValue);
  assert.equal(other.directAward(1_000_001)?.value, demo.directAward(1_000_001)?.value);
  assert.ok((other.procedure(1_000_001, today)?.deadlineOn ?? 0) > today);
});

longTest('the procurement of the largest country stays within numbers, memory and worksheet limits', () => {
  const large = country({ seed: 'large', companies: 2_000_000, founded }).procurement();
  const december = large.purchasesOn(dayNumber('2025-12-16'));
  assert.ok(december.length > 1_400 && december.length < 1_600, `${december.length}`);
  const last = december.at(-1);
  assert.deepEqual(large.purchase(last?.number ?? 0), last);
  assert.equal(dayText(last?.finalizedOn ?? 0), '2025-12-16');
});
