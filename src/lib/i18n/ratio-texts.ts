/** What the ratios of a company are called, by their codes: over a column as in the answer about a company. */
export const ratioTexts = {
  currentRatio: { en: 'Current ratio', ro: 'Lichiditate curentă' },
  quickRatio: { en: 'Quick ratio', ro: 'Lichiditate imediată (testul acid)' },
  cashRatio: { en: 'Cash ratio', ro: 'Lichiditate la vedere' },
  equityRatio: { en: 'Equity ratio', ro: 'Rata autonomiei financiare' },
  debtRatio: { en: 'Debt ratio', ro: 'Rata îndatorării globale' },
  debtToEquity: { en: 'Debt to equity', ro: 'Datorii / capitaluri proprii' },
  generalSolvency: { en: 'General solvency', ro: 'Solvabilitate generală' },
  netMargin: { en: 'Net margin', ro: 'Marja profitului net' },
  grossMargin: { en: 'Margin before tax', ro: 'Marja profitului brut' },
  returnOnAssets: { en: 'Return on assets', ro: 'Rentabilitatea activelor (ROA)' },
  returnOnEquity: { en: 'Return on equity', ro: 'Rentabilitatea capitalurilor proprii (ROE)' },
  assetTurnover: { en: 'Asset turnover', ro: 'Rotația activelor' },
  receivableDays: { en: 'Receivable days', ro: 'Durata de încasare a creanțelor (zile)' },
  inventoryDays: { en: 'Stock days', ro: 'Durata de rotație a stocurilor (zile)' },
  turnoverPerEmployee: { en: 'Turnover per employee', ro: 'Cifra de afaceri pe salariat' },
  turnoverGrowth: { en: 'Turnover growth', ro: 'Creșterea cifrei de afaceri' },
  employeesGrowth: { en: 'Headcount growth', ro: 'Creșterea numărului de salariați' },
  turnoverCagr3: {
    en: 'Yearly turnover growth over 3 years',
    ro: 'Creșterea medie anuală a cifrei de afaceri pe 3 ani',
  },
  turnoverCagr5: {
    en: 'Yearly turnover growth over 5 years',
    ro: 'Creșterea medie anuală a cifrei de afaceri pe 5 ani',
  },
  workingCapital: { en: 'Working capital', ro: 'Fond de rulment' },
};
