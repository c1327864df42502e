import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isCnp, withoutCnp } from './cnp.ts';

/** Invented, with the check digit computed by hand: 1·2+8·7+0·9+0·1+1·4+0·6+1·3+2·5+2·8+1·2+4·7+4·9 = 157, and 157 mod 11 = 3. */
const CNP = '1800101221443';

test('a personal number is recognised by its check digit, date and county', () => {
  assert.ok(isCnp(CNP));
  for (let last = 0; last < 10; last++) if (last !== 3) assert.ok(!isCnp(`${CNP.slice(0, 12)}${last}`));
  assert.ok(!isCnp(CNP.slice(1)));
  assert.ok(!isCnp('0000000000000'));
});

test('personal numbers are removed in any notation, and other numbers stay', () => {
  assert.equal(withoutCnp(`CNP ${CNP}, domiciliat`), 'CNP [CNP], domiciliat');
  assert.equal(withoutCnp('1 800101 221443; 1-800101-22-144-3'), '[CNP]; [CNP]');
  assert.equal(withoutCnp(`12 ${CNP} ${CNP} 7`), '12 [CNP] [CNP] 7');
  for (const other of ['1800101221444', `${CNP}0`, `9${CNP}`, 'RO49AAAA1B31007593840000', '0722 123 456', '45233140-2'])
    assert.equal(withoutCnp(other), other);
});

test('long rows of digits are processed in linear time', () => {
  for (const row of ['1', '1 ', '1800101221443 ', '18001012214']) assert.ok(withoutCnp(row.repeat(200_000)).length > 0);
});

test('a number labelled as CNP is removed even when it is mistyped', () => {
  for (const called of ['CNP', 'CNP:', 'C.N.P. nr. ', 'cod numeric personal ', 'Codul Numeric Personal: ', 'CNP\n'])
    assert.equal(withoutCnp(`${called} 1611109600013, potrivit`), `${called} [CNP], potrivit`);
  assert.equal(withoutCnp('CNPR 1611109600013; lot 1611109600013'), 'CNPR 1611109600013; lot 1611109600013');
});
