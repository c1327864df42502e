/** What is said by the analyst to callers that it cannot answer now. */
import { sentences } from '#lib/i18n/sentence.ts';

export const said = sentences('jobs', {
  tookTooLong: {
    en: 'This analysis took too long. Try again in a few seconds.',
    ro: 'Analiza a durat prea mult. Încercați din nou peste câteva secunde.',
  },
  tooManyWaiting: {
    en: 'Too many analyses are waiting. Try again in a few seconds.',
    ro: 'Prea multe analize sunt în așteptare. Încercați din nou peste câteva secunde.',
  },
  dataReplaced: {
    en: 'The data was replaced while this was being counted. Ask again.',
    ro: 'Datele au fost înlocuite în timpul calculului. Repetați cererea.',
  },
});
