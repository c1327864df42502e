/** The parts of a company's financial health in answers. */

import { Type } from 'typebox';
import { FigureInput, Finding, Remark } from '#domain/companies/balances/remark.ts';
import { about, closed, field, oneOf, orNone, orNull } from '#lib/schema/fields.ts';
import type { Static } from '#lib/schema/static.ts';

export const zones = ['safe', 'grey', 'distress'] as const;
export type Zone = (typeof zones)[number];

export const verdicts = ['solid', 'fair', 'watch', 'distress', 'undetermined'] as const;
export type VerdictCode = (typeof verdicts)[number];

export const Peers = Type.Object(
  {
    level: oneOf(['caenCounty', 'class', 'group', 'nation'], {
      en: 'How wide the comparison is: the CAEN class in the county, the class, the group (first three digits), the nation. The narrowest with at least 30 firms.',
      ro: 'Cât de larg se compară: clasa CAEN din județ, clasa, grupa (primele trei cifre), țara. Cel mai restrâns cu cel puțin 30 de firme.',
    }),
    value: field(Type.String(), {
      en: 'Which one: `rev2:4711:cluj`, `rev2:4711`, `rev2:471`, `RO`.',
      ro: 'Care anume: `rev2:4711:cluj`, `rev2:4711`, `rev2:471`, `RO`.',
    }),
    label: field(Type.String(), { en: 'The same in words.', ro: 'Același lucru în cuvinte.' }),
    firms: field(Type.Integer(), {
      en: 'Firms in it that have the ratio.',
      ro: 'Firmele din grup care au indicatorul.',
    }),
  },
  { ...closed, title: 'Peers' },
);
export type Peers = Static<typeof Peers>;

export const HealthRatio = Type.Object(
  {
    code: field(Type.String(), { en: 'Stable name of the ratio.', ro: 'Numele fix al indicatorului.' }),
    label: field(Type.String(), { en: 'Its name.', ro: 'Numele lui.' }),
    unit: oneOf(['times', 'share', 'days', 'RON'], {
      en: '`share`: 0.25 is 25 %.',
      ro: '`share`: 0,25 înseamnă 25 %.',
    }),
    value: orNull(Type.Number(), {
      en: 'Six significant digits, amounts to the leu; null when it cannot be computed: see `reason`.',
      ro: 'Șase cifre semnificative, sumele la leu; null când nu se poate calcula: vedeți `reason`.',
    }),
    reason: orNone(Type.String(), { en: 'Why there is no value.', ro: 'De ce nu există valoare.' }),
    formula: field(Type.String(), {
      en: 'How it is computed, and where it is an approximation.',
      ro: 'Cum se calculează și unde este o aproximare.',
    }),
    inputs: field(Type.Array(FigureInput), { en: 'The figures that went in.', ro: 'Cifrele folosite.' }),
    betterWhen: oneOf(['high', 'low'], { en: 'Which end is the healthy one.', ro: 'Care capăt este cel sănătos.' }),
    percentile: orNull(Type.Number(), {
      en: 'Share of the peers with a lower value, 0 to 100; null without peers.',
      ro: 'Câte dintre firmele similare au o valoare mai mică, 0 până la 100; null fără firme similare.',
    }),
    peers: orNull(Peers, {
      en: 'The group of comparison; null when no group is large enough.',
      ro: 'Grupul de comparație; null când niciun grup nu este destul de mare.',
    }),
  },
  { ...closed, title: 'HealthRatio' },
);
export type HealthRatio = Static<typeof HealthRatio>;

const AltmanComponent = Type.Object(
  {
    code: field(Type.String(), { en: 'X1 … X5.', ro: 'X1 … X5.' }),
    label: field(Type.String(), { en: 'Its meaning.', ro: 'Ce reprezintă.' }),
    coefficient: field(Type.Number(), { en: 'Its weight in the score.', ro: 'Ponderea lui în scor.' }),
    value: field(Type.Number(), { en: 'As used in `z`.', ro: 'Cum este folosit în `z`.' }),
    low: field(Type.Number(), { en: 'As used in `zLow`.', ro: 'Cum este folosit în `zLow`.' }),
    high: field(Type.Number(), { en: 'As used in `zHigh`.', ro: 'Cum este folosit în `zHigh`.' }),
    formula: field(Type.String(), {
      en: 'How it is computed from the balance sheet.',
      ro: 'Cum se calculează din bilanț.',
    }),
    inputs: field(Type.Array(FigureInput), { en: 'The figures that went in.', ro: 'Cifrele folosite.' }),
  },
  { ...closed, title: 'AltmanComponent' },
);

const Thresholds = Type.Object(
  {
    distressBelow: field(Type.Number(), {
      en: 'A score below it lies in the zone of distress.',
      ro: 'Un scor sub ea este în zona de risc.',
    }),
    safeAbove: field(Type.Number(), {
      en: 'A score above it lies in the safe zone; the grey zone is between the two.',
      ro: 'Un scor peste ea este în zona de siguranță; zona gri este între cele două.',
    }),
  },
  {
    ...closed,
    title: 'AltmanThresholds',
    ...about({ en: 'Where the zones of this model begin.', ro: 'De unde încep zonele acestui model.' }),
  },
);

export const Altman = Type.Object(
  {
    model: oneOf(["Z'", "Z''"], {
      en: "Z' for private firms; Z'' leaves out the turnover, for firms that do not manufacture.",
      ro: "Z' pentru firme private; Z'' lasă deoparte cifra de afaceri, pentru firmele care nu produc.",
    }),
    z: orNull(Type.Number(), {
      en: 'The score; null when there is none: see `noScore`.',
      ro: 'Scorul; null când nu există: vedeți `noScore`.',
    }),
    zLow: orNull(Type.Number(), {
      en: 'The least it can be, given what the balance sheet does not publish.',
      ro: 'Cel mai mic posibil, având în vedere ce nu publică bilanțul.',
    }),
    zHigh: orNull(Type.Number(), {
      en: 'The most it can be under the assumptions listed.',
      ro: 'Cel mai mare posibil, cu presupunerile enumerate.',
    }),
    zone: orNull(oneOf(zones, 'Zone.'), { en: 'Zone of `z`.', ro: 'Zona lui `z`.' }),
    zoneCertain: orNull(Type.Boolean(), {
      en: 'True when `zLow` and `zHigh` fall into the same zone.',
      ro: 'Adevărat când `zLow` și `zHigh` cad în aceeași zonă.',
    }),
    thresholds: Thresholds,
    components: orNull(Type.Array(AltmanComponent), { en: 'The weighted ratios.', ro: 'Indicatorii ponderați.' }),
    assumptions: field(Type.Array(Remark), {
      en: 'Assumptions for facts that the balance sheet does not state.',
      ro: 'Ipoteze pentru ce nu apare în bilanț.',
    }),
    noScore: orNone(Remark, { en: 'Why there is no score.', ro: 'De ce nu există scor.' }),
  },
  {
    ...closed,
    title: 'Altman',
    ...about({
      en: 'Altman’s score, with the bounds that the published figures leave.',
      ro: 'Scorul Altman, cu limitele pe care le lasă cifrele publicate.',
    }),
  },
);
export type Altman = Static<typeof Altman>;

export const Verdict = Type.Object(
  {
    code: oneOf(verdicts, {
      en: 'From the zone of `z`, lowered by the rules that fired. No advice on credit.',
      ro: 'Din zona lui `z`, coborât de regulile care se aplică. Nu este o recomandare de creditare.',
    }),
    label: field(Type.String(), { en: 'The verdict in words.', ro: 'Verdictul în cuvinte.' }),
    reasons: field(Type.Array(Finding), {
      en: 'What decided it, the gravest first.',
      ro: 'Ce l-a hotărât, cele mai grave întâi.',
    }),
  },
  {
    ...closed,
    title: 'Verdict',
    ...about({
      en: 'What the figures say, in one word and its reasons.',
      ro: 'Ce spun cifrele, într-un cuvânt și motivele lui.',
    }),
  },
);
export type Verdict = Static<typeof Verdict>;
