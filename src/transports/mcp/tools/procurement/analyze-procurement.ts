/** What a company bought and sold publicly, in sums. */

import Type from 'typebox';
import { Cui } from '#api/parameters.ts';
import { closed, oneOf, orNull } from '#lib/schema/fields.ts';
import type { Static } from '#lib/schema/static.ts';
import { messages } from '#locales/messages.ts';
import { Cited } from '#transports/mcp/format/citing.ts';
import { BYTES_USUAL, sizeOf } from '#transports/mcp/format/result.ts';
import { type ToolCall, tool } from '#transports/mcp/tool.ts';
import { codeOf } from './list-contracts.ts';
import { Mix, type Mixed, mixOf } from './mix.ts';
import { noted, withoutPage } from './noted.ts';

import { partyOf, shortOrNull } from './shapes.ts';
import { Coverage, kinds, kindsOf, plainKinds, shareOf, Year } from './sums.ts';

const YEARS = 6;
const PARTNERS_MAX = 8;
const PARTNERS_MIN = 3;
/** Who buys and sells is told twice: then of fewer partners, so that the answer stays short. */
const PARTNERS = [PARTNERS_MAX, 5, PARTNERS_MIN];
const LATEST = 3;
const TITLE_MAX = 120;

const Partner = Type.Object(
  {
    cui: orNull(Type.String(), 'Fiscal code.'),
    name: Type.String({ description: 'Name as published.' }),
    count: Type.Integer({ description: 'Ordinary contracts and accepted purchases together.' }),
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
    sides: Type.Array(Side, { description: 'Those that were asked for and have anything; values in lei.' }),
    coverage: Coverage,
    ...Cited,
  }),
  async call({ cui, role }, call) {
    const { data, meta } = await call.client.getCompanySeap({ cui });
    const told = [
      { role: 'authority', side: data?.asAuthority },
      { role: 'supplier', side: data?.asSupplier },
    ] as const;
    const asked = told.filter((one) => role === 'both' || role === one.role);
    const sides = await Promise.all(
      asked.flatMap(({ role, side }) => (!side || isEmpty(side) ? [] : [sideOf(cui, role, side, call)])),
    );
    const isMixHidden = sides.some(({ mixed }) => mixed === null);
    const besides = {
      coverage: data?.coverage ?? [],
      ...noted(
        call,
        { name: 'companyProcurement', params: { cui: codeOf(cui) } },
        [meta, ...sides.flatMap(({ mixed }) => mixed?.metas ?? []).map(withoutPage)],
        {
          pro: messages.agents.procurement.pro.mix(),
          isHidden: isMixHidden,
          also: [messages.agents.procurement.shareComputed()],
        },
      ),
    };
    const answerWith = (partners: number) => ({
      cui: codeOf(cui),
      sides: sides.map(({ side, told }) => ({ ...side, ...partnersOf(told, partners) })),
      ...besides,
    });
    const fits = PARTNERS.find((partners) => sizeOf(answerWith(partners)) <= BYTES_USUAL);
    return answerWith(fits ?? PARTNERS_MIN);
  },
});

type Told = NonNullable<Awaited<ReturnType<ToolCall['client']['getCompanySeap']>>['data']>['asSupplier'];

const isEmpty = ({ latestContracts, latestDirectPurchases }: Told): boolean =>
  latestContracts.length + latestDirectPurchases.length === 0;

async function sideOf(
  cui: string,
  role: 'authority' | 'supplier',
  told: Told,
  call: ToolCall,
): Promise<{ side: Omit<Static<typeof Side>, keyof Partners>; told: Told; mixed: Mixed | null }> {
  const mixed = call.context.caller.pro ? await mixOf(cui, role, call) : null;
  return {
    mixed,
    told,
    side: {
      role,
      ...kindsOf(told),
      byYear: told.byYear.slice(0, YEARS).map((one) => ({ year: one.year, ...kindsOf(one) })),
      latestContracts: told.latestContracts.slice(0, LATEST).map(dealOf),
      latestDirectPurchases: told.latestDirectPurchases.slice(0, LATEST).map(dealOf),
      mix: mixed?.mix ?? null,
    },
  };
}

type Partners = Pick<Static<typeof Side>, 'topPartners' | 'topPartnersShare'>;

function partnersOf(told: Told, most: number): Partners {
  const partners = told.topPartners.slice(0, most);
  const known = partners.flatMap(({ value }) => value ?? []);
  return {
    topPartners: partners.map((one) => ({
      ...partyOf(one),
      count: one.count,
      value: one.value,
      share: shareOf(one.value, told),
    })),
    topPartnersShare: shareOf(known.length === 0 ? null : known.reduce((all, value) => all + value, 0), told),
  };
}

const dealOf = ({ id, title, date, value, partner }: Static<typeof Deal>): Static<typeof Deal> => ({
  id,
  date,
  value,
  title: shortOrNull(title, TITLE_MAX),
  partner: shortOrNull(partner, TITLE_MAX),
});
