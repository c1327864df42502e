/** Operations on public procurement. */
import { Type } from 'typebox';
import { closed, orNull } from '#base/schema.ts';
import { endpoint } from '#http/endpoint.ts';
import { Cui } from '#http/parameters.ts';
import { notLoaded } from '#http/stamps.ts';
import { ProcurementPreview } from './preview.ts';

export interface ProcurementNeeds {
  example: { cui: string } | null;
}

export const procurement = (needs: ProcurementNeeds) => ({
  getCompanySeap: endpoint({
    path: '/api/company/{cui}/seap',
    access: 'pro+x402',
    price: 'record',
    fresh: '6h',
    title: 'Public procurement at a glance',
    about:
      'Latest contracts and direct purchases of the company as authority and as supplier, with totals. Null, with `meta.notLoaded`, on an installation that has not loaded procurement data.',
    params: Type.Object({ cui: Cui }, closed),
    data: orNull(ProcurementPreview, 'Both sides; null when procurement data is not loaded.'),
    examples: [{ title: 'A large company', params: { cui: needs.example?.cui ?? '90000014' } }],
    async handle(_input, call) {
      return { data: null, meta: { source: 'seap', sources: [], notLoaded: notLoaded(call.dataset, 'seap') } };
    },
  }),
});
