/** What is said about companies on a day, and of receipts that cannot be given. */
import { sentences } from '#lib/i18n/sentence.ts';

export const said = sentences('onDate', {
  beforeRegistry: {
    en: ({ first }: { first: string }) => `must not be before ${first}: there was no trade registry yet`,
    ro: ({ first }) => `nu poate fi înainte de ${first}: registrul comerțului nu exista încă`,
  },
  afterToday: {
    en: ({ today }: { today: string }) => `must not be after today, ${today}`,
    ro: ({ today }) => `nu poate fi după ziua de azi, ${today}`,
  },
  /** What `notAnswered` is about. */
  companyOn: {
    en: ({ cui, date }: { cui: string; date: string }) => `${cui} on ${date}`,
    ro: ({ cui, date }) => `${cui} la data de ${date}`,
  },
  dayUnanswered: {
    en: ({ date }: { date: string }) =>
      `The tax authority did not answer about ${date}: fields of \`onDate\` whose basis is \`unknown\` are not known, which does not mean no.`,
    ro: ({ date }) =>
      `ANAF nu a răspuns pentru data de ${date}: câmpurile din \`onDate\` cu sursa \`unknown\` nu sunt cunoscute, ceea ce nu înseamnă „nu”.`,
  },
  noReceipt: {
    en: ({ date }: { date: string }) =>
      `There is no receipt: the tax authority did not answer about ${date}, so there is nothing to confirm. Ask again later.`,
    ro: ({ date }) =>
      `Dovada nu s-a putut emite: ANAF nu a răspuns pentru data de ${date}, deci nu există ce confirma. Reveniți mai târziu.`,
  },
  receiptsForPro: {
    en: 'Receipts are part of Pro: send a Pro key, or leave out `receipt`.',
    ro: 'Dovezile sunt disponibile numai cu abonament Pro: trimiteți o cheie Pro sau renunțați la `receipt`.',
  },
});
