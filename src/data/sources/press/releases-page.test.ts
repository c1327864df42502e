import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseReleases, releaseOf } from './releases-page.ts';

const PAGE = 'https://www.anaf.ro/presa';
const file = (rest: string) => `https://static.anaf.ro/static/3/${rest}`;

test('releases are recognised by their links, newest first, with plain-text titles', () => {
  const releases = parseReleases(
    `<ul><li><A class=x HREF='${file('Anaf/20260115103000_Comunicat%20nr.1.pdf')}' target=_blank><b>Comunicat de pres&#259;</b>
      &amp; altele &#x15F;i</a>
     <li><a href="${file('Cluj/20260301090000_Licitatie.pdf')}"></a>
     <li><a href="${file('Anaf/20260115103000_Anexa.pdf')}">Anexa 1</a>
     <li><a href="${file('Anaf/20260115103000_Anexa.pdf')}">din nou</a>`,
    PAGE,
  );
  assert.deepEqual(
    releases.map(({ title, office, publishedAt, attachments }) => [title, office, publishedAt, attachments]),
    [
      ['Licitatie', 'Cluj', '2026-03-01T09:00:00', []],
      [
        'Comunicat de presă & altele și',
        'Anaf',
        '2026-01-15T10:30:00',
        [{ url: file('Anaf/20260115103000_Anexa.pdf'), title: 'Anexa 1' }],
      ],
    ],
  );
});

test('links to other hosts, other files and invalid days are ignored', () => {
  const page = [
    'https://evil.ro/static/3/Anaf/20260115103000_x.pdf',
    'http://static.anaf.ro/static/3/Anaf/20260115103000_x.pdf',
    'https://static.anaf.ro:81/static/3/Anaf/20260115103000_x.pdf',
    'https://a@static.anaf.ro/static/3/Anaf/20260115103000_x.pdf',
    'javascript:alert(1)',
    file('Anaf/Cod_fiscal.htm'),
    file('Anaf/20261315103000_x.pdf'),
    file('Anaf/20260115103000_x.doc'),
  ]
    .map((address) => `<a href="${address}">x</a>`)
    .join('');
  assert.deepEqual(parseReleases(page, PAGE), []);
});

test('a slug is derived from the address and stays when the title changes', () => {
  const url = file('Anaf/20260115103000_Calendarul%20obliga%C8%9Biilor.pdf');
  const slug = releaseOf(url, 'Un titlu')?.slug ?? '';
  assert.match(slug, /^2026-01-15-calendarul-obligatiilor-[0-9a-f]{6}$/);
  assert.equal(releaseOf(url, 'Alt titlu')?.slug, slug);
  assert.notEqual(releaseOf(url.replace('Anaf', 'Cluj'), null)?.slug, slug);
});
