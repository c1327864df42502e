/** The search index and its results: against a plain scan of the pages, and against hostile texts. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Database } from '#data/store/database.ts';
import { migrate, migrationsOf } from '#data/store/migrate.ts';
import { storedText } from '#domain/documents/opener/stored-text.ts';
import type { Reading } from '#domain/documents/readers/reading.ts';
import { pagedText } from '#domain/documents/readers/reading-builder.ts';
import { contentOf, contentStatements } from '#domain/documents/tables/contents-table.ts';
import { noHiddenPersons } from '#lib/redaction/hidden-names.ts';
import { foldedWord, stemOf } from '#lib/values/stems.ts';
import { onBothEngines } from '#test/support/both-engines.ts';
import { offsetOfWord, positionedWords } from './page-words.ts';
import { search } from './search.ts';
import { wordBlocks } from './word-blocks.ts';

const readingOf = (texts: readonly string[]): Reading => ({
  kind: 'text',
  mediaType: 'text/plain',
  state: 'read',
  text: pagedText(texts.map((text, i) => ({ number: i + 1, text, source: 'text' }))),
  pagesCount: texts.length,
  missing: [],
  entries: null,
  reason: null,
});

test('forms of a word have one stem, and other words have another', () => {
  const stems = (forms: string): string[] => [...new Set(forms.split(' ').map((form) => stemOf(foldedWord(form))))];
  for (const forms of [
    'garanție garanția garanției garanții garanțiilor',
    'livrare livrarea livrării livrări livrat livrează',
    'structură structuri structurile structurilor',
    'lot lotul loturi loturile lotului loturilor',
    'preț prețul prețuri prețului prețurilor',
    'școală școli școala școlii',
    'autoritate autorității autoritatea autoritățile',
    'zi zile zilelor',
  ])
    assert.equal(stems(forms).length, 1, forms);
  assert.equal(stems('contract contractant ofertă ofertant termen termic lot lotus').length, 8);
  assert.equal(stemOf('418'), '418');
});

test('the offset of a word equals its position in the tokenized text', () => {
  const text = '  Ăâîșț 12-a, „Țevi”\n\u0307x 𝒳𝒴 日本語 a\u0301b … ultimul';
  for (const [location, { start }] of [...positionedWords(text)].entries())
    assert.equal(offsetOfWord(text, location), start);
  assert.equal(offsetOfWord(text, 100), text.length);
});

onBothEngines(({ place: location }) => {
  let db: Database;
  let contents = 0;
  before(async () => {
    db = await (await location()).database();
    await migrate(db, migrationsOf('documents', db.engine));
  });
  after(() => db.close());

  const keep = async (texts: readonly string[]): Promise<number> => {
    const sha256 = String(++contents).padStart(64, '0');
    const reading = readingOf(texts);
    await db.write(contentStatements(sha256, reading, storedText(reading), new Date()));
    return (await contentOf(db, sha256))?.key ?? assert.fail();
  };
  const numbers = async (q: string, ...keys: number[]): Promise<number[]> => {
    const found = await search(q, { db, contents: keys, hidden: noHiddenPersons });
    return ((await found?.shown(0, 1_000)) ?? []).map(({ page }) => page).sort((a, b) => a - b);
  };

  test('hits of the index equal a scan of the pages, for combinations of words', async () => {
    const words = ['alfa', 'beta', 'gama', 'delta', 'epsilon', 'zeta', 'eta', 'teta', 'iota', 'kapa'];
    let seed = 7;
    const roll = (): number => {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
      return seed / 2_147_483_648;
    };
    const texts = Array.from({ length: 300 }, () =>
      Array.from({ length: 1 + Math.floor(roll() * 6) }, () => words[Math.floor(roll() * words.length)]).join(' '),
    );
    const key = await keep(texts);
    for (const one of words)
      for (const other of words) {
        const both = texts.flatMap((text, i) =>
          [one, other].every((word) => text.split(' ').includes(word)) ? i + 1 : [],
        );
        const found = await search(`${one} ${other} `, { db, contents: [key], hidden: noHiddenPersons });
        const all = found?.ranked.filter((each) => each.found === 'all').length;
        assert.equal(all, both.length, `${one} ${other}`);
        const inOrder = texts.flatMap((text, i) => (` ${text} `.includes(` ${one} ${other} `) ? i + 1 : []));
        assert.deepEqual(await numbers(`"${one} ${other}"`, key), inOrder, `"${one} ${other}"`);
      }
  });

  test('concurrent writers get distinct keys', async () => {
    const keys = await Promise.all(Array.from({ length: 12 }, (_, i) => keep([`împreună ${i}`])));
    assert.equal(new Set(keys).size, 12);
    assert.equal((await numbers('impreuna', ...keys)).length, 12);
  });

  test('a query over very many contents finds the matching ones', async () => {
    const keys: number[] = [];
    for (let i = 0; i < 300; i++) keys.push(await keep([`document${i} comun`]));
    assert.equal((await numbers('comun', ...keys)).length, 300);
    assert.equal((await numbers('document299', ...keys)).length, 1);
  });

  test('hostile texts are stored and found', async () => {
    const long = 'x'.repeat(1_000_000);
    const key = await keep([
      `${long} urmează`,
      '... --- !!! ???',
      'nul \u0000 la mijloc'.replaceAll('\u0000', ' '),
      'jumătate \ud800 de semn',
      `${'\u0301'.repeat(5_000)}a semne`,
      'ԱԲԳ Ωμέγα 日本語 𝒳 emoji 😀 sfârșit',
    ]);
    assert.deepEqual(await numbers('urmeaza', key), [1]);
    assert.deepEqual(await numbers('x'.repeat(200), key), [1]);
    assert.deepEqual(await numbers('semn', key), [4, 5]);
    assert.deepEqual(await numbers('ωμεγα', key), [6]);
    assert.deepEqual(await numbers('日本語', key), [6]);
    const found = await search('urmeaza', { db, contents: [key], hidden: noHiddenPersons });
    const [hit] = (await found?.shown(0, 1)) ?? [];
    assert.ok(hit && hit.snippet.text.length <= 300 && hit.snippet.text.isWellFormed());
  });

  test('millions of words on one page are cut to the limit, with a note', async () => {
    const reading = readingOf(['a b '.repeat(2_500_000)]);
    const cut = storedText(reading, 1_000_000);
    assert.deepEqual(
      [cut.state, cut.pages[0]?.text.length, cut.missing],
      ['partly', 1_000_000, [{ what: 'rest', fromPage: 1, why: 'tooLarge' }]],
    );
    const blocks = wordBlocks([{ number: 1, text: reading.text?.text ?? '' }]);
    assert.ok(blocks.reduce((sum, { words }) => sum + words.length, 0) < 50_000);
  });
});
