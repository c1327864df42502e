/** Romanian messages: bulk checks. */
import { counted } from '#lib/i18n/romanian.ts';
import type { bulkChecks as english } from '#locales/en/bulk-checks.ts';
import type { Translation } from '#locales/translation.ts';

/** In the unit that a person would use. */
const isShort = (minutes: number): boolean => minutes < 120;

const peste = (minutes: number): string =>
  `peste ${isShort(minutes) ? counted(minutes, 'minut', 'minute') : counted(Math.ceil(minutes / 60), 'oră', 'ore')}`;

export const bulkChecks: Translation<typeof english> = {
  checks: {
    nothingSent: 'Lipiți cel puțin un cod fiscal sau alegeți un fișier.',
    noCode: 'Lista nu conține niciun cod fiscal: un cod are 1–10 cifre, cu sau fără RO.',
    tooLong: ({ max }) => `Lista are mai mult de ${counted(max, 'rând', 'rânduri')}. Trimiteți-o pe părți.`,
    tooMuch: ({ max }) =>
      `Lista are mai mult de ${counted(max, 'caracter', 'caractere')}. Trimiteți-o ca fișier sau pe părți.`,
    busy: 'Se citesc multe liste chiar acum. Trimiteți-o din nou peste o jumătate de minut sau lipiți codurile.',
    noList: 'Fișierul nu poate fi citit ca listă. Trimiteți text, CSV sau XLSX, fără parolă.',
    tooHard:
      'Fișierul cere mai mult timp sau mai multă memorie decât poate cere o listă de coduri. Lipiți codurile aici.',
    wrongDay: ({ first, last }) => `Alegeți o zi între ${first} și ${last}.`,
    throttled: ({ seconds }) =>
      `Prea multe liste. O puteți trimite pe următoarea peste ${counted(seconds, 'secundă', 'secunde')}.`,
    enoughOpen: ({ max }) =>
      `Se verifică deja ${counted(max, 'listă', 'liste')} de-ale dumneavoastră. Trimiteți-o pe următoarea după ce se termină una.`,
    noRoom: ({ minutes }) =>
      `Se păstrează acum atât de multe liste, încât nu mai este loc pentru alta. Trimiteți-o din nou ${peste(minutes)}.`,
    noRoomForNetwork: ({ minutes }) =>
      `Din rețeaua dumneavoastră s-au trimis atâtea liste câte păstrăm pentru una. Trimiteți-o din nou ${peste(minutes)} sau ștergeți una de-a dumneavoastră.`,
    noRoomForAccount: ({ minutes }) =>
      `Listele dumneavoastră ocupă tot locul unui cont. Ștergeți una dintre ele sau trimiteți-o pe aceasta ${peste(minutes)}, când se șterge cea mai veche.`,
    unknown: 'Nu există această verificare sau i-a expirat termenul: verificările se șterg după câteva zile.',
  },
};
