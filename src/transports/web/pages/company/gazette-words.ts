/** How acts of the Official Gazette are called: kinds, issues, and how sure it is whom they are about. */

import type { Language } from '#lib/i18n/message.ts';
import { textsOf } from '#locales/texts.ts';
import type { Decision } from './told.ts';

export function issueOf({ part, number, bis, page }: Decision['issue'], language: Language): string {
  const texts = textsOf(language).company.gazette.page;
  return texts.issue(part, number, bis ? ' bis' : '', page === null ? '' : texts.page(page));
}

export const matchOf = (confidence: Decision['matchConfidence'], language: Language): string =>
  textsOf(language).company.gazette.page[confidence ?? 'none'];
