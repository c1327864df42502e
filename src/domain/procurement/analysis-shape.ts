/** Shapes of the analyses over a CPV prefix: the top suppliers, and the analysis. */
import { Type } from 'typebox';
import { CountAndValue, countedPurchases, unknownState } from '#lib/schema/deal-sums.ts';
import { about, closed, field, orNone, orNull } from '#lib/schema/fields.ts';
import { Coverage } from './coverage.ts';
import { Party } from './party.ts';

const ProcurementSum = Type.Object(
  {
    ...CountAndValue.properties,
    unknown: field(Type.Integer(), {
      en: 'Number of them without a known value.',
      ro: 'Câte dintre ele nu au valoare cunoscută.',
    }),
  },
  {
    ...closed,
    title: 'ProcurementSum',
    ...about({ en: 'How many, and their value together.', ro: 'Câte și valoarea lor împreună.' }),
  },
);

const PurchaseSum = Type.Object(
  { ...ProcurementSum.properties, unknownState },
  {
    ...closed,
    title: 'PurchaseSum',
    ...about(countedPurchases),
  },
);

const Deals = Type.Object(
  {
    count: CountAndValue.properties.count,
    value: orNull(Type.Number(), {
      en: 'Sum of the known values, lei; of a consortium’s contract the share. 0 when there are no records, null when none has a value.',
      ro: 'Suma valorilor cunoscute, lei; la contractul unei asocieri, partea. 0 când nu există înregistrări, null când niciuna nu are valoare.',
    }),
  },
  {
    ...closed,
    title: 'SupplierDeals',
    ...about({ en: 'How many, and their value together.', ro: 'Câte și valoarea lor împreună.' }),
  },
);

export const TopSupplier = Type.Object(
  {
    rank: field(Type.Integer(), {
      en: 'Place by value, contracts and call-offs together.',
      ro: 'Locul după valoare, contracte și contracte subsecvente împreună.',
    }),
    supplier: Party,
    contracts: Deals,
    callOffs: Deals,
    directPurchases: orNone(Deals, {
      en: 'Purchases that were accepted, or whose state is not published; null when the list is narrowed by town, which purchases do not have.',
      ro: 'Achiziții acceptate sau cu starea nepublicată; null când lista este restrânsă la o localitate, pe care achizițiile nu o au.',
    }),
    share: orNull(Type.Number(), {
      en: 'Share of the value of contracts and call-offs of all suppliers, 0-1; null without a known value.',
      ro: 'Partea din valoarea contractelor și contractelor subsecvente ale tuturor furnizorilor, 0-1; null când nu se cunoaște nicio valoare.',
      heading: { en: 'Share', ro: 'Pondere' },
    }),
    authoritiesCount: field(Type.Integer(), {
      en: 'Authorities that bought from it.',
      ro: 'Autoritățile care au cumpărat de la el.',
      heading: { en: 'Authorities', ro: 'Număr de autorități' },
    }),
    firstDate: orNull(Type.String(), {
      en: 'Day of the first deal.',
      ro: 'Ziua primei tranzacții.',
      heading: { en: 'Earliest date', ro: 'Cea mai veche dată' },
    }),
    lastDate: orNull(Type.String(), {
      en: 'Day of the last deal.',
      ro: 'Ziua ultimei tranzacții.',
      heading: { en: 'Latest date', ro: 'Cea mai recentă dată' },
    }),
  },
  { ...closed, title: 'TopSupplier' },
);

const kinds = {
  contracts: { ...ProcurementSum, ...about({ en: 'Ordinary contracts.', ro: 'Contracte obișnuite.' }) },
  frameworks: {
    ...ProcurementSum,
    ...about({
      en: 'Framework agreements: their values are ceilings, never summed with contracts.',
      ro: 'Acorduri-cadru: valorile lor sunt plafoane, nu se adună niciodată cu contractele.',
    }),
  },
  callOffs: { ...ProcurementSum, ...about({ en: 'Call-offs under frameworks.', ro: 'Contracte subsecvente.' }) },
  directPurchases: PurchaseSum,
  awards: {
    ...ProcurementSum,
    ...about({
      en: 'Award notices of direct purchases made outside the catalogue.',
      ro: 'Anunțuri de atribuire ale achizițiilor directe făcute în afara catalogului.',
    }),
  },
};

const Totals = Type.Object(kinds, {
  ...closed,
  title: 'ProcurementTotals',
  ...about({ en: 'By kind.', ro: 'După fel.' }),
});

const byYear = Type.Array(
  Type.Object(
    { year: field(Type.Integer(), { en: 'Year.', ro: 'Anul.' }), ...kinds },
    { ...closed, title: 'ProcurementByYear' },
  ),
  about({
    en: 'By year, oldest first; deals without a day are in the totals only.',
    ro: 'Pe ani, cei mai vechi întâi; tranzacțiile fără zi sunt doar în totaluri.',
  }),
);

const byMonth = Type.Array(
  Type.Object(
    { month: field(Type.String(), { en: 'Month, `YYYY-MM`.', ro: 'Luna, `YYYY-MM`.' }), ...kinds },
    { ...closed, title: 'ProcurementByMonth' },
  ),
  about({
    en: 'By month, oldest first; deals without a day are in the totals only.',
    ro: 'Pe luni, cele mai vechi întâi; tranzacțiile fără zi sunt doar în totaluri.',
  }),
);

const Child = Type.Object(
  {
    prefix: field(Type.String(), {
      en: 'The requested prefix, and one digit more.',
      ro: 'Ce s-a cerut și încă o cifră.',
    }),
    title: orNull(Type.String(), {
      en: 'Its Romanian title; ending in 0 it is what is classed no further, and has the title of the whole. Null when the vocabulary has none.',
      ro: 'Titlul lui în română; terminat în 0 este ce nu se mai clasifică și are titlul întregului. Null când vocabularul nu are.',
    }),
    contracts: kinds.contracts,
    callOffs: kinds.callOffs,
    directPurchases: {
      ...ProcurementSum,
      ...about({
        en: 'Direct purchases that were accepted, or whose state is not published.',
        ro: 'Achiziții directe acceptate sau cu starea nepublicată.',
      }),
    },
  },
  { ...closed, title: 'CpvChild' },
);

const percentile = field(Type.Number(), { en: 'Lei.', ro: 'Lei.' });
const percentileOrNull = orNull(Type.Number(), {
  en: 'Lei; null where only purchases have a value.',
  ro: 'Lei; null unde doar achizițiile au o valoare.',
});

const Percentiles = Type.Object(
  { p10: percentile, p25: percentile, p50: percentile, p75: percentile, p90: percentile },
  { ...closed, title: 'ValuePercentiles' },
);

const Leader = Type.Object(
  {
    party: Party,
    contracts: Deals,
    callOffs: Deals,
    directPurchases: Deals,
    share: orNull(Type.Number(), {
      en: 'Share of the value of contracts and call-offs, 0-1.',
      ro: 'Partea din valoarea contractelor și contractelor subsecvente, 0-1.',
    }),
  },
  { ...closed, title: 'ProcurementLeader' },
);

export const Analysis = Type.Object(
  {
    cpv: Type.Object(
      {
        prefix: field(Type.String(), { en: 'As requested.', ro: 'Cum s-a cerut.' }),
        title: orNull(Type.String(), { en: 'Its Romanian title.', ro: 'Titlul lui în română.' }),
      },
      { ...closed, title: 'AnalysedCpv', ...about({ en: 'What was analysed.', ro: 'Ce s-a analizat.' }) },
    ),
    totals: Totals,
    byYear,
    byMonth,
    children: field(Type.Array(Child), {
      en: 'By the next digit of the code, in its order, those with a contract, a call-off or a direct purchase that counts; empty for a whole code, which has no next digit.',
      ro: 'După următoarea cifră a codului, în ordinea ei, cele cu un contract, un contract subsecvent sau o achiziție directă care se numără; gol pentru un cod întreg, care nu mai are o cifră următoare.',
    }),
    concentration: Type.Object(
      {
        suppliers: field(Type.Integer(), {
          en: 'Suppliers with a contract or a call-off.',
          ro: 'Furnizori cu un contract sau un contract subsecvent.',
        }),
        hhi: orNull(Type.Number(), {
          en: 'Herfindahl-Hirschman index of the values of their contracts and call-offs, 0-10,000; null without a known value.',
          ro: 'Indicele Herfindahl-Hirschman al valorilor contractelor și contractelor lor subsecvente, 0-10.000; null când nu se cunoaște nicio valoare.',
        }),
        top10Share: orNull(Type.Number(), {
          en: 'Share of the ten largest in the same values, 0-1.',
          ro: 'Partea celor mai mari zece din aceleași valori, 0-1.',
        }),
      },
      {
        ...closed,
        title: 'Concentration',
        ...about({ en: 'How the value is spread over suppliers.', ro: 'Cum se împarte valoarea între furnizori.' }),
      },
    ),
    values: orNull(
      Type.Object(
        {
          p10: percentileOrNull,
          p25: percentileOrNull,
          p50: percentileOrNull,
          p75: percentileOrNull,
          p90: percentileOrNull,
          contracts: orNull(Percentiles, { en: 'Of contracts.', ro: 'Ale contractelor.' }),
          callOffs: orNull(Percentiles, { en: 'Of call-offs.', ro: 'Ale contractelor subsecvente.' }),
          directPurchases: orNull(Percentiles, { en: 'Of purchases.', ro: 'Ale achizițiilor.' }),
        },
        { ...closed, title: 'ValueSpread' },
      ),
      {
        en: 'Percentiles of the values above zero of contracts and call-offs together, then of each kind, each with an error of at most 1 %; null without a known value.',
        ro: 'Percentilele valorilor peste zero ale contractelor și contractelor subsecvente împreună, apoi pe feluri, fiecare cu o abatere de cel mult 1 %; null când nu se cunoaște nicio valoare.',
      },
    ),
    topAuthorities: field(Type.Array(Leader), {
      en: 'The ten that bought most, by value of contracts and call-offs.',
      ro: 'Cei zece care au cumpărat cel mai mult, după valoarea contractelor și contractelor subsecvente.',
    }),
    topSuppliers: field(Type.Array(Leader), {
      en: 'The ten that sold most, by value of contracts and call-offs.',
      ro: 'Cei zece care au vândut cel mai mult, după valoarea contractelor și contractelor subsecvente.',
    }),
    offers: Type.Object(
      {
        contracts: field(Type.Integer(), {
          en: 'Contracts and call-offs with a known number of offers.',
          ro: 'Contracte și contracte subsecvente la care se cunoaște numărul de oferte.',
        }),
        average: orNull(Type.Number(), { en: 'Offers per contract.', ro: 'Oferte pe contract.' }),
        singleShare: orNull(Type.Number(), {
          en: 'Share of contracts with a single offer, 0-1.',
          ro: 'Partea contractelor cu o singură ofertă, 0-1.',
        }),
      },
      { ...closed, title: 'Offers', ...about({ en: 'Competition.', ro: 'Concurența.' }) },
    ),
    coverage: Coverage,
  },
  { ...closed, title: 'CpvAnalysis' },
);

export const AnalysisPreview = Type.Object(
  { cpv: Analysis.properties.cpv, totals: Totals, byYear, coverage: Analysis.properties.coverage },
  { ...closed, title: 'CpvAnalysisPreview' },
);
