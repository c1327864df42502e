/** Press articles by their words: in the list of articles, and in the search over everything. */
import { isHidden, type SearchWord } from '#lib/values/indexed-words.ts';
import { stemOf } from '#lib/values/stems.ts';
import { words } from '#lib/values/text.ts';
import { type PressContext, pressProvenance, type StoredRelease } from './freshness.ts';
import { withheldReleases } from './withheld-releases.ts';

/** Releases with all words, whatever their endings, newest first. A release does not match by words that are redacted in it. */
export async function articlesWith(
  q: string,
  limit: number,
  offset: number,
  { stored, hidden }: Pick<PressContext, 'stored' | 'hidden'>,
): Promise<{ rows: StoredRelease[]; total: number }> {
  const terms = queryTerms(q);
  if (terms.length === 0) return { rows: [], total: 0 };
  const { addresses, lost } = await withheldReleases({ stored, hidden });
  const without = [...addresses, ...lost.keys().filter((url) => isHidden(terms, lost.get(url) ?? []))];
  return stored.byWords(terms, limit, offset, without);
}

export const articleHits =
  ({ stored, hidden, licence, pages }: Pick<PressContext, 'stored' | 'hidden' | 'licence' | 'pages'>) =>
  async (q: string, limit: number) => {
    const { rows, total } = await articlesWith(q, limit, 0, { stored, hidden });
    return {
      rows: rows.map(({ slug, title, publishedAt }) => ({
        kind: 'article',
        id: slug,
        title,
        date: publishedAt.slice(0, 10),
        url: `/api/press-articles/${slug}`,
      })),
      total,
      totalRelation: 'exact' as const,
      sources: [pressProvenance(await stored.look(), pages.releases, licence)],
    };
  };

/** The first words of a longer query are enough. */
const WORDS_MAX = 8;
const ROOT_LENGTH_MIN = 3;
/** Shorter words, and numbers, have no endings. */
const INFLECTED = /^[a-z]{4,}$/;

/** Search terms without endings: `declarației` matches `declarații` and `declarație`. A word without an ending matches as it is, the last one as a prefix. */
export const queryTerms = (question: string): SearchWord[] =>
  [...new Set(words(question))].slice(0, WORDS_MAX).map((word, i, all) => {
    const root = INFLECTED.test(word) ? rootOf(word) : '';
    return root.length < ROOT_LENGTH_MIN ? { word, prefix: i === all.length - 1 } : { word: root, prefix: true };
  });

/** The part of the word that its stem shares; stems change letters where forms differ inside (`școală`, `școli`). Empty when the part is too short. */
function rootOf(word: string): string {
  const stem = stemOf(word);
  let length = 0;
  while (length < stem.length && stem[length] === word[length]) length++;
  return length === stem.length || length > ROOT_LENGTH_MIN ? word.slice(0, length) : '';
}
