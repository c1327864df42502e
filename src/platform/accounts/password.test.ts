import assert from 'node:assert/strict';
import { test } from 'node:test';
import { digestPassword, isPassword, passwordProblem, passwordQueue } from './password.ts';

test('the right password matches, another does not, and equal passwords have different digests', async () => {
  const stored = await digestPassword('cheia de la poartă');
  assert.match(stored, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$[^$=]{22}\$[^$=]{43}$/);
  assert.equal(await isPassword('cheia de la poartă', stored), true);
  assert.equal(await isPassword('cheia de la poarta', stored), false);
  assert.notEqual(await digestPassword('cheia de la poartă'), stored);
});

test('an accented letter matches in composed and decomposed form', async () => {
  const stored = await digestPassword('poart\u0103-veche');
  assert.equal(await isPassword('poarta\u0306-veche', stored), true);
});

test('a digest is verified with its own cost', async () => {
  // From the reference implementation: argon2id, m=256, t=2, p=1, salt "somesalt", password "password".
  const stored = '$argon2id$v=19$m=256,t=2,p=1$c29tZXNhbHQ$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4';
  assert.equal(await isPassword('password', stored), true);
  assert.equal(await isPassword('passwore', stored), false);
});

test('without a stored password no password matches', async () => {
  assert.equal(await isPassword('', null), false);
  assert.equal(await isPassword('x'.repeat(1_000), null), false);
});

test('a password that is too short or too long is refused', async () => {
  await assert.rejects(digestPassword('scurtă'), /10 to 200 characters/);
  await assert.rejects(digestPassword('x'.repeat(201)), /10 to 200 characters/);
});

test('a common password is refused, whatever its case, digits and signs', async () => {
  const common = ['password1234', 'Password1234', '1234567890', 'Parola-1234', 'Pärolamea!', 'FIRMOTECA 2026'];
  for (const password of common) await assert.rejects(digestPassword(password), /first that attackers try/, password);
  for (const password of ['parola mea secretă', 'cheia de la poartă', '7t!Qz0-kLw2x'])
    assert.equal(await passwordProblem(password), null);
});

/** Work that ends on demand. */
function works() {
  const waiting: (() => void)[] = [];
  let running = 0;
  let most = 0;
  return {
    work: async () => {
      most = Math.max(most, ++running);
      await new Promise<void>((resolve) => waiting.push(resolve));
      running--;
      return 'done' as const;
    },
    /** Ends all work, one item after the other. */
    async all(): Promise<void> {
      for (let idle = 0; idle < 20; ) {
        const next = waiting.shift();
        idle = next ? 0 : idle + 1;
        next?.();
        await new Promise(setImmediate);
      }
    },
    most: () => most,
  };
}

test('one password is digested at a time, and a full queue refuses at once', async () => {
  const line = passwordQueue();
  const { work, all, most } = works();
  const answers = Array.from({ length: 1_000 }, (_, i) => line.run(`network ${i}`, work));
  await all();
  const results = await Promise.all(answers);
  assert.equal(most(), 1);
  assert.equal(results.filter((answer) => answer === 'done').length, 61);
  assert.equal(results.filter((answer) => answer === null).length, 939);
});

test('a network that sends many passwords waits behind one that sends one', async () => {
  const line = passwordQueue();
  const { work, all } = works();
  const order: string[] = [];
  const run = (who: string): Promise<unknown> =>
    line.run(who, () => {
      order.push(who);
      return work();
    });
  const many = Array.from({ length: 100 }, () => run('many'));
  const one = run('one');
  await all();
  const results = await Promise.all(many);
  await one;
  assert.deepEqual(order, ['many', 'many', 'one', ...Array(9).fill('many')]);
  assert.equal(results.filter((answer) => answer === null).length, 89);
});

test('failed work does not block the queue', async () => {
  const line = passwordQueue();
  await assert.rejects(
    line.run('a', async () => Promise.reject(new Error('broken'))),
    /broken/,
  );
  assert.equal(await line.run('b', async () => 'done'), 'done');
});
