import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { changeOf, convert, LEU, perUnit } from './quote.ts';

const euro = { multiplier: 1, value: 51_000 };
const forint = { multiplier: 100, value: 13_000 };

test('an amount is converted through the leu, to four decimals', () => {
  assert.deepEqual(convert('100', euro, LEU), { amount: '100', rate: '5.1', result: '510.0000' });
  assert.deepEqual(convert('1', LEU, euro), { amount: '1', rate: '0.196078431373', result: '0.1961' });
  assert.deepEqual(convert('1', euro, forint), { amount: '1', rate: '392.307692307692', result: '392.3077' });
  assert.deepEqual(convert('007.50', euro, euro), { amount: '7.5', rate: '1', result: '7.5000' });
});

test('halves are rounded up, without floating-point arithmetic', () => {
  // 0.00005 lei exactly: a float would give 0.0000499…
  assert.equal(convert('0.00005', LEU, LEU).result, '0.0001');
  assert.equal(convert('0.000049', LEU, LEU).result, '0.0000');
  // 999999999999999 × 5.1 has more digits than a float holds.
  assert.equal(convert('999999999999999', euro, LEU).result, '5099999999999994.9000');
  assert.equal(convert('1.005', { multiplier: 1, value: 10_000 }, LEU).result, '1.0050');
});

test('the result is within half a unit of its last digit of the true quotient', () => {
  const price = fc.record({ multiplier: fc.constantFrom(1, 100), value: fc.integer({ min: 1, max: 10_000_000 }) });
  fc.assert(
    fc.property(fc.bigInt({ min: 1n, max: 10n ** 15n }), price, price, (millionths, from, to) => {
      const text = String(millionths).padStart(7, '0');
      const { result } = convert(`${text.slice(0, -6)}.${text.slice(-6)}`, from, to);
      const above = millionths * BigInt(from.value * to.multiplier);
      const below = 1_000_000n * BigInt(from.multiplier * to.value);
      const difference = BigInt(result.replace('.', '')) * below - above * 10_000n;
      assert.ok(2n * (difference < 0n ? -difference : difference) <= below);
    }),
  );
});

test('a rate is the price of one unit, and a change is the change of that price', () => {
  assert.equal(perUnit(forint), 0.013);
  assert.equal(changeOf({ multiplier: 100, value: 13_100 }, forint), 0.0001);
  assert.equal(changeOf({ multiplier: 1, value: 131 }, forint), 0.0001);
});
