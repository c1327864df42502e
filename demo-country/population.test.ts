/** One pass over a demo country of 20,000 firms that checks plausible distributions. The bounds are wide, so that any seed passes. */
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { parseRegistrationNumber } from '#lib/values/registration-number.ts';
import { type Country, country } from './country.ts';
import { dayNumber, entryOn } from './days.ts';
import { type Entity, isIndividual, type Tenure } from './entity.ts';
import { filing } from './finances.ts';
import { busiestOfficer } from './people.ts';
import { crowdedAddress } from './places.ts';
import { STATUS } from './statuses.ts';
import { taxOf } from './tax.ts';

const FIRMS = 20_000;
const founded = '2026-11-15';
const on = dayNumber(founded);
const newestYear = 2025;

const counter = () => {
  const counts = new Map<string, number>();
  const add = (key: string): unknown => counts.set(key, (counts.get(key) ?? 0) + 1);
  const top = (): number[] => [...counts.values()].sort((a, b) => b - a);
  return { counts, add, top };
};
const between = (found: number, low: number, high: number, what: string): void =>
  assert.ok(found >= low && found <= high, `${what}: ${found} is not within ${low} and ${high}`);
const serves = (tenure: Tenure): boolean => tenure.from <= on && (tenure.until === null || tenure.until > on);

const forms = counter();
const classes = counter();
const filers = counter();
const officers = counter();
const addresses = counter();
const names = counter();
const words = counter();
const counties = counter();
const numbers = new Set<string | null>();
const tally = {
  firms: 0,
  struckOff: 0,
  insolvent: 0,
  construct: 0,
  vat: 0,
  inactive: 0,
  withoutCui: 0,
  busiest: 0,
  crowded: 0,
};
const changed = { names: 0, officers: 0, statuses: 0 };
let demo: Country;

before(() => {
  demo = country({ seed: 'population', companies: FIRMS, founded });
  for (const entity of demo.firms(founded)) take(entity);
});

function take(entity: Entity): void {
  tally.firms++;
  forms.add(entity.form);
  classes.add(entity.trade.code);
  numbers.add(parseRegistrationNumber(entity.registration ?? ''));
  const codes = entryOn(entity.statuses, on).value;
  if (codes.includes(STATUS.struckOff)) tally.struckOff++;
  if (codes.includes(STATUS.insolvency) || codes.includes(STATUS.bankruptcy)) tally.insolvent++;
  const name = entryOn(entity.names, on).value;
  names.add(name);
  for (const word of name.split(' ')) words.add(word);
  if (name.includes('CONSTRUCT')) tally.construct++;
  if (!entity.cuiPublished) tally.withoutCui++;
  const address = entryOn(entity.addresses, on).value;
  counties.add(address.locality.county.name);
  if (address === crowdedAddress) tally.crowded++;
  else addresses.add(Object.values({ ...address, locality: address.locality.siruta }).join());
  for (const tenure of entity.officers.filter(serves)) {
    if (tenure.person) officers.add(`${tenure.name} ${tenure.person.bornOn}`);
    if (tenure.person === busiestOfficer) tally.busiest++;
  }
  const tax = taxOf(entity);
  if (tax.vat.some((period) => period.start <= on && (period.end ?? Infinity) > on)) tally.vat++;
  if (tax.inactive && tax.inactive.from <= on && (tax.inactive.until ?? Infinity) > on) tally.inactive++;
  if (filing(entity, newestYear)?.inFile) filers.add(entity.trade.code);
  takeChanges(entity);
}

function takeChanges(entity: Entity): void {
  const recent = (day: number | null): boolean =>
    day !== null && day > on - 273 && day <= on && entity.registeredOn <= on - 273;
  if (entity.names.some(({ from }) => recent(from))) changed.names++;
  if (entity.statuses.some(({ from }) => recent(from))) changed.statuses++;
  if (entity.officers.some(({ from, until }) => recent(from) || recent(until))) changed.officers++;
}

test('the founding day has exactly the requested number of firms, each with a unique number', () => {
  assert.equal(tally.firms, FIRMS);
  assert.equal(numbers.size, FIRMS);
  assert.ok(!numbers.has(null));
});

test('legal forms have their usual shares', () => {
  const share = (...list: string[]): number =>
    list.reduce((sum, form) => sum + (forms.counts.get(form) ?? 0), 0) / FIRMS;
  between(share('SRL'), 0.62, 0.7, 'SRL');
  between(share('PFA', 'II', 'IF'), 0.25, 0.32, 'individuals');
  between(share('SA'), 0.006, 0.014, 'SA');
  between(share('SC', 'CA', 'OC1'), 0.002, 0.01, 'cooperatives');
  between(tally.withoutCui / FIRMS, 0.005, 0.05, 'without a fiscal code');
});

test('about half of the firms are struck off, and some are insolvent', () => {
  between(tally.struckOff / FIRMS, 0.42, 0.55, 'struck off');
  between(tally.insolvent / FIRMS, 0.005, 0.03, 'insolvent');
});

test('every county has firms, and Bucharest has the most', () => {
  assert.equal(counties.counts.size, 42);
  between((counties.counts.get('București') ?? 0) / FIRMS, 0.1, 0.22, 'Bucharest');
});

test('sixty classes hold three quarters of the firms, and every class has at least three filers', () => {
  const busy = classes
    .top()
    .slice(0, 60)
    .reduce((sum, count) => sum + count, 0);
  between(busy / FIRMS, 0.72, 0.8, 'the sixty busiest');
  assert.equal(filers.counts.size, 651);
  assert.ok((filers.top().at(-1) ?? 0) >= 3);
});

test('a fifth of the officers serve several firms, and one serves very many', () => {
  const several = officers.top().filter((count) => count > 1).length;
  between(several / officers.counts.size, 0.17, 0.23, 'officers with several firms');
  assert.ok(tally.busiest >= 60, `the busiest officer has ${tally.busiest}`);
});

test('one address has very many firms, and some have a few', () => {
  assert.ok(tally.crowded >= 80, `the crowded address has ${tally.crowded}`);
  assert.ok(addresses.top().filter((count) => count > 1).length > 100);
});

test('firm names repeat, share common words and have many rare ones', () => {
  between(tally.construct / FIRMS, 0.055, 0.09, 'CONSTRUCT');
  assert.ok(names.top().filter((count) => count > 1).length > 200);
  between(words.counts.size, 6_000, 20_000, 'distinct words');
});

test('some firms are registered for VAT, and a few are inactive', () => {
  between(tally.vat / (FIRMS - tally.struckOff), 0.18, 0.4, 'VAT');
  between(tally.inactive / FIRMS, 0.01, 0.1, 'inactive');
});

test('names, officers and statuses change in the nine months before the founding day', () => {
  for (const [what, count] of Object.entries(changed)) between(count, 100, 2_000, what);
});

test('sole traders have no shareholders, and the shares of other firms add up to the whole', () => {
  let seen = 0;
  for (const entity of demo.firms(founded)) {
    if (seen++ > 2_000) break;
    const sum = entity.shareholders.reduce((total, owner) => total + owner.share, 0);
    assert.equal(sum, isIndividual(entity.form) ? 0 : 10_000, entity.cui);
  }
});
