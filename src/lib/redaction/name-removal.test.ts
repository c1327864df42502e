import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { isLongTier } from '#test/support/tier.ts';
import { hiddenNames, indexNames } from './hidden-names.ts';
import { FORM_LENGTH, foldedWord, GAP, GAP_MAX, isBusiness, removeNames } from './name-removal.ts';

const NAMES = ['POPA ANA', 'ION MARIN', 'ANA ION POPA', 'FIZICA ION', 'CABINET ANA', 'MO'];
const { all } = hiddenNames(NAMES);
const known = indexNames(all);

const WORD = /[\p{L}\p{M}\p{N}]+/gu;
const BROKEN_WORD = /[\p{L}\p{M}\p{N}]+(?:(?:\p{Cf}+|-\s+)[\p{L}\p{M}\p{N}]+)*/gu;

/** The reference implementation: search the whole text again until nothing is found. `looks` counts the words read. */
function reference(text: string): { text: string; looks: number } {
  let looks = 0;
  const rangesIn = (rest: string, pattern: RegExp): [start: number, end: number][] => {
    const tokens = [...rest.matchAll(pattern)]
      .map(({ 0: raw, index }) => ({ word: foldedWord(raw), start: index, end: index + raw.length }))
      .filter(({ word }) => word.length > 1);
    looks += tokens.length;
    return tokens.flatMap(({ start }, first) =>
      all.flatMap((name): [start: number, end: number][] => {
        const run = tokens.slice(first, first + name.length);
        const end = run.at(-1)?.end ?? start;
        const isName =
          run
            .map(({ word }) => word)
            .toSorted()
            .join(' ') === name.join(' ');
        const isTogether = run.slice(1).every((token, i) => {
          const gap = rest.slice(run[i]?.end, token.start).trim();
          return gap.length <= GAP_MAX && GAP.test(gap);
        });
        const before = rest.slice(Math.max(0, start - FORM_LENGTH), start);
        return isName && isTogether && !isBusiness(before, rest.slice(end, end + FORM_LENGTH)) ? [[start, end]] : [];
      }),
    );
  };
  for (let rest = text; ; ) {
    const ranges = [...rangesIn(rest, WORD), ...rangesIn(rest, BROKEN_WORD)].sort(([a], [b]) => a - b);
    if (ranges.length === 0) return { text: rest, looks };
    let [visible, upTo] = ['', 0];
    for (const [start, end] of ranges) {
      if (start >= upTo) visible += `${rest.slice(upTo, start)}[…]`;
      upTo = Math.max(upTo, end);
    }
    rest = visible + rest.slice(upTo);
  }
}

const words = fc.constantFrom(
  ...['Popa', 'ANA', 'ion', 'Marín', 'Ma', 'rin', 'Po', 'pa', 'P', 'opa', 'A', 'Mo', 'M', 'o', 'fizica', 'persoana'],
  ...[
    'cabinet',
    'de',
    'avocat',
    'PFA',
    'II',
    'și',
    'Ionescu',
    'Ａna',
    '7',
    '\u0301',
    '\u0301\u0323',
    'Anamaria',
    '[…]',
  ],
);
const gaps = fc.constantFrom(
  ...[' ', ' ', ' ', ', ', '-', '- ', '-\n', '\u00ad', '\u200b', ' (', ') ', ' „', '” ', ' | ', '. ', '', '   ', ' = '],
  ...[' '.repeat(25), `${' '.repeat(70)}.`, ' ; ; ; ; ; ; ; ; ; ', '–', '\ufeff', '-\ufeff', '\u00ad '],
);
const text = fc.array(fc.tuple(words, gaps), { minLength: 1, maxLength: 40 }).map((parts) => parts.flat().join(''));

/** Nested names, which appear one after the other. */
const nested = fc.letrec<{ name: string; some: string }>((tie) => ({
  name: fc.oneof(
    { maxDepth: 8, withCrossShrink: true },
    fc.constantFrom('Popa Ana', 'Ion-Marin', 'A-\nna Popa', 'Mo', 'Popa Ana PFA', 'cabinet de avocat Ion Marin'),
    fc.tuple(words, gaps, tie('some'), gaps, words).map((parts) => parts.join('')),
    fc.tuple(tie('some'), tie('some')).map(([one, two]) => `Popa${one}Ana ${two}`),
  ),
  some: fc.tuple(gaps, tie('name'), gaps).map((parts) => parts.join('')),
})).name;

for (const [what, arbitrary] of [
  ['running text', text],
  ['names within names', nested],
] as const)
  test(`for ${what} the result equals repeated removal until nothing is found`, () => {
    fc.assert(
      fc.property(arbitrary, (given) => {
        assert.equal(removeNames(given, known).text, reference(given).text);
      }),
      { seed: 2026, numRuns: isLongTier ? 3_000 : 1_000 },
    );
  });

test('for repeated words the result equals repeated removal', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(words, gaps, fc.integer({ min: 1, max: 20 })), { maxLength: 6 }), (parts) => {
      const given = parts.map(([word, gap, times]) => `${word}${gap}`.repeat(times)).join('');
      assert.equal(removeNames(given, known).text, reference(given).text);
    }),
    { seed: 29, numRuns: isLongTier ? 1_000 : 300 },
  );
});

const LENGTH = 500_000;
/** A text of the given length: the first half repeats one string, the second half another. */
const halves = (one: string, other: string, length: number): string =>
  one.repeat(length / 2 / one.length) + other.repeat(length / 2 / other.length);

/** Groups of 1, 2, 3 … nested names, so that every round changes something. */
function growing(length: number): string {
  const groups: string[] = [];
  for (let depth = 1, letters = 0; letters < length; depth++) {
    groups.push('Popa '.repeat(depth) + 'Ana '.repeat(depth));
    letters += depth * 9;
  }
  return groups.join('').slice(0, length);
}

const ATTACKS: Record<string, (length: number) => string> = {
  nested: (length) => halves('Popa ', 'Ana ', length),
  'nested and broken': (length) => halves('Po-\npa ', 'A\u00adna ', length),
  'one long broken word': (length) => halves('Popa- ', 'Ana- ', length),
  'single letters as broken words': (length) => halves('P-\no-\np-\na ', 'A-\nn-\na ', length),
  'marks only in broken words': (length) => halves('Popa\u00ad\u0301\u00ad', 'Ana\u00ad\u0301\u00ad', length),
  'side by side': (length) => 'Popa Ana '.repeat(length / 9),
  'first words only': (length) => 'Popa Popa Ion '.repeat(length / 14),
  'a business first': (length) => `Popa Ana PFA ${halves('Popa ', 'Ana ', length - 13)}`,
  'businesses only': (length) => halves('Popa ', 'Ana II, ', length),
  'after much white space': (length) => `Popa${' '.repeat(length / 2)}${growing(length / 2)}`,
  'groups of growing depth': growing,
  'much white space, nested': (length) => halves(`Popa${' '.repeat(999)}`, `Ana${' '.repeat(999)}`, length),
  initials: (length) => halves('Popa A. ', 'B. Ana ', length),
  'one word of a name repeated': (length) => 'Ana '.repeat(length / 4),
};

for (const [what, attack] of Object.entries(ATTACKS))
  test(`the work is linear in the length of the text: ${what}`, () => {
    const of = (length: number): { length: number; each: number } => {
      const given = attack(length);
      return { length: given.length, each: removeNames(given, known).steps / given.length };
    };
    // An eighth of a shorter text contains too few of those long gaps for a comparison.
    const length = isLongTier || what === 'much white space, nested' ? LENGTH : LENGTH / 6;
    const [small, large] = [of(length / 8), of(length)];
    assert.ok(large.length > length * 0.9);
    assert.ok(
      large.each < small.each * 1.1 + 0.1,
      `${large.each} steps per character, ${small.each} for an eighth of the text`,
    );
    assert.ok(large.each < 40, `${large.each} steps per character`);
  });

test('repeated removal takes quadratic time for the same texts', () => {
  const [small, large] = [400, 800].map((length) => reference(halves('Popa ', 'Ana ', length)).looks) as [
    number,
    number,
  ];
  assert.ok(large > small * 3.5);
});
