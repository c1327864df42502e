/** A company's public procurement at a glance: the shape of the preview. */
import { Type } from 'typebox';
import { closed, orNull } from '#base/schema.ts';

const Sum = Type.Object(
  {
    count: Type.Integer({ description: 'How many.' }),
    value: orNull(Type.Number(), 'Their value together, lei; frameworks and call-offs are not summed.'),
  },
  { ...closed, title: 'CountAndValue', description: 'How many, and their value together.' },
);

const Partner = Type.Object(
  {
    cui: orNull(Type.String(), 'Fiscal code as published.'),
    name: Type.String({ description: 'Name as published.' }),
    count: Type.Integer({ description: 'Contracts and purchases together.' }),
    value: orNull(Type.Number(), 'Their value together, lei.'),
  },
  { ...closed, title: 'Partner' },
);

const LatestDeal = Type.Object(
  {
    id: Type.String({ description: 'Identifier.' }),
    title: Type.String({ description: 'Object.' }),
    date: orNull(Type.String(), 'Day.'),
    value: orNull(Type.Number(), 'Value, lei.'),
    partner: orNull(Type.String(), 'The other party, as published.'),
    cpv: orNull(Type.String(), 'CPV code.'),
  },
  { ...closed, title: 'LatestDeal' },
);

const Side = Type.Object(
  {
    contracts: Sum,
    directPurchases: Sum,
    byYear: Type.Array(
      Type.Object(
        { year: Type.Integer({ description: 'Year.' }), contracts: Sum, directPurchases: Sum },
        { ...closed, title: 'ProcurementYear' },
      ),
      { description: 'Newest first.' },
    ),
    topPartners: Type.Array(Partner, { description: 'By value.' }),
    latestContracts: Type.Array(LatestDeal, { description: 'The five newest contracts.' }),
    latestDirectPurchases: Type.Array(LatestDeal, { description: 'The five newest direct purchases.' }),
  },
  { ...closed, title: 'ProcurementSide', description: 'What the company did in one role.' },
);

export const ProcurementPreview = Type.Object(
  {
    asAuthority: Side,
    asSupplier: Side,
  },
  { ...closed, title: 'ProcurementPreview' },
);
