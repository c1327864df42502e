/** Parts of what is loaded, by names that people understand. */
import type { Language } from '#lib/i18n/message.ts';
import { textAt, textsOf } from '#locales/texts.ts';

/** A part that has no name yet is called as programs call it. */
export const partName = (name: string, language: Language): string =>
  textAt(textsOf(language).status.partNames, name) ?? name;
