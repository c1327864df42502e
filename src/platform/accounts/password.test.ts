import assert from 'node:assert/strict';
import { test } from 'node:test';
import { digestPassword, isPassword } from './password.ts';

test('the right password is right, another is not, and the same is never stored twice alike', async () => {
  const stored = await digestPassword('cheia de la poartă');
  assert.match(stored, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$[^$=]{22}\$[^$=]{43}$/);
  assert.equal(await isPassword('cheia de la poartă', stored), true);
  assert.equal(await isPassword('cheia de la poarta', stored), false);
  assert.notEqual(await digestPassword('cheia de la poartă'), stored);
});

test('a letter with its accent is the same however it was typed', async () => {
  const stored = await digestPassword('poart\u0103-veche');
  assert.equal(await isPassword('poarta\u0306-veche', stored), true);
});

test('a digest of another cost is read as it was made', async () => {
  // From the reference implementation: argon2id, m=256, t=2, p=1, salt "somesalt", password "password".
  const stored = '$argon2id$v=19$m=256,t=2,p=1$c29tZXNhbHQ$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4';
  assert.equal(await isPassword('password', stored), true);
  assert.equal(await isPassword('passwore', stored), false);
});

test('without a stored password nothing is right', async () => {
  assert.equal(await isPassword('', null), false);
  assert.equal(await isPassword('x'.repeat(1_000), null), false);
});

test('a password that is too short or too long is refused', async () => {
  await assert.rejects(digestPassword('scurtă'), /10 to 200 characters/);
  await assert.rejects(digestPassword('x'.repeat(201)), /10 to 200 characters/);
});
