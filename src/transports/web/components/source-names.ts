/** Sources by the names that readers know. */
import type { Language } from '#lib/i18n/message.ts';
import { textAt, textsOf } from '#locales/texts.ts';

/** What we have no name for is called as it calls itself. */
export const sourceName = (name: string, language: Language): string =>
  textAt(textsOf(language).components.sourceNames, name) ?? name;
