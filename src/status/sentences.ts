/** What is said of parts that an older version of the service wrote. */
import { sentences } from '#sentences/sentence.ts';

export const said = sentences('status', {
  madeAgain: {
    en: 'The data of this operation is being rebuilt for a new version of the service. Try again in a few minutes.',
    ro: 'Datele acestei operațiuni se refac pentru o versiune nouă a serviciului. Încercați din nou peste câteva minute.',
  },
  notMadeAgain: {
    en: 'The data of this operation was written by an older version of the service and has not been rebuilt yet.',
    ro: 'Datele acestei operațiuni au fost scrise de o versiune mai veche a serviciului și nu au fost încă refăcute.',
  },
});
