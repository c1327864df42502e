/** The Official Gazette, whose issues an operator imports. */
import type { NamedSource } from '#data/sources/source.ts';

export const gazette = {
  name: 'gazette',
  label: { en: 'Official Gazette', ro: 'Monitorul Oficial' },
  covers: { gazette: { en: 'Official Gazette, Part IV', ro: 'Monitorul Oficial, Partea a IV-a' } },
} as const satisfies NamedSource;
