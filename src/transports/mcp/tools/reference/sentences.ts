/** What the tools over rates, classifications, accounts and press say beside their data. */
import { sentences } from '#lib/i18n/sentence.ts';

export const said = sentences('agents.reference', {
  currency: {
    en: 'must be the three letters of a currency, such as EUR',
    ro: 'trebuie să fie cele trei litere ale unei monede, de exemplu EUR',
  },
  notQuoted: {
    en: ({ currencies, quoted }: { currencies: string; quoted: string }) =>
      `The national bank does not quote ${currencies}. It quotes: ${quoted}.`,
    ro: ({ currencies, quoted }) => `BNR nu cotează ${currencies}. Cotează: ${quoted}.`,
  },
  notALaw: {
    en: 'A code stands for an activity in its own revision only: `rev2` tells what the same digits meant before 2025.',
    ro: 'Un cod are înțeles doar în revizia lui: `rev2` spune ce însemnau aceleași cifre înainte de 2025.',
  },
  beforePaying: {
    en: 'Have the IBAN confirmed by the tax authority before money is sent to it.',
    ro: 'IBAN-ul se confirmă la organul fiscal înainte de orice plată.',
  },
  pressWords: {
    en: 'Found by the words of titles and texts; the newest first. `fetch` reads one whole.',
    ro: 'Găsite după cuvintele din titluri și texte, cele mai noi întâi. `fetch` citește un comunicat întreg.',
  },
});
