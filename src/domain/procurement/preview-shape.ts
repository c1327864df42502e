/** A company's public procurement at a glance: the shape of the preview. */
import { Type } from 'typebox';
import { CountAndValue, CountAndValueOfPurchases, countedPurchases } from '#lib/schema/deal-sums.ts';
import { about, closed, field, orNull } from '#lib/schema/fields.ts';
import { Contract } from './contract.ts';
import { Coverage } from './coverage.ts';
import { valueFields } from './published-value.ts';
import { DirectPurchase } from './purchase.ts';

const Partner = Type.Object(
  {
    cui: orNull(Type.String(), {
      en: 'Fiscal code, where the published one is a Romanian one.',
      ro: 'Codul fiscal, unde cel publicat este unul românesc.',
    }),
    name: field(Type.String(), { en: 'Name as published.', ro: 'Numele așa cum a fost publicat.' }),
    contracts: { ...CountAndValue, ...about({ en: 'Ordinary contracts.', ro: 'Contracte obișnuite.' }) },
    callOffs: { ...CountAndValue, ...about({ en: 'Call-offs under frameworks.', ro: 'Contracte subsecvente.' }) },
    directPurchases: { ...CountAndValue, ...about(countedPurchases) },
    count: field(Type.Integer(), { en: 'The three together.', ro: 'Cele trei împreună.' }),
    value: orNull(Type.Number(), {
      en: 'Their value together, lei, without ceilings of frameworks.',
      ro: 'Valoarea lor împreună, lei, fără plafoanele acordurilor-cadru.',
    }),
  },
  { ...closed, title: 'Partner' },
);

const deal = {
  id: field(Type.String(), { en: 'Identifier.', ro: 'Identificator.' }),
  title: orNull(Type.String(), { en: 'Object.', ro: 'Obiectul.' }),
  date: orNull(Type.String(), { en: 'Day.', ro: 'Ziua.' }),
  ...valueFields({ en: 'Value, lei.', ro: 'Valoarea, lei.' }),
  partner: orNull(Type.String(), {
    en: 'The other party, as published.',
    ro: 'Cealaltă parte, așa cum a fost publicată.',
  }),
  partners: Type.Array(
    Type.Object(
      {
        cui: orNull(Type.String(), {
          en: 'Fiscal code, where the published one is a Romanian one.',
          ro: 'Codul fiscal, unde cel publicat este unul românesc.',
        }),
        name: field(Type.String(), { en: 'Name as published.', ro: 'Numele așa cum a fost publicat.' }),
      },
      { ...closed, title: 'DealPartner' },
    ),
    {
      ...about({
        en: 'The same with their fiscal codes: of a consortium, every member; empty where none is named.',
        ro: 'Aceeași, cu codurile fiscale: la o asociere, fiecare membru; listă goală unde nu este numit niciunul.',
      }),
    },
  ),
  cpv: orNull(Type.String(), { en: 'CPV code.', ro: 'Cod CPV.' }),
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
  contracts: {
    ...CountAndValue,
    ...about({
      en: 'Ordinary contracts; of a consortium’s, the share.',
      ro: 'Contracte obișnuite; ale unei asocieri, partea ei.',
    }),
  },
  frameworks: {
    ...CountAndValue,
    ...about({
      en: 'Framework agreements: ceilings, not summed with contracts.',
      ro: 'Acorduri-cadru: plafoane, care nu se adună cu contractele.',
    }),
  },
  callOffs: {
    ...CountAndValue,
    ...about({
      en: 'Call-offs under frameworks; of a consortium’s, the share.',
      ro: 'Contracte subsecvente; ale unei asocieri, partea ei.',
    }),
  },
  directPurchases: CountAndValueOfPurchases,
};

export const ProcurementSide = Type.Object(
  {
    ...sums,
    byYear: Type.Array(
      Type.Object(
        { year: field(Type.Integer(), { en: 'Year.', ro: 'Anul.' }), ...sums },
        { ...closed, title: 'ProcurementYear' },
      ),
      { ...about({ en: 'Newest first.', ro: 'Cele mai noi întâi.' }) },
    ),
    topPartners: field(Type.Array(Partner), {
      en: 'By value, without ceilings of frameworks.',
      ro: 'După valoare, fără plafoanele acordurilor-cadru.',
    }),
    latestContracts: field(Type.Array(LatestContract), {
      en: 'The five newest contracts, frameworks and call-offs, distinguished by `framework`.',
      ro: 'Cele mai noi cinci contracte, acorduri-cadru și contracte subsecvente, deosebite prin `framework`.',
    }),
    latestDirectPurchases: field(Type.Array(LatestPurchase), {
      en: 'The five newest direct purchases, including those that were not completed (`state`).',
      ro: 'Cele mai noi cinci achiziții directe, inclusiv cele nefinalizate (`state`).',
    }),
  },
  {
    ...closed,
    title: 'ProcurementSide',
    ...about({ en: 'What the company did in one role.', ro: 'Ce a făcut firma într-un rol.' }),
  },
);

export const ProcurementPreview = Type.Object(
  {
    asAuthority: ProcurementSide,
    asSupplier: ProcurementSide,
    coverage: Coverage,
  },
  { ...closed, title: 'ProcurementPreview' },
);
