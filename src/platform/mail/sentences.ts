/** What every letter says around its own words, and what is said about mail. */
import { sentences } from '#lib/i18n/sentence.ts';

export const said = sentences('mail', {
  noAddress: {
    en: 'This is not an e-mail address that letters can be sent to.',
    ro: 'Aceasta nu este o adresă de e-mail la care se pot trimite mesaje.',
  },
  testSubject: { en: 'A test of the mail settings', ro: 'O probă a setărilor de e-mail' },
  testWords: {
    en: 'Whoever runs this installation of Firmoteca tried whether letters arrive. This one did.',
    ro: 'Cine administrează această instalare Firmoteca a verificat dacă mesajele ajung. Acesta a ajuns.',
  },
  greeting: { en: 'Hello,', ro: 'Bună ziua,' },
  copyAddress: {
    en: 'If the link does not open, copy this address into your browser:',
    ro: 'Dacă legătura nu se deschide, copiați această adresă în browser:',
  },
  sentBy: {
    en: ({ site }: { site: string }) =>
      `Sent automatically by Firmoteca${site && `, ${site}`}. This letter has no pictures and does not track whether you read it.`,
    ro: ({ site }) =>
      `Trimis automat de Firmoteca${site && `, ${site}`}. Acest mesaj nu conține imagini și nu urmărește dacă a fost citit.`,
  },
});
