/** Lists that no open source publishes; an operator imports them. */
import type { NamedSource } from '#data/sources/source.ts';

export const imports = {
  shareholders: {
    name: 'import:shareholders',
    label: { en: 'Shareholders, imported list', ro: 'Acționari, listă încărcată' },
    covers: { shareholders: { en: 'imported list of shareholders', ro: 'lista importată a asociaților' } },
  },
  debts: {
    name: 'import:debts',
    label: { en: 'Tax office, debtors', ro: 'ANAF, restanțieri' },
    covers: { debts: { en: 'imported list of tax debtors', ro: 'lista importată a datornicilor la buget' } },
  },
  reports: {
    name: 'import:reports',
    label: { en: 'Supplier reports, imported list', ro: 'Documente constatatoare, listă încărcată' },
  },
  others: { name: 'import', label: { en: 'imported list', ro: 'listă încărcată' } },
} as const satisfies Record<string, NamedSource>;
