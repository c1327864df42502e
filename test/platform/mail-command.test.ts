/** Mail commands of an operator: list, show without the body, retry, and the test of the mail server. */
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { openStore, type Store } from '#data/store/open.ts';
import { emailOf } from '#platform/mail/email.ts';
import { mailer } from '#platform/mail/mailer.ts';
import type { EmailReport } from '#platform/mail/report-table.ts';
import { sendDue } from '#platform/mail/sender.ts';
import { smtpTransport } from '#platform/mail/smtp.ts';
import { type Environment, firmoteca } from '#test/support/cli.ts';
import { freePort } from '#test/support/free-port.ts';
import { answer, type MailServer, smtpAt, startMailServer } from '#test/support/mail-server.ts';

const SECRET = 'Zm9vYmFyYmF6cXV4Zm9vYmFyYmF6cXV4';
const folder = mkdtempSync(join(tmpdir(), 'firmoteca-mail-'));
const data = join(folder, 'data');
const ends: (() => unknown)[] = [];
let store: Store;
let server: MailServer;
let settings: Environment;
before(async () => {
  store = await openStore({ databaseUrl: null, folder: data, country: 'romania' });
  server = await startMailServer(
    { after: (end) => void ends.push(end as () => unknown) },
    {
      authOptional: false,
      allowInsecureAuth: true,
      onAuth: ({ password }, _, callback) =>
        password === 'open' ? callback(null, { user: 'x' }) : callback(answer(535, 'Wrong password')),
      onRcptTo: ({ address }, _, callback) =>
        callback(address.startsWith('nobody') ? answer(550, 'No such user') : null),
    },
  );
  writeFileSync(join(folder, 'password'), 'open\n');
  settings = {
    FIRMOTECA_COUNTRY: 'romania',
    FIRMOTECA_DATA: data,
    PUBLIC_URL: 'https://firmoteca.example',
    SMTP_URL: `smtp://firmoteca@127.0.0.1:${server.port}`,
    SMTP_PASSWORD_FILE: join(folder, 'password'),
    MAIL_FROM: 'Firmoteca <scrisori@firmoteca.example>',
  };
});
after(async () => {
  await store.close();
  for (const end of ends) await end();
  rmSync(folder, { recursive: true });
});

const mail = (args: string[], more: Environment = {}) => firmoteca(['mail', ...args], { ...settings, ...more });

async function markFailed(until?: number): Promise<string> {
  const email = emailOf({
    to: 'nobody@example.ro',
    language: 'ro',
    subject: 'Resetarea parolei',
    paragraphs: ['Cuvinte.'],
    link: { address: `https://firmoteca.example/cont/legatura?cod=${SECRET}`, label: 'Alegeți' },
    site: 'https://firmoteca.example',
  });
  const about = { kind: 'reset', account: null, now: Date.now(), ...(until !== undefined && { until }) };
  const queued = mailer({ isReady: true }).queue(email, about);
  await store.state.write(queued.statements);
  const transport = smtpTransport(smtpAt(server.port, { user: 'firmoteca', password: 'open' }));
  const throws = (error: unknown): void => {
    throw error;
  };
  await sendDue({ state: store.state, transport, note: () => {}, report: throws }, new AbortController().signal);
  return queued.id;
}

interface Finding {
  check: string;
  state: string;
  found: string;
  advice: string | null;
}

const findings = async (more: Environment = {}): Promise<Finding[]> =>
  ((await firmoteca(['doctor', '--json'], { ...settings, ...more })).json() as { findings: Finding[] }).findings.filter(
    ({ check }) => check === 'mail' || check === 'letters',
  );

test('the test email arrives, or the command reports the server’s reason', async () => {
  const { code, stdout } = await mail(['test', 'Ana@Example.ro']);
  assert.deepEqual([code, stdout], [0, `127.0.0.1:${server.port} took it.\n`]);
  assert.equal(server.received.at(-1)?.mail.to?.[0]?.address, 'ana@example.ro');
  assert.match(server.received.at(-1)?.mail.text ?? '', /to test e-mail delivery/);
  const refused = await mail(['test', 'nobody@example.ro', '--json']);
  assert.deepEqual(
    [refused.code, refused.json()],
    [1, { sent: false, reason: `127.0.0.1:${server.port} said: 550 No such user` }],
  );
});

test('emails are listed and shown without their body', async () => {
  const id = await markFailed();
  const entries = await mail(['list', '--state', 'failed', '--json']);
  const [email] = entries.json() as (EmailReport & { canBeRetried: boolean })[];
  assert.equal(email?.id, id);
  assert.deepEqual([email?.state, email?.to, email?.kind, email?.tries], ['failed', 'nobody@example.ro', 'reset', 1]);
  assert.match(email?.lastError ?? '', /550 No such user/);
  assert.equal(email?.canBeRetried, true);
  for (const { stdout } of [
    entries,
    await mail(['list']),
    await mail(['show', id]),
    await mail(['show', id, '--json']),
  ]) {
    assert.ok(stdout.includes(id));
    assert.doesNotMatch(stdout, new RegExp(`${SECRET}|Cuvinte`));
  }
  assert.equal((await mail(['list', '--state', 'sent'])).stdout, 'There is no such letter.\n');
});

test('a failed email is queued again only while its link is valid', async () => {
  const id = await markFailed();
  const again = await mail(['retry', id, '--json']);
  assert.equal((again.json() as EmailReport).state, 'queued');
  const twice = await mail(['retry', id]);
  assert.equal(twice.code, 2);
  assert.match(twice.stderr, /It did not fail: it is queued/);
  const over = await markFailed(Date.now() - 1);
  const late = await mail(['retry', over]);
  assert.equal(late.code, 2);
  assert.match(late.stderr, /Its text was deleted/);
});

test('doctor signs in at the mail server and reports each fault in one sentence', async () => {
  const [well, emails] = await findings();
  assert.deepEqual([well?.state, well?.found], ['ok', `127.0.0.1:${server.port} lets us in, without TLS`]);
  assert.equal(emails?.state, 'warning');
  assert.match(emails?.found ?? '', /failed in the last week/);
  const port = await freePort();
  const cases: [Environment, string, RegExp][] = [
    [{ SMTP_URL: `smtp://x@127.0.0.1:${port}` }, 'wrong', /No server listens at 127\.0\.0\.1/],
    [{ SMTP_URL: `smtp://x:shut@127.0.0.1:${server.port}`, SMTP_PASSWORD_FILE: '' }, 'wrong', /does not let x in: 535/],
    [{ SMTP_PASSWORD_FILE: join(folder, 'none') }, 'wrong', /SMTP_PASSWORD_FILE cannot be read/],
    [{ SMTP_URL: '' }, 'warning', /^none: accounts are created by commands/],
  ];
  for (const [more, state, found] of cases) {
    const [finding] = await findings(more);
    assert.equal(finding?.state, state);
    assert.match(finding?.found ?? '', found);
  }
});

test('a backup contains no email, and a restore sends none again', async () => {
  await markFailed();
  const file = join(folder, 'backup.gz');
  assert.equal((await firmoteca(['backup', file], settings)).code, 0);
  assert.doesNotMatch(gunzipSync(readFileSync(file)).toString(), new RegExp(`${SECRET}|nobody@example`));
  const restored = { ...settings, FIRMOTECA_DATA: join(folder, 'restored') };
  const { code, stderr } = await firmoteca(['restore', file], restored);
  assert.equal(code, 0, stderr);
  assert.deepEqual((await firmoteca(['mail', 'list', '--json'], restored)).json(), []);
});

test('invalid arguments and settings are reported in one sentence', async () => {
  const cases: [string[], Environment, RegExp][] = [
    [[], {}, /Say list, show, retry or test/],
    [['show'], {}, /Say which letter/],
    [['show', 'nothing'], {}, /There is no letter nothing/],
    [['retry', 'nothing'], {}, /There is no letter nothing/],
    [['list', '--state', 'lost'], {}, /--state is one of queued, sent, failed/],
    [['list', '--limit', '0'], {}, /--limit takes a number/],
    [['list', 'all'], {}, /options only/],
    [['test', 'ana'], {}, /Say where to/],
    [['test', 'ana@example.ro\r\nBcc: x@example.ro'], {}, /Say where to/],
    [['test', 'ana@example.ro'], { SMTP_URL: '' }, /There is no mail here/],
    [['list'], { SMTP_URL: 'http://mail.example.ro' }, /SMTP_URL must be an address such as smtps:/],
    [['list'], { MAIL_FROM: 'Ana <ana>' }, /MAIL_FROM must be an address/],
    [['list'], { MAIL_FROM: '' }, /MAIL_FROM must be given/],
    [['list'], { PUBLIC_URL: '' }, /PUBLIC_URL must be given/],
    [['list'], { SMTP_PASSWORD_FILE: '' }, /SMTP_URL must be with a user and a password/],
    [['list'], { SMTP_TLS: 'maybe' }, /SMTP_TLS must be required or none/],
  ];
  for (const [args, more, result] of cases) {
    const { code, stderr } = await mail(args, more);
    assert.equal(code, 2, `${args.join(' ')} ${JSON.stringify(more)}`);
    assert.match(stderr, result);
    assert.doesNotMatch(stderr, /\n\s+at /);
  }
});
