/** What does not add up, or cannot be, in a balance sheet. */
import { sentences } from '#sentences/sentence.ts';

export const said = sentences('balances', {
  chartUnknown: {
    en: 'The form is not known: the indicators are given as filed.',
    ro: 'Formularul nu este cunoscut: indicatorii sunt redați așa cum au fost depuși.',
  },
  employeesImpossible: {
    en: 'The filed number of employees is not possible and was left out of the summary.',
    ro: 'Numărul de salariați depus nu este posibil și a fost lăsat în afara sintezei.',
  },
  amountImpossible: {
    en: 'A filed amount is not possible and was left out of the summary.',
    ro: 'O sumă depusă nu este posibilă și a fost lăsată în afara sintezei.',
  },
  balanceOff: {
    en: 'Assets differ from equity, debts, provisions and deferred income by more than 1 %.',
    ro: 'Activele diferă de capitaluri, datorii, provizioane și venituri în avans cu peste 1 %.',
  },
  resultOff: {
    en: 'The result before tax is not the difference of income and expenses.',
    ro: 'Rezultatul brut nu este diferența dintre venituri și cheltuieli.',
  },
  currentAssetsOff: {
    en: 'Stocks, receivables and cash are more than the current assets.',
    ro: 'Stocurile, creanțele și disponibilitățile depășesc activele circulante.',
  },
});
