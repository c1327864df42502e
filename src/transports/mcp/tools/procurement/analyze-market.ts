/** A market: everything that is bought under a CPV code or prefix, in sums. */

import Type from 'typebox';
import { closed, orNull } from '#lib/schema/fields.ts';
import { messages } from '#locales/messages.ts';
import { CitationFields } from '#transports/mcp/format/citation.ts';
import { BYTES_USUAL, sizeOf } from '#transports/mcp/format/result.ts';
import { tool } from '#transports/mcp/tool.ts';
import { Cpv, days, defined } from './arguments.ts';
import { procurementCitation } from './citation.ts';
import { Coverage, kinds, kindsOf, Party, partyOf, plainKinds, shortOrNull, sum, sumOf, Year } from './shapes.ts';

const YEARS = 6;
const SUPPLIERS_MAX = 8;
const SUPPLIERS_MIN = 4;
const AUTHORITIES = 5;
const TITLE_MAX = 70;

const sums = { ...kinds, awards: sum('Direct purchases outside of the catalogue.') };

/** The same in a series. */
const plainSums = { ...plainKinds, awards: sum('As above.') };

const Supplier = Type.Object(
  {
    rank: Type.Integer({ description: 'Place by value of contracts and call-offs.' }),
    supplier: Party,
    contracts: sum('Ordinary contracts; of a consortium’s the share.'),
    callOffs: sum('Call-offs, likewise.'),
    directPurchases: orNull(sum('Purchases.'), 'Null when narrowed by town, which purchases do not have.'),
    share: orNull(Type.Number(), 'Of the value of contracts and call-offs, 0-1.'),
    authoritiesCount: Type.Integer({ description: 'Authorities that bought from it.' }),
    lastDate: orNull(Type.String(), 'Day of the last deal.'),
  },
  closed,
);

const Authority = Type.Object(
  {
    party: Party,
    contracts: sum('Ordinary contracts.'),
    callOffs: sum('Call-offs.'),
    directPurchases: sum('Purchases.'),
    share: orNull(Type.Number(), 'Of the value of contracts and call-offs, 0-1.'),
  },
  closed,
);

const Child = Type.Object(
  {
    prefix: Type.String({ description: 'One digit more than requested.' }),
    title: orNull(Type.String(), 'Romanian title.'),
    contracts: kinds.contracts,
    callOffs: kinds.callOffs,
    directPurchases: sum('Purchases.'),
  },
  closed,
);

const percentile = orNull(Type.Number(), 'Lei.');

/** Fields for Pro; null for other accounts. */
const forPro = {
  topSuppliers: orNull(
    Type.Array(Supplier),
    `Who sells most, ${SUPPLIERS_MAX} at most, fewer in a long answer; for accounts with full access.`,
  ),
  topAuthorities: orNull(
    Type.Array(Authority),
    `Who buys most, ${AUTHORITIES} at most; for accounts with full access.`,
  ),
  concentration: orNull(
    Type.Object(
      {
        suppliers: Type.Integer({ description: 'Suppliers with a contract or a call-off.' }),
        hhi: orNull(Type.Number(), 'Herfindahl-Hirschman index, 0-10,000.'),
        top10Share: orNull(Type.Number(), 'Share of the ten largest, 0-1.'),
      },
      closed,
    ),
    'How the value is spread over suppliers; for accounts with full access.',
  ),
  values: orNull(
    Type.Object({ p10: percentile, p25: percentile, p50: percentile, p75: percentile, p90: percentile }, closed),
    'Percentiles of the values of contracts and call-offs, lei; for accounts with full access.',
  ),
  offers: orNull(
    Type.Object(
      {
        contracts: Type.Integer({ description: 'Contracts and call-offs with a known number of offers.' }),
        average: orNull(Type.Number(), 'Offers per contract.'),
        singleShare: orNull(Type.Number(), 'Share of contracts with a single offer, 0-1.'),
      },
      closed,
    ),
    'Competition; for accounts with full access.',
  ),
  children: orNull(
    Type.Array(Child),
    'Parts of the market by the next digit of the code; for accounts with full access.',
  ),
};

const NOTHING = {
  topSuppliers: null,
  topAuthorities: null,
  concentration: null,
  values: null,
  offers: null,
  children: null,
};

export const analyzeMarket = tool({
  name: 'analyze_market',
  title: 'A public market by CPV',
  about:
    'Tells how big a public market is (everything bought under a CPV code or its first digits), by year and kind, and, for accounts with full access, who sells and buys most, how concentrated it is, typical values, offers per contract, and its parts. For one company instead use `analyze_procurement`; for the rows `list_contracts` or `list_direct_purchases` by `cpv`.',
  effect: 'reads',
  input: Type.Object({
    cpv: Cpv('CPV code or its first digits: 45 works, 33 medical, 72 IT services, 15 food …'),
    supplierCity: Type.Optional(
      Type.String({ minLength: 1, maxLength: 100, description: 'Town of the suppliers: narrows `topSuppliers` only.' }),
    ),
    ...days('day'),
  }),
  output: Type.Object({
    cpv: Type.Object(
      { prefix: Type.String({ description: 'As requested.' }), title: orNull(Type.String(), 'Romanian title.') },
      { ...closed, description: 'What was analysed.' },
    ),
    totals: Type.Object(sums, { ...closed, description: 'By kind, of all days that count.' }),
    byYear: Type.Array(Type.Object({ year: Year, ...plainSums }, closed), {
      description: `Oldest first, the newest ${YEARS}; the totals have all years.`,
    }),
    ...forPro,
    coverage: Coverage,
    ...CitationFields,
  }),
  async call({ cpv, supplierCity, dateFrom, dateTo }, call) {
    const range = defined({ dateFrom, dateTo });
    const answer = await call.client.getCpvAnalysis({ cpv, ...range });
    const { data, meta } = answer;
    const whole = {
      cpv: data.cpv,
      totals: { ...kindsOf(data.totals), awards: sumOf(data.totals.awards) },
      byYear: data.byYear.slice(-YEARS).map((one) => ({ year: one.year, ...kindsOf(one), awards: sumOf(one.awards) })),
      coverage: data.coverage,
    };
    const page = { name: 'market', params: { cpv: data.cpv.prefix }, query: answer.preview ? {} : range } as const;
    if (answer.preview) {
      const ignored = [...(meta.ignored ?? []), ...(supplierCity === undefined ? [] : ['supplierCity'])];
      return {
        ...whole,
        ...NOTHING,
        ...procurementCitation(call, page, [{ ...meta, ignored }], { pro: messages.agents.procurement.pro.market() }),
      };
    }
    const top = await call.client.getCpvTopSuppliers({
      cpv,
      ...range,
      ...defined({ supplierCity }),
      limit: SUPPLIERS_MAX,
    });
    const { concentration, values, offers } = answer.data;
    const answerWith = (suppliers: number) => ({
      ...whole,
      topSuppliers: top.data.slice(0, suppliers).map((one) => ({
        rank: one.rank,
        supplier: partyOf(one.supplier),
        contracts: sumOf(one.contracts),
        callOffs: sumOf(one.callOffs),
        directPurchases: one.directPurchases && sumOf(one.directPurchases),
        share: one.share,
        authoritiesCount: one.authoritiesCount,
        lastDate: one.lastDate,
      })),
      topAuthorities: answer.data.topAuthorities.slice(0, AUTHORITIES).map((one) => ({
        party: partyOf(one.party),
        contracts: sumOf(one.contracts),
        callOffs: sumOf(one.callOffs),
        directPurchases: sumOf(one.directPurchases),
        share: one.share,
      })),
      concentration,
      values: values && { p10: values.p10, p25: values.p25, p50: values.p50, p75: values.p75, p90: values.p90 },
      offers,
      children: answer.data.children.map((one) => ({
        prefix: one.prefix,
        title: shortOrNull(one.title, TITLE_MAX),
        contracts: sumOf(one.contracts),
        callOffs: sumOf(one.callOffs),
        directPurchases: sumOf(one.directPurchases),
      })),
      ...procurementCitation(call, page, [meta, top.meta]),
    });
    let suppliers = SUPPLIERS_MAX;
    while (suppliers > SUPPLIERS_MIN && sizeOf(answerWith(suppliers)) > BYTES_USUAL) suppliers--;
    return answerWith(suppliers);
  },
});
