/** The rankings by ratios: which ratio, and how large a company must be to take part, so that a firm with one leu does not lead. */

import type { Message } from '#lib/i18n/message.ts';
import { messages } from '#locales/messages.ts';

export interface AdvancedRanking {
  code: keyof typeof messages.ranking;
  /** Code of the ratio that it ranks by. */
  ratio: string;
  /** Of this year or of years back: all of them must be reached. Lei, or heads. */
  minimums: readonly {
    figure: 'turnover' | 'employees' | 'equity' | 'totalAssets';
    yearsBack: 0 | 1;
    atLeast: number;
  }[];
  /** Above it the ratio speaks of something else. */
  maximum: { value: number; reason: Message } | null;
}

/** Lei: below it a firm is smaller than one shop, and any ratio of it is chance. */
const TURNOVER_MIN = 1_000_000;

/** Heads: from ten on a firm is no micro-enterprise by the law (346/2004). */
const EMPLOYEES_MIN = 10;

/** Lei: a return on next to nothing is no achievement. */
const EQUITY_MIN = 1_000_000;

/** Heads: one hired beside five is no boom. */
const GROWING_EMPLOYEES_MIN = 20;

const turnover = { figure: 'turnover', yearsBack: 0, atLeast: TURNOVER_MIN } as const;
const turnoverBefore = { figure: 'turnover', yearsBack: 1, atLeast: TURNOVER_MIN } as const;
const employees = { figure: 'employees', yearsBack: 0, atLeast: EMPLOYEES_MIN } as const;

export const advancedRankings: readonly AdvancedRanking[] = [
  {
    code: 'growth',
    ratio: 'turnoverGrowth',
    minimums: [turnoverBefore, turnover, employees],
    maximum: null,
  },
  {
    code: 'margin',
    ratio: 'netMargin',
    minimums: [turnover, employees],
    maximum: { value: 1, reason: messages.statistics.profitFromElsewhere() },
  },
  {
    code: 'productivity',
    ratio: 'turnoverPerEmployee',
    minimums: [turnover, employees],
    maximum: null,
  },
  {
    code: 'return',
    ratio: 'returnOnEquity',
    minimums: [turnover, employees, { figure: 'equity', yearsBack: 0, atLeast: EQUITY_MIN }],
    maximum: null,
  },
  {
    code: 'solvency',
    ratio: 'equityRatio',
    minimums: [turnover, employees, { figure: 'totalAssets', yearsBack: 0, atLeast: TURNOVER_MIN }],
    maximum: { value: 1, reason: messages.statistics.equityAboveAssets() },
  },
  {
    code: 'employment',
    ratio: 'employeesGrowth',
    minimums: [turnover, { figure: 'employees', yearsBack: 1, atLeast: GROWING_EMPLOYEES_MIN }],
    maximum: null,
  },
];

/** The plain figures that benchmarks show beside the ratios: the build spreads them over activities like any ratio. */
export const benchmarkFigures = ['turnover', 'netProfit', 'employees'] as const;
