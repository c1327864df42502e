/** Why documents, or single files, could not be collected. */

import { counting } from '#lib/i18n/english.ts';
import { counted } from '#lib/i18n/romanian.ts';
import { sentences } from '#lib/i18n/sentence.ts';

export const said = sentences('collecting', {
  away: {
    en: 'The procurement system could not be asked for the list of documents; it is asked again later.',
    ro: 'Lista documentelor nu a putut fi cerută de la sistemul de achiziții; cererea se reia mai târziu.',
  },
  notUnderstood: {
    en: 'The procurement system answered the question for the list of documents in a way that cannot be believed; it is asked again later.',
    ro: 'Răspunsul sistemului de achiziții la cererea listei de documente nu poate fi luat drept bun; cererea se reia mai târziu.',
  },
  someMissing: {
    en: ({ missing, count }: { missing: number; count: number }) =>
      `${missing} of ${count} files could not be fetched; each says why.`,
    ro: ({ missing, count }) =>
      `${missing} din ${counted(count, 'fișier', 'fișiere')} nu au putut fi preluate; motivul este dat la fiecare fișier.`,
  },
  notListed: {
    en: ({ unlisted, count }: { unlisted: number; count: number }) =>
      `The procurement system announces ${count} files and does not list ${unlisted} of them.`,
    ro: ({ unlisted, count }) =>
      `Sistemul de achiziții anunță ${counted(count, 'fișier', 'fișiere')}, dintre care ${unlisted} nu apar în listă.`,
  },
  noneCame: {
    en: 'None of the files could be fetched; each says why.',
    ro: 'Niciun fișier nu a putut fi preluat; motivul este dat la fiecare fișier.',
  },
  cutShort: {
    en: 'The procurement system broke off before the file was whole.',
    ro: 'Sistemul de achiziții a întrerupt transferul înainte ca fișierul să fie complet.',
  },
  tooLate: {
    en: 'The procurement system took too long to hand over the file.',
    ro: 'Sistemul de achiziții a avut nevoie de prea mult timp pentru a livra fișierul.',
  },
  refused: {
    en: 'The procurement system did not hand over the file.',
    ro: 'Sistemul de achiziții nu a livrat fișierul.',
  },
  tooLarge: {
    en: 'The file is larger than what is collected.',
    ro: 'Fișierul este mai mare decât limita de preluare.',
  },
  empty: { en: 'The file is empty.', ro: 'Fișierul este gol.' },
  noLink: {
    en: 'The procurement system lists the file without a link to it.',
    ro: 'Sistemul de achiziții afișează fișierul fără un link către el.',
  },
  replaced: {
    en: 'The authority replaced the file before it could be fetched.',
    ro: 'Autoritatea a înlocuit fișierul înainte ca acesta să poată fi preluat.',
  },
  lost: {
    en: 'The file is not in its place any more; it is fetched again.',
    ro: 'Fișierul nu mai este la locul lui; este preluat din nou.',
  },
  replacedForRoom: {
    en: 'The file was deleted to make room for others; it is fetched again when somebody asks for it.',
    ro: 'Fișierul a fost șters pentru a face loc altora; este preluat din nou la cerere.',
  },
  daysOver: {
    en: ({ days }: { days: number }) =>
      `Files are kept for ${counting(days, 'day')}; this one is fetched again when somebody asks for it.`,
    ro: ({ days }) => `Fișierele se păstrează ${counted(days, 'zi', 'zile')}; acesta este preluat din nou la cerere.`,
  },
});
