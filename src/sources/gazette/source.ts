/** The Official Gazette, which has no open interface. */
import type { Source } from '#sources/source.ts';

export const gazette = {
  title: 'Official Gazette, Part IV',
  publisher: 'Monitorul Oficial, as the operator brings it',
  licence: 'As given',
  schedule: 'When the operator imports issues',
} as const satisfies Source;
