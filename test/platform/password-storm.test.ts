/** Ten thousand wrong passwords a minute, from one address and from many: few are verified, and the owner can always sign in. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import type { Database } from '#data/store/database.ts';
import { migrate, migrationsOf } from '#data/store/migrate.ts';
import { openSqlite } from '#data/store/sqlite/database.ts';
import { allocateCounters } from '#platform/limits/caller-slots.ts';
import { type OpenLimits, openLimits } from '#platform/limits/limits.ts';
import { accountsOver, coming, type Kit, NOW, opened, PASSWORD, secretTo } from '#test/support/accounts-kit.ts';

const STORM = 10_000;
const folder = mkdtempSync(join(tmpdir(), 'firmoteca-storm-'));
let state: Database;
let accounts: Kit;
let limits: OpenLimits;
before(async () => {
  state = openSqlite(join(folder, 'state.db'));
  await migrate(state, migrationsOf('state', 'sqlite'));
  limits = await openLimits({ counters: allocateCounters(), redis: null, onChange: () => {} });
  accounts = await accountsOver(state, { limits });
});
after(async () => {
  await accounts.close();
  limits.close();
  await state.close();
  rmSync(folder, { recursive: true });
});

/** Each in a site of its own. */
const addressOf = (i: number): string => `2001:${(0xdb8 + (i >> 16)).toString(16)}:${(i & 0xffff).toString(16)}::1`;
const attempts = (email: string, address: string, more = {}) =>
  accounts.auth.signIn({ email, password: 'o parolă ghicită' }, coming(address, more));
const tally = (outcomes: readonly { outcome: string }[]): Record<string, number> =>
  Object.fromEntries(
    Map.groupBy(outcomes, ({ outcome }) => outcome)
      .entries()
      .map(([name, all]) => [name, all.length]),
  );

/** A hundred at a time, like a program. */
async function storm(one: (i: number) => Promise<{ outcome: string }>): Promise<Record<string, number>> {
  const outcomes: { outcome: string }[] = [];
  for (let i = 0; i < STORM; i += 100)
    outcomes.push(...(await Promise.all(Array.from({ length: 100 }, (_, j) => one(i + j)))));
  return tally(outcomes);
}

test('of ten thousand attempts from one address twenty are verified, and the owner signs in from another address', async () => {
  await opened(accounts, state, 'tinta1@example.ro');
  const result = await storm((i) => attempts(i % 2 ? 'tinta1@example.ro' : `altul${i}@example.ro`, '10.9.9.9'));
  assert.ok((result.wrong ?? 0) + (result.busy ?? 0) <= 20, JSON.stringify(result));
  assert.equal((result.throttled ?? 0) >= STORM - 20, true);
  const owner = await accounts.auth.signIn({ email: 'tinta1@example.ro', password: PASSWORD }, coming('192.0.2.50'));
  assert.equal(owner.outcome, 'in', 'the owner, from elsewhere');
});

test('of ten thousand addresses ten attempts are verified; the owner’s known browser and a reset link still work', async () => {
  const email = 'tinta2@example.ro';
  await opened(accounts, state, email);
  const home = coming('192.0.2.60');
  const first = await accounts.auth.signIn({ email, password: PASSWORD }, home);
  assert.equal(first.outcome, 'in');
  const known = first.outcome === 'in' ? first.known : '';
  const result = await storm((i) => attempts(email, addressOf(i)));
  assert.ok((result.wrong ?? 0) + (result.busy ?? 0) <= 10, JSON.stringify(result));
  const stranger = await accounts.auth.signIn({ email, password: PASSWORD }, coming('192.0.2.61'));
  assert.equal(stranger.outcome, 'throttled', 'an unknown browser is throttled');
  const owner = await accounts.auth.signIn({ email, password: PASSWORD }, coming('192.0.2.61', { known }));
  assert.equal(owner.outcome, 'in', 'a known browser of the owner is not, on any network');
  await accounts.auth.requestLink('reset', { email }, coming('192.0.2.61'));
  const secret = await secretTo(state, email);
  const link = await accounts.auth.followLink(
    { secret, password: 'parola de după furtună' },
    null,
    coming('192.0.2.61'),
  );
  assert.equal(link.outcome, 'in');
});

test('a known-browser token counts for its own account only, is limited as well and cannot be forged', async () => {
  const [one, other] = ['unu@example.ro', 'doi@example.ro'];
  await opened(accounts, state, one);
  await opened(accounts, state, other);
  const later = NOW + 3_600_000;
  const entered = await accounts.auth.signIn({ email: one, password: PASSWORD }, coming('192.0.2.70', { now: later }));
  const known = entered.outcome === 'in' ? entered.known : '';
  const guesses = await Promise.all(
    Array.from({ length: 3 }, (_, i) => attempts(other, addressOf(i), { known, now: later })),
  );
  assert.deepEqual(tally(guesses), { wrong: 3 });
  for (let i = 0; i < 7; i++) await attempts(other, addressOf(100 + i), { now: later });
  for (const note of [known, known.replace(/.$/, 'A'), 'k.1.x.y', `k.zz.${'A'.repeat(22)}.${'A'.repeat(43)}`])
    assert.equal((await attempts(other, addressOf(500), { known: note, now: later })).outcome, 'throttled', note);
  const own: { outcome: string }[] = [];
  for (let i = 0; i < 30; i++) own.push(await attempts(one, addressOf(i), { known, now: later }));
  assert.deepEqual(tally(own), { wrong: 10, throttled: 20 });
});

test('a browser that signs in repeatedly keeps one attempt counter, also with the right password', async () => {
  const email = 'mereu@example.ro';
  await opened(accounts, state, email);
  const now = NOW + 7_200_000;
  let known: string | null = null;
  const all: { outcome: string }[] = [];
  for (let i = 0; i < 15; i++) {
    const done = await accounts.auth.signIn({ email, password: PASSWORD }, coming('192.0.2.90', { known, now }));
    if (done.outcome === 'in') known = done.known;
    all.push(done);
  }
  assert.deepEqual(tally(all), { in: 11, throttled: 4 }, 'the first attempt came from an unknown browser');
});

test('requests for emails are limited per client network', async () => {
  const later = NOW + 7_200_000;
  const ask = (i: number) =>
    accounts.auth.requestLink('signUp', { email: `om${i}@example.ro` }, coming('192.0.2.80', { now: later }));
  const outcomes: { outcome: string }[] = [];
  for (let i = 0; i < 20; i++) outcomes.push(await ask(i));
  assert.deepEqual(tally(outcomes), { sent: 6, throttled: 14 });
});
