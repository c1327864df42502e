/** Romanian texts of pages: treasury. */

import type { treasury as english } from '#locales/en/pages/treasury.ts';
import type { Localized } from '#locales/translation.ts';

export const treasury: Localized<typeof english> = {
  title: 'IBAN-uri de trezorerie',
  lead: 'În ce cont se plătește un impozit: scrieți taxa, trezoreria sau chiar IBAN-ul.',
  q: 'Taxă, trezorerie sau IBAN',
  go: 'Caută',
  accountForms: ['cont', 'conturi'],
  published: 'publicat',
  computed: 'calculat',
  careful: 'verificați la organul fiscal înainte de plată',
  none: (q) => `Niciun cont pentru „${q}”.`,
  hint: 'Scrieți mai puține cuvinte: numele taxei sau al orașului.',
  examples: 'De încercat:',
  sampleQueries: ['TVA', 'impozit pe profit Cluj', 'contribuții'],
  how: 'Publicat: contul stă într-o listă a Trezoreriei. Calculat: contul urmează regula de alcătuire, dar nu l-am găsit publicat. Cifra de control este verificată la amândouă.',
  account: 'Cont',
  more: (shown) => `Aici stau primele ${shown}. Adăugați orașul sau taxa; lista întreagă este în CSV.`,
};
