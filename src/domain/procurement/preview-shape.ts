/** A company's public procurement at a glance: the shape of the preview. */
import { Type } from 'typebox';
import { closed, orNull } from '#lib/values/schema.ts';
import { Contract } from './contract.ts';
import { Coverage } from './coverage.ts';
import { DirectPurchase } from './purchase.ts';

const Sum = Type.Object(
  {
    count: Type.Integer({ description: 'How many.' }),
    value: orNull(
      Type.Number(),
      'Value of those whose value is known, lei; 0 when there are none, null when it is known of none.',
    ),
  },
  { ...closed, title: 'CountAndValue', description: 'How many, and their value together.' },
);

const Partner = Type.Object(
  {
    cui: orNull(Type.String(), 'Fiscal code, where the published one is a Romanian one.'),
    name: Type.String({ description: 'Name as published.' }),
    count: Type.Integer({ description: 'Ordinary contracts and accepted purchases together.' }),
    value: orNull(Type.Number(), 'Their value together, lei.'),
  },
  { ...closed, title: 'Partner' },
);

const deal = {
  id: Type.String({ description: 'Identifier.' }),
  title: orNull(Type.String(), 'Object.'),
  date: orNull(Type.String(), 'Day.'),
  value: orNull(Type.Number(), 'Value, lei.'),
  partner: orNull(Type.String(), 'The other party, as published.'),
  partners: Type.Array(
    Type.Object(
      {
        cui: orNull(Type.String(), 'Fiscal code, where the published one is a Romanian one.'),
        name: Type.String({ description: 'Name as published.' }),
      },
      { ...closed, title: 'DealPartner' },
    ),
    { description: 'The same with their fiscal codes: of a consortium, every member; empty where nobody is named.' },
  ),
  cpv: orNull(Type.String(), 'CPV code.'),
};

const LatestContract = Type.Object(
  { ...deal, framework: Contract.properties.framework },
  { ...closed, title: 'LatestContract' },
);

const LatestPurchase = Type.Object(
  { ...deal, state: DirectPurchase.properties.state },
  { ...closed, title: 'LatestDirectPurchase' },
);

const sums = {
  contracts: { ...Sum, description: 'Ordinary contracts; of a consortium’s, the share.' },
  frameworks: { ...Sum, description: 'Framework agreements: ceilings, not summed with contracts.' },
  callOffs: { ...Sum, description: 'Call-offs under frameworks, not summed with contracts.' },
  directPurchases: { ...Sum, description: 'Accepted direct purchases.' },
};

export const ProcurementSide = Type.Object(
  {
    ...sums,
    byYear: Type.Array(
      Type.Object({ year: Type.Integer({ description: 'Year.' }), ...sums }, { ...closed, title: 'ProcurementYear' }),
      { description: 'Newest first.' },
    ),
    topPartners: Type.Array(Partner, { description: 'By value.' }),
    latestContracts: Type.Array(LatestContract, {
      description: 'The five newest contracts, frameworks and call-offs; `framework` tells which.',
    }),
    latestDirectPurchases: Type.Array(LatestPurchase, {
      description: 'The five newest direct purchases, those that never came about too: `state` tells.',
    }),
  },
  { ...closed, title: 'ProcurementSide', description: 'What the company did in one role.' },
);

export const ProcurementPreview = Type.Object(
  {
    asAuthority: ProcurementSide,
    asSupplier: ProcurementSide,
    coverage: Coverage,
  },
  { ...closed, title: 'ProcurementPreview' },
);
