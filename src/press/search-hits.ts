/** Press articles in the search over everything: those with all the words, the last one begun. */
import { isLost } from '#base/lost-words.ts';
import { words } from '#base/text.ts';
import { pressStamp } from './freshness.ts';
import type { PressNeeds } from './needs.ts';
import { withheld } from './withheld.ts';

/** More words are a sentence; the first ones find it. */
const WORDS_MAX = 8;

export const articlesFound =
  ({ stored, hidden, licence, pages }: Pick<PressNeeds, 'stored' | 'hidden' | 'licence' | 'pages'>) =>
  async (q: string, limit: number) => {
    const wanted = [...new Set(words(q))].slice(0, WORDS_MAX);
    const terms = wanted.map((word, i) => ({ word, prefix: i === wanted.length - 1 }));
    const { addresses, lost } = await withheld({ stored, hidden });
    const without = [...addresses, ...lost.keys().filter((url) => isLost(terms, lost.get(url) ?? []))];
    const { rows, total } = wanted.length === 0 ? { rows: [], total: 0 } : await stored.byWords(wanted, limit, without);
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
      sources: [pressStamp(await stored.look(), pages.releases, licence)],
    };
  };
