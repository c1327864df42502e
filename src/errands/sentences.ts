/** What is said about errands. */
import { counting } from '#sentences/english.ts';
import { counted } from '#sentences/romanian.ts';
import { sentences } from '#sentences/sentence.ts';

export const said = sentences('errands', {
  tooMany: {
    en: ({ most }: { most: number }) =>
      `${counting(most, 'request')} of this kind already wait for this person, or were declined, within the last hour.`,
    ro: ({ most }) =>
      `${counted(most, 'cerere', 'cereri')} de acest fel așteaptă deja persoana sau au fost refuzate în ultima oră.`,
  },
});
