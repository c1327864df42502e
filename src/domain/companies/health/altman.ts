/**
 * Altman's Z' for private firms and Z'' for firms that do not manufacture. Published balance sheets lack the maturity of debts,
 * retained earnings and interest, so the score has a lower and an upper bound.
 */

import { companyForms, isImbalanced } from '#domain/companies/balances/charts.ts';
import type { FigureName, Figures } from '#domain/companies/balances/figures.ts';
import { type FigureInput, remark } from '#domain/companies/balances/remark.ts';
import { type Message, type Translate, translator } from '#lib/i18n/message.ts';
import { messages } from '#locales/messages.ts';
import type { Altman, Zone } from './shape.ts';

/** Interest is not published. This share of all debts a year bounds it from above, and with it the result before interest. */
const INTEREST_MAX = 0.15;

/** X4 has no upper bound for a firm with hardly any liabilities; the published calculators bound each ratio by 8. */
const X4_MAX = 8;

const models = {
  "Z'": { weights: [0.717, 0.847, 3.107, 0.42, 0.998], distressBelow: 1.23, safeAbove: 2.9 },
  "Z''": { weights: [6.56, 3.26, 6.72, 1.05], distressBelow: 1.1, safeAbove: 2.6 },
} as const;

/** Input of the score from one balance sheet. */
export interface ScoredYear {
  year: number;
  form: string | null;
  summary: Figures;
}

/** `years`: the balance sheet to score, then the earlier ones, newest first. */
export function altman(model: keyof typeof models, years: readonly ScoredYear[], t: Translate = translator()): Altman {
  const [scored] = years;
  const { weights, ...thresholds } = models[model];
  const noScore = scored ? whyNoScore(scored) : noScoreReasons.noBalance;
  if (!scored || noScore) return { ...emptyScore, model, thresholds, noScore: noScore && remark(noScore, t) };
  const { ratios, assumptions } = ratiosOf(scored, years, t);
  const components = ratios.slice(0, weights.length).map((ratio, i) => ({ ...ratio, coefficient: Number(weights[i]) }));
  const total = (bound: 'value' | 'low' | 'high') =>
    rounded(components.reduce((sum, component) => sum + component.coefficient * component[bound], 0));
  const [zLow, z, zHigh] = [total('low'), total('value'), total('high')];
  return {
    model,
    z,
    zLow,
    zHigh,
    zone: zoneOf(z, thresholds),
    zoneCertain: zoneOf(zLow, thresholds) === zoneOf(zHigh, thresholds),
    thresholds,
    components: components.map((c) => ({ ...c, value: rounded(c.value), low: rounded(c.low), high: rounded(c.high) })),
    assumptions: assumptions.map((each) => remark(each, t)),
    noScore: null,
  };
}

const zoneOf = (z: number, { distressBelow, safeAbove }: Altman['thresholds']): Zone =>
  z > safeAbove ? 'safe' : z < distressBelow ? 'distress' : 'grey';

const rounded = (value: number): number => Math.round(value * 10_000) / 10_000;

const emptyScore = {
  z: null,
  zLow: null,
  zHigh: null,
  zone: null,
  zoneCertain: null,
  components: null,
  assumptions: [],
};

function ratiosOf({ year, summary }: ScoredYear, years: readonly ScoredYear[], t: Translate) {
  const read = (name: FigureName): number => summary[name] ?? 0;
  const inputs = (...names: FigureName[]): FigureInput[] => names.map((name) => ({ name, year, value: summary[name] }));
  const totalAssets = read('totalAssets');
  const debts = Math.max(0, read('debts'));

  const currentLessDeferred = read('currentAssets') + read('prepaid') - read('deferredIncome');
  const retained = read('equity') - read('capital') - read('patrimony');
  const results = years.map((one) => ({ name: 'netProfit', year: one.year, value: one.summary.netProfit }));
  const resultsSum = results.reduce((sum, result) => sum + (result.value ?? 0), 0);
  const liabilities = read('debts') + read('deferredIncome') + read('provisions');
  const cover = liabilities > 0 ? Math.min(X4_MAX, read('equity') / liabilities) : X4_MAX;

  const exact = (value: number) => ({ value, low: value, high: value });
  const x1 = (currentLessDeferred - debts) / totalAssets;
  const x2 = retained / totalAssets;
  const x3 = read('grossProfit') / totalAssets;
  const ratios = [
    {
      code: 'X1',
      label: t(messages.altman.X1()),
      value: x1,
      low: x1,
      high: currentLessDeferred / totalAssets,
      formula: t(
        messages.formula.atMostWithoutDebts({
          formula: '(currentAssets + prepaid − debts − deferredIncome) / totalAssets',
        }),
      ),
      inputs: inputs('currentAssets', 'prepaid', 'debts', 'deferredIncome', 'totalAssets'),
    },
    {
      code: 'X2',
      label: t(messages.altman.X2()),
      value: x2,
      low: Math.min(retained, resultsSum) / totalAssets,
      high: x2,
      formula: t(messages.formula.atLeastResults({ formula: '(equity − capital − patrimony) / totalAssets' })),
      inputs: [...inputs('equity', 'capital', 'patrimony', 'totalAssets'), ...results],
    },
    {
      code: 'X3',
      label: t(messages.altman.X3()),
      value: x3,
      low: x3,
      high: (read('grossProfit') + INTEREST_MAX * debts) / totalAssets,
      formula: t(
        messages.formula.atMost({
          formula: 'grossProfit / totalAssets',
          most: `(grossProfit + ${INTEREST_MAX} × debts) / totalAssets`,
        }),
      ),
      inputs: inputs('grossProfit', 'debts', 'totalAssets'),
    },
    {
      code: 'X4',
      label: t(messages.altman.X4()),
      ...exact(cover),
      formula: t(messages.formula.capped({ formula: 'equity / (debts + deferredIncome + provisions)', most: X4_MAX })),
      inputs: inputs('equity', 'debts', 'deferredIncome', 'provisions'),
    },
    {
      code: 'X5',
      label: t(messages.altman.X5()),
      ...exact(read('turnover') / totalAssets),
      formula: t(messages.formula.plain({ formula: 'turnover / totalAssets' })),
      inputs: inputs('turnover', 'totalAssets'),
    },
  ];
  const empty = (['prepaid', 'deferredIncome', 'provisions', 'patrimony'] as const).some(
    (name) => summary[name] === null,
  );
  return {
    ratios,
    assumptions: [
      ...assumptionMessages.always,
      ...(cover === X4_MAX ? [assumptionMessages.x4Capped] : []),
      ...(empty ? [assumptionMessages.emptyLines] : []),
    ],
  };
}

const REQUIRED: readonly FigureName[] = [
  'totalAssets',
  'currentAssets',
  'debts',
  'equity',
  'capital',
  'grossProfit',
  'turnover',
];

function whyNoScore({ form, summary }: ScoredYear): Message | null {
  if (form !== null && !companyForms.includes(form)) return noScoreReasons.form;
  const missing = REQUIRED.find((name) => summary[name] === null);
  if (missing) return noScoreReasons.missing(missing);
  const { totalAssets, turnover, employees, debts, deferredIncome, provisions, equity } = summary;
  if (Number(totalAssets) <= 0) return noScoreReasons.noAssets;
  if (turnover === 0 && employees === 0) return noScoreReasons.dormant;
  const sources = Number(debts) + Number(deferredIncome) + Number(provisions) + Number(equity);
  return isImbalanced(Number(totalAssets), sources) ? noScoreReasons.imbalanced : null;
}

/** Section of manufacturing: C (divisions 10-33) in Rev.2 and Rev.3, D (15-37) before; null for an unknown activity. */
export function isManufacturing(caenCode: string | null, revision: string | null): boolean | null {
  if (caenCode === null || revision === null) return null;
  const division = Number(caenCode.slice(0, 2));
  return revision === 'rev2' || revision === 'rev3'
    ? division >= 10 && division <= 33
    : division >= 15 && division <= 37;
}

const assumptionMessages = {
  always: [
    messages.health.debtsAllShort(),
    messages.health.retainedEarnings(),
    messages.health.interestUnknown(),
    messages.health.liabilities(),
  ],
  x4Capped: messages.health.x4Capped(),
  emptyLines: messages.health.emptyLines(),
};

const noScoreReasons = {
  noBalance: messages.health.noBalance(),
  form: messages.health.otherForm(),
  noAssets: messages.health.noAssets(),
  dormant: messages.health.dormant(),
  imbalanced: messages.health.balanceOff(),
  missing: (name: string): Message => messages.health.missingInput({ name }),
};
