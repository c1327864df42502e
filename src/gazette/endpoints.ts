/** Operations on the Official Gazette. */
import { Type } from 'typebox';
import { closed, orNull } from '#base/schema.ts';
import { type Call, endpoint } from '#http/endpoint.ts';
import { Cui } from '#http/parameters.ts';
import { notLoaded } from '#http/stamps.ts';
import { Decision } from './decision.ts';

export interface GazetteNeeds {
  /** Throws a 404 when nobody knows the company. */
  company(cui: string, call: Call): Promise<unknown>;
  example: { cui: string } | null;
}

export const gazette = (needs: GazetteNeeds) => ({
  getCompanyDecisions: endpoint({
    path: '/api/company/{cui}/decisions',
    access: 'pro+x402',
    fresh: '24h',
    title: 'Official Gazette decisions of a company',
    about:
      'Decisions published in Part IV of the Official Gazette about the company, newest first. Null, with `meta.notLoaded`, on an installation that has not loaded the Gazette.',
    params: Type.Object({ cui: Cui }, closed),
    data: orNull(Type.Array(Decision), 'Newest first; null when the Gazette is not loaded.'),
    examples: [{ title: 'A large company', params: { cui: needs.example?.cui ?? '90000014' } }],
    async handle({ cui }, call) {
      await needs.company(cui, call);
      return { data: null, meta: { source: 'gazette', sources: [], notLoaded: notLoaded(call.dataset, 'gazette') } };
    },
  }),
});
