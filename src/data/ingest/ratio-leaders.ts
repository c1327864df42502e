/** The best of one year by ratio, among companies that are large enough: the first hundred of each ranking, kept while reading. */

import type { Row } from '#data/store/table.ts';
import type { Figures } from '#domain/companies/balances/figures.ts';
import { type AdvancedRanking, advancedRankings } from '#domain/statistics/ranking-ratios.ts';
import type { advancedRank } from '#domain/statistics/tables.ts';
import { LEADERS_KEPT } from './ranks.ts';

export interface Leaders {
  /** One firm: its figures by years back, its values in the order of the measures, NaN where there is none. */
  note(cui: number, figures: (yearsBack: number) => Partial<Figures>, values: Float64Array): void;
  rows(year: number): Generator<Row<typeof advancedRank>>;
}

interface Leader {
  cui: number;
  value: number;
}

const byValue = (a: Leader, b: Leader): number => b.value - a.value || a.cui - b.cui;

export function advancedLeaders(measures: readonly string[]): Leaders {
  const rankings = advancedRankings.map((ranking) => ({
    ranking,
    at: measures.indexOf(ranking.ratio),
    leaders: [] as Leader[],
  }));
  return {
    note(cui, figures, values) {
      for (const { ranking, at, leaders } of rankings) {
        const value = Number(values[at]);
        const last = leaders[LEADERS_KEPT - 1];
        if (Number.isNaN(value) || (last && value < last.value) || !takesPart(ranking, value, figures)) continue;
        leaders.push({ cui, value });
        leaders.sort(byValue);
        leaders.length = Math.min(leaders.length, LEADERS_KEPT);
      }
    },
    *rows(year) {
      for (const { ranking, leaders } of rankings) {
        for (const [i, { cui, value }] of leaders.entries()) {
          const rank = leaders.findIndex((other) => other.value === value) + 1;
          yield { year, ranking: ranking.code, position: i + 1, rank, cui, value };
        }
      }
    },
  };
}

function takesPart(
  { minimums, maximum }: AdvancedRanking,
  value: number,
  figures: (yearsBack: number) => Partial<Figures>,
): boolean {
  if (maximum !== null && value > maximum.value) return false;
  return minimums.every(({ figure, yearsBack, atLeast }) => (figures(yearsBack)[figure] ?? 0) >= atLeast);
}
