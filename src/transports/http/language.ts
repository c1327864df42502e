/** In which language a caller is answered: `lang` in the address wins over Accept-Language. */
import { type Language, languages } from '#lib/i18n/sentence.ts';
import { preferred } from './negotiate.ts';
import { valueInQuery } from './query-value.ts';

/** Whoever wishes for nothing gets `otherwise`: English from the API, Romanian from pages. */
export const languageOf = (query: string, acceptLanguage: string | undefined, otherwise: Language): Language =>
  languageInQuery(query) ?? (acceptLanguage === undefined ? null : preferred(acceptLanguage, languages)) ?? otherwise;

/** Null where the address asks for none, or for one that we do not speak: whoever reads the parameters says so. */
export function languageInQuery(query: string): Language | null {
  if (query === '') return null;
  const asked = valueInQuery(query, 'lang');
  return languages.find((one) => one === asked) ?? null;
}
