/** What is said of parts that are being made: for the first time, or again because an older version of the service wrote them. */
import { counted } from '#lib/i18n/romanian.ts';
import { sentences } from '#lib/i18n/sentence.ts';

export const said = sentences('status', {
  madeAgain: {
    en: 'The data of this operation is being rebuilt for a new version of the service. Try again in a few minutes.',
    ro: 'Datele acestei operațiuni se refac pentru o versiune nouă a serviciului. Încercați din nou peste câteva minute.',
  },
  notMadeAgain: {
    en: 'The data of this operation was written by an older version of the service and has not been rebuilt yet.',
    ro: 'Datele acestei operațiuni au fost scrise de o versiune mai veche a serviciului și nu au fost încă refăcute.',
  },
  firstDataset: {
    en: 'The first dataset is still being made. Try again in a few seconds.',
    ro: 'Primul set de date este încă în pregătire. Încercați din nou peste câteva secunde.',
  },
  firstMade: {
    en: ({ step, seconds }: { step: string; seconds: number }) =>
      `The demo country is being made for the first time; now ${step}. Company data is served in about ${seconds} ${seconds === 1 ? 'second' : 'seconds'}.`,
    ro: ({ step, seconds }) =>
      `Datele demonstrative se pregătesc pentru prima dată; acum ${step}. Datele despre firme vor fi disponibile în aproximativ ${counted(seconds, 'secundă', 'secunde')}.`,
  },
  stillMade: {
    en: ({ step, seconds }: { step: string; seconds: number }) =>
      `What this operation reads is still being made; now ${step}. Everything is served in about ${seconds} ${seconds === 1 ? 'second' : 'seconds'}.`,
    ro: ({ step, seconds }) =>
      `Datele pe care le citește această operațiune sunt încă în pregătire; acum ${step}. Totul va fi disponibil în aproximativ ${counted(seconds, 'secundă', 'secunde')}.`,
  },
  awaited: {
    en: 'What this operation reads has not been made yet. Try again in a few minutes.',
    ro: 'Datele pe care le citește această operațiune nu sunt încă pregătite. Încercați din nou peste câteva minute.',
  },
});

/** What is under way, in the order of the work: parts of the sentences above. */
export const making = sentences('status.making', {
  country: {
    en: 'the publications of the invented country are written',
    ro: 'se generează publicațiile demonstrative',
  },
  outside: {
    en: 'the tax authority is asked about institutions',
    ro: 'se cer de la ANAF datele instituțiilor',
  },
  registry: { en: 'the trade registry is read', ro: 'se citește registrul comerțului' },
  finances: { en: 'balance sheets are read', ro: 'se citesc situațiile financiare' },
  companies: { en: 'the records of companies are prepared', ro: 'se pregătesc fișele firmelor' },
  search: { en: 'the search is prepared', ro: 'se pregătește căutarea' },
  rates: { en: 'exchange rates are read', ro: 'se citesc cursurile de schimb' },
  rankings: { en: 'rankings are computed', ro: 'se calculează clasamentele' },
  gazette: { en: 'the Official Gazette is read', ro: 'se citește Monitorul Oficial' },
  procurement: { en: 'public procurement is read', ro: 'se citesc achizițiile publice' },
  recent: {
    en: 'the newest procurement notices are asked for',
    ro: 'se cer cele mai noi anunțuri de achiziții',
  },
});
