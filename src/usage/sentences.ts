/** What is said about an account's usage. */
import { counted } from '#sentences/romanian.ts';
import { sentences } from '#sentences/sentence.ts';

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
      `${lines} lines of the oldest days are left out; the total counts them. Ask for fewer days.`,
    ro: ({ lines }) =>
      `Din cele mai vechi zile lipsesc ${counted(lines, 'rând', 'rânduri')}; totalul le cuprinde. Cereți mai puține zile.`,
  },
});
