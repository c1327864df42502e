/** Romanian texts of pages: press. */

import type { press as english } from '#locales/en/pages/press.ts';
import type { Localized } from '#locales/translation.ts';

export const press: Localized<typeof english> = {
  title: 'Comunicate ANAF',
  lead: 'Comunicatele de presă ale ANAF, cu textul lor.',
  releases: ['comunicat', 'comunicate'],
  files: ['anexă', 'anexe'],
  unread: 'textul nu a fost citit încă',
  original: 'Documentul original',
  back: 'Comunicate ANAF',
  ocr: (pages) => `Paginile ${pages} au fost citite din imagine: literele pot fi greșite.`,
  none: 'Niciun comunicat citit până acum.',
};
