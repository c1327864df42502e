/** What is said about opening a collected file. */
import { sentences } from '#lib/i18n/sentence.ts';

export const said = sentences('opening', {
  broken: {
    en: 'The file cannot be opened: its seals are not what they claim to be.',
    ro: 'Fișierul nu poate fi deschis: sigiliile lui nu sunt ceea ce pretind.',
  },
  tooLarge: {
    en: 'The file is larger than what is opened, or takes more memory than a file of its kind ever needs.',
    ro: 'Fișierul depășește dimensiunea care se deschide sau cere mai multă memorie decât orice fișier de felul lui.',
  },
  tooLong: {
    en: 'Opening the file takes more time than a file of its kind ever needs.',
    ro: 'Deschiderea fișierului durează mai mult decât pentru orice fișier de felul lui.',
  },
  fileLost: {
    en: 'The collected file is not stored here any more, and is collected again.',
    ro: 'Fișierul colectat nu mai este stocat aici și se colectează din nou.',
  },
});
