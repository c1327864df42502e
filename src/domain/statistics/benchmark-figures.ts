/** The plain figures that benchmarks show beside the ratios: the build spreads them over activities like any ratio. */
export const benchmarkFigures = ['turnover', 'netProfit', 'employees'] as const;
