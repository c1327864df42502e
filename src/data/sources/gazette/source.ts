/** The Official Gazette, whose issues an operator imports. */
import type { NamedSource } from '#data/sources/source.ts';

export const gazette = {
  name: 'gazette',
  label: { en: 'Official Gazette', ro: 'Monitorul Oficial' },
  parts: {
    gazette: {
      title: { en: 'Notices of the Official Gazette', ro: 'Acte din Monitorul Oficial' },
      phrase: { en: 'the Official Gazette', ro: 'Monitorul Oficial' },
      cited: { en: 'Official Gazette, Part IV', ro: 'Monitorul Oficial, Partea a IV-a' },
      tells: { en: 'decisions, summonses', ro: 'hotărâri, convocări' },
      overdue: { days: 31 }, // an issue every working day; operators import them weekly or monthly
    },
  },
} as const satisfies NamedSource;
