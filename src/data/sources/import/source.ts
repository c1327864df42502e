/** Lists that no open source publishes; an operator imports them. */
import type { NamedSource } from '#data/sources/source.ts';

export const imports = {
  shareholders: {
    name: 'import:shareholders',
    label: { en: 'Shareholders, imported list', ro: 'Acționari, listă încărcată' },
    parts: {
      shareholders: {
        title: { en: 'Shareholders', ro: 'Acționari' },
        phrase: { en: 'shareholders', ro: 'asociații și acționarii firmelor' },
        cited: { en: 'imported list of shareholders', ro: 'lista importată a asociaților' },
        tells: { en: 'shareholders and shares', ro: 'acționari și cote' },
        need: 'import',
        overdue: { days: 120 }, // of the same firms as the registry
      },
    },
  },
  debts: {
    name: 'import:debts',
    label: { en: 'Tax office, debtors', ro: 'ANAF, restanțieri' },
    parts: {
      debts: {
        title: { en: 'Tax debts', ro: 'Datorii fiscale' },
        phrase: { en: 'tax debts', ro: 'obligațiile fiscale restante' },
        cited: { en: 'imported list of tax debtors', ro: 'lista importată a datornicilor la buget' },
        tells: { en: 'tax debts', ro: 'datorii la ANAF' },
        need: 'import',
        overdue: { days: 120 }, // the tax authority lists its debtors quarterly
      },
    },
  },
  reports: {
    name: 'import:reports',
    label: { en: 'Supplier reports, imported list', ro: 'Documente constatatoare, listă încărcată' },
  },
  others: { name: 'import', label: { en: 'imported list', ro: 'listă încărcată' } },
} as const satisfies Record<string, NamedSource>;
