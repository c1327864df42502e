import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pressAddress } from './file-address.ts';

test('plain addresses of static files are accepted in a normalised form', () => {
  for (const [given, normal] of [
    ['https://static.anaf.ro/static/3/Anaf/20260115103000_Comunicat.pdf', null],
    ['https://static.anaf.ro/static/3/Anaf/20260115103000_Un%20comunicat.pdf', null],
    [
      'https://static.anaf.ro/static/3/Anaf/20260115103000_Un comunicat.pdf',
      'https://static.anaf.ro/static/3/Anaf/20260115103000_Un%20comunicat.pdf',
    ],
    ['https://static.anaf.ro/static/10/Anaf/reducere_10%25.pdf', null],
    ['HTTPS://STATIC.ANAF.RO/static/x.pdf', 'https://static.anaf.ro/static/x.pdf'],
    ['https://static.anaf.ro/static/a/../b.pdf', 'https://static.anaf.ro/static/b.pdf'],
  ] as const)
    assert.equal(pressAddress(given), normal ?? given);
});

test('any other address is refused', () => {
  for (const wrong of [
    'http://static.anaf.ro/static/x.pdf',
    'ftp://static.anaf.ro/static/x.pdf',
    'file:///static/x.pdf',
    '//static.anaf.ro/static/x.pdf',
    'https://www.anaf.ro/static/x.pdf',
    'https://static.anaf.ro.evil.ro/static/x.pdf',
    'https://static.anaf.ro./static/x.pdf',
    'https://evil.ro/https://static.anaf.ro/static/x.pdf',
    'https://user@static.anaf.ro/static/x.pdf',
    'https://user:secret@static.anaf.ro/static/x.pdf',
    'https://@static.anaf.ro/static/x.pdf',
    'https://static.anaf.ro@127.0.0.1/static/x.pdf',
    'https://static.anaf.ro:8443/static/x.pdf',
    'https://static.anaf.ro:443/static/x.pdf',
    'https://static.anaf.ro:/static/x.pdf',
    'https://127.0.0.1/static/x.pdf',
    'https://2130706433/static/x.pdf',
    'https://0177.0.0.1/static/x.pdf',
    'https://0x7f.1/static/x.pdf',
    'https://[::1]/static/x.pdf',
    'https://[::ffff:127.0.0.1]/static/x.pdf',
    'https://localhost/static/x.pdf',
    'https://static.anaf.ro/static',
    'https://static.anaf.ro/other/x.pdf',
    'https://static.anaf.ro/static/../other/x.pdf',
    'https://static.anaf.ro/static/%2e%2e/other/x.pdf',
    'https://static.anaf.ro/static/..%2fother/x.pdf',
    'https://static.anaf.ro/static/..%252fother/x.pdf',
    'https://static.anaf.ro/static/..%5cother/x.pdf',
    'https://static.anaf.ro\\@evil.ro/static/x.pdf',
    'https://static.anaf.ro/static/x.pdf?next=https://evil.ro',
    'https://static.anaf.ro/static/x.pdf?',
    'https://static.anaf.ro/static/x.pdf#y',
    'https://static.anaf.ro/static/x.pdf%00.html',
    'https://static.anaf.ro/static/x%0d%0aHost: evil.ro',
    'https://static\u3002anaf\u3002ro/static/x.pdf',
    'https://ﬆatic.anaf.ro/static/x.pdf',
    'https://static.anaf.ro/static/\tx.pdf',
    'https://static.anaf.ro/static/\nx.pdf',
    '',
    'x',
    `https://static.anaf.ro/static/${'x'.repeat(1_000)}`,
  ])
    assert.equal(pressAddress(wrong), null, wrong);
});
