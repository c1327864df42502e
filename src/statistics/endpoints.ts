/** Operations on rankings and aggregates. */
import { Type } from 'typebox';
import { closed } from '#base/schema.ts';
import { type Call, endpoint } from '#http/endpoint.ts';
import { Cui } from '#http/parameters.ts';
import { Problem } from '#http/problem.ts';
import { isLoaded, stampsOf } from '#http/stamps.ts';
import type { Dataset } from '#store/dataset.ts';
import { Leaderboard, leaderboardOf } from './leaderboard.ts';

export interface StatisticsNeeds {
  /** Throws a 404 when nobody knows the company. */
  company(cui: string, call: Call): Promise<unknown>;
  caenTitles(dataset: Dataset): Promise<(revision: string, code: string) => string | null>;
  example: { cui: string } | null;
}

export const statistics = (needs: StatisticsNeeds) => ({
  getLeaderboard: endpoint({
    path: '/api/company/{cui}/leaderboard',
    access: 'pro+x402',
    fresh: '24h',
    title: 'Positions in the rankings',
    about:
      'Rank by turnover, profit and headcount among all companies, in the county and in the CAEN class as filed (which revision it is of stands in the slice). Companies without published figures get nulls.',
    params: Type.Object({ cui: Cui }, closed),
    data: Leaderboard,
    examples: [{ title: 'Ranks of a large company', params: { cui: needs.example?.cui ?? '90000014' } }],
    async handle({ cui }, call) {
      await needs.company(cui, call);
      const { dataset } = call;
      if (!isLoaded(dataset, 'rankings'))
        throw new Problem(
          'SOURCE_NOT_LOADED',
          'This installation has not loaded balance sheets, so there are no rankings.',
        );
      const { sources, stale, warnings } = stampsOf(dataset, 'finances', 'registry');
      return {
        data: await leaderboardOf(dataset.db, cui, await needs.caenTitles(dataset)),
        meta: { source: 'computed', sources, stale, warnings },
      };
    },
  }),
});
