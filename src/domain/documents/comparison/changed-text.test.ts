import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PagedText } from '#domain/documents/readers/reading.ts';
import { pagedText } from '#domain/documents/readers/reading-builder.ts';
import { changedText } from './changed-text.ts';

const paged = (...pages: string[]): PagedText =>
  pagedText(pages.map((text, i) => ({ number: i + 1, text, source: 'text' }))) ?? { text: '', pages: [] };

const PAGE = [
  '1. Obiectul contractului este furnizarea.',
  '2. Cantitatea: 12 bucăți.',
  '3. Termenul este de 30 de zile.',
];

test('a changed paragraph has its changed words and its page', () => {
  const before = paged('Introducere.', PAGE.join('\n'));
  const after = paged('Introducere.', PAGE.join('\n').replace('30', '45'));
  assert.deepEqual(changedText(before, after), {
    kind: 'changed',
    blocksCount: 1,
    blocks: [
      {
        kind: 'changed',
        page: 2,
        before: PAGE[2],
        after: '3. Termenul este de 45 de zile.',
        words: [
          { kind: 'same', text: '3. Termenul este de ' },
          { kind: 'removed', text: '30' },
          { kind: 'added', text: '45' },
          { kind: 'same', text: ' de zile.' },
        ],
      },
    ],
  });
});

test('added and removed paragraphs are listed separately', () => {
  const [first = '', second = '', third = ''] = PAGE;
  const result = changedText(paged(`${first}\n${second}`), paged(`${second}\n${third}`));
  assert.ok(result.kind === 'changed');
  assert.deepEqual(
    result.blocks.map(({ kind, before, after }) => [kind, before ?? after]),
    [
      ['removed', first],
      ['added', third],
    ],
  );
});

test('a text with other line and page breaks is the same', () => {
  const before = paged('Obiectul contractului\neste furnizarea\nde hârtie.', 'Sfârșit.');
  assert.deepEqual(changedText(before, paged('Obiectul contractului este furnizarea de', 'hârtie.\nSfârșit.')), {
    kind: 'same',
  });
});

test('the words of a change add up to both texts', () => {
  const result = changedText(paged('Unu doi, trei (patru) – cinci'), paged('Unu trei, patru – cinci și șase'));
  assert.ok(result.kind === 'changed');
  const [block] = result.blocks;
  const text = (left: string) =>
    block?.words
      ?.filter(({ kind }) => kind !== left)
      .map(({ text }) => text)
      .join('');
  assert.deepEqual([text('added'), text('removed')], [block?.before, block?.after]);
});

test('texts with nothing in common are replaced, not compared side by side', () => {
  const created = (word: string, count: number): PagedText =>
    paged(Array.from({ length: count }, (_, i) => `${word} ${i} ${word}${i * 7}.`).join('\n'));
  assert.deepEqual(changedText(created('unu', 20), created('alt', 20)), { kind: 'replaced' });
  assert.deepEqual(changedText(created('unu', 50_000), created('alt', 50_000)), { kind: 'replaced' });
});

test('of very many changes the first are listed and all are counted', () => {
  const lines = Array.from({ length: 1_200 }, (_, i) => `Rândul cu numărul ${i} rămâne.`);
  const changed = lines.map((line, i) => (i % 2 === 0 ? line : line.replace('rămâne', 'pleacă')));
  const result = changedText(paged(lines.join('\n')), paged(changed.join('\n')));
  assert.ok(result.kind === 'changed');
  assert.deepEqual([result.blocks.length, result.blocksCount], [500, 600]);
});

test('a text without line and sentence ends is split and compared all the same', () => {
  const long = 'cuvânt '.repeat(200_000);
  assert.equal(changedText(paged(long), paged(`${long}nou`)).kind, 'changed');
});
