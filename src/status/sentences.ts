/** What is said of parts that an older version of the service wrote. */
import { sentences } from '#sentences/sentence.ts';

export const said = sentences('status', {
  madeAgain: {
    en: 'What this operation reads is being made again for a new version of the service. Try again in a few minutes.',
    ro: 'Datele pe care le citește această operațiune se refac pentru o versiune nouă a serviciului. Încercați din nou peste câteva minute.',
  },
  notMadeAgain: {
    en: 'What this operation reads was written by an older version of the service and has not been made again.',
    ro: 'Datele pe care le citește această operațiune au fost scrise de o versiune mai veche a serviciului și nu au fost refăcute.',
  },
});
