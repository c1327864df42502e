/** What is said about payments. */
import { sentences } from '#lib/i18n/sentence.ts';

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
  noSubscription: {
    en: 'This account pays for no subscription: there is nothing to end or to go on with.',
    ro: 'Acest cont nu plătește niciun abonament: nu este nimic de încheiat sau de continuat.',
  },
  noAccount: {
    en: 'The account was deleted meanwhile. Nothing was charged, and nothing can be paid for it any more.',
    ro: 'Contul a fost șters între timp. Nu s-a încasat nimic și nu se mai poate plăti nimic pentru el.',
  },
  unpaidSubject: { en: 'Your payment for Pro failed', ro: 'Plata pentru Pro nu a reușit' },
  unpaidWords: {
    en: 'The payment provider could not collect the last payment for Pro. It will try again by itself.',
    ro: 'Furnizorul de plăți nu a putut încasa ultima plată pentru Pro. Va încerca din nou, singur.',
  },
  unpaidHelp: {
    en: 'Your keys go on working for seven days. Give another card, or mend this one, on the page of your subscription.',
    ro: 'Cheile dumneavoastră mai funcționează șapte zile. Schimbați cardul pe pagina abonamentului.',
  },
  endedSubject: { en: 'Your Pro plan has ended', ro: 'Planul dumneavoastră Pro s-a încheiat' },
  endedWords: {
    en: 'Pro has ended, and your keys work no more. Nothing is charged any more.',
    ro: 'Planul Pro s-a încheiat, iar cheile dumneavoastră nu mai funcționează. Nu se mai încasează nimic.',
  },
  endedHelp: {
    en: 'Your account and your keys are kept: they work again when you subscribe again.',
    ro: 'Contul și cheile se păstrează: funcționează din nou dacă vă abonați din nou.',
  },
  toSubscription: { en: 'To your subscription', ro: 'La abonamentul dumneavoastră' },
});
