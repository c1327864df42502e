/** What a parameter or field means, in the language of the reader. */
import { deprecationOf } from '#api/deprecation.ts';
import type { Language } from '#lib/i18n/message.ts';
import { describe } from '#lib/schema/fields.ts';
import { leavingWords } from './phrases.ts';

/** Also that it is going to be removed. */
export function meaningOf(shape: object, language: Language): string {
  const text = describe(shape, language);
  const leaving = deprecationOf(shape);
  return leaving ? `${leavingWords(leaving, language)} ${text}`.trimEnd() : text;
}
