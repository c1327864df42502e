/** What is said about payments. */
import { sentences } from '#sentences/sentence.ts';

export const said = sentences('billing', {
  noEvent: {
    en: 'This is no event of our payment provider.',
    ro: 'Acesta nu este un eveniment al furnizorului nostru de plăți.',
  },
  away: {
    en: 'The payment provider does not answer at the moment. Nothing was charged. Try again in a minute.',
    ro: 'Furnizorul de plăți nu răspunde acum. Nu s-a încasat nimic. Încercați din nou peste un minut.',
  },
  refused: {
    en: 'The payment provider refused. Nothing was charged. Write to whoever runs this service.',
    ro: 'Furnizorul de plăți a refuzat. Nu s-a încasat nimic. Scrieți operatorului acestui serviciu.',
  },
  noCustomer: {
    en: 'This account has paid nothing here yet: there is nothing to manage.',
    ro: 'Acest cont nu a plătit încă nimic aici: nu este nimic de administrat.',
  },
});
