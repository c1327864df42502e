import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type MailInput, mailOf, readSender } from './settings.ts';

const given = (more: Partial<MailInput> & { at?: string } = {}): MailInput => ({
  isDemo: false,
  isPutUp: true,
  publicUrl: 'https://firmoteca.example',
  url: new URL(more.at ?? 'smtp://mail.example.ro'),
  passwordFile: null,
  tls: 'required',
  from: { name: 'Firmoteca', address: 'a@example.ro' },
  hourMax: 10,
  ...more,
});

const wrong = (name: string): Error => new Error(name);
const smtp = (more: Parameters<typeof given>[0] = {}) => {
  const { by } = mailOf(given(more), wrong);
  assert.ok(by !== null && by !== 'outbox');
  return by;
};

test('TLS is required, unless the server is on this machine or the setting allows none', () => {
  const tls = (at: string, more: Partial<MailInput> = {}) => [smtp({ at, ...more }).tls, smtp({ at, ...more }).port];
  assert.deepEqual(tls('smtp://mail.example.ro'), ['upgraded', 587]);
  assert.deepEqual(tls('smtps://mail.example.ro'), ['whole', 465]);
  assert.deepEqual(tls('smtp://mail.example.ro:2525'), ['upgraded', 2525]);
  assert.deepEqual(tls('smtp://mail.example.ro', { tls: 'none' }), ['none', 587]);
  for (const host of ['localhost', '127.0.0.1', '[::1]']) {
    assert.deepEqual(tls(`smtp://${host}:25`), ['none', 25]);
    assert.deepEqual(tls(`smtps://${host}`), ['whole', 465]);
  }
  assert.deepEqual(tls('smtp://localhost.example.ro'), ['upgraded', 587]);
  assert.equal(smtp({ at: 'smtp://[::1]:25' }).host, '::1');
});

test('a user has one password: in the address or in a file', () => {
  const by = smtp({ at: 'smtps://ana%40example.ro:p%2Fw@mail.example.ro' });
  assert.deepEqual([by.user, by.password], ['ana@example.ro', 'p/w']);
  assert.equal(smtp({ at: 'smtps://ana@mail.example.ro', passwordFile: 'x' }).passwordFile, 'x');
  for (const [at, passwordFile] of [
    ['smtps://ana@mail.example.ro', null],
    ['smtps://ana:pw@mail.example.ro', 'x'],
    ['smtps://mail.example.ro', 'x'],
    ['smtps://:pw@mail.example.ro', null],
  ] as const)
    assert.throws(() => mailOf(given({ at, passwordFile }), wrong), /SMTP_URL/, at);
});

test('emails need a sender and a configured public address', () => {
  assert.throws(() => mailOf(given({ from: null }), wrong), /MAIL_FROM/);
  assert.throws(() => mailOf(given({ publicUrl: null }), wrong), /PUBLIC_URL/);
});

test('without a server there is no mail; a private demo has its outbox', () => {
  assert.equal(mailOf(given({ url: null }), wrong).by, null);
  assert.equal(mailOf(given({ isDemo: true, isPutUp: false }), wrong).by, 'outbox');
  assert.equal(mailOf(given({ isDemo: true, isPutUp: true }), wrong).by, null);
});

test('a sender is an address, with a name or without', () => {
  assert.deepEqual(readSender('Firmoteca România <A@Example.ro>'), {
    name: 'Firmoteca România',
    address: 'a@example.ro',
  });
  assert.deepEqual(readSender('a@example.ro'), { name: 'Firmoteca', address: 'a@example.ro' });
  for (const text of [
    '',
    'Firmoteca',
    '<a@example.ro',
    'A\r\nB <a@example.ro>',
    'A "B" <a@example.ro>',
    'A <a@example.ro>, b@x.ro',
  ])
    assert.equal(readSender(text), null, text);
});
