/** Operations on rankings and aggregates. */
import { Type } from 'typebox';
import { endpoint } from '#api/endpoint.ts';
import { Cui } from '#api/parameters.ts';
import { translator } from '#lib/i18n/message.ts';
import { closed } from '#lib/schema/fields.ts';
import { hub } from './activity-hub.ts';
import { advanced } from './advanced-rankings.ts';
import { benchmarks } from './benchmarks.ts';
import { assertRankings, computedMeta, type StatisticsContext } from './context.ts';
import { Leaderboard, leaderboardOf } from './leaderboard.ts';
import { market } from './market.ts';
import { rankedYears } from './rankings-table.ts';
import { topCompanies } from './top-companies.ts';

export const statistics = (needs: StatisticsContext) => ({
  getLeaderboard: endpoint({
    path: '/api/company/{cui}/leaderboard',
    access: 'pro+x402',
    price: 'list',
    fresh: '24h',
    title: { en: 'Positions in the rankings', ro: 'Poziții în clasamente' },
    about: {
      en: 'Rank by turnover, profit and headcount among all companies, in the county and in the CAEN class as filed (the slice names its revision). Companies without published figures get nulls.',
      ro: 'Locul după cifra de afaceri, profit și număr de salariați între toate firmele, în județ și în clasa CAEN așa cum a fost depusă (revizia ei este scrisă în felie). Firmele fără cifre publicate primesc null.',
    },
    params: Type.Object({ cui: Cui }, closed),
    data: Leaderboard,
    empty: ({ positions }) => !positions?.length,
    examples: [
      { title: { en: 'Ranks of a large company', ro: 'Locurile unei firme mari' }, params: { cui: needs.example.cui } },
    ],
    async handle({ cui }, call) {
      await needs.company(cui, call);
      const { dataset } = call;
      assertRankings(dataset);
      const names = await needs.names(dataset);
      return {
        data: await leaderboardOf(dataset.db, cui, names, translator(call.language)),
        meta: computedMeta(dataset),
      };
    },
  }),

  getMarket: market(needs),
  getTopCompanies: topCompanies(needs),

  getLeaderboardYears: endpoint({
    path: '/api/statistica/leaderboard-years',
    access: 'pro+x402',
    price: 'reference',
    fresh: '24h',
    title: { en: 'Years with rankings', ro: 'Anii cu clasamente' },
    about: {
      en: 'The years for which companies are ranked, newest first.',
      ro: 'Anii pentru care există clasamente, cei mai noi întâi.',
    },
    data: Type.Array(Type.Integer({ description: 'A year.' })),
    examples: [{ title: { en: 'All years', ro: 'Toți anii' } }],
    async handle(_, { dataset }) {
      assertRankings(dataset);
      return { data: await rankedYears(dataset.db), meta: computedMeta(dataset) };
    },
  }),

  getAdvancedRankings: advanced(needs),
  getBenchmarks: benchmarks(needs),
  getCaenHub: hub(needs),
});
