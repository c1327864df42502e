/** What a company sold to public authorities, or bought as one, at a glance. */

import Type from 'typebox';
import { closed, oneOf, orNull } from '#lib/schema/fields.ts';
import type { Static } from '#lib/schema/static.ts';
import type { ToolCall } from '#transports/mcp/tool.ts';
import { section } from './section.ts';

const Sum = (description: string) =>
  Type.Object(
    {
      count: Type.Integer({ description: 'How many.' }),
      value: orNull(Type.Number(), 'Lei, sum of known values; null: none known.'),
    },
    { ...closed, description },
  );

const Partner = Type.Object(
  {
    cui: orNull(Type.String(), 'Fiscal code.'),
    name: Type.String({ description: 'Name as published.' }),
    count: Type.Integer({ description: 'Contracts and purchases together.' }),
    value: orNull(Type.Number(), 'Their value, lei.'),
  },
  closed,
);

const Side = (description: string) =>
  Type.Object(
    {
      contracts: Sum('Ordinary contracts.'),
      frameworks: Sum('Framework ceilings, never summed with contracts.'),
      callOffs: Sum('Call-offs under frameworks, not summed with contracts.'),
      directPurchases: Sum('Accepted direct purchases.'),
      topPartners: Type.Array(Partner, { description: 'The largest by value.' }),
    },
    { ...closed, description },
  );

const Coverage = Type.Object(
  {
    list: oneOf(['contract', 'purchase', 'award', 'notice'], 'What it speaks of.'),
    firstDate: orNull(Type.String(), 'First day loaded.'),
    lastDate: orNull(Type.String(), 'Last day loaded.'),
  },
  closed,
);

const PARTNERS = 5;

export const procurement = section({
  shape: orNull(
    Type.Object(
      {
        asSupplier: Side('What it sold to public authorities.'),
        asAuthority: Side('What it bought as a public authority.'),
        coverage: Type.Array(Coverage, { description: 'Nothing outside of these days is counted.' }),
      },
      closed,
    ),
    'Public procurement at a glance; null: it is not loaded here.',
  ),
  isPaged: false,
  async read({ cui, call }) {
    const { data, meta } = await call.client.getCompanySeap({ cui });
    const part = data && {
      asSupplier: sideOf(data.asSupplier),
      asAuthority: sideOf(data.asAuthority),
      coverage: data.coverage,
    };
    return { part, metas: [meta] };
  },
});

type Whole = NonNullable<Awaited<ReturnType<ToolCall['client']['getCompanySeap']>>['data']>['asSupplier'];

const sideOf = ({
  contracts,
  frameworks,
  callOffs,
  directPurchases,
  topPartners,
}: Whole): Static<ReturnType<typeof Side>> => ({
  contracts,
  frameworks,
  callOffs,
  directPurchases,
  topPartners: topPartners.slice(0, PARTNERS).map(({ cui, name, count, value }) => ({ cui, name, count, value })),
});
