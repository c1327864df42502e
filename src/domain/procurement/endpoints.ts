/** Operations on public procurement. */
import { Type } from 'typebox';
import { endpoint } from '#api/endpoint.ts';
import { Cui } from '#api/parameters.ts';
import { isLoaded, missingParts } from '#api/provenance.ts';
import { closed, orNull } from '#lib/schema/fields.ts';
import { cpvAnalyses } from './analysis-endpoints.ts';
import { companyProcurement } from './company-endpoints.ts';
import type { ProcurementContext } from './context.ts';
import { contractByNumber } from './contract-endpoints.ts';
import { coverageOf } from './coverage.ts';
import { cpvProcurement } from './cpv-endpoints.ts';
import type { Noted } from './cpv-market.ts';
import { sourceMeta, summedMeta } from './list-page.ts';
import { notices } from './notice-endpoints.ts';
import { sideOf } from './preview.ts';
import { ProcurementPreview } from './preview-shape.ts';
import { procurementOf } from './procurement-database.ts';
import { supplierReports } from './report-endpoints.ts';

export const procurement = (context: ProcurementContext) => ({
  getCompanySeap: endpoint({
    path: '/api/company/{cui}/seap',
    access: 'pro+x402',
    price: 'record',
    fresh: '6h',
    title: { en: 'Public procurement at a glance', ro: 'Achizițiile publice pe scurt' },
    about: {
      en: 'Latest contracts and direct purchases of the company as authority and as supplier, with totals by year and its largest partners. `coverage` lists the loaded days: a year that they cover in part is counted in part. Null, with `meta.notLoaded`, on an installation that has not loaded procurement data.',
      ro: 'Cele mai noi contracte și achiziții directe ale firmei ca autoritate și ca furnizor, cu totaluri pe ani și cei mai mari parteneri. `coverage` arată zilele încărcate: un an acoperit parțial este numărat parțial. Null, cu `meta.notLoaded`, pe o instalare care nu a încărcat achizițiile.',
    },
    params: Type.Object({ cui: Cui }, closed),
    data: orNull(ProcurementPreview, 'Both sides; null when procurement data is not loaded.'),
    empty: (data) => data === null || [data.asAuthority, data.asSupplier].every(isEmpty),
    examples: [{ title: { en: 'A large company', ro: 'O firmă mare' }, params: { cui: context.example.cui } }],
    async handle({ cui }, call) {
      const { dataset } = call;
      const notLoaded = missingParts(dataset, 'procurement');
      if (!isLoaded(dataset, 'procurement')) return { data: null, meta: { ...sourceMeta(call), notLoaded } };
      // First, because it throws where the part is unreadable.
      const db = procurementOf(dataset);
      const [authority, supplier, coverage] = await Promise.all([
        sideOf(cui, 'authority', call, context),
        sideOf(cui, 'supplier', call, context),
        coverageOf(db),
      ]);
      const both = [authority, supplier].map(({ side, noted }) => ({ ...side.directPurchases, ...noted }));
      const total = (figure: 'count' | 'unknownState' | keyof Noted): number =>
        both.reduce((all, sum) => all + sum[figure], 0);
      const summed = summedMeta(call, {
        purchases: total('count'),
        unstated: total('unknownState'),
        zero: total('zero'),
        negative: total('negative'),
      });
      return {
        data: { asAuthority: authority.side, asSupplier: supplier.side, coverage },
        meta: { ...summed, notLoaded },
      };
    },
  }),
  ...notices(context),
  ...companyProcurement(context),
  ...supplierReports(context),
  ...contractByNumber(context),
  ...cpvProcurement(context),
  ...cpvAnalyses(context),
});

const isEmpty = (side: { latestContracts: unknown[]; latestDirectPurchases: unknown[] }): boolean =>
  side.latestContracts.length + side.latestDirectPurchases.length === 0;
