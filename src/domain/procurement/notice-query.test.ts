import assert from 'node:assert/strict';
import { test } from 'node:test';
import { meaningOf } from './notice-query.ts';

const textOf = (q: string): string => {
  const meaning = meaningOf(q, {}, 0);
  return 'walks' in meaning ? meaning.walks.map(({ conditions }) => conditions.where).join('; ') : 'words';
};

test('a number is recognized as a notice, a CPV code or a fiscal code with or without RO', () => {
  assert.match(textOf('cn1164400'), /notice = /);
  assert.match(textOf('SCN1000001'), /notice = /);
  for (const q of ['RO90000014', 'ro90000014', 'RO 9000001']) assert.match(textOf(q), /^where authority_id = /, q);
  assert.match(textOf('45233142-9'), /^where cpv = /);
  assert.equal(textOf('drumuri județene'), 'words');
  assert.equal(textOf('covid19'), 'words');
});

const readingOf = (q: string) => meaningOf(q, {}, 0).readAs;

test('a bare number is searched as everything that it may be', () => {
  assert.deepEqual(meaningOf('45', {}, 0), {
    readAs: ['cpv', 'words'],
    tiers: [
      [
        [
          { word: '45', prefix: false },
          { word: 'Ɖ45', prefix: true },
        ],
      ],
    ],
  });
  assert.deepEqual(readingOf('2'), ['words'], 'one digit is no prefix');
  assert.deepEqual(readingOf('20241'), ['noticeNumber', 'words']);
  assert.deepEqual(readingOf('1164401'), ['noticeNumber', 'words']);
  assert.deepEqual(readingOf('90000014'), ['cui', 'noticeNumber', 'words']);
  assert.deepEqual(readingOf('45233142'), ['cpv', 'noticeNumber', 'words']);
  assert.deepEqual(readingOf('ro90000014'), ['cui']);
  assert.deepEqual(readingOf('drumuri'), ['words']);
});

test('words are searched by stem, without words like de, in the title first and anywhere last', () => {
  const meaning = meaningOf('podurile de „peste Mureș” reab', {}, 0);
  assert.ok('tiers' in meaning);
  const tiers = meaning.tiers;
  assert.deepEqual(tiers[0], [
    [{ word: 'Ŧpod', prefix: false }],
    [{ word: 'Ŧmures', prefix: false }],
    [{ word: 'Ŧreb', prefix: false }],
    { phrase: ['peste', 'mures'] },
  ]);
  assert.equal(tiers.length, 5);
  assert.deepEqual((tiers.at(-1) ?? [])[2], [
    { word: 'reab', prefix: true },
    ...['Ŧ', 'Ȼ', 'Ƚ', 'Ⱥ'].map((mark) => ({ word: `${mark}reb`, prefix: false })),
  ]);
  const short = meaningOf('de la', {}, 0);
  assert.ok('tiers' in short && short.tiers[0]?.length === 2, 'a query of such words only needs all of them');
});
