/** The parts of a company's financial health in answers. */

import { Type } from 'typebox';
import { FigureInput, Finding, Remark } from '#domain/companies/balances/remark.ts';
import { closed, oneOf, orNull } from '#lib/values/schema.ts';
import type { Static } from '#lib/values/static.ts';

export const zones = ['safe', 'grey', 'distress'] as const;
export type Zone = (typeof zones)[number];

export const verdicts = ['solid', 'fair', 'watch', 'distress', 'undetermined'] as const;
export type VerdictCode = (typeof verdicts)[number];

export const Peers = Type.Object(
  {
    level: oneOf(
      ['caenCounty', 'class', 'group', 'nation'],
      'How wide the comparison is: the CAEN class in the county, the class, the group (first three digits), the nation. The narrowest with at least 30 firms.',
    ),
    value: Type.String({ description: 'Which one: `rev2:4711:cluj`, `rev2:4711`, `rev2:471`, `RO`.' }),
    label: Type.String({ description: 'The same in words.' }),
    firms: Type.Integer({ description: 'Firms in it that have the ratio.' }),
  },
  { ...closed, title: 'Peers' },
);
export type Peers = Static<typeof Peers>;

export const HealthRatio = Type.Object(
  {
    code: Type.String({ description: 'Stable name of the ratio.' }),
    label: Type.String({ description: 'Its name.' }),
    unit: oneOf(['times', 'share', 'days', 'RON'], '`share`: 0.25 is 25 %.'),
    value: orNull(
      Type.Number(),
      'Six significant digits, amounts to the leu; null when it cannot be computed: see `reason`.',
    ),
    reason: orNull(Type.String(), 'Why there is no value.'),
    formula: Type.String({ description: 'How it is computed, and where it is an approximation.' }),
    inputs: Type.Array(FigureInput, { description: 'The figures that went in.' }),
    betterWhen: oneOf(['high', 'low'], 'Which end is the healthy one.'),
    percentile: orNull(Type.Number(), 'Share of the peers with a lower value, 0 to 100; null without peers.'),
    peers: orNull(Peers, 'Whom it is compared with; null when no group is large enough.'),
  },
  { ...closed, title: 'HealthRatio' },
);
export type HealthRatio = Static<typeof HealthRatio>;

const AltmanComponent = Type.Object(
  {
    code: Type.String({ description: 'X1 … X5.' }),
    label: Type.String({ description: 'What it stands for.' }),
    coefficient: Type.Number({ description: 'Its weight in the score.' }),
    value: Type.Number({ description: 'As used in `z`.' }),
    low: Type.Number({ description: 'As used in `zLow`.' }),
    high: Type.Number({ description: 'As used in `zHigh`.' }),
    formula: Type.String({ description: 'How it is computed from the balance sheet.' }),
    inputs: Type.Array(FigureInput, { description: 'The figures that went in.' }),
  },
  { ...closed, title: 'AltmanComponent' },
);

const Thresholds = Type.Object(
  {
    distressBelow: Type.Number({ description: 'A score below it lies in the zone of distress.' }),
    safeAbove: Type.Number({
      description: 'A score above it lies in the safe zone; the grey zone is between the two.',
    }),
  },
  { ...closed, title: 'AltmanThresholds', description: 'Where the zones of this model begin.' },
);

export const Altman = Type.Object(
  {
    model: oneOf(
      ["Z'", "Z''"],
      "Z' for private firms; Z'' leaves out the turnover, for firms that do not manufacture.",
    ),
    z: orNull(Type.Number(), 'The score; null when there is none: see `noScore`.'),
    zLow: orNull(Type.Number(), 'The least it can be, given what the balance sheet does not publish.'),
    zHigh: orNull(Type.Number(), 'The most it can be under the assumptions listed.'),
    zone: orNull(oneOf(zones, 'Zone.'), 'Zone of `z`.'),
    zoneCertain: orNull(Type.Boolean(), 'True when `zLow` and `zHigh` fall into the same zone.'),
    thresholds: Thresholds,
    components: orNull(Type.Array(AltmanComponent), 'The weighted ratios.'),
    assumptions: Type.Array(Remark, {
      description: 'What had to be assumed, since the balance sheet does not say it.',
    }),
    noScore: orNull(Remark, 'Why there is no score.'),
  },
  { ...closed, title: 'Altman', description: 'Altman’s score, with the bounds that the published figures leave.' },
);
export type Altman = Static<typeof Altman>;

export const Verdict = Type.Object(
  {
    code: oneOf(verdicts, 'From the zone of `z`, lowered by the rules that fired. No advice on credit.'),
    label: Type.String({ description: 'The verdict in words.' }),
    reasons: Type.Array(Finding, { description: 'What decided it, the gravest first.' }),
  },
  { ...closed, title: 'Verdict', description: 'What the figures say, in one word and its reasons.' },
);
export type Verdict = Static<typeof Verdict>;
