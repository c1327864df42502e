/** The public purchases and sales of a company, as sums. */

import { setImmediate as yieldToOthers } from 'node:timers/promises';
import Type from 'typebox';
import type { Meta } from '#api/operation-result.ts';
import { Cui } from '#api/parameters.ts';
import { closed, oneOf, orNull } from '#lib/schema/fields.ts';
import type { Static } from '#lib/schema/static.ts';
import { messages } from '#locales/messages.ts';
import { CitationFields } from '#transports/mcp/format/citation.ts';
import { BYTES_USUAL, sizeOf } from '#transports/mcp/format/result.ts';
import { type ToolCall, tool } from '#transports/mcp/tool.ts';
import { procurementCitation, withoutPage } from './citation.ts';
import { codeOf } from './list-contracts.ts';
import { Coverage, kinds, kindsOf, partyOf, plainKinds, shareOf, short, shortOrNull, Year } from './shapes.ts';

const YEARS = 6;
const PARTNERS_MAX = 8;
const PARTNERS_MIN = 3;
/** A company that buys and sells has two sides: fewer partners each, so that the answer stays short. */
const PARTNERS = [PARTNERS_MAX, 5, PARTNERS_MIN];
const LATEST = 3;
const TITLE_MAX = 120;

const Partner = Type.Object(
  {
    cui: orNull(Type.String(), 'Fiscal code.'),
    name: Type.String({ description: 'Name as published.' }),
    count: Type.Integer({ description: 'Contracts, call-offs and purchases together.' }),
    value: orNull(Type.Number(), 'Their value together, lei.'),
    share: orNull(Type.Number(), 'Of the value of all, 0-1.'),
  },
  closed,
);

const Deal = Type.Object(
  {
    id: Type.String({ description: 'Identifier.' }),
    title: orNull(Type.String(), 'Object.'),
    date: orNull(Type.String(), 'Day.'),
    value: orNull(Type.Number(), 'Value, lei.'),
    partner: orNull(Type.String(), 'The other party, as published.'),
  },
  closed,
);

/** One page of each list. */
const NEWEST = 200;
const CODES = 6;
const CODE_TITLE_MAX = 80;

const Mix = Type.Object(
  {
    contractsCounted: Type.Integer({
      description: `Newest contracts and call-offs that were looked at, of the newest ${NEWEST}.`,
    }),
    purchasesCounted: Type.Integer({
      description: `Newest direct purchases, accepted or of unknown state, of the newest ${NEWEST}.`,
    }),
    codes: Type.Array(
      Type.Object(
        {
          code: Type.String({ description: 'CPV code.' }),
          title: orNull(Type.String(), 'Romanian title.'),
          count: Type.Integer({ description: 'Deals.' }),
          value: Type.Number({
            description: 'Sum of their known values, lei; of a consortium’s contract an equal share.',
          }),
        },
        closed,
      ),
      { description: 'By value, the largest.' },
    ),
  },
  closed,
);

interface MixResult {
  mix: Static<typeof Mix>;
  metas: Meta[];
}

const Side = Type.Object(
  {
    role: oneOf(['authority', 'supplier'], '`authority`: what it bought. `supplier`: what it sold.'),
    ...kinds,
    byYear: Type.Array(Type.Object({ year: Year, ...plainKinds }, closed), {
      description: `Newest first, ${YEARS} at most; the sums above have all years.`,
    }),
    topPartners: Type.Array(Partner, {
      description: `Largest by value, ${PARTNERS_MAX} at most, fewer where both sides are told.`,
    }),
    topPartnersShare: orNull(Type.Number(), 'Of these partners together, 0-1: how concentrated it is.'),
    latestContracts: Type.Array(Deal, { description: `The newest ${LATEST}, frameworks and call-offs too.` }),
    latestDirectPurchases: Type.Array(Deal, { description: `The newest ${LATEST}, those that never came about too.` }),
    mix: orNull(Mix, 'What is bought or sold most, by CPV code; for accounts with full access.'),
  },
  closed,
);

export const analyzeProcurement = tool({
  name: 'analyze_procurement',
  title: 'Public procurement of a company',
  about:
    'Tells how much a company or public institution sold to the state or bought publicly, in all and by year, from and to whom most (partners with their shares: dependence, concentration), what (CPV, for accounts with full access), and its newest deals. For the rows themselves use `list_contracts` or `list_direct_purchases`; for a market instead of a company `analyze_market`.',
  effect: 'reads',
  input: Type.Object({
    cui: Cui,
    role: oneOf(['authority', 'supplier', 'both'], 'Which side: what it bought, what it sold.', 'both'),
  }),
  output: Type.Object({
    cui: Type.String({ description: 'Fiscal code.' }),
    sides: Type.Array(Side, { description: 'The requested ones with data; values in lei.' }),
    coverage: Coverage,
    ...CitationFields,
  }),
  async call({ cui, role }, call) {
    const { data, meta } = await call.client.getCompanySeap({ cui });
    const bothSides = [
      { role: 'authority', side: data?.asAuthority },
      { role: 'supplier', side: data?.asSupplier },
    ] as const;
    const requested = bothSides.filter((one) => role === 'both' || role === one.role);
    const sides = await Promise.all(
      requested.flatMap(({ role, side }) => (!side || isEmpty(side) ? [] : [sideOf(cui, role, side, call)])),
    );
    const isMixHidden = sides.some(({ mixed }) => mixed === null);
    const besides = {
      coverage: data?.coverage ?? [],
      ...procurementCitation(
        call,
        { name: 'companyProcurement', params: { cui: codeOf(cui) } },
        [meta, ...sides.flatMap(({ mixed }) => mixed?.metas ?? []).map(withoutPage)],
        {
          pro: messages.agents.procurement.pro.mix(),
          isHidden: isMixHidden,
          warnings: [messages.agents.procurement.shareComputed()],
        },
      ),
    };
    const answerWith = (partners: number) => ({
      cui: codeOf(cui),
      sides: sides.map(({ summary, side }) => ({ ...summary, ...partnersOf(side, partners) })),
      ...besides,
    });
    const fits = PARTNERS.find((partners) => sizeOf(answerWith(partners)) <= BYTES_USUAL);
    return answerWith(fits ?? PARTNERS_MIN);
  },
});

type ProcurementSide = NonNullable<Awaited<ReturnType<ToolCall['client']['getCompanySeap']>>['data']>['asSupplier'];

const isEmpty = ({ latestContracts, latestDirectPurchases }: ProcurementSide): boolean =>
  latestContracts.length + latestDirectPurchases.length === 0;

async function sideOf(
  cui: string,
  role: 'authority' | 'supplier',
  side: ProcurementSide,
  call: ToolCall,
): Promise<{ summary: Omit<Static<typeof Side>, keyof Partners>; side: ProcurementSide; mixed: MixResult | null }> {
  const mixed = call.context.caller.pro ? await mixOf(cui, role, call) : null;
  return {
    mixed,
    side,
    summary: {
      role,
      ...kindsOf(side),
      byYear: side.byYear.slice(0, YEARS).map((one) => ({ year: one.year, ...kindsOf(one) })),
      latestContracts: side.latestContracts.slice(0, LATEST).map(dealOf),
      latestDirectPurchases: side.latestDirectPurchases.slice(0, LATEST).map(dealOf),
      mix: mixed?.mix ?? null,
    },
  };
}

type Partners = Pick<Static<typeof Side>, 'topPartners' | 'topPartnersShare'>;

function partnersOf(side: ProcurementSide, most: number): Partners {
  const partners = side.topPartners.slice(0, most);
  const values = partners.flatMap(({ value }) => value ?? []);
  return {
    topPartners: partners.map((one) => ({
      ...partyOf(one),
      count: one.count,
      value: one.value,
      share: shareOf(one.value, side),
    })),
    topPartnersShare: shareOf(values.length === 0 ? null : values.reduce((all, value) => all + value, 0), side),
  };
}

const dealOf = ({ id, title, date, value, partner }: Static<typeof Deal>): Static<typeof Deal> => ({
  id,
  date,
  value,
  title: shortOrNull(title, TITLE_MAX),
  partner: shortOrNull(partner, TITLE_MAX),
});

async function mixOf(cui: string, role: 'authority' | 'supplier', { client }: ToolCall): Promise<MixResult> {
  const query = { cui, role, limit: NEWEST };
  // The two longest pages of the service: other requests come between them.
  const contracts = await client.getCompanyContracts(query);
  await yieldToOthers();
  const purchases = await client.getCompanyDirectPurchases(query);
  await yieldToOthers();
  const signed = contracts.data.filter(({ framework }) => framework !== 'framework');
  const bought = purchases.data.filter(({ state }) => state === 'accepted' || state === 'unknown');
  const deals = [
    ...signed.map(({ cpv, valueRon, suppliers }) => ({
      cpv,
      value: (valueRon ?? 0) / (role === 'supplier' ? Math.max(1, suppliers?.length ?? 1) : 1),
    })),
    ...bought.map(({ cpv, value }) => ({ cpv, value: value ?? 0 })),
  ];
  const codes = [...Map.groupBy(deals, ({ cpv }) => cpv?.code)].flatMap(([code, own]) =>
    code === undefined
      ? []
      : [
          {
            code,
            title: titleOf(own[0]?.cpv ?? null),
            count: own.length,
            value: Math.round(own.reduce((all, { value }) => all + value, 0) * 100) / 100,
          },
        ],
  );
  codes.sort((a, b) => b.value - a.value || b.count - a.count || a.code.localeCompare(b.code));
  return {
    mix: { contractsCounted: signed.length, purchasesCounted: bought.length, codes: codes.slice(0, CODES) },
    metas: [contracts.meta, purchases.meta],
  };
}

const titleOf = (cpv: { title: string | null } | null): string | null =>
  cpv?.title ? short(cpv.title, CODE_TITLE_MAX) : null;
