import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseIban, treasuryAccountOf } from './iban.ts';

test('published accounts are valid', () => {
  for (const iban of [
    'RO31TREZ0025503XXXXXXXXX',
    'RO77TREZ00220A100101XTVA',
    'RO24TREZ00220A100102XTVA',
    'RO02TREZ00220A470300XXXX',
    'RO89TREZ99920A100101XTVA',
  ])
    assert.equal(parseIban(iban), iban);
  assert.equal(parseIban(' ro77 trez 0022 0a10 0101 xtva'), 'RO77TREZ00220A100101XTVA');
});

test('a wrong character, length or country is invalid', () => {
  for (const wrong of [
    'RO31TREZ0025503XXXXXXXX',
    'RO32TREZ0025503XXXXXXXXX',
    'RO31TREZ0035503XXXXXXXXX',
    'DE31TREZ0025503XXXXXXXXX',
    'RO31TREZ0025503XXXXXXXX-',
    '',
  ])
    assert.equal(parseIban(wrong), null, wrong);
});

test('the unit of a treasury account is extracted', () => {
  assert.deepEqual(treasuryAccountOf('RO31TREZ0025503XXXXXXXXX'), { treasury: '002', account: '5503XXXXXXXXX' });
  assert.equal(treasuryAccountOf('RO49AAAA1B31007593840000'), null);
});
