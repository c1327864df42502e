/** Classes of activities in the search over everything: those whose titles or code have all the words. */
import { findClasses } from './class-search.ts';
import { caenStamp } from './stamp.ts';

export async function activitiesFound(q: string, limit: number) {
  const found = findClasses(q);
  return {
    rows: found.slice(0, limit).map(({ code, titles }) => ({
      kind: 'caen',
      id: code,
      title: `CAEN Rev.3 ${code}: ${titles.ro}`,
      date: null,
      url: `/api/caen/${code}`,
    })),
    total: found.length,
    totalRelation: 'exact' as const,
    sources: [caenStamp],
  };
}
