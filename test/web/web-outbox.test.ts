/** The outbox of the demo: display of emails, safety of their content, and access from this machine only. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { emailOf } from '#platform/mail/email.ts';
import { outboxEmails } from '#platform/mail/report-table.ts';
import { type Answered, ask } from '#test/support/raw-request.ts';
import { type SmallService, smallService } from '#test/support/small-service.ts';

const HOSTILE = `<script>alert("1")</script><img src=x onerror='x'>`;

let service: SmallService;
let id: string;
before(async () => {
  service = await smallService({ bare: true });
  id = await write(service, 'Confirmați adresa');
});
after(() => service.close());

async function write({ mailer, store, origin }: SmallService, subject: string): Promise<string> {
  const email = emailOf({
    to: 'ana@example.ro',
    language: 'ro',
    subject,
    paragraphs: [HOSTILE, 'Vedeți și https://alta.example/pagina.'],
    link: { address: `${origin}/cont/legatura?cod=secret`, label: 'Confirmați' },
    site: origin,
  });
  const queued = mailer.queue(email, { kind: 'confirm', account: null, now: Date.now() });
  assert.ok(queued.wasQueued(await store.state.write(queued.statements)));
  return queued.id;
}

const get = (path: string, headers: Record<string, string> = {}, { port } = service): Promise<Answered> =>
  ask(port, { path, headers: { accept: 'text/html', host: `localhost:${port}`, ...headers } });

test('a queued email appears in the outbox, in both languages, with its link', async () => {
  for (const [path, heading] of [
    ['/demo/outbox', 'Mesajele demonstrației'],
    ['/en/demo/outbox', 'E-mails of the demo'],
  ] as const) {
    const { status, text, headers } = await get(path, { host: new URL(service.origin).host });
    assert.equal(status, 200);
    assert.ok(text.includes(`<h1>${heading}</h1>`), path);
    assert.ok(text.includes('Confirmați adresa') && text.includes('ana@example.ro'));
    assert.ok(text.includes(`<a href="${service.origin}/cont/legatura?cod=secret">`));
    assert.doesNotMatch(text, /<a href="https:\/\/alta\.example/);
    assert.equal(headers['cache-control'], 'no-store');
    assert.doesNotMatch(String(headers['content-security-policy']), /unsafe/);
  }
});

test('links are rendered under every host name of this machine', async () => {
  const { text } = await get('/demo/outbox', { host: `localhost:${service.port}` });
  assert.ok(text.includes(`<a href="${service.origin}/cont/legatura?cod=secret">`));
});

test('the content of an email is escaped', async () => {
  const { text } = await get('/demo/outbox');
  assert.doesNotMatch(text, /<script>alert|<img src=x/);
  assert.match(text, /&lt;script&gt;alert/);
});

test('the HTML of an email is served under a policy without scripts and external resources', async () => {
  const { status, text, headers } = await get(`/demo/outbox/${id}`);
  assert.equal(status, 200);
  assert.equal(text, (await outboxEmails(service.store.state, 10)).find((email) => email.id === id)?.html);
  const policy = String(headers['content-security-policy']);
  assert.match(policy, /^default-src 'none'; style-src 'sha256-[A-Za-z0-9+/=]+'; .*; sandbox$/);
  assert.doesNotMatch(policy, /unsafe|script-src|https?:/);
  assert.equal(headers['x-content-type-options'], 'nosniff');
  assert.equal(headers['cache-control'], 'no-store');
  for (const path of ['/demo/outbox/x', `/demo/outbox/${'0'.repeat(36)}`, '/demo/outbox/%00', `/demo/outbox/${id}'--`])
    assert.equal((await get(path)).status, 404, path);
});

test('the outbox is 404 for requests from other machines', async () => {
  const foreign: Record<string, string>[] = [
    { 'x-forwarded-for': '127.0.0.1' },
    { forwarded: 'for=127.0.0.1' },
    { via: '1.1 proxy' },
    { 'x-real-ip': '127.0.0.1' },
    { host: 'firmoteca.example' },
    { host: 'localhost.evil.example' },
  ];
  for (const headers of foreign)
    for (const path of ['/demo/outbox', '/en/demo/outbox', `/demo/outbox/${id}`]) {
      const { status, text } = await get(path, headers);
      assert.equal(status, 404, JSON.stringify(headers));
      assert.doesNotMatch(text, /ana@example\.ro|cod=secret/);
    }
});

test('an installation with SMTP or without mail has no outbox, and reports whether it can send', async (t) => {
  const { host, port } = { host: 'mail.example.ro', port: 465 };
  const smtp = { host, port, tls: 'whole', user: null, password: null, passwordFile: null } as const;
  const from = { name: 'Firmoteca', address: 'a@example.ro' };
  for (const [by, isReady] of [
    [{ ...smtp, from }, true],
    [null, false],
  ] as const) {
    const other = await smallService({ bare: true, config: { mail: { by, hourMax: 10 } } });
    t.after(() => other.close());
    assert.equal(other.mailer.isReady, isReady);
    for (const path of ['/demo/outbox', '/en/demo/outbox', `/demo/outbox/${id}`])
      assert.equal((await get(path, {}, other)).status, 404, path);
  }
});

test('the outbox says when it is empty', async (t) => {
  const other = await smallService({ bare: true });
  t.after(() => other.close());
  const { text } = await get('/demo/outbox', {}, other);
  assert.match(text, /Niciun mesaj încă/);
});

test('metrics count waiting, queued, refused, sent and failed emails', async () => {
  const { text } = await ask(service.port, { path: '/metrics', headers: { host: 'localhost' } });
  assert.match(text, /^firmoteca_mail_waiting 1$/m);
  assert.match(text, /^firmoteca_mail_waiting_oldest_seconds [0-9.]+$/m);
  assert.match(text, /^firmoteca_mail_letters_total\{event="queued"\} 1$/m);
  for (const event of ['refused', 'sent', 'failed'])
    assert.match(text, new RegExp(`^firmoteca_mail_letters_total\\{event="${event}"\\} 0$`, 'm'));
});
