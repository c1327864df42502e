/** Emails over SMTP, to real servers that accept, refuse, delay, fall silent or die. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { emailOf } from '#platform/mail/email.ts';
import type { DueEmail } from '#platform/mail/queue-table.ts';
import type { Smtp } from '#platform/mail/settings.ts';
import { checkSmtp, type SmtpTimeouts, smtpTransport } from '#platform/mail/smtp.ts';
import { freePort } from '#test/support/free-port.ts';
import { answer, smtpAt, startMailServer, startRawServer } from '#test/support/mail-server.ts';

/** More than a busy machine needs. */
const AMPLE: SmtpTimeouts = { connectMs: 20_000, greetingMs: 20_000, idleMs: 20_000, totalMs: 60_000 };
/** For servers that never answer. */
const SHORT: SmtpTimeouts = { connectMs: 2_000, greetingMs: 500, idleMs: 500, totalMs: 1_500 };
const SECRET = 'Zm9vYmFyYmF6cXV4Zm9vYmFyYmF6cXV4';

function due(more: Partial<DueEmail> = {}): DueEmail {
  const email = emailOf({
    to: 'ana@example.ro',
    language: 'ro',
    subject: 'Confirmați adresa „Șoimul” — țară 😀',
    paragraphs: ['Ați cerut un cont. Textul are ă, î, ș, ț.', '.', '. un punct la început de rând'],
    link: { address: `https://firmoteca.example/cont/confirmare?cod=${SECRET}`, label: 'Confirmați' },
    site: 'https://firmoteca.example',
  });
  return {
    ...email,
    id: '4f1f7a52-0000-4000-8000-000000000001',
    recipient: email.to,
    queuedAt: '2026-11-16T08:00:00.000Z',
    tryUntil: '',
    tries: 1,
    ...more,
  };
}

const deliver = (smtp: Smtp, email = due(), times = AMPLE, signal = new AbortController().signal) =>
  smtpTransport(smtp, times).deliver(email, signal);

test('an email arrives unchanged, with a stable message id and without tracking', async (t) => {
  const { port, received } = await startMailServer(t);
  const email = due();
  assert.equal(await deliver(smtpAt(port), email), 'sent');
  assert.equal(await deliver(smtpAt(port), email), 'sent');
  const [first, second] = received;
  assert.ok(first && second);
  const { mail, raw, envelope } = first;
  assert.equal(mail.subject, email.subject);
  assert.equal(mail.text?.replaceAll('\r\n', '\n').trimEnd(), email.text.trimEnd());
  assert.equal(mail.html?.replaceAll('\r\n', '\n').trimEnd(), email.html.trimEnd());
  assert.deepEqual([mail.from?.name, mail.from?.address], ['Firmoteca', 'scrisori@firmoteca.example']);
  assert.deepEqual(
    mail.to?.map(({ address }) => address),
    ['ana@example.ro'],
  );
  assert.equal(mail.messageId, `<${email.id}@firmoteca.example>`);
  assert.equal(second.mail.messageId, mail.messageId);
  assert.equal(new Date(mail.date ?? '').toISOString(), email.queuedAt);
  assert.deepEqual(mail.attachments, []);
  const headers = new Map(mail.headers.map(({ key, value }) => [key, value]));
  assert.equal(headers.get('auto-submitted'), 'auto-generated');
  assert.equal(headers.get('content-language'), 'ro');
  assert.ok(raw.split('\r\n').every((line) => line.length <= 998));
  assert.deepEqual(
    envelope.rcptTo.map(({ address }) => address),
    ['ana@example.ro'],
  );
});

test('line breaks in an email add neither a header nor a recipient', async (t) => {
  const { port, received } = await startMailServer(t);
  await deliver(smtpAt(port), due({ subject: 'A\r\nBcc: eve@example.ro\r\n\r\nBody' }));
  const delivery = await deliver(smtpAt(port), due({ recipient: 'ana@example.ro>\r\nRCPT TO:<eve@example.ro' }));
  for (const { raw, envelope } of received) {
    assert.doesNotMatch(raw, /^bcc:/im);
    assert.equal(envelope.rcptTo.length, 1);
    assert.doesNotMatch(JSON.stringify(envelope.rcptTo), /eve@example\.ro"/);
  }
  assert.match(JSON.stringify(delivery), /Invalid recipient/);
});

test('an email is postponed when the server asks to try again later', async (t) => {
  const { port } = await startMailServer(t, {
    onRcptTo: (_, __, callback) => callback(answer(451, '4.7.1 Greylisted, try again')),
  });
  assert.deepEqual(await deliver(smtpAt(port)), {
    later: `127.0.0.1:${port} said: 451 4.7.1 Greylisted, try again`,
  });
});

test('a refused recipient or email fails for good, while a refused sender is retried', async (t) => {
  const unknown = await startMailServer(t, {
    onRcptTo: (_, __, callback) => callback(answer(550, 'No such user here')),
  });
  assert.deepEqual(await deliver(smtpAt(unknown.port)), {
    refused: `127.0.0.1:${unknown.port} said: 550 No such user here`,
  });
  const spam = await startMailServer(t, {
    taken: () => {
      throw answer(
        554,
        `Blocked: https://firmoteca.example/cont/confirmare?cod=${SECRET} see https://help.example/a/b`,
      );
    },
  });
  assert.deepEqual(await deliver(smtpAt(spam.port)), {
    refused: `127.0.0.1:${spam.port} said: 554 Blocked: https://firmoteca.example/… see https://help.example/…`,
  });
  const closed = await startMailServer(t, {
    onMailFrom: (_, __, callback) => callback(answer(553, 'Sender not allowed')),
  });
  assert.deepEqual(await deliver(smtpAt(closed.port)), {
    later: `127.0.0.1:${closed.port} said: 553 Sender not allowed`,
  });
});

test('a server’s answer is quoted without the secret of a link, in any encoding', async (t) => {
  for (const words of [`cod=${SECRET}`, `url http://x.example/${SECRET}`, `"${SECRET}"`, `cod%3D${SECRET}`]) {
    const { port } = await startMailServer(t, { onRcptTo: (_, __, callback) => callback(answer(550, words)) });
    assert.doesNotMatch(JSON.stringify(await deliver(smtpAt(port))), new RegExp(SECRET));
  }
});

test('a server that is silent, slow or unreachable is given up after the timeout', async (t) => {
  const silent = await startRawServer(t, () => {});
  assert.deepEqual(await deliver(smtpAt(silent.port), due(), SHORT), {
    later: `127.0.0.1:${silent.port} did not answer in time.`,
  });
  const dripping = await startRawServer(t, (socket) => {
    socket.write('220 hello\r\n');
    const timer = setInterval(() => socket.write('250-more\r\n'), 100);
    socket.on('close', () => clearInterval(timer));
  });
  assert.deepEqual(await deliver(smtpAt(dripping.port), due(), SHORT), {
    later: `127.0.0.1:${dripping.port} did not answer in time.`,
  });
  const port = await freePort();
  assert.deepEqual(await deliver(smtpAt(port)), { later: `No server listens at 127.0.0.1:${port}.` });
  const nowhere = await deliver(smtpAt(25, { host: 'mail.firmoteca.invalid' }), due(), SHORT);
  assert.match(JSON.stringify(nowhere), /"later":"(The name mail\.firmoteca\.invalid leads nowhere|.* did not answer)/);
});

test('an email is not accepted when its server dies during the transfer', async (t) => {
  const { port } = await startRawServer(t, (socket) => {
    let isInLetter = false;
    socket.write('220 hello\r\n');
    socket.on('data', (bytes) => {
      if (isInLetter) return socket.destroy();
      isInLetter = /^DATA/m.test(String(bytes));
      socket.write(isInLetter ? '354 go on\r\n' : '250 fine\r\n');
    });
  });
  assert.match(JSON.stringify(await deliver(smtpAt(port))), /^\{"later":"The connection to 127\.0\.0\.1:[0-9]+ broke/);
});

test('no email goes to a server with an untrusted certificate or without TLS', async (t) => {
  const self = await startMailServer(t, { secure: true });
  const delivery = await deliver(smtpAt(self.port, { tls: 'whole' }));
  assert.doesNotMatch(JSON.stringify(delivery), /altname|Hostname/i, 'whatever its name');
  assert.match(JSON.stringify(delivery), /"later":"The certificate of 127\.0\.0\.1:[0-9]+ cannot be trusted/);
  const upgraded = await startMailServer(t, { disabledCommands: [] });
  assert.match(JSON.stringify(await deliver(smtpAt(upgraded.port, { tls: 'upgraded' }))), /cannot be trusted/);
  const plain = await startMailServer(t);
  const none = await deliver(smtpAt(plain.port, { tls: 'upgraded' }));
  assert.match(JSON.stringify(none), /"later":/);
  assert.deepEqual([...self.received, ...upgraded.received, ...plain.received], []);
});

test('a password is read from a file, and a wrong one is reported without its text', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'firmoteca-mail-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const passwordFile = join(folder, 'password');
  writeFileSync(passwordFile, 'right password\n');
  const { port, received } = await startMailServer(t, {
    authOptional: false,
    allowInsecureAuth: true,
    onAuth: ({ username, password }, _, callback) =>
      username === 'firmoteca' && password === 'right password'
        ? callback(null, { user: username })
        : callback(answer(535, 'Authentication failed')),
  });
  const user = 'firmoteca';
  assert.equal(await deliver(smtpAt(port, { user, passwordFile })), 'sent');
  assert.equal(await checkSmtp(smtpAt(port, { user, passwordFile }), AMPLE), null);
  assert.equal(received.length, 1);
  const wrong = await deliver(smtpAt(port, { user, password: 'wrong password' }));
  assert.deepEqual(wrong, { later: `127.0.0.1:${port} does not let firmoteca in: 535 Authentication failed` });
  const missing = await checkSmtp(smtpAt(port, { user, passwordFile: join(folder, 'none') }), AMPLE);
  assert.equal(missing, 'SMTP_PASSWORD_FILE cannot be read (ENOENT).');
});

test('an aborted delivery ends', async (t) => {
  const { port } = await startRawServer(t, (socket) => void socket.write('220 hello\r\n'));
  const stop = new AbortController();
  const delivery = deliver(smtpAt(port), due(), { ...SHORT, idleMs: 600_000, totalMs: 600_000 }, stop.signal);
  stop.abort();
  assert.match(JSON.stringify(await delivery), /"later":".*stopped/);
  assert.match(JSON.stringify(await deliver(smtpAt(port), due(), SHORT, stop.signal)), /"later":".*stopped/);
});
