/** What no open source publishes, and an operator may bring in our own formats. */
import type { Source } from '#sources/source.ts';

export const shareholders = {
  title: 'Shareholders',
  publisher: 'Trade registry, as the operator brings it',
  licence: 'As given',
  schedule: 'When the operator imports a file',
} as const satisfies Source;

export const taxDebts = {
  title: 'Outstanding tax debts',
  publisher: 'ANAF, as the operator brings it',
  licence: 'As given',
  schedule: 'When the operator imports a file',
} as const satisfies Source;
