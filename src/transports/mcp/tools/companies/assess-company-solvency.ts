/** The verdict on a company, with its bounds and reasons. */

import Type from 'typebox';
import { Cui } from '#api/parameters.ts';
import { closed, oneOf, orNull } from '#lib/schema/fields.ts';
import { messages } from '#locales/messages.ts';
import { CitationFields, citationOf } from '#transports/mcp/format/citation.ts';
import { pick } from '#transports/mcp/format/pick.ts';
import { tool } from '#transports/mcp/tool.ts';
import { companyPage } from '#transports/mcp/tools/company-item.ts';

const zones = ['safe', 'grey', 'distress'] as const;
const verdicts = ['solid', 'fair', 'watch', 'distress', 'undetermined'] as const;
const Zone = orNull(oneOf(zones, 'Zone.'), 'Zone of the score; null: there is no score.');

const Remarks = (description: string) => Type.Array(Type.String(), { description });
const OfPro = (description: string) =>
  orNull(Remarks(description), 'Null: for accounts with full access, see `notes`.');

const score = {
  z: orNull(Type.Number(), 'Altman’s score; null: there is none.'),
  zLow: orNull(Type.Number(), 'The least it can be, given what is not published.'),
  zHigh: orNull(Type.Number(), 'The most it can be.'),
  zone: Zone,
  zoneCertain: orNull(Type.Boolean(), 'False: the bounds lie in different zones, so the zone is not sure.'),
};

const PastYear = Type.Object(
  { year: Type.Integer({ description: 'Financial year.' }), ...score, verdict: oneOf(verdicts, 'By its figures.') },
  closed,
);

const ratio = pick(
  'getHealth.ratios',
  {
    label: Type.String({ description: 'Name of the ratio.' }),
    unit: oneOf(['times', 'share', 'days', 'RON'], '`share`: 0.25 is 25 %.'),
    value: orNull(Type.Number(), 'Null: it cannot be computed.'),
    betterWhen: oneOf(['high', 'low'], 'The healthy end.'),
    percentile: orNull(Type.Number(), 'Share of `peers` with a lower value, 0 to 100.'),
    peers: orNull(Type.String(), 'Whom it is compared with.'),
  },
  { peers: 'peers.label' },
);

export const assessCompanySolvency = tool({
  name: 'assess_company_solvency',
  title: 'Solvency of a company',
  about:
    'Judges the financial health of a company from its published balance sheets: a verdict with reasons, Altman’s score with its bounds, warning signs; for accounts with full access also ratios among peers, the years before and what could not be checked. For "can I sell to X on credit". Plain figures are in `get_company_financials`; insolvency and tax status in `get_company`.',
  effect: 'reads',
  input: Type.Object({ cui: Cui }),
  output: Type.Object({
    year: orNull(Type.Integer(), 'Year of the newest balance sheet; null: there is none.'),
    ageMonths: orNull(Type.Integer(), 'Whole months since the end of that year: old figures say little of today.'),
    verdict: oneOf(verdicts, 'What the figures say; `undetermined`: they do not tell.'),
    verdictLabel: Type.String({ description: 'The same in words.' }),
    reasons: Remarks('What decided it, the gravest first.'),
    flags: Remarks('What else a careful reader should know.'),
    score: Type.Object(
      {
        model: oneOf(["Z'", "Z''"], 'Altman’s model.'),
        ...score,
        distressBelow: Type.Number({ description: 'A score below lies in the zone of distress.' }),
        safeAbove: Type.Number({ description: 'A score above lies in the safe zone.' }),
      },
      { ...closed, description: 'Altman’s score with the bounds that the published figures leave.' },
    ),
    assumptions: OfPro('What the balance sheet does not say and was assumed.'),
    notChecked: OfPro('What could not be looked at.'),
    ratios: orNull(Type.Array(ratio.schema), 'Of `year`. Null: for accounts with full access, see `notes`.'),
    history: orNull(
      Type.Array(PastYear),
      'Every year, newest first. Null: for accounts with full access, see `notes`.',
    ),
    ...CitationFields,
  }),
  async call({ cui }, call) {
    const answer = await call.client.getHealth({ cui });
    const { data, meta } = answer;
    const { model, z, zLow, zHigh, zone, zoneCertain, thresholds } = data.altman;
    const whole = answer.preview ? null : answer.data;
    return {
      year: data.year,
      ageMonths: data.ageMonths,
      verdict: data.verdict.code,
      verdictLabel: data.verdict.label,
      reasons: data.verdict.reasons.map(({ label }) => label),
      flags: data.flags.map(({ label }) => label),
      score: { model, z, zLow, zHigh, zone, zoneCertain, ...thresholds },
      assumptions: whole?.altman.assumptions.map(({ label }) => label) ?? null,
      notChecked: whole?.notChecked.map(({ label }) => label) ?? null,
      ratios: whole?.ratios.map((row) => ratio.of(row, call)) ?? null,
      history: whole?.history ?? null,
      ...citationOf(call, companyPage('company', cui), [meta], {
        pro: messages.agents.companies.pro.solvency(),
        warnings: [messages.agents.companies.noAdvice()],
      }),
    };
  },
});
