/** What is said about a search in documents. */
import { sentences } from '#lib/i18n/sentence.ts';

export const said = sentences('documentSearch', {
  noWord: { en: 'has no word to look for', ro: 'nu conține niciun cuvânt de căutat' },
  noWordToFind: {
    en: 'There is no word to look for: letters or digits are needed.',
    ro: 'Nu există niciun cuvânt de căutat: sunt necesare litere sau cifre.',
  },
  someWords: {
    en: 'No page has all the words: these pages have most of them.',
    ro: 'Nicio pagină nu conține toate cuvintele: aceste pagini conțin cele mai multe dintre ele.',
  },
});

/** Why a document, or a part of it, could not be searched. */
export const unsearched = sentences('notSearched', {
  notFetched: { en: 'Its file was not fetched yet.', ro: 'Fișierul nu a fost încă preluat.' },
  notOpened: { en: 'Its file was not opened yet.', ro: 'Fișierul nu a fost încă deschis.' },
  withheld: {
    en: 'It is withheld by whoever runs this installation.',
    ro: 'Este reținut de administratorul acestei instalări.',
  },
  nothingInside: {
    en: 'Nothing could be taken out of its seals.',
    ro: 'Din sigiliile lui nu a putut fi scos nimic.',
  },
  ocrDue: {
    en: 'Its text is in pictures that were not read yet.',
    ro: 'Textul lui se află în imagini care nu au fost încă citite.',
  },
  encrypted: { en: 'It wants a password.', ro: 'Cere o parolă.' },
  damaged: { en: 'It is damaged.', ro: 'Este deteriorat.' },
  unsupported: {
    en: 'It is a kind of file without text, or one that is not read here.',
    ro: 'Este un tip de fișier fără text sau unul care nu se citește aici.',
  },
  tooLarge: {
    en: 'Reading it takes more room than a file of its kind ever needs.',
    ro: 'Citirea lui cere mai mult loc decât are nevoie vreodată un fișier de acest tip.',
  },
  tooLong: {
    en: 'Reading it takes longer than a file of its kind ever needs.',
    ro: 'Citirea lui durează mai mult decât are nevoie vreodată un fișier de acest tip.',
  },
  tooDeep: {
    en: 'It lies inside more archives than are opened.',
    ro: 'Se află în mai multe arhive decât se deschid.',
  },
  unsafeName: {
    en: 'Its name leads out of its archive: it was made to do harm.',
    ro: 'Numele lui duce în afara arhivei: a fost făcut pentru a dăuna.',
  },
  partly: {
    en: 'Some of its pages or files could not be read.',
    ro: 'Unele dintre paginile sau fișierele lui nu au putut fi citite.',
  },
});
