/** The analysis of a market as its pages take it, and which days it counts. */
import type { PageRequest } from '#transports/web/routing/page.ts';

type Told = Awaited<ReturnType<PageRequest['client']['getCpvAnalysis']>>;
/** For Pro. */
export type Analysis = Extract<Told, { preview: false }>['data'];
/** For everybody. */
export type AnalysisPreview = Extract<Told, { preview: true }>['data'];

export interface Coverage {
  /** Null when nothing is loaded. */
  from: string | null;
  to: string | null;
}

/** The days on which both contracts and direct purchases are loaded, as one sum of them needs. */
export function coverageOf({ coverage }: Pick<AnalysisPreview, 'coverage'>): Coverage {
  const rows = coverage.filter(({ list }) => list === 'contract' || list === 'purchase');
  const days = (name: 'firstDate' | 'lastDate'): string[] => rows.flatMap((row) => row[name] ?? []).sort();
  return { from: days('firstDate')[0] ?? null, to: days('lastDate').at(-1) ?? null };
}
