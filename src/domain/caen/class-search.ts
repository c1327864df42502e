/** Classes by words of their titles, beginnings of words, and codes. */
import { words } from '#lib/values/text.ts';
import { type CaenClass, classes, wordings } from './classes.ts';

/** Said with a code, and in no title. */
const SMALL_TALK = new Set(['caen', 'cod', 'code', 'clasa', 'activitate', 'activitatea', 'rev', 'rev3']);

/** Words that say nothing about an activity when others stand beside them. */
const JOINING = new Set([
  'a',
  'al',
  'ale',
  'and',
  'cu',
  'de',
  'din',
  'for',
  'in',
  'la',
  'of',
  'pe',
  'pentru',
  'si',
  'the',
]);

/** What a title says that the class is not: in brackets, or to its end. */
const EXCEPTION =
  /\((?:exclu|except)[^)]*\)|\b(?:except|excluding|other than|cu excepția|exclusiv|exceptând|excluzând|altele decât)\b.*$/gi;

const makeIndex = () =>
  classes.map((one, i) => ({
    one,
    titles: (wordings[i] ?? []).flatMap((wording) => words(wording.replace(EXCEPTION, ' '))),
    aside: [
      ...(wordings[i] ?? []).flatMap(words),
      ...[one.group, one.division, one.section].flatMap(({ titles }) => words(`${titles.ro} ${titles.en}`)),
    ],
  }));
type Entry = ReturnType<typeof makeIndex>[number];

let index: Entry[] | undefined;

/** Every word must fit; where it fits decides the order: code, title, beginning of a title's word, exceptions and levels above. Of equals, by code. */
export function findClasses(text: string): CaenClass[] {
  const asked = essential([...new Set(words(withoutDots(text)))]).slice(0, WORDS_MAX);
  if (asked.length === 0) return [];
  // Made by the first search: a start should not wait for it.
  index ??= makeIndex();
  return index
    .map((entry) => ({ entry, rank: worstRank(asked, entry) }))
    .filter(({ rank }) => rank < MISS)
    .toSorted((a, b) => a.rank - b.rank)
    .map(({ entry }) => entry.one);
}

/** More words than a title needs to be found by; of a longer question the first ones count. */
const WORDS_MAX = 12;

const MISS = 4;

/** No further than to a word that does not fit. */
function worstRank(asked: readonly string[], entry: Entry): number {
  let worst = 0;
  for (const word of asked) {
    worst = Math.max(worst, rankOf(word, entry));
    if (worst === MISS) return MISS;
  }
  return worst;
}

function rankOf(word: string, { one, titles, aside }: Entry): number {
  if (/^[0-9]+$/.test(word)) return one.code.startsWith(word) ? 0 : MISS;
  if (titles.includes(word)) return 1;
  if (titles.some((each) => each.startsWith(word))) return 2;
  return aside.some((each) => each.startsWith(word)) ? 3 : MISS;
}

/** Statistics offices write 62.10. */
const withoutDots = (text: string): string => text.replace(/(?<=[0-9]{2})\.(?=[0-9])/g, '');

/** Without what says nothing, unless nothing else was said. */
function essential(asked: string[]): string[] {
  const telling = asked.filter((word) => !SMALL_TALK.has(word) && !JOINING.has(word));
  return telling.length > 0 ? telling : asked;
}
