/** Shapes of what is computed over a CPV prefix: the top suppliers, and the analysis. */
import { Type } from 'typebox';
import { closed, orNull } from '#lib/values/schema.ts';
import { Coverage } from './coverage.ts';
import { Party } from './party.ts';

const CountAndValue = Type.Object(
  {
    count: Type.Integer({ description: 'How many.' }),
    value: orNull(
      Type.Number(),
      'Value of those whose value is known, lei; 0 when there are none, null when it is known of none.',
    ),
    unknown: Type.Integer({ description: 'How many of them have no known value.' }),
  },
  { ...closed, title: 'ProcurementSum', description: 'How many, and their value together.' },
);

const Deals = Type.Object(
  {
    count: Type.Integer({ description: 'How many.' }),
    value: orNull(
      Type.Number(),
      'Value of those whose value is known, lei; of a consortium’s contract the share. 0 when there are none, null when it is known of none.',
    ),
  },
  { ...closed, title: 'SupplierDeals', description: 'How many, and their value together.' },
);

export const TopSupplier = Type.Object(
  {
    rank: Type.Integer({ description: 'Place by value, contracts and purchases together.' }),
    supplier: Party,
    contracts: Deals,
    directPurchases: orNull(
      Deals,
      'Accepted purchases; null when the list is narrowed by town, which purchases do not have.',
    ),
    share: orNull(Type.Number(), 'Share of the value of all suppliers, 0-1; null when no value is known.'),
    authoritiesCount: Type.Integer({ description: 'Authorities that bought from it.' }),
    firstDate: orNull(Type.String(), 'Day of the first deal.'),
    lastDate: orNull(Type.String(), 'Day of the last deal.'),
  },
  { ...closed, title: 'TopSupplier' },
);

const kinds = {
  contracts: { ...CountAndValue, description: 'Ordinary contracts.' },
  frameworks: {
    ...CountAndValue,
    description: 'Framework agreements: their values are ceilings, never summed with contracts.',
  },
  callOffs: { ...CountAndValue, description: 'Call-offs under frameworks.' },
  directPurchases: { ...CountAndValue, description: 'Accepted direct purchases.' },
  awards: { ...CountAndValue, description: 'Award notices of direct purchases made outside the catalogue.' },
};

const Totals = Type.Object(kinds, { ...closed, title: 'ProcurementTotals', description: 'By kind.' });

const dated = (period: string): string => `By ${period}, oldest first; deals without a day are in the totals only.`;

const byYear = Type.Array(
  Type.Object({ year: Type.Integer({ description: 'Year.' }), ...kinds }, { ...closed, title: 'ProcurementByYear' }),
  { description: dated('year') },
);

const byMonth = Type.Array(
  Type.Object(
    { month: Type.String({ description: 'Month, `YYYY-MM`.' }), ...kinds },
    { ...closed, title: 'ProcurementByMonth' },
  ),
  { description: dated('month') },
);

const Child = Type.Object(
  {
    prefix: Type.String({ description: 'What was asked, and one digit more.' }),
    title: orNull(
      Type.String(),
      'Its Romanian title; ending in 0 it is what is classed no further, and has the title of the whole. Null when the vocabulary has none.',
    ),
    contracts: kinds.contracts,
    directPurchases: kinds.directPurchases,
  },
  { ...closed, title: 'CpvChild' },
);

const percentile = Type.Number({ description: 'Lei.' });

const Percentiles = Type.Object(
  { p10: percentile, p25: percentile, p50: percentile, p75: percentile, p90: percentile },
  { ...closed, title: 'ValuePercentiles' },
);

const Leader = Type.Object(
  {
    party: Party,
    contracts: Deals,
    directPurchases: Deals,
    share: orNull(Type.Number(), 'Share of the value, 0-1.'),
  },
  { ...closed, title: 'ProcurementLeader' },
);

export const Analysis = Type.Object(
  {
    cpv: Type.Object(
      { prefix: Type.String({ description: 'As asked.' }), title: orNull(Type.String(), 'Its Romanian title.') },
      { ...closed, title: 'AnalysedCpv', description: 'What was analysed.' },
    ),
    totals: Totals,
    byYear,
    byMonth,
    children: Type.Array(Child, {
      description:
        'By the next digit of the code, in its order, those with a contract or an accepted purchase; empty for a whole code, which has no next digit.',
    }),
    concentration: Type.Object(
      {
        suppliers: Type.Integer({ description: 'Suppliers with a contract or an accepted purchase.' }),
        hhi: orNull(
          Type.Number(),
          'Herfindahl-Hirschman index of their values, 0-10,000; null when no value is known.',
        ),
        top10Share: orNull(Type.Number(), 'Share of the ten largest, 0-1.'),
      },
      { ...closed, title: 'Concentration', description: 'How the value is spread over suppliers.' },
    ),
    values: orNull(
      Type.Object(
        {
          ...Percentiles.properties,
          contracts: orNull(Percentiles, 'Of contracts.'),
          directPurchases: orNull(Percentiles, 'Of purchases.'),
        },
        { ...closed, title: 'ValueSpread' },
      ),
      'Percentiles of the values above zero of contracts and accepted purchases, each off by at most 1 %; null when no value is known.',
    ),
    topAuthorities: Type.Array(Leader, { description: 'The ten that bought most, by value.' }),
    topSuppliers: Type.Array(Leader, { description: 'The ten that sold most, by value.' }),
    offers: Type.Object(
      {
        contracts: Type.Integer({ description: 'Contracts whose number of offers is known.' }),
        average: orNull(Type.Number(), 'Offers per contract.'),
        singleShare: orNull(Type.Number(), 'Share of contracts with a single offer, 0-1.'),
      },
      { ...closed, title: 'Offers', description: 'Competition.' },
    ),
    coverage: Coverage,
  },
  { ...closed, title: 'CpvAnalysis' },
);

export const AnalysisPreview = Type.Object(
  { cpv: Analysis.properties.cpv, totals: Totals, byYear, coverage: Analysis.properties.coverage },
  { ...closed, title: 'CpvAnalysisPreview' },
);
