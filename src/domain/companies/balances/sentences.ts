/** What does not add up, or cannot be, in a balance sheet. */
import { sentences } from '#lib/i18n/sentence.ts';

export const said = sentences('balances', {
  chartUnknown: {
    en: 'The form is not known: the indicators are given as filed.',
    ro: 'Formularul nu este cunoscut: indicatorii sunt redați ca în bilanțul depus.',
  },
  employeesImpossible: {
    en: 'The filed number of employees is not possible and was left out of the summary.',
    ro: 'Numărul de salariați din bilanțul depus este imposibil și nu a fost inclus în sinteză.',
  },
  amountImpossible: {
    en: 'A filed amount is not possible and was left out of the summary.',
    ro: 'O sumă din bilanțul depus este imposibilă și nu a fost inclusă în sinteză.',
  },
  balanceOff: {
    en: 'Assets differ from equity, debts, provisions and deferred income by more than 1 %.',
    ro: 'Activele diferă cu peste 1% de suma capitalurilor, datoriilor, provizioanelor și veniturilor în avans.',
  },
  resultOff: {
    en: 'The result before tax is not the difference between income and expenses.',
    ro: 'Rezultatul brut nu este egal cu diferența dintre veniturile totale și cheltuielile totale.',
  },
  currentAssetsOff: {
    en: 'Stocks, receivables and cash are more than the current assets.',
    ro: 'Stocurile, creanțele și disponibilitățile depășesc împreună activele circulante.',
  },
});
