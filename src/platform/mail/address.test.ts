import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readMailAddress } from './address.ts';

test('an address is stored in lower case, its domain in ASCII', () => {
  const read: [string, string][] = [
    ['  Ana.Pop@Example.RO ', 'ana.pop@example.ro'],
    ['a+b_c@sub.example.co.uk', 'a+b_c@sub.example.co.uk'],
    ["o'neill@example.com", "o'neill@example.com"],
    ['ana@primăria.ro', 'ana@xn--primria-c4a.ro'],
    [`${'a'.repeat(64)}@example.ro`, `${'a'.repeat(64)}@example.ro`],
  ];
  for (const [typed, address] of read) assert.equal(readMailAddress(typed), address);
});

test('text with header syntax, a second address or an IP address is refused', () => {
  const none = [
    '',
    '@',
    'ana',
    'ana@',
    '@example.ro',
    'ana@example',
    'ana@example.ro@example.com',
    'ana@example.ro\r\nBcc: all@example.com',
    'ana\r\n@example.ro',
    'ana@example.ro\0',
    'ana@exam\tple.ro',
    'ana pop@example.ro',
    '"ana pop"@example.ro',
    'Ana <ana@example.ro>',
    'ana@example.ro,bob@example.ro',
    'ana@example.ro;bob@example.ro',
    'ana%bob@example.ro',
    'ana@[127.0.0.1]',
    'ana@127.0.0.1',
    'ana@-example.ro',
    'ana@example-.ro',
    'ana@exam_ple.ro',
    'ana@example..ro',
    '.ana@example.ro',
    'an..a@example.ro',
    'ână@example.ro',
    'ana@example.ro/x',
    'ana@exa%6dple.ro',
    'ana@exam\u00adple.ro',
    'ana@exam\u200bple.ro',
    'ana@ｅxample．ro:25',
    'ana\u202e@example.ro',
    `${'a'.repeat(65)}@example.ro`,
    `a@${'b'.repeat(64)}.ro`,
    `a@${'bbbbbbb.'.repeat(40)}ro`,
    'a'.repeat(100_000),
    `${'a.'.repeat(50_000)}@example.ro`,
  ];
  for (const typed of none) assert.equal(readMailAddress(typed), null, JSON.stringify(typed.slice(0, 80)));
});
