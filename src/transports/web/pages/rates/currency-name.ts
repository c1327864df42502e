/** Currencies by name: the bank's own in Romanian, those of the language's standard list in English. */

import { lazily } from '#lib/i18n/lazily.ts';
import type { Language } from '#lib/i18n/message.ts';

const english = lazily(() => new Intl.DisplayNames('en-GB', { type: 'currency', fallback: 'none' }));

/** What the bank counts otherwise than the list does. */
const OWN: Readonly<Record<string, string>> = { XAU: 'Gram of gold', XDR: 'Special drawing right' };

export const currencyName = ({ currency, name }: { currency: string; name: string | null }, language: Language) =>
  language === 'ro' ? name : (OWN[currency] ?? english().of(currency) ?? name);
