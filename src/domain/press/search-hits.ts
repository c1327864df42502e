/** Press articles by their words: in the list of articles, and in the search over everything. */
import { isLost } from '#lib/values/lost-words.ts';
import { pressStamp } from './freshness.ts';
import type { PressNeeds, StoredRelease } from './needs.ts';
import { wantedWords } from './wanted-words.ts';
import { withheld } from './withheld.ts';

type Needs = Pick<PressNeeds, 'stored' | 'hidden'>;

/** Those with all the words, whatever their endings; the newest first. None is found by words that it does not show. */
export async function articlesWith(
  q: string,
  limit: number,
  offset: number,
  { stored, hidden }: Needs,
): Promise<{ rows: StoredRelease[]; total: number }> {
  const wanted = wantedWords(q);
  if (wanted.length === 0) return { rows: [], total: 0 };
  const { addresses, lost } = await withheld({ stored, hidden });
  const without = [...addresses, ...lost.keys().filter((url) => isLost(wanted, lost.get(url) ?? []))];
  return stored.byWords(wanted, limit, offset, without);
}

export const articlesFound =
  ({ stored, hidden, licence, pages }: Needs & Pick<PressNeeds, 'licence' | 'pages'>) =>
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
      sources: [pressStamp(await stored.look(), pages.releases, licence)],
    };
  };
