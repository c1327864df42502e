/** The job that sends emails, on both engines and to a real mail server: exactly once if possible, else at least once. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, beforeEach, test } from 'node:test';
import type { Database } from '#data/store/database.ts';
import { openStore, type Store } from '#data/store/open.ts';
import { StoreUnavailable } from '#data/store/unavailable.ts';
import { emailOf } from '#platform/mail/email.ts';
import { mailer } from '#platform/mail/mailer.ts';
import { requeue } from '#platform/mail/queue-table.ts';
import { type EmailReport, emailReports } from '#platform/mail/report-table.ts';
import { cleanUp, outbox, pauseAfter, type SenderContext, sendDue, startSending } from '#platform/mail/sender.ts';
import { smtpTransport } from '#platform/mail/smtp.ts';
import { onBothEngines } from '#test/support/both-engines.ts';
import { answer, smtpAt, startMailServer, startRawServer } from '#test/support/mail-server.ts';
import { until } from '#test/support/until.ts';

const DAY_MS = 86_400_000;
const SECRET = 'Zm9vYmFyYmF6cXV4Zm9vYmFyYmF6cXV4';
const ready = mailer({ isReady: true });

onBothEngines((engine) => {
  const folder = mkdtempSync(join(tmpdir(), 'firmoteca-mail-'));
  let databaseUrl: string | null;
  let store: Store;
  let state: Database;
  before(async () => {
    ({ databaseUrl } = await engine.place());
    store = await openStore({ databaseUrl, folder, country: 'demo' });
    ({ state } = store);
  });
  after(async () => {
    await store.close();
    rmSync(folder, { recursive: true });
  });
  beforeEach(() => state.write([{ sql: 'delete from letter' }]));

  let people = 0;
  async function queue(more: { now?: number; until?: number } = {}): Promise<string> {
    const email = emailOf({
      to: `reader${++people}@example.ro`,
      language: 'en',
      subject: 'A new password',
      paragraphs: ['You asked for one.'],
      link: { address: `https://firmoteca.example/en/account/password?code=${SECRET}`, label: 'Choose it' },
      site: 'https://firmoteca.example',
    });
    const queued = ready.queue(email, { kind: 'reset', account: null, now: Date.now(), ...more });
    assert.ok(queued.wasQueued(await state.write(queued.statements)));
    return queued.id;
  }

  const notes: string[] = [];
  const needs = (transport: SenderContext['transport']): SenderContext => ({
    state,
    transport,
    note: (text) => void notes.push(text),
    report: (error) => {
      throw error;
    },
  });
  const sendNow = (port: number): Promise<number> =>
    sendDue(needs(smtpTransport(smtpAt(port))), new AbortController().signal);
  const one = async (): Promise<EmailReport> => {
    const [email] = await emailReports(state, null, 1);
    assert.ok(email);
    return email;
  };
  /** Makes every email due. */
  const makeDue = () => state.write([{ sql: `update letter set next_try_at = queued_at, lease_until = ''` }]);

  test('a sent email is not sent again and loses its body', async (t) => {
    const { port, received } = await startMailServer(t);
    await queue();
    assert.deepEqual([await sendNow(port), await sendNow(port)], [1, 0]);
    assert.equal(received.length, 1);
    const { state: now, hasWords, tries, closedAt } = await one();
    assert.deepEqual([now, hasWords, tries, closedAt !== null], ['sent', 0, 1, true]);
  });

  test('an email deferred by the server is sent at the next attempt', async (t) => {
    let knocks = 0;
    const { port, received } = await startMailServer(t, {
      onRcptTo: (_, __, callback) => callback(++knocks === 1 ? answer(451, 'Greylisted') : null),
    });
    await queue();
    await sendNow(port);
    const waiting = await one();
    assert.equal(waiting.state, 'queued');
    assert.match(waiting.lastError ?? '', /451 Greylisted/);
    assert.ok(Date.parse(waiting.nextTryAt) > Date.now() + 30_000);
    assert.equal(await sendNow(port), 0);
    await makeDue();
    await sendNow(port);
    assert.equal(received.length, 1);
    assert.equal((await one()).state, 'sent');
  });

  test('an unknown address fails at once, and the log has neither address nor body', async (t) => {
    const { port } = await startMailServer(t, {
      onRcptTo: ({ address }, _, callback) => callback(answer(550, `<${address}> unknown`)),
    });
    const id = await queue();
    notes.length = 0;
    await sendNow(port);
    const { state: now, lastError, to } = await one();
    assert.equal(now, 'failed');
    assert.match(lastError ?? '', /550 <reader.*> unknown/);
    assert.equal(notes.length, 1);
    assert.match(notes[0] ?? '', new RegExp(id));
    assert.doesNotMatch(notes.join(), new RegExp(`${to}|${SECRET}`));
  });

  test('retry delays grow from a minute to twelve hours, and an email is given up after two days', async (t) => {
    const minutes = Array.from({ length: 12 }, (_, i) => pauseAfter(i + 1) / 60_000);
    assert.deepEqual(minutes, [1, 2, 5, 15, 30, 60, 120, 240, 480, 720, 720, 720]);
    const { port } = await startRawServer(t, (socket) => socket.destroy());
    await queue({ now: Date.now() - 2 * DAY_MS + 30_000 });
    await sendNow(port);
    const { state: now, lastError } = await one();
    assert.equal(now, 'failed');
    assert.match(lastError ?? '', /^Given up after 1 tries: The connection to/);
  });

  test('an email whose link has expired is not sent', async (t) => {
    const { port, received } = await startMailServer(t);
    await queue({ now: Date.now() - 60_000, until: Date.now() - 1 });
    await sendNow(port);
    assert.deepEqual(received, []);
    const { state: now, lastError } = await one();
    assert.deepEqual([now, lastError], ['failed', 'It could not be sent in time.']);
  });

  test('a failed email loses its body when its link expires, and its row after a month', async (t) => {
    const { port } = await startMailServer(t, { onRcptTo: (_, __, callback) => callback(answer(550, 'no')) });
    const id = await queue({ until: Date.now() + DAY_MS });
    await sendNow(port);
    await cleanUp(needs(null), Date.now() + DAY_MS / 2);
    assert.equal((await one()).hasWords, 1);
    await cleanUp(needs(null), Date.now() + DAY_MS + 1);
    assert.equal((await one()).hasWords, 0);
    const now = new Date().toISOString();
    assert.equal(await requeue(state, id, now, now), false);
    await cleanUp(needs(null), Date.now() + 31 * DAY_MS);
    assert.deepEqual(await emailReports(state, null, 10), []);
  });

  test('without a transport emails are given up after their period and logged once', async () => {
    const id = await queue();
    notes.length = 0;
    assert.equal(await sendDue(needs(null), new AbortController().signal), 0);
    await cleanUp(needs(null));
    assert.equal((await one()).state, 'queued');
    await cleanUp(needs(null), Date.now() + 3 * DAY_MS);
    await cleanUp(needs(null), Date.now() + 3 * DAY_MS + 1);
    assert.equal((await one()).state, 'failed');
    assert.deepEqual(notes.length, 1);
    assert.match(notes[0] ?? '', new RegExp(id));
  });

  test('a failed email that an operator queues again is sent', async (t) => {
    let isOpen = false;
    const { port, received } = await startMailServer(t, {
      onRcptTo: (_, __, callback) => callback(isOpen ? null : answer(550, 'mailbox full')),
    });
    const id = await queue();
    await sendNow(port);
    isOpen = true;
    const now = Date.now();
    const again = () => requeue(state, id, new Date(now).toISOString(), new Date(now + DAY_MS).toISOString());
    assert.deepEqual([await again(), await again()], [true, false]);
    await sendNow(port);
    assert.equal(received.length, 1);
    assert.match(received[0]?.mail.text ?? '', new RegExp(SECRET));
  });

  test('an email sent while the store is unreachable is recorded later and not sent again', async (t) => {
    const { port, received } = await startMailServer(t);
    await queue();
    let isAway = 3;
    const write: Database['write'] = (statements) =>
      statements.some(({ sql }) => sql.includes("set state = 'sent'")) && isAway-- > 0
        ? Promise.reject(new StoreUnavailable('away'))
        : state.write(statements);
    const transport = smtpTransport(smtpAt(port));
    await sendDue({ ...needs(transport), state: { ...state, write } }, new AbortController().signal);
    assert.deepEqual([received.length, isAway, (await one()).state], [1, -1, 'sent']);
  });

  test('concurrent senders of several hosts send each email once', async (t) => {
    const { port, received } = await startMailServer(t);
    const ids = await Promise.all(Array.from({ length: 24 }, () => queue()));
    const other = await openStore({ databaseUrl, folder, country: 'demo' });
    t.after(() => other.close());
    const transport = smtpTransport(smtpAt(port));
    const signal = new AbortController().signal;
    const taken = await Promise.all(
      [state, other.state, state, other.state].map((each) => sendDue({ ...needs(transport), state: each }, signal)),
    );
    assert.equal(
      taken.reduce((sum, each) => sum + each),
      24,
    );
    assert.deepEqual(
      received.map(({ mail }) => mail.messageId).sort(),
      ids.map((id) => `<${id}@firmoteca.example>`).sort(),
    );
  });

  for (const { when, arrivals } of [
    { when: 'in the middle of an email', arrivals: 1 },
    { when: 'before the acceptance of its email', arrivals: 2 },
  ])
    test(`a sender that is killed ${when} loses no email`, async (t) => {
      let child: ReturnType<typeof spawn> | null = null;
      const kill = async (): Promise<void> => {
        const dying = child;
        child = null;
        if (dying === null) return;
        const gone = once(dying, 'exit');
        dying.kill('SIGKILL');
        await gone;
      };
      const { port, received } = await startMailServer(t, {
        onRcptTo: async (_, __, callback) => {
          if (arrivals === 1) await kill();
          callback();
        },
        taken: kill,
      });
      const id = await queue();
      const program = join(import.meta.dirname, '../support/killed-sending.ts');
      const args = [program, folder, String(port), ...(databaseUrl === null ? [] : [databaseUrl])];
      child = spawn(process.execPath, args, { stdio: 'inherit' });
      const [, signal] = await once(child, 'exit');
      assert.equal(signal, 'SIGKILL');
      await until('the server has its emails', async () => received.length === arrivals - 1);
      // The result of that attempt is unknown here, and the lease is still valid.
      assert.equal((await one()).state, 'queued');
      assert.equal(await sendNow(port), 0);
      await makeDue();
      assert.equal(await sendNow(port), 1);
      assert.deepEqual(
        received.map(({ mail }) => mail.messageId),
        Array(arrivals).fill(`<${id}@firmoteca.example>`),
      );
      assert.equal((await one()).state, 'sent');
    });

  test('the outbox of a demo stores its emails with their body', async () => {
    await queue();
    await sendDue(needs(outbox), new AbortController().signal);
    const { state: now, hasWords } = await one();
    assert.deepEqual([now, hasWords], ['sent', 1]);
  });

  test('the job sends emails queued while it runs, and none after its stop', async (t) => {
    const { port, received } = await startMailServer(t);
    const duty = startSending(needs(smtpTransport(smtpAt(port))));
    await queue();
    await until('the email is sent', async () => received.length === 1);
    await duty.stop();
    await queue();
    assert.equal((await emailReports(state, 'queued', 10)).length, 1);
    assert.equal(received.length, 1);
  });

  test('a job that is stopped while the server is silent ends, and its email goes to the next sender', async (t) => {
    let knocked = false;
    const silent = await startRawServer(t, (socket) => {
      knocked = true;
      socket.write('220 hello\r\n');
    });
    const duty = startSending(needs(smtpTransport(smtpAt(silent.port))));
    await queue();
    await until('the server has a connection', async () => knocked);
    await duty.stop();
    const { port, received } = await startMailServer(t);
    assert.equal(await sendNow(port), 1);
    assert.equal(received.length, 1);
  });
});
