/** What is said about activity codes that do not exist. */
import { sentences } from '#lib/i18n/sentence.ts';

export const said = sentences('caen', {
  section: { en: 'must be the letter of a section, A-V', ro: 'trebuie să fie litera unei secțiuni, A-V' },
  unknown: {
    en: ({ code }: { code: string }) => `${code} is not a class of CAEN Rev.3, nor of Rev.2.`,
    ro: ({ code }) => `${code} nu este o clasă CAEN, nici în Rev.3, nici în Rev.2.`,
  },
  onlyRev2: {
    en: ({ code, title }: { code: string; title: string }) =>
      `${code} is not a class of CAEN Rev.3; it exists in Rev.2 only: ${title}.`,
    ro: ({ code, title }) => `${code} nu este o clasă CAEN Rev.3; există numai în Rev.2: ${title}.`,
  },
});
