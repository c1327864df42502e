/** What is said about errands. */
import { counting } from '#lib/i18n/english.ts';
import { counted } from '#lib/i18n/romanian.ts';
import { sentences } from '#lib/i18n/sentence.ts';

export const said = sentences('errands', {
  tooMany: {
    en: ({ most }: { most: number }) =>
      `${counting(most, 'request')} of this kind already wait for this person, or were declined, within the last hour.`,
    ro: ({ most }) =>
      `${counted(most, 'cerere', 'cereri')} de acest fel așteaptă deja persoana sau au fost refuzate în ultima oră.`,
  },
});
