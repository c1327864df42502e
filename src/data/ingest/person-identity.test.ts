import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { test } from 'node:test';
import { keyedDigest } from '#lib/values/hash.ts';
import { isCompanyName, personIdentity, representativeIdentity } from './person-identity.ts';

const ion = { name: 'POPESCU ION', birthDate: '1970-03-01', birthLocality: 'Cluj-Napoca' };

test('name, birth date and birth place identify a person, whatever the firm, case and diacritics', () => {
  const spelled = { name: 'Popescu  Ion', birthDate: '1970-03-01', birthLocality: 'CLUJ NAPOCA' };
  assert.equal(personIdentity('key', ion, 'J1').personId, personIdentity('key', spelled, 'J2').personId);
});

test('another birth date, birth place or key gives another id', () => {
  const { personId } = personIdentity('key', ion, 'J1');
  assert.notEqual(personIdentity('key', { ...ion, birthDate: '1970-03-02' }, 'J1').personId, personId);
  assert.notEqual(personIdentity('key', { ...ion, birthLocality: 'Turda' }, 'J1').personId, personId);
  assert.notEqual(personIdentity('other', ion, 'J1').personId, personId);
});

test('an id cannot be computed from name and birth data without the key', () => {
  const { personId } = personIdentity('a key of 32 bytes that nobody has', ion, 'J1');
  const texts = ['popescu ion', 'POPESCU ION'].flatMap((name) => [
    `p\n${name}\n1970-03-01\ncluj napoca`,
    `${name}\n1970-03-01\ncluj napoca`,
    `${name}|1970-03-01|Cluj-Napoca`,
  ]);
  const guesses = texts.flatMap((text) => [
    ...['sha1', 'sha256', 'md5'].map((algorithm) => hash(algorithm, text, 'base64url')),
    ...['', 'key', 'person', 'firmoteca'].map((key) => keyedDigest(key, text)),
  ]);
  const digest = personId.slice(1);
  assert.ok(guesses.every((guess) => !guess.startsWith(digest.slice(0, 6))));
  assert.match(personId, /^p[A-Za-z0-9_-]{21}$/);
});

test('the first letter of an id shows the data that it is based on', () => {
  const emailOf = (who: typeof ion | Parameters<typeof personIdentity>[1]) =>
    personIdentity('key', who, 'J1').personId.charAt(0);
  assert.equal(emailOf(ion), 'p');
  assert.equal(emailOf({ ...ion, birthLocality: null }), 'd');
  assert.equal(emailOf({ ...ion, birthDate: null }), 'n');
});

test('without a birth date a person is never shared between firms', () => {
  const unborn = { ...ion, birthDate: null };
  assert.notEqual(personIdentity('key', unborn, 'J1').personId, personIdentity('key', unborn, 'J2').personId);
  assert.equal(personIdentity('key', unborn, 'J1').personId, personIdentity('key', unborn, 'J1').personId);
});

test('an insolvency practice is one company in all firms, and a person with birth data is never a company', () => {
  const practice = { name: 'EXEMPLU INSOLV I.P.U.R.L.', birthDate: null, birthLocality: null };
  const identity = representativeIdentity('key', practice, 'J1');
  assert.equal(identity.kind, 'company');
  assert.deepEqual(representativeIdentity('key', practice, 'J2'), identity);
  assert.equal(representativeIdentity('key', { ...ion, name: 'ION SA' }, 'J1').kind, 'person');
});

test('legal forms are recognised with and without dots, and never as the first word', () => {
  for (const name of [
    'ALFA SRL',
    'ALFA S.R.L.',
    'ALFA CONSULT SPRL FILIALA CLUJ',
    'Cabinet individual de insolvență X',
  ])
    assert.ok(isCompanyName(name), name);
  for (const name of ['POPESCU ION', 'SA MARIA', 'RADU SABINA']) assert.ok(!isCompanyName(name), name);
});
