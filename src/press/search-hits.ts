/** Press articles in the search over everything: those with all the words, the last one begun. */
import { words } from '#base/text.ts';
import type { PressNeeds } from './needs.ts';

/** More words are a sentence; the first ones find it. */
const WORDS_MAX = 8;

export const articlesFound =
  ({ stored }: Pick<PressNeeds, 'stored'>) =>
  async (q: string, limit: number) => {
    const wanted = [...new Set(words(q))].slice(0, WORDS_MAX);
    const { rows, total } = wanted.length === 0 ? { rows: [], total: 0 } : await stored.byWords(wanted, limit);
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
    };
  };
