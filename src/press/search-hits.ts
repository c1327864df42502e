/** Press articles in the search over everything: those with all the words, the last one begun. */
import { words } from '#base/text.ts';
import type { PressNeeds, StoredRelease } from './needs.ts';
import { namesHidden } from './withheld.ts';

/** More words are a sentence; the first ones find it. */
const WORDS_MAX = 8;

/** Looked through when a word of the question is one of a hidden person's name. */
const LOOKED_THROUGH_MAX = 200;

export const articlesFound =
  ({ stored, hidden }: Pick<PressNeeds, 'stored' | 'hidden'>) =>
  async (q: string, limit: number) => {
    const wanted = [...new Set(words(q))].slice(0, WORDS_MAX);
    const { names } = hidden();
    const careful = wanted.some((word, i) => names.has(word, i === wanted.length - 1));
    const found =
      wanted.length === 0 ? { rows: [], total: 0 } : await stored.byWords(wanted, careful ? LOOKED_THROUGH_MAX : limit);
    // A name must not be found in what does not show it.
    const shows = ({ title, text }: StoredRelease): boolean => {
      const shown = words(names.redacted(`${title}\n${text ?? ''}`));
      const has = (word: string, i: number) =>
        shown.some((each) => (i === wanted.length - 1 ? each.startsWith(word) : each === word));
      return wanted.every(has);
    };
    const rows = found.rows.filter((row) => !namesHidden(row, names) && (!careful || shows(row)));
    const total = careful ? rows.length : Math.max(found.total, rows.length);
    return {
      rows: rows.slice(0, limit).map(({ slug, title, publishedAt }) => ({
        kind: 'article',
        id: slug,
        title,
        date: publishedAt.slice(0, 10),
        url: `/api/press-articles/${slug}`,
      })),
      total,
      totalRelation: 'exact' as const,
    };
  };
