/** What every letter says around its own words, and what is said about mail. */
import { sentences } from '#sentences/sentence.ts';

export const said = sentences('mail', {
  noAddress: {
    en: 'This is not an e-mail address that letters can be sent to.',
    ro: 'Aceasta nu este o adresă de e-mail la care se pot trimite mesaje.',
  },
  greeting: { en: 'Hello,', ro: 'Bună ziua,' },
  copyAddress: {
    en: 'If the link does not open, copy this address into your browser:',
    ro: 'Dacă legătura nu se deschide, copiați această adresă în navigator:',
  },
  sentBy: {
    en: ({ site }: { site: string }) =>
      `Sent automatically by Firmoteca, ${site}. This letter has no pictures and does not track whether you read it.`,
    ro: ({ site }) =>
      `Trimis automat de Firmoteca, ${site}. Acest mesaj nu conține imagini și nu urmărește dacă a fost citit.`,
  },
});
