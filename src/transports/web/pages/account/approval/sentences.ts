/** What is said where an errand cannot be done. */
import { sentences } from '#lib/i18n/sentence.ts';

export const said = sentences('errandPage', {
  notSold: {
    en: 'This installation sells nothing any more. Pro is granted by whoever runs it.',
    ro: 'Această instalare nu mai vinde nimic. Planul Pro îl acordă operatorul.',
  },
});
