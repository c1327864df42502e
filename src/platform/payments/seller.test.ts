import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readConfig, WrongSetting } from '#server/config/config.ts';

const seller = (more: Record<string, string>) => readConfig({ FIRMOTECA_COUNTRY: 'romania', ...more }).seller;
const PAYEE = '0x00000000000000000000000000000000000000aa';

test('the demo sells for play money to an address without a key', () => {
  const { seller: demo } = readConfig({});
  assert.deepEqual(
    demo?.networks.map(({ name, test: isTest }) => [name, isTest]),
    [['base-sepolia', true]],
  );
  assert.match(demo?.payee ?? '', /dEaD$/);
  assert.match(demo?.facilitator.url ?? '', /^https:/);
  assert.throws(() => readConfig({ FIRMOTECA_X402_NETWORKS: 'base' }), WrongSetting);
});

test('elsewhere nothing is sold without a payee', () => {
  assert.equal(seller({}), null);
  assert.equal(seller({ FIRMOTECA_X402_PAYEE: PAYEE, FIRMOTECA_X402_FACILITATOR_URL: 'https://f' })?.payee, PAYEE);
});

test('real money needs a configured facilitator', () => {
  assert.throws(() => seller({ FIRMOTECA_X402_PAYEE: PAYEE }), /FIRMOTECA_X402_FACILITATOR_URL/);
  const real = { FIRMOTECA_X402_PAYEE: PAYEE, FIRMOTECA_X402_FACILITATOR_URL: 'https://f' };
  const sold = seller({ ...real, FIRMOTECA_X402_RPC_URLS: 'https://a' });
  assert.deepEqual(
    sold?.networks.map(({ name, rpcUrl }) => `${name} ${rpcUrl}`),
    ['base https://a'],
  );
});

test('settings that would lose real money are refused', () => {
  const real = { FIRMOTECA_X402_PAYEE: PAYEE, FIRMOTECA_X402_FACILITATOR_URL: 'https://f' };
  for (const [name, value] of [
    ['FIRMOTECA_X402_NETWORKS', 'base,base-sepolia'],
    ['FIRMOTECA_X402_FACILITATOR_URL', 'http://f'],
    ['FIRMOTECA_X402_FACILITATOR_URL', 'https://x402.org/facilitator'],
    ['FIRMOTECA_X402_PAYEE', '0x0000000000000000000000000000000000000000'],
    ['FIRMOTECA_X402_PAYEE', '0x000000000000000000000000000000000000dEaD'],
  ] as const)
    assert.throws(() => seller({ ...real, [name]: value }), new RegExp(name), value);
  assert.ok(seller({ ...real, FIRMOTECA_X402_FACILITATOR_URL: 'http://127.0.0.1:4021' }));
  assert.ok(seller({ ...real, FIRMOTECA_X402_NETWORKS: 'base-sepolia' }));
});

test('mistyped settings are named', () => {
  for (const [name, value] of [
    ['FIRMOTECA_X402_PAYEE', '0x12'],
    ['FIRMOTECA_X402_NETWORKS', 'bsae'],
    ['FIRMOTECA_X402_FACILITATOR_URL', 'x402.org'],
    ['FIRMOTECA_X402_RPC_URLS', 'https://a,b'],
    ['FIRMOTECA_X402_PRICES', 'record=a lot'],
  ] as const)
    assert.throws(() => seller({ [name]: value }), new RegExp(name), name);
});
