/** The email queue on both engines: limits, claims by senders, and the data that remains. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Database } from '#data/store/database.ts';
import { migrate, migrationsOf } from '#data/store/migrate.ts';
import { emailOf } from '#platform/mail/email.ts';
import { mailer, type QueueOptions } from '#platform/mail/mailer.ts';
import {
  claimEmails,
  deleteEmailsOf,
  hasDueEmails,
  markFailed,
  markSent,
  scheduleRetry,
} from '#platform/mail/queue-table.ts';
import { onBothEngines } from '#test/support/both-engines.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const NOW = Date.parse('2026-11-16T08:00:00.000Z');
const instant = (ms: number): string => new Date(ms).toISOString();

const letterTo = (to: string) =>
  emailOf({
    to,
    language: 'ro',
    subject: 'Resetarea parolei',
    paragraphs: ['Ați cerut o parolă nouă.'],
    link: { address: 'https://firmoteca.example/cont/parola?cod=secret', label: 'Alegeți parola' },
    site: 'https://firmoteca.example',
  });

onBothEngines((engine) => {
  let state: Database;
  before(async () => {
    state = await (await engine.place()).database();
    await migrate(state, migrationsOf('state', engine.name));
  });
  after(() => state.close());

  const ready = mailer({ isReady: true });
  let people = 0;
  const somebody = (): string => `reader${++people}@example.ro`;

  async function queue(to: string, about: Partial<QueueOptions> = {}, by = ready): Promise<boolean> {
    const queued = by.queue(letterTo(to), { kind: 'reset', account: null, now: NOW, ...about });
    return queued.wasQueued(await state.write(queued.statements));
  }

  const countTo = async (to: string): Promise<number> =>
    (await state.one<{ n: number }>('select count(*) as n from letter where recipient = $1', [to]))?.n ?? 0;
  const tallied = async (event: string): Promise<number> =>
    (await state.one<{ letters: number }>('select letters from letter_tally where event = $1', [event]))?.letters ?? 0;
  /** A time at which only the test’s own emails are due. */
  const claimAt = (now: number, lease: string, most = 100) =>
    claimEmails(state, { lease, now: instant(now), leaseUntil: instant(now + 60_000), most });
  const empty = () => state.write([{ sql: 'delete from letter' }]);

  test('of five hundred concurrent emails to one address three of a kind and five in all are queued', async () => {
    const to = somebody();
    const [requested, refused] = [await tallied('asked'), await tallied('refused')];
    const first = await Promise.all(Array.from({ length: 250 }, () => queue(to)));
    assert.equal(first.filter(Boolean).length, 3);
    const kinds = await Promise.all(Array.from({ length: 250 }, (_, i) => queue(to, { kind: `kind${i}` })));
    assert.equal(kinds.filter(Boolean).length, 2);
    assert.equal(await countTo(to), 5);
    assert.equal(await tallied('asked'), requested + 500);
    assert.equal(await tallied('refused'), refused + 495);
  });

  test('an address receives emails again after an hour, up to the daily limit', async () => {
    const to = somebody();
    let queued = 0;
    for (let hour = 0; hour < 24; hour++)
      for (const kind of ['confirm', 'reset', 'mail'])
        for (let i = 0; i < 2; i++) if (await queue(to, { kind, now: NOW + hour * (HOUR_MS + 1) })) queued++;
    assert.equal(queued, 20);
    assert.equal(await queue(to, { now: NOW + 2 * DAY_MS }), true);
  });

  test('an account sends to at most ten addresses of other people', async () => {
    const sent = await Promise.all(Array.from({ length: 40 }, () => queue(somebody(), { account: 'changing' })));
    assert.equal(sent.filter(Boolean).length, 10);
    assert.equal(await queue(somebody(), { account: 'another' }), true);
  });

  test('requested emails do not use up the limit of account notices', async () => {
    const to = somebody();
    for (let i = 0; i < 10; i++) await queue(to, { kind: `kind${i}` });
    assert.equal(await queue(to), false);
    assert.equal(await queue(to, { kind: 'password-changed', account: 'its own', isNotice: true }), true);
  });

  test('an installation queues no more than its hourly limit, of which strangers leave a share to accounts', async () => {
    await empty();
    const few = mailer({ isReady: true, hourMax: 10 });
    const queueMany = async (isForAccount: boolean): Promise<number> => {
      const queued = Array.from({ length: 30 }, () => queue(somebody(), { isForAccount }, few));
      return (await Promise.all(queued)).filter(Boolean).length;
    };
    const full = await tallied('full');
    assert.equal(await few.room(state, NOW), 'all');
    assert.equal(await queueMany(false), 7);
    assert.equal(await few.room(state, NOW), 'accounts');
    assert.equal(await queueMany(true), 3);
    assert.equal(await few.room(state, NOW), 'none');
    assert.equal(await tallied('full'), full + 50);
    assert.equal(await few.room(state, NOW + HOUR_MS), 'all');
  });

  test('without mail configured nothing is queued, and the caller learns it', async () => {
    const to = somebody();
    assert.equal(await queue(to, {}, mailer({ isReady: false })), false);
    assert.equal(await countTo(to), 0);
  });

  test('an email is queued in one transaction with the change it announces', async () => {
    const to = somebody();
    const { statements } = ready.queue(letterTo(to), { kind: 'confirm', account: null, now: NOW });
    await assert.rejects(state.write([...statements, { sql: 'insert into letter (id) values (null)' }]));
    assert.equal(await countTo(to), 0);
  });

  test('two senders never claim one email at the same time', async () => {
    await empty();
    for (let i = 0; i < 20; i++) await queue(somebody());
    const claims = await Promise.all(Array.from({ length: 8 }, (_, i) => claimAt(NOW, `sender ${i}`, 5)));
    const ids = claims.flat().map(({ id }) => id);
    assert.equal(new Set(ids).size, ids.length);
    const rest = (await claimAt(NOW, 'last')).map(({ id }) => id);
    assert.equal(new Set([...ids, ...rest]).size, 20);
    assert.equal(ids.length + rest.length, 20);
  });

  test('an email queued by a host with a fast clock is due at once; only its retry waits', async () => {
    await empty();
    await queue(somebody(), { now: NOW + 1_200_000 });
    assert.equal(await hasDueEmails(state, instant(NOW)), true);
    const [{ id = '', tries } = {}] = await claimAt(NOW, 'me');
    assert.equal(tries, 1);
    await scheduleRetry(state, { id, lease: 'me', nextTryAt: instant(NOW + 60_000), reason: 'x' });
    assert.equal(await hasDueEmails(state, instant(NOW + 59_000)), false);
    assert.deepEqual(await claimAt(NOW + 59_000, 'me'), []);
    assert.equal((await claimAt(NOW + 60_000, 'me')).length, 1);
  });

  test('an email of a dead sender is claimed by another, and late results of the first are ignored', async () => {
    await empty();
    await queue(somebody());
    const [first] = await claimAt(NOW, 'dead');
    assert.deepEqual(await claimAt(NOW + 59_000, 'early'), []);
    const [second] = await claimAt(NOW + 61_000, 'alive');
    assert.equal(second?.id, first?.id);
    assert.equal(second?.tries, 2);
    const id = first?.id ?? '';
    const now = instant(NOW + 62_000);
    assert.equal(await markSent(state, { id, lease: 'dead', now, storesBody: false }), false);
    assert.equal(await markFailed(state, { id, lease: 'dead', now, reason: 'x' }), false);
    await scheduleRetry(state, { id, lease: 'dead', nextTryAt: now, reason: 'x' });
    assert.deepEqual(await claimAt(NOW + 63_000, 'third'), []);
    assert.equal(await markSent(state, { id, lease: 'alive', now, storesBody: false }), true);
  });

  test('a sent email loses its body and is counted once', async () => {
    await empty();
    await queue(somebody());
    const [{ id = '' } = {}] = await claimAt(NOW, 'me');
    const sent = await tallied('sent');
    const word = { id, lease: 'me', now: instant(NOW + 1), storesBody: false };
    assert.deepEqual([await markSent(state, word), await markSent(state, word)], [true, false]);
    assert.equal(await tallied('sent'), sent + 1);
    const row = await state.one('select state, text, html, subject, lease from letter where id = $1', [id]);
    assert.deepEqual({ ...row }, { state: 'sent', text: null, html: null, subject: 'Resetarea parolei', lease: null });
  });

  test('a postponed email waits until its next attempt is due', async () => {
    await empty();
    await queue(somebody());
    const [{ id = '' } = {}] = await claimAt(NOW, 'me');
    await scheduleRetry(state, { id, lease: 'me', nextTryAt: instant(NOW + HOUR_MS), reason: '451 later' });
    assert.deepEqual(await claimAt(NOW + HOUR_MS - 1, 'me'), []);
    assert.equal((await claimAt(NOW + HOUR_MS, 'me')).length, 1);
  });

  test('an email is retried until its link expires, for two days at most', async () => {
    await empty();
    await queue(somebody(), { until: NOW + HOUR_MS });
    await queue(somebody(), { until: NOW + 10 * DAY_MS });
    assert.deepEqual((await claimAt(NOW, 'me')).map(({ tryUntil }) => tryUntil).sort(), [
      instant(NOW + HOUR_MS),
      instant(NOW + 2 * DAY_MS),
    ]);
  });

  test('the emails of a deleted account are deleted', async () => {
    const to = somebody();
    await queue(to, { account: 'deleted' });
    await state.write([deleteEmailsOf('deleted')]);
    assert.equal(await countTo(to), 0);
  });
});
