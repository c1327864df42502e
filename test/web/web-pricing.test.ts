/** The pricing page: prices of the settings, limits in force, and data that is not loaded. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { readSubscriptionPrice } from '#lib/values/subscription-price.ts';
import { DEMO_KEY } from '#platform/accounts/keys.ts';
import { policies } from '#platform/limits/policies.ts';
import { readConfig, WrongSetting } from '#server/config/config.ts';
import { type Answered, ask } from '#test/support/raw-request.ts';
import { type SmallService, smallService } from '#test/support/small-service.ts';

let service: SmallService;
before(async () => {
  service = await smallService();
});
after(() => service.close());

const get = (of: SmallService, path: string): Promise<Answered> =>
  ask(of.port, { path, headers: { accept: 'text/html' } });
/** Replaces the non-breaking spaces of numbers. */
const plain = ({ text }: Answered): string => text.replaceAll('\u00a0', ' ');

test('the page of an installation that sells nothing says so, with the limits in force', async () => {
  const page = await get(service, '/preturi');
  assert.equal(page.status, 200);
  const text = plain(page);
  assert.ok(text.includes('Această instalare nu vinde nimic: Pro îl acordă administratorul serviciului.'));
  assert.equal(text.match(/Nu se vinde aici/g)?.length, 2, 'neither Pro nor by request');
  assert.doesNotMatch(text, /plătește|plătiți pentru|Plată pe cerere/);
  const english = plain(await get(service, '/en/pricing'));
  assert.ok(english.includes('This installation sells nothing: its operator grants Pro.'));
  assert.doesNotMatch(english, /Pro pays|Do not pay|Payment by request, by payer|tells the price/);
  assert.ok(text.includes('300 de pagini pe minut') && text.includes('1.200 de cereri pe minut'));
  assert.equal(policies.browser[0]?.limit, 300);
  assert.equal(policies.pro[0]?.limit, 1_200);
  assert.ok(!text.includes('x402'));
  assert.ok(text.includes('Cheia demonstrativă') && text.includes(DEMO_KEY));
});

test('prices of the settings are formatted in both languages', async () => {
  const priced = await smallService({
    config: {
      seller: readConfig({}).seller,
      proPrice: readSubscriptionPrice('49.50 RON/month'),
      browserDayMax: 5_000,
      contact: 'https://operator.example/pro',
    },
  });
  const ro = plain(await get(priced, '/preturi'));
  const en = plain(await get(priced, '/en/pricing'));
  await priced.close();
  for (const output of [
    '49,5 lei',
    'pe lună',
    'de la 0,002 $',
    'O firmă: 0,01 $. O listă: 0,005 $',
    '5.000 de pagini pe zi',
    'bani de joacă',
  ])
    assert.ok(ro.includes(output), output);
  for (const output of [
    '49.5 RON',
    'a month',
    'from $0.002',
    'A company: $0.01. A list: $0.005',
    '5,000 pages a day',
    'play money',
  ])
    assert.ok(en.includes(output), output);
});

test('sources that are not loaded are listed as missing and marked in the plans', async () => {
  const whole = plain(await get(service, '/en/pricing'));
  const bare = await smallService({ bare: true });
  const poor = plain(await get(bare, '/en/pricing'));
  await bare.close();
  const missing = (text: string): string => text.slice(text.indexOf('id="missing"'), text.indexOf('id="key"'));
  assert.ok(missing(whole).includes('Shareholders') && !missing(whole).includes('Public procurement'));
  assert.ok(missing(poor).includes('Public procurement') && missing(poor).includes('Official Gazette'));
  assert.ok(!whole.includes('not loaded here)'));
  assert.equal([...poor.matchAll(/\(not loaded here\)/g)].length, 5, 'two lines of the visitor, three of Pro');
});

test('an invalid price setting is refused at the start', () => {
  assert.deepEqual(readConfig({ FIRMOTECA_PRO_PRICE: '500 EUR/year' }).proPrice, {
    amount: 500,
    currency: 'EUR',
    per: 'year',
  });
  assert.equal(readConfig({}).proPrice, null);
  for (const wrong of ['free', '49', '49 RON', '49 GBP/month', '4.999 RON/month', '<b> RON/month'])
    assert.throws(() => readConfig({ FIRMOTECA_PRO_PRICE: wrong }), WrongSetting);
});
