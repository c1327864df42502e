import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { parse } from 'parse5';
import { ApiError } from '#api/api-error.ts';
import { type EmailContent, emailOf, STYLE_SOURCE } from './email.ts';

const HOSTILE = `<script>alert(1)</script><img src="http://evil.example/x.png">'&"`;

const description = (more: Partial<EmailContent> = {}): EmailContent => ({
  to: 'Ana@Example.ro',
  language: 'en',
  subject: 'Confirm your address',
  paragraphs: ['You asked for an account.'],
  link: { address: 'https://firmoteca.example/cont/confirmare?a=1&t=Zm9v', label: 'Confirm' },
  closing: ['The link works for an hour.'],
  site: 'https://firmoteca.example',
  ...more,
});

test('plain text and HTML of an email have the same content', () => {
  const { to, subject, text, html } = emailOf(description());
  assert.equal(to, 'ana@example.ro');
  assert.equal(subject, 'Confirm your address');
  assert.equal(
    text,
    [
      'Hello,',
      'You asked for an account.',
      'Confirm:\nhttps://firmoteca.example/cont/confirmare?a=1&t=Zm9v',
      'The link works for an hour.',
      '-- \nSent automatically by Firmoteca, https://firmoteca.example. This message has no pictures and does not track whether you read it.\n',
    ].join('\n\n'),
  );
  const htmlTexts = textsOf(html);
  for (const line of text.split('\n').filter((each) => each !== '' && each !== '-- '))
    assert.ok(htmlTexts.includes(line.replace(/:$/, '')), line);
  assert.deepEqual(attributesOf(html, 'href'), ['https://firmoteca.example/cont/confirmare?a=1&t=Zm9v']);
});

test('an email is in its reader’s language', () => {
  const { text, html } = emailOf(description({ language: 'ro', greeting: 'Bună, Ana,' }));
  assert.match(text, /^Bună, Ana,\n/);
  assert.match(text, /Trimis automat de Firmoteca/);
  assert.match(html, /<html lang="ro">/);
  assert.match(emailOf(description({ language: 'ro' })).text, /^Bună ziua,\n/);
});

test('outside texts are escaped, and an email loads no external content', () => {
  const { html, text } = emailOf(
    description({ subject: HOSTILE, greeting: HOSTILE, paragraphs: [HOSTILE], closing: [HOSTILE], site: HOSTILE }),
  );
  assert.doesNotMatch(html, /<script|<img/);
  assert.ok(text.includes(HOSTILE));
  assert.deepEqual(attributesOf(html, 'src', 'style', 'onclick', 'background', 'srcset'), []);
  assert.doesNotMatch(/<style>(.*?)<\/style>/s.exec(html)?.[1] ?? '', /url\(|@import/);
});

test('line ends and direction marks in a text are removed', () => {
  const { subject, text } = emailOf(
    description({ subject: 'A\r\nBcc: x@example.ro\u2028B\u202ec\0', paragraphs: ['one\r\n\r\ntwo\u2029three'] }),
  );
  assert.equal(subject, 'A Bcc: x@example.ro B c');
  assert.ok(text.includes('\n\none two three\n\n'));
});

test('a long text is cut, and half of a surrogate pair is removed', () => {
  const { subject, text } = emailOf(
    description({ subject: '😀'.repeat(500), paragraphs: Array(100).fill('ă'.repeat(5_000)) }),
  );
  assert.equal(subject.length, 150);
  assert.ok(subject.isWellFormed());
  assert.ok(text.length < 50_000);
});

test('an invalid address is the caller’s error, an invalid link an internal one', () => {
  for (const to of ['ana', 'ana@example.ro\r\nBcc: b@example.ro', '"a b"@example.ro'])
    assert.throws(
      () => emailOf(description({ to })),
      (error) => error instanceof ApiError && error.code === 'INVALID_PARAMETER',
    );
  for (const address of [
    '/cont',
    'javascript:alert(1)',
    'https://user@example.ro/',
    `https://example.ro/${'a'.repeat(2_000)}`,
  ])
    assert.throws(() => emailOf(description({ link: { address, label: 'x' } })), /absolute http address/);
});

test('the digest in the content security policy is that of the email’s style', () => {
  const style = /<style>(.*?)<\/style>/s.exec(emailOf(description()).html)?.[1] ?? '';
  assert.equal(STYLE_SOURCE, `'sha256-${createHash('sha256').update(style).digest('base64')}'`);
});

interface Node {
  value?: string;
  nodeName: string;
  attrs?: { name: string; value: string }[];
  childNodes?: Node[];
}

const nodesOf = (node: Node): Node[] => [node, ...(node.childNodes ?? []).flatMap(nodesOf)];

const textsOf = (html: string): string =>
  nodesOf(parse(html) as unknown as Node)
    .filter(({ nodeName }) => nodeName === '#text')
    .map(({ value }) => value)
    .join('\n');

const attributesOf = (html: string, ...names: string[]): string[] =>
  nodesOf(parse(html) as unknown as Node).flatMap(({ attrs = [] }) =>
    attrs.filter(({ name }) => names.includes(name)).map(({ value }) => value),
  );
