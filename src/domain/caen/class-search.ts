/** Classes by words of their titles, beginnings of words, and codes. */
import type { Provenance } from '#api/endpoint.ts';
import { words } from '#lib/values/text.ts';
import { type CaenClass, classes, wordings } from './classes.ts';

/** Words beside codes that are in no title. */
const SMALL_TALK = new Set(['caen', 'cod', 'code', 'clasa', 'activitate', 'activitatea', 'rev', 'rev3']);

/** Words without meaning beside others. */
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

/** The exceptions in a title: in brackets, or up to its end. */
const EXCEPTION =
  /\((?:exclu|except)[^)]*\)|\b(?:except|excluding|other than|cu excepția|exclusiv|exceptând|excluzând|altele decât)\b.*$/gi;

const makeIndex = () =>
  classes.map((one, i) => ({
    one,
    titles: (wordings[i] ?? []).flatMap((wording) => words(wording.replace(EXCEPTION, ' '))),
    lowRank: [
      ...(wordings[i] ?? []).flatMap(words),
      ...[one.group, one.division, one.section].flatMap(({ titles }) => words(`${titles.ro} ${titles.en}`)),
    ],
  }));
type Entry = ReturnType<typeof makeIndex>[number];

let index: Entry[] | undefined;

/** Every word must match; the kind of match decides the order: code, title, prefix of a title's word, exceptions and levels above. Equals by code. */
export function findClasses(text: string): CaenClass[] {
  const terms = essential([...new Set(words(withoutDots(text)))]).slice(0, WORDS_MAX);
  if (terms.length === 0) return [];
  // Built by the first search, to keep the start fast.
  index ??= makeIndex();
  return index
    .map((entry) => ({ entry, rank: worstRank(terms, entry) }))
    .filter(({ rank }) => rank < MISS)
    .toSorted((a, b) => a.rank - b.rank)
    .map(({ entry }) => entry.one);
}

/** More words than any title needs; of a longer query the first ones count. */
const WORDS_MAX = 12;

const MISS = 4;

/** Stops at the first word without a match. */
function worstRank(terms: readonly string[], entry: Entry): number {
  let worst = 0;
  for (const word of terms) {
    worst = Math.max(worst, rankOf(word, entry));
    if (worst === MISS) return MISS;
  }
  return worst;
}

function rankOf(word: string, { one, titles, lowRank }: Entry): number {
  if (/^[0-9]+$/.test(word)) return one.code.startsWith(word) ? 0 : MISS;
  if (titles.includes(word)) return 1;
  if (titles.some((each) => each.startsWith(word))) return 2;
  return lowRank.some((each) => each.startsWith(word)) ? 3 : MISS;
}

/** Statistics offices write 62.10. */
const withoutDots = (text: string): string => text.replace(/(?<=[0-9]{2})\.(?=[0-9])/g, '');

/** Without meaningless words, unless there are no others. */
function essential(terms: string[]): string[] {
  const meaningful = terms.filter((word) => !SMALL_TALK.has(word) && !JOINING.has(word));
  return meaningful.length > 0 ? meaningful : terms;
}

/** The classification as a source: it ships with the code, so it has no day of its own. */
export const caenProvenance: Provenance = {
  name: 'caen',
  covers: ['caen'],
  asOf: null,
  fetchedAt: null,
  licence: 'Public classification (INS order 377/2024; Eurostat NACE Rev. 2.1)',
  url: null,
};

/** Classes in the search over everything: those whose titles or code match all words. */
export async function activitiesFound(q: string, limit: number) {
  const matches = findClasses(q);
  return {
    rows: matches.slice(0, limit).map(({ code, titles }) => ({
      kind: 'caen',
      id: code,
      title: `CAEN Rev.3 ${code}: ${titles.ro}`,
      date: null,
      url: `/api/caen/${code}`,
    })),
    total: matches.length,
    totalRelation: 'exact' as const,
    sources: [caenProvenance],
  };
}
