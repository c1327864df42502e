/** What is said of lists that cannot be checked. */
import { counting } from '#lib/i18n/english.ts';
import { counted } from '#lib/i18n/romanian.ts';
import { sentences } from '#lib/i18n/sentence.ts';

/** In the unit that a person would use. */
const isShort = (minutes: number): boolean => minutes < 120;
const inTime = (minutes: number): string =>
  `in ${isShort(minutes) ? counting(minutes, 'minute') : counting(Math.ceil(minutes / 60), 'hour')}`;
const peste = (minutes: number): string =>
  `peste ${isShort(minutes) ? counted(minutes, 'minut', 'minute') : counted(Math.ceil(minutes / 60), 'oră', 'ore')}`;

export const said = sentences('checks', {
  nothingSent: {
    en: 'Paste at least one fiscal code, or choose a file.',
    ro: 'Lipiți cel puțin un cod fiscal sau alegeți un fișier.',
  },
  noCode: {
    en: 'There is no fiscal code in this list: a code has 1-10 digits, with or without RO.',
    ro: 'Lista nu conține niciun cod fiscal: un cod are 1–10 cifre, cu sau fără RO.',
  },
  tooLong: {
    en: ({ max }: { max: number }) => `The list has more than ${counting(max, 'line')}. Send it in parts.`,
    ro: ({ max }) => `Lista are mai mult de ${counted(max, 'rând', 'rânduri')}. Trimiteți-o pe părți.`,
  },
  tooMuch: {
    en: ({ max }: { max: number }) =>
      `The list has more than ${counting(max, 'character')}. Send it as a file, or in parts.`,
    ro: ({ max }) =>
      `Lista are mai mult de ${counted(max, 'caracter', 'caractere')}. Trimiteți-o ca fișier sau pe părți.`,
  },
  busy: {
    en: 'Many lists are being read right now. Send yours again in half a minute, or paste the codes.',
    ro: 'Se citesc multe liste chiar acum. Trimiteți-o din nou peste o jumătate de minut sau lipiți codurile.',
  },
  noList: {
    en: 'The file cannot be read as a list. Send text, CSV or XLSX, without a password.',
    ro: 'Fișierul nu poate fi citit ca listă. Trimiteți text, CSV sau XLSX, fără parolă.',
  },
  tooHard: {
    en: 'The file takes more time or memory than a list of codes can need. Paste the codes instead.',
    ro: 'Fișierul cere mai mult timp sau mai multă memorie decât poate cere o listă de coduri. Lipiți codurile aici.',
  },
  wrongDay: {
    en: ({ first, last }: { first: string; last: string }) => `Choose a day from ${first} to ${last}.`,
    ro: ({ first, last }) => `Alegeți o zi între ${first} și ${last}.`,
  },
  throttled: {
    en: ({ seconds }: { seconds: number }) =>
      `Too many lists. You can send the next one in ${counting(seconds, 'second')}.`,
    ro: ({ seconds }) =>
      `Prea multe liste. O puteți trimite pe următoarea peste ${counted(seconds, 'secundă', 'secunde')}.`,
  },
  enoughOpen: {
    en: ({ max }: { max: number }) =>
      `${counting(max, 'list')} of yours are being checked already. Send the next one when one of them is through.`,
    ro: ({ max }) =>
      `Se verifică deja ${counted(max, 'listă', 'liste')} de-ale dumneavoastră. Trimiteți-o pe următoarea după ce se termină una.`,
  },
  noRoom: {
    en: ({ minutes }: { minutes: number }) =>
      `So many lists are kept here right now that there is no room for another. Send yours again ${inTime(minutes)}.`,
    ro: ({ minutes }) =>
      `Se păstrează acum atât de multe liste, încât nu mai este loc pentru alta. Trimiteți-o din nou ${peste(minutes)}.`,
  },
  noRoomForNetwork: {
    en: ({ minutes }: { minutes: number }) =>
      `As many lists were sent from your network as we keep for one. Send this one again ${inTime(minutes)}, or delete one of yours.`,
    ro: ({ minutes }) =>
      `Din rețeaua dumneavoastră s-au trimis atâtea liste câte păstrăm pentru una. Trimiteți-o din nou ${peste(minutes)} sau ștergeți una de-a dumneavoastră.`,
  },
  noRoomForAccount: {
    en: ({ minutes }: { minutes: number }) =>
      `Your lists take all the room that an account has. Delete one of them, or send this one again ${inTime(minutes)}, when the oldest is deleted.`,
    ro: ({ minutes }) =>
      `Listele dumneavoastră ocupă tot locul unui cont. Ștergeți una dintre ele sau trimiteți-o pe aceasta ${peste(minutes)}, când se șterge cea mai veche.`,
  },
  unknown: {
    en: 'There is no such check, or its time is over: checks are deleted after some days.',
    ro: 'Nu există această verificare sau i-a expirat termenul: verificările se șterg după câteva zile.',
  },
});
