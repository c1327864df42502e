/** What is said about an account's usage. */
import { counted } from '#lib/i18n/romanian.ts';
import { sentences } from '#lib/i18n/sentence.ts';

export const said = sentences('usage', {
  from: {
    en: ({ problem }: { problem: string }) => `The parameter from ${problem}.`,
    ro: ({ problem }) => `Parametrul from ${problem}.`,
  },
  afterTo: { en: 'is after `to`', ro: 'este după `to`' },
  tooLong: {
    en: ({ days }: { days: number }) => `is more than ${days} days before \`to\``,
    ro: ({ days }) => `este cu mai mult de ${counted(days, 'zi', 'zile')} înainte de \`to\``,
  },
  leftOut: {
    en: ({ lines }: { lines: number }) =>
      `Lines left out, of the oldest days: ${lines}; the total counts them. Ask for fewer days.`,
    ro: ({ lines }) => `Rânduri omise, din cele mai vechi zile: ${lines}; totalul le include. Cereți mai puține zile.`,
  },
});
